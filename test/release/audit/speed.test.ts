import { Session } from 'node:inspector/promises';
import { expect, it } from 'vitest';
import { lintReport } from '../../../src/audit/lint.ts';
import { ObservedRun } from '../../../src/audit/observed/observed-run.ts';
import type { DeliveryView, EventView, HistoryRequest, RunView } from '../../../src/sandbox/control/wire.ts';

/** A run of so many requests, every third a charge that its event was delivered of. */
function longRun(count: number): RunView {
  const at = '2026-03-01T09:00:00.000Z';
  const url = 'http://127.0.0.1:3000/hook';
  const requests: HistoryRequest[] = [];
  const events: EventView[] = [];
  const deliveries: DeliveryView[] = [];
  for (let number = 0; number < count; number++) {
    const isCharge = number % 3 === 0;
    const id = `txn_${String(number - (number % 3)).padStart(20, '0')}`;
    const object = {
      id,
      object: 'transaction',
      amount: 1_200,
      currency: 'USD',
      status: 'settled',
      metadata: { order: `o-${number}` },
    };
    const body = {
      amount: 1_200,
      customer_id: 'cus_1',
      reference_id: `order-${number}`,
      metadata: { order: `o-${number}` },
    };
    requests.push({
      id: `req_${number}`,
      at,
      mode: 'test',
      method: isCharge ? 'POST' : 'GET',
      path: isCharge ? '/api/v1/charges' : `/api/v1/transactions/${id}`,
      operation: isCharge ? 'charges.create' : 'transactions.get',
      key: 'sk_test_…mo',
      // Some of every kind that rules look into.
      status: isCharge ? (number % 300 === 0 ? 503 : number % 270 === 0 ? 402 : 201) : 200,
      latency_ms: 2,
      unknown_fields: [],
      fault: null,
      audit: null,
      refusal: null,
      body: isCharge ? JSON.stringify(body) : null,
      redacted: false,
      response: JSON.stringify({ data: object, padding: 'x'.repeat(300) }),
      page: null,
      idempotency_key: null,
      replayed: false,
      browser_origin: null,
      headers: {},
      retry_after: null,
      received: 1_772_355_600_000 + number * 10,
    });
    if (!isCharge) continue;
    const event = `evt_${number}`;
    const change = { object: 'transaction', id, verb: 'settle', from: 'pending_settlement', to: 'settled' };
    const cause = { type: 'job', id: `job_${number}`, kind: 'transaction.settle' } as const;
    const data = { transaction_id: id, amount: 1_200 };
    events.push({
      id: event,
      type: 'payment.completed',
      created: 1_772_355_600,
      mode: 'test',
      subject: id,
      data,
      change,
      cause,
      unsent: null,
    });
    const attempt = {
      number: 1,
      at,
      sent: 1_772_355_600_005 + number * 10,
      signature: 't=1,v1=0',
      status: 200,
      latency_ms: 3,
      headers: {},
      body: '',
      error: null,
      fault: null,
    };
    deliveries.push({
      id: `del_${number}`,
      event_id: event,
      event_type: 'payment.completed',
      endpoint_id: 'whe_1',
      url,
      mode: 'test',
      status: 'delivered',
      due: false,
      next_attempt_at: null,
      manual: false,
      error: null,
      about: null,
      attempts: [attempt],
    });
  }
  return {
    workspace: 'ws_demo',
    ended: null,
    url: 'http://127.0.0.1:4747',
    now: at,
    real_now: 1_772_355_600_000 + count * 10,
    signature_time: 'real',
    effects: { 'charges.create': ['moves_money', 'counts_twice', 'asks_network'] },
    requests,
    requests_forgotten: 0,
    events,
    deliveries,
    endpoints: [],
  };
}

const judged = (run: RunView) => lintReport({ url: run.url, records: [new ObservedRun(run)], requestsCut: 0 });

/** How many blocks of the audit's code run while a run is judged. */
async function stepsToJudge(run: RunView): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  judged(run);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const blocks = result
    .filter(({ url }) => url.includes('/src/audit/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
  return blocks.reduce((sum, { count }) => sum + count, 0);
}

it('judges four times as many requests in less than five times the steps', async () => {
  const [few, many] = [longRun(5_000), longRun(20_000)];
  // The first run computes what all runs need.
  judged(few);
  const steps = await stepsToJudge(few);
  expect(steps).toBeGreaterThan(5_000);
  expect((await stepsToJudge(many)) / steps).toBeLessThan(5);
  const { counts, rules } = judged(many);
  expect(rules.filter(({ state }) => state === 'violation').map(({ id }) => id)).toEqual([]);
  expect(counts.pass).toBeGreaterThan(5);
});
