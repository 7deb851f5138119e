import { Agent, request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ObservedRun, unknownCallers } from '../../src/audit/observed/observed-run.ts';
import { areApart, isOfScenario } from '../../src/audit/observed/scenario-requests.ts';
import { pageNotFollowed } from '../../src/audit/rules/request/page-not-followed.ts';
import { judgeLog } from '../../src/audit/trial/judge-log.ts';
import { createClient } from '../../src/client/node-client.ts';
import type { LoggedRequest } from '../../src/sandbox/requests/log.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { bookshopUnder, plain, plainOptions, played } from './plain-run.ts';
import { payer } from './stage.ts';

let sandbox: TestSandbox;
let logged: LoggedRequest[];
beforeEach(async () => {
  sandbox = await createTestSandbox();
  logged = [];
  sandbox.sandbox.requests.onAdd((each) => logged.push(each));
});
afterEach(() => sandbox.stop());

/** A process with a connection of its own. */
function someone() {
  const dispatcher = new Agent({ connections: 1 });
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' };
    const answer = await request(`${sandbox.url}${path}`, { method, headers, dispatcher, body: JSON.stringify(body) });
    await answer.body.text();
  };
}

/** What was recorded, as an audit that runs the emulator itself knows it. */
async function observed(): Promise<ObservedRun> {
  const steering = new Set(logged.flatMap(({ id, connection }) => (connection?.steers === true ? [id] : [])));
  return new ObservedRun(await createClient({ url: sandbox.url }).call('record.get'), [], [], {
    ...unknownCallers,
    steering,
  });
}

it('what a test asks on connections on which it also steers the emulator is not asked by the application', async () => {
  const [test, application] = [someone(), someone()];
  const method = await payer(sandbox);
  for (let count = 12; count > 0; count--) await application('POST', '/api/v1/charges', { amount: 900, ...method });
  // An application may add its own endpoint.
  await application('POST', '/_emulator/webhook-endpoints', { url: 'http://127.0.0.1:9/' });
  await test('GET', '/api/v1/transactions');
  await test('POST', '/_emulator/settle', {});
  const record = await observed();
  const byWhom = record.of('transactions.list').map((asked) => isOfScenario(record, asked));
  expect([byWhom, record.of('charges.create').some((asked) => isOfScenario(record, asked))]).toEqual([[true], false]);
  expect(pageNotFollowed.lint?.(record).state).toBe('inapplicable');

  await application('GET', '/api/v1/transactions');
  expect(pageNotFollowed.lint?.(await observed()).state).toBe('violation');
});

it('an application in the process of its tests is told from them by nothing', async () => {
  const both = someone();
  const receiver = await startReceiver(async ({ body }) => {
    await both('GET', `/api/v1/transactions/${JSON.parse(body).data.transaction_id}`);
    return { status: 200 };
  });
  await both('POST', '/_emulator/webhook-endpoints', { url: receiver.url });
  await both('POST', '/_emulator/triggers/payment.completed', {});
  await both('POST', '/_emulator/settle', {});
  await both('GET', '/api/v1/transactions');
  const record = await observed();
  expect([record.callers.steering.size > 0, areApart(record)]).toEqual([true, false]);
  expect(record.of('transactions.list').map((asked) => isOfScenario(record, asked))).toEqual([false]);
  await receiver.close();
});

describe('a read after a lost event', () => {
  /** The report on an application of which one read of a lost payment is recorded. @param by whose process read it */
  const readBy = (by: 'steering' | 'receiving' | null) => {
    const read = (record: ObservedRun): ObservedRun => {
      const { event_id, attempts } = record.deliveries.find(({ event_type }) => event_type === 'payment.completed')!;
      const { subject } = record.event(event_id)!;
      const known = record.requests.find(({ operation }) => operation === 'charges.create')!.view;
      const request = {
        ...known,
        id: 'req_read',
        method: 'GET',
        path: `/api/v1/transactions/${subject}`,
        operation: 'transactions.get',
        body: null,
        response: JSON.stringify({ data: { id: subject, status: record.event(event_id)!.change.to } }),
        received: Math.max(...record.requests.map(({ answered }) => answered), attempts[0]!.sent!) + 1,
      };
      const [other] = record.requests;
      const callers = {
        steering: new Set(by === 'steering' ? [request.id] : []),
        receiving: new Set(by === null ? [] : by === 'receiving' ? [request.id] : [other!.id]),
      };
      const deliveries = record.deliveries.filter(
        (each) => each.event_id === event_id || each.attempts[0]!.audit == null,
      );
      return new ObservedRun(
        { ...record.view, deliveries, requests: [...record.view.requests, request] },
        [],
        [],
        callers,
      );
    };
    const log = played({ options: { ...plainOptions, only: ['webhook-lost'] }, runs: [] }, (planned, number) => ({
      ...plain(number),
      record: read(bookshopUnder(planned.adversity, ['payment.completed'], { status: null })),
      endedAt: Number.MAX_SAFE_INTEGER,
    }));
    return judgeLog(log).rules.find(({ id }) => id === 'webhook/never-reconciled')!;
  };

  it('shows that the application looks for the event, if the process that receives webhooks reads', () => {
    expect(readBy('receiving').because).not.toMatch(/cannot/);
  });

  it('shows nothing if the scenario reads', () => {
    expect(readBy('steering')).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(/^The audit cannot see whether the application noticed/),
    });
  });

  it('is undecided if nothing shows who reads', () => {
    expect(readBy(null)).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(/cannot tell whether the application or the scenario read it from the API/),
    });
  });
});
