import { beforeAll, describe, expect, it } from 'vitest';
import { planWalk } from '../../../src/emulator/fidelity/walk/plan.ts';
import type { WalkAnswer, WalkRequest } from '../../../src/emulator/fidelity/walk/send.ts';
import { walk } from '../../../src/emulator/fidelity/walk/walk.ts';
import type { GatewayKind } from '../../../src/payments/platform/settings.ts';
import { declarations } from '../../../src/sandbox/declarations.ts';
import { call } from '../../support/call.ts';
import { clientOperations, merchantOperations } from '../../support/declared.ts';
import { createTestSandbox } from '../../support/sandbox.ts';
import { differences } from '../../support/stand-in/differences.ts';
import { startStandIn } from '../../support/stand-in/stand-in.ts';

const plan = planWalk(declarations());
const suffixes = { debit_payouts: '', gateway_a: '_a', gateway_b: '_b' } as const;

interface Taken {
  readonly id: string;
  /** The name of the variation; an empty text for an example. */
  readonly variation: string;
  readonly statuses: readonly number[];
  readonly request: WalkRequest;
  readonly answer: WalkAnswer;
}

async function send({ method, url, headers, body }: WalkRequest): Promise<WalkAnswer> {
  const sent = { method: method as 'GET', headers: { ...headers }, ...(body === undefined ? {} : { body }) };
  const answer = await call(url, sent);
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: answer.text };
}

/** Walks an emulator whose clock moves when the walk waits, and in which there is a customer before. */
async function walked(gateway: GatewayKind, settings: object) {
  const sandbox = await createTestSandbox({ rateLimit: true });
  const workspace = `ws_demo${suffixes[gateway]}`;
  const key = `sk_test_demo${suffixes[gateway]}`;
  const api = sandbox.as(key);
  const control = (path: string, body: unknown) =>
    sandbox.control.post<{ data: { client_id: string; client_secret: string } }>(
      `${path}?workspace=${workspace}`,
      body,
    );
  await sandbox.control.patch(`/workspaces/${workspace}`, { settings });
  await control('/payment-links', { name: 'Coffee', amount: 1_800 });
  await control('/triggers/dispute.created', {});
  const { body: app } = await control('/apps', { name: 'Loyalty' });
  const { body: ada } = await api.post<{ data: { id: string } }>('/customers', { email: 'ada@example.com' });
  const present = async () => [
    (await api.get('/account')).body,
    (await api.get('/pixels')).body,
    (await api.get(`/customers/${ada.data.id}`)).body,
  ];
  const before = await present();
  const taken: Taken[] = [];
  const report = await walk(plan, {
    base: `${sandbox.url}/api/v1`,
    key,
    publishableKey: key.replace('sk', 'pk'),
    app: app.data,
    send,
    mark: 'walk1',
    wait: async (ms) => void (await control('/clock', { advance: `${Math.ceil(ms)}ms` })),
    onCall: ({ operation: { id }, variation, statuses }, request, answer) =>
      taken.push({ id, variation: variation?.name ?? '', statuses, request, answer }),
  });
  const after = await present();
  await sandbox.stop();
  return { report, taken, before, after };
}

/** Whether the workspace lacks what an operation needs: wallets, payouts, or a card that is not authenticated. */
const isLacking = ({ answer: { status, headers, text } }: Taken): boolean => {
  const code = headers['x-emulator-code'] ?? (JSON.parse(text) as { code?: string }).code;
  return status >= 400 && ['capability_required', '3ds_required'].includes(code ?? '');
};

describe('the plan of a walk', () => {
  it('says how many calls it makes, and what stays behind', () => {
    expect(plan.calls).toBeGreaterThan(plan.steps.length);
    expect(plan.calls).toBeLessThan(500);
    expect(plan.leaves).toMatchObject({
      customer: expect.any(Number),
      transaction: expect.any(Number),
      payout: expect.any(Number),
    });
    expect(Object.values(plan.leaves).reduce((sum, each) => sum + each)).toBeLessThan(90);
  });

  it('leaves out alone what a person must do', () => {
    const left = plan.left.map(({ operation }) => operation);
    expect(left.filter((id) => !id.startsWith('portal.'))).toEqual(['payout_links.claim']);
    const shown = plan.steps.flatMap(({ operation, variation }) => (variation === null ? [operation.id] : []));
    const all = [...merchantOperations, ...clientOperations].map(({ id }) => id);
    expect(all.filter((id) => !shown.includes(id)).toSorted()).toEqual(left.toSorted());
  });
});

describe('a walk over an emulator', () => {
  let walks: Awaited<ReturnType<typeof walked>>[];
  beforeAll(async () => {
    walks = [await walked('debit_payouts', {}), await walked('gateway_a', { three_ds_enabled: true })];
  });

  it('succeeds with the example of each operation, where the workspace can do it', () => {
    const done = new Set(
      walks.flatMap(({ taken }) =>
        taken.flatMap(({ id, variation, answer }) => (variation === '' && answer.status < 300 ? [id] : [])),
      ),
    );
    const planned = new Set(plan.steps.map(({ operation }) => operation.id));
    expect([...planned].filter((id) => !done.has(id))).toEqual([]);
  });

  it('is answered with the status that the declarations say, for each example and each refusal', () => {
    const odd = walks
      .flatMap(({ taken }) => taken)
      .filter((each) => each.answer.status !== 429 && !isLacking(each) && !each.statuses.includes(each.answer.status));
    expect(
      odd.map(
        ({ id, variation, statuses, answer }) => `${id} ${variation} ${statuses}: ${answer.status} ${answer.text}`,
      ),
    ).toEqual([]);
    const refused = new Set(
      walks.flatMap(({ taken }) =>
        taken
          .filter(({ answer }) => answer.status >= 400)
          .map(({ variation, answer }) => `${variation} ${answer.status}`),
      ),
    );
    const expected = [
      'unknown id 404',
      'missing field 400',
      'empty body 400',
      'wrong type 400',
      'no such value 400',
      'limit of 0 400',
      'limit too large 400',
      'unknown cursor 400',
      'below minimum 400',
      'amount too large 400',
      'more than the balance 400',
      'no key 401',
      'unknown key 401',
      'publishable key 403',
      'secret key 403',
      'invalid JSON 400',
      'again 400',
      'again 409',
      'again 404',
      'idempotency key with another body 409',
      'idempotency key with another body 422',
      'reference again 409',
    ];
    expect(expected.filter((each) => !refused.has(each))).toEqual([]);
  });

  it('makes no more calls than it planned, and leaves out what the plan did not', () => {
    for (const { report, taken } of walks) {
      expect(report.calls).toBe(taken.length);
      expect(taken.filter(({ answer }) => answer.status !== 429).length).toBeLessThanOrEqual(plan.calls);
    }
    const [payouts] = walks;
    const { left } = payouts!.report;
    expect(left.filter(({ operation }) => !operation.startsWith('portal.'))).toMatchObject([
      { operation: 'payout_links.claim', why: 'only the recipient of the money can call it' },
      { operation: 'client_three_ds.init', why: 'POST /api/vault/3ds/create-card returned 400' },
      { operation: 'client_three_ds.authenticate' },
      { operation: 'client_three_ds.finish' },
    ]);
  });

  it('marks what it makes, and changes nothing that was there before', () => {
    for (const { taken, before, after } of walks) {
      const made = taken.filter(
        ({ id, request, answer }) =>
          answer.status === 201 && /^(charges|products|invoices)\.create$/.test(id) && request.body !== undefined,
      );
      expect(made.length).toBeGreaterThan(5);
      expect(made.filter(({ answer }) => JSON.parse(answer.text).data.metadata.emulator_compare !== 'walk1')).toEqual(
        [],
      );
      expect(after.map(withoutTime)).toEqual(before.map(withoutTime));
    }
  });
});

const withoutTime = (object: object): string => JSON.stringify(object).replace(/"updated_at":"[^"]*"/, '');

describe('a walk over a service', () => {
  const base = 'https://sandbox.example.com/api/v1';
  const refuse = { status: 404, headers: {}, text: '{"error":"No.","type":"not_found_error"}' };

  it('waits as long as a service asks, and sends the same again', async () => {
    const urls: string[] = [];
    const waits: number[] = [];
    await walk(plan, {
      base,
      key: 'sk_test_1',
      send: async ({ url }) => {
        urls.push(url);
        return urls.length <= 2 ? { ...refuse, status: 429, headers: { 'retry-after': '7' } } : refuse;
      },
      wait: async (ms) => void waits.push(ms),
    });
    expect(waits.slice(0, 2)).toEqual([7_000, 7_000]);
    expect(urls[1]).toBe(urls[0]);
    expect(urls[2]).toBe(urls[0]);
  });

  it('rests for a minute where the service says that nothing remains', async () => {
    const waits: number[] = [];
    const headers = { 'x-ratelimit-remaining': '0' };
    const none = async () => ({ ...refuse, headers });
    await walk(plan, { base, key: 'sk_test_1', send: none, wait: async (ms) => void waits.push(ms) });
    expect(waits.length).toBeGreaterThan(5);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
    expect(Math.min(...waits)).toBeGreaterThan(0);
  });

  it.each([
    ['sk_live_1', undefined],
    ['pk_test_1', undefined],
    ['sk_test_1', 'pk_live_1'],
  ])('refuses the keys %s and %s before any call', async (key, publishableKey) => {
    const sent: string[] = [];
    const refused = walk(plan, {
      base,
      key,
      ...(publishableKey === undefined ? {} : { publishableKey }),
      send: async ({ url }) => {
        sent.push(url);
        return refuse;
      },
    });
    await expect(refused).rejects.toThrow(/accepts only test-mode keys/);
    expect(sent).toEqual([]);
  });

  it('ends at the first object of live mode', async () => {
    let calls = 0;
    const send = async () => {
      calls++;
      return { status: 200, headers: {}, text: '{"data":{"object":"product","livemode":true}}' };
    };
    await expect(walk(plan, { base, key: 'sk_test_1', send })).rejects.toThrow(/returned a live-mode object/);
    expect(calls).toBe(1);
  });

  it('goes on where ids, statuses and names are others', async () => {
    const planted = differences.filter(
      ({ place, kind }) => place === 'data.id' || place === 'status' || kind === 'specification',
    );
    const standIn = await startStandIn({ planted });
    const { base, key, publishableKey, app, advance } = standIn;
    const { left } = await walk(plan, { base, key, publishableKey, app, send, wait: (ms) => advance(Math.ceil(ms)) });
    await standIn.stop();
    const missed = left.map(({ operation }) => operation).filter((id) => !/^(portal|client_three_ds)\./.test(id));
    expect(missed).toEqual(['payout_links.claim', 'disputes.get']);
    expect(standIn.met.size).toBeGreaterThan(12);
  });

  it('names what is not an address of a merchant API', async () => {
    await expect(walk(plan, { base: 'https://sandbox.example.com', key: 'sk_test_1' })).rejects.toThrow(
      /ends with \/api\/v1/,
    );
  });
});
