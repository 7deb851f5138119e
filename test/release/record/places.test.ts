import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { events } from '../../../src/core/kernel/events.ts';
import { deliveries } from '../../../src/payments/webhooks/deliveries.ts';
import { Random } from '../../support/random.ts';
import { card, make, quiet, RandomRun, stateOf } from '../../support/random-run.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { contentOf, contentWith, holding, linesOf } from '../../support/record-page.ts';
import { createTestSandbox, type TestSandbox } from '../../support/sandbox.ts';

/** How many places of a random run are gone back to; `EVERY_PLACE=1` goes back to all of them. */
const places = process.env.EVERY_PLACE === '1' ? 200 : 10;
const steps = process.env.EVERY_PLACE === '1' ? 220 : 60;
/** How many calls are made from there on. */
const goneOn = 10;
const seed = Number(process.env.RUN_SEED ?? 11);

const hour = 3_600_000;

let folder: string;
let receiver: Receiver;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-record-'));
  // What it answers depends on the event alone: it answers the same where a run goes on again.
  receiver = await startReceiver(({ headers }) => ({
    status: headers['service-event'] === 'payout.created' ? 500 : 200,
  }));
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the state at each place of a run, and what it answers from there on, are those that the run had', {
  timeout: 600_000,
}, async () => {
  const run = await createTestSandbox({ seed: 5, forwardTo: receiver.url, recordsAll: true, rateLimit: true });
  const random = new RandomRun(run, seed);
  const then: string[] = [];
  const begun: number[] = [];
  try {
    for (let step = 0; step < steps; step++) {
      await quiet(run);
      then.push(stateOf(run));
      begun.push(random.made.length);
      await random.ask('control', '/markers', { text: `step ${step}` });
      await random.next();
    }
    await quiet(run);
    const file = join(folder, 'run.html');
    writeFileSync(file, await pageOf(run));
    const end = await createTestSandbox({ ...asRecorded, from: file });
    expect(stateOf(end)).toBe(stateOf(run));
    await end.stop();
    const chosen = new Random(seed);
    const some = new Set(Array.from({ length: places }, () => chosen.below(then.length)));
    for (const step of some) {
      const again = await createTestSandbox({ ...asRecorded, from: file, at: `step ${step}` });
      try {
        expect(stateOf(again), `step ${step}`).toBe(then[step]);
        for (const { answer, ...asked } of random.made.slice(begun[step], begun[step]! + goneOn)) {
          // Snapshots that were saved before are not in a record.
          if (asked.path.endsWith('/restore')) break;
          const { answer: now } = await make(again, asked);
          expect(now, `after step ${step}: ${asked.method} ${asked.path} ${JSON.stringify(asked.body)}`).toBe(answer);
          await quiet(again);
        }
      } finally {
        await again.stop();
      }
    }
  } finally {
    await run.stop();
  }
});

describe('a place', () => {
  let run: TestSandbox;
  let random: RandomRun;
  let file: string;
  const then: Record<string, string> = {};
  /** The id of the latest request. */
  const latest = (): string => JSON.parse(random.made.at(-1)!.answer)[1][0];
  const note = (place: string): void => {
    then[place] = stateOf(run);
  };
  let customer: string;
  let paid: string;
  beforeAll(async () => {
    run = await createTestSandbox({ seed: 5, recordsAll: true });
    random = new RandomRun(run, 1);
    note('start');
    const { data, payment_method } = await random.ask('api', '/customers', { email: 'ada@example.com', ...card });
    customer = latest();
    note(customer);
    await random.ask('control', '/markers', { text: 'pays' });
    const payout = { customer_id: data.id, payment_method_id: payment_method.id, amount: 300 };
    await random.ask('api', '/payouts', payout);
    paid = latest();
    note(paid);
    await random.ask('control', '/markers', { text: 'pays' });
    await random.ask('control', '/clock', { advance: '1h' });
    await random.ask('api', '/charges', { customer_id: data.id, amount: 700 });
    note('2026-03-01T10:00:00Z');
    await random.ask('control', '/clock', { advance: '3d' });
    note('2026-03-04T10:00:00.000Z');
    file = join(folder, 'places.html');
    writeFileSync(file, await pageOf(run));
  });
  afterAll(() => run.stop());

  const stateAt = async (at: string): Promise<string> => {
    const again = await createTestSandbox({ ...asRecorded, from: file, at });
    try {
      return stateOf(again);
    } finally {
      await again.stop();
    }
  };

  it('is the start, the id of a request, or an instant of the clock', async () => {
    for (const [place, state] of Object.entries(then)) expect(await stateAt(place), place).toBe(state);
  });

  it('may be an instant in a move of the clock, which is there then', async () => {
    /** What the run would have been if its clock had been moved to an instant and no further. */
    const twinAt = async (instant: string): Promise<string> => {
      const twin = await createTestSandbox({ seed: 5 });
      const again = new RandomRun(twin, 1);
      const { data, payment_method } = await again.ask('api', '/customers', { email: 'ada@example.com', ...card });
      await again.ask('control', '/markers', { text: 'pays' });
      await again.ask('api', '/payouts', { customer_id: data.id, payment_method_id: payment_method.id, amount: 300 });
      await again.ask('control', '/markers', { text: 'pays' });
      if (instant > '2026-03-01T10') {
        await again.ask('control', '/clock', { advance: '1h' });
        await again.ask('api', '/charges', { customer_id: data.id, amount: 700 });
      }
      await again.ask('control', '/clock', { set: instant });
      const state = stateOf(twin);
      await twin.stop();
      return state;
    };
    for (const instant of ['2026-03-01T09:30:00Z', '2026-03-02T11:00:00Z'])
      expect(await stateAt(instant), instant).toBe(await twinAt(instant));
  });

  it('is the id of an event, just after the request that emitted it', async () => {
    const set = run.sandbox.engine.dataSet('ws_demo', 'test');
    const emitted = [...set.of(events).oldestFirst()].find(({ cause }) => cause.id === paid)!;
    expect(await stateAt(emitted.id)).toBe(then[paid]);
  });

  it('that is no one place is refused, with the places that are near', async () => {
    const refusal = (at: string) => stateAt(at).catch((error: Error) => error.message);
    expect(await refusal('pays')).toBe(
      `${file} has 2 marks named 'pays'. Use the place just before a mark instead: ${customer} or ${paid}.`,
    );
    expect(await refusal('pay')).toBe(`${file} has no place 'pay'. Did you mean 'pays'?`);
    expect(await refusal(`${paid.slice(0, -1)}_`)).toBe(
      `${file} has no place '${paid.slice(0, -1)}_'. Did you mean '${paid}'?`,
    );
    expect(await refusal('refunds')).toMatch(/has no place 'refunds'\. It has 'pays', 'clock advanced by 1h: .*'\.$/);
    expect(await refusal('2026-02-01T00:00:00Z')).toMatch(
      /starts at 2026-03-01T09:00:00\.000Z, which is after 2026-02-01T\S+\. Use --at start to resume from there\.$/,
    );
  });
});

it('a running emulator goes back to what a running clock told then, however old the record is', async () => {
  const run = await createTestSandbox({ freeze: false, recordsAll: true });
  await run.control.post('/triggers/payment.completed', {});
  const nowOf = async ({ control }: TestSandbox): Promise<number> =>
    Date.parse((await control.get<{ data: { now: string } }>('/clock')).body.data.now);
  const then = await nowOf(run);
  const page = await pageOf(run);
  const { head, lines } = linesOf(contentOf(page));
  /** The record as if it had been made an hour ago. */
  const earlier = <A>(value: A): A =>
    JSON.parse(JSON.stringify(value), (name, each) =>
      name === 'real' ? each - hour : name === 'offset_ms' ? each + hour : each,
    );
  await run.control.post('/record/start', {
    page: holding(page, contentWith({ head: earlier(head), lines: earlier(lines) })),
  });
  const now = await nowOf(run);
  expect(now).toBeGreaterThanOrEqual(then);
  expect(now).toBeLessThan(then + hour);
  await run.stop();
});

it('the id of a delivery is the place just after its last attempt', async () => {
  const run = await createTestSandbox({ seed: 5, forwardTo: receiver.url, recordsAll: true });
  try {
    const random = new RandomRun(run, 1);
    await random.ask('control', '/triggers/payment.completed');
    const then = stateOf(run);
    const [last] = [...run.sandbox.engine.dataSet('ws_demo', 'test').of(deliveries).newestFirst()];
    await random.ask('control', '/triggers/payout.paid');
    const file = join(folder, 'delivery.html');
    writeFileSync(file, await pageOf(run));
    const again = await createTestSandbox({ ...asRecorded, from: file, at: last!.id });
    expect(stateOf(again)).toBe(then);
    await again.stop();
  } finally {
    await run.stop();
  }
});

it('a snapshot that replaced whole data sets, and a fixture that was loaded, are replayed', async () => {
  const run = await createTestSandbox({ seed: 5, recordsAll: true });
  try {
    const random = new RandomRun(run, 1);
    await random.ask('control', '/triggers/payment.completed');
    await random.ask('control', '/snapshots', { name: 'few' });
    // More changes than a restore makes one by one.
    for (let times = 0; times < 2; times++) {
      await random.ask('control', '/triggers/payment.completed', { count: 1_000 });
    }
    const then: string[] = [];
    const mark = async () => {
      then.push(stateOf(run));
      await random.ask('control', '/markers', { text: `mark ${then.length - 1}` });
    };
    await mark();
    await random.ask('control', '/snapshots/few/restore');
    await mark();
    await random.ask('control', '/fixtures', { fixture: 'shop' });
    await mark();
    await random.ask('control', '/triggers/payout.paid');
    const file = join(folder, 'replaced.html');
    writeFileSync(file, await pageOf(run));
    for (const [at, state] of then.entries()) {
      const again = await createTestSandbox({ ...asRecorded, from: file, at: `mark ${at}` });
      expect(stateOf(again)).toBe(state);
      const { status } = await again.control.post('/snapshots/few/restore');
      expect(status).toBe(404);
      await again.stop();
    }
  } finally {
    await run.stop();
  }
});

it('a section whose webhook failed later is kept where everything before the first failure is not', async () => {
  const run = await createTestSandbox({ seed: 5, forwardTo: receiver.url, recordsAll: true });
  try {
    const random = new RandomRun(run, 1);
    const noise = new Random(1);
    const text = () => Array.from({ length: 60 }, () => noise.below(2 ** 32).toString(36)).join('');
    await random.ask('control', '/markers', { text: 'fills the record' });
    for (let count = 0; count < 120; count++) {
      const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key_${at}`, text()]));
      await random.ask('api', '/customers', { email: `${count}@example.com`, metadata });
    }
    await random.ask('control', '/markers', { text: 'pays out' });
    // Its webhook is held back, and fails when the section is over.
    await random.ask('control', '/faults', { on: 'delivery', kind: 'delay', event: 'payout.created', ms: '1h' });
    const { data, payment_method } = await random.ask('api', '/customers', { email: 'ada@example.com', ...card });
    const payout = { customer_id: data.id, payment_method_id: payment_method.id, amount: 300 };
    await random.ask('api', '/payouts', payout);
    const [status, [paid]] = JSON.parse(random.made.at(-1)!.answer);
    expect(status).toBe(200);
    await random.ask('control', '/markers', { text: 'waits' });
    await random.ask('control', '/clock', { advance: '2h' });
    const file = join(folder, 'cut.html');
    writeFileSync(file, await pageOf(run, 1_000_000));
    const again = await createTestSandbox({ ...asRecorded, from: file, at: paid });
    expect(again.sandbox.requests.list('ws_demo').map(({ id }) => id)).toContain(paid);
    expect(again.sandbox.requests.list('ws_demo').length).toBeLessThan(10);
    await again.stop();
  } finally {
    await run.stop();
  }
});

/** What else the run had: a record gives the state alone. */
const asRecorded = { seed: undefined, clock: undefined, freeze: undefined, rateLimit: true, webhooks: 'keep' } as const;

const pageOf = async ({ url }: TestSandbox, limit?: number): Promise<string> =>
  (
    await fetch(`${url}/_emulator/record`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ limit }),
    })
  ).text();
