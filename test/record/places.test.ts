import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replaceCredentials } from '../../src/kernel/credentials.ts';
import { deliveries } from '../../src/webhooks/deliveries.ts';
import { Random } from '../support/random.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

/** How many places of a random run are gone back to; `EVERY_PLACE=1` goes back to all of them. */
const places = process.env.EVERY_PLACE === '1' ? 200 : 24;
const steps = process.env.EVERY_PLACE === '1' ? 220 : 90;
/** How many calls are made from there on. */
const goneOn = 10;

// biome-ignore lint/suspicious/noExplicitAny: answers of every kind, of which single fields are read
type Json = any;

interface Made {
  readonly surface: 'api' | 'control';
  readonly method: 'post' | 'delete';
  readonly path: string;
  readonly body: unknown;
  readonly answer: string;
}

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

const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030', billing_postal_code: '62701' };

it('the state at each place of a run, and what it answers from there on, are those that the run had', {
  timeout: 600_000,
}, async () => {
  const random = new Random(11);
  const run = await createTestSandbox({ seed: 5, forwardTo: receiver.url, recordsAll: true, rateLimit: true });
  const then: string[] = [];
  const made: Made[] = [];
  const begun: number[] = [];
  try {
    const next = walker(run, random, made);
    for (let step = 0; step < steps; step++) {
      await quiet(run);
      then.push(stateOf(run));
      begun.push(made.length);
      made.push(
        await call(run, { surface: 'control', method: 'post', path: '/markers', body: { text: `step ${step}` } }),
      );
      await next();
    }
    await quiet(run);
    const file = join(folder, 'run.html');
    writeFileSync(file, await pageOf(run));
    const end = await createTestSandbox({ seed: undefined, clock: undefined, freeze: undefined, from: file });
    expect(stateOf(end)).toBe(stateOf(run));
    await end.stop();
    const some = new Set(Array.from({ length: places }, () => random.below(then.length)));
    for (const step of some) {
      const again = await createTestSandbox({ ...asRecorded, from: file, at: `step ${step}` });
      try {
        expect(stateOf(again), `step ${step}`).toBe(then[step]);
        for (const { answer, ...asked } of made.slice(begun[step], begun[step]! + goneOn)) {
          // Snapshots that were saved before are not in a record.
          if (asked.path.endsWith('/restore')) break;
          const { answer: now } = await call(again, asked);
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

/** What else the run had: a record gives the state alone. */
const asRecorded = { seed: undefined, clock: undefined, freeze: undefined, rateLimit: true };

const pageOf = async ({ url }: TestSandbox): Promise<string> =>
  (
    await fetch(`${url}/_emulator/record`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  ).text();

async function call(sandbox: TestSandbox, asked: Omit<Made, 'answer'>): Promise<Made> {
  const { surface, method, path, body } = asked;
  const caller = sandbox[surface];
  const { status, headers, body: answered } = await (method === 'post' ? caller.post(path, body) : caller.delete(path));
  const text = JSON.stringify([status, headers.get('request-id'), answered]);
  return { ...asked, answer: plain(text).replaceAll(sandbox.url, 'URL') };
}

/** Waits until no delivery is on its way. */
const quiet = ({ sandbox: { engine } }: TestSandbox): Promise<void> =>
  expect
    .poll(
      () =>
        [...engine.state.sets()].flatMap((set) =>
          [...set.of(deliveries).oldestFirst()].filter(({ status, due }) => status === 'pending' && due),
        ),
      { interval: 5, timeout: 20_000 },
    )
    .toEqual([]);

/** Everything that is stored, in its order, but for what differs from machine to machine and what a record hides. */
function stateOf({ sandbox: { engine } }: TestSandbox): string {
  const sets = [...engine.state.sets()]
    .map((set) => ({
      key: set.key,
      count: set.count,
      kinds: [...set.collections()]
        .map(({ def, size }) => ({ kind: def.name, size, records: [...set.of(def).oldestFirst()] }))
        .filter(({ size }) => size > 0)
        .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    }))
    .filter(({ count, kinds }) => count > 0 || kinds.length > 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return plain(JSON.stringify(sets, null, 1));
}

const plain = (json: string): string =>
  replaceCredentials(json, (credential, prefix) => (credential.includes('_demo') ? credential : `${prefix}…`)).replace(
    /"offset_ms":\s?-?\d+/g,
    '"offset_ms": 0',
  );

/** Makes one random call after another. */
function walker(run: TestSandbox, random: Random, made: Made[]): () => Promise<void> {
  const known = { customer: [] as string[], method: [] as string[], charge: [] as string[], payout: [] as string[] };
  const snapshots: string[] = [];
  const ask = async (surface: Made['surface'], path: string, body: unknown = {}): Promise<Json> => {
    const one = await call(run, { surface, method: 'post', path, body });
    made.push(one);
    await quiet(run);
    return JSON.parse(one.answer)[2];
  };
  const some = (ids: readonly string[]): string => ids[random.below(ids.length)] ?? 'none';
  const ways: (() => Promise<void>)[] = [
    async () => {
      const { data, payment_method } = await ask('api', '/customers', {
        email: `b${random.below(99)}@example.com`,
        ...card,
      });
      known.customer.push(data.id);
      known.method.push(payment_method.id);
    },
    async () => {
      const { data } = await ask('api', '/charges', {
        customer_id: some(known.customer),
        amount: 500 + random.below(900),
      });
      if (data !== undefined) known.charge.push(data.id);
    },
    async () => void (await ask('api', `/transactions/${some(known.charge)}/refund`, { amount: 100 })),
    async () => void (await ask('api', `/transactions/${some(known.charge)}/void`)),
    async () => {
      const at = random.below(Math.max(1, known.customer.length));
      const body = { amount: 300, customer_id: known.customer[at], payment_method_id: known.method[at] };
      const { data } = await ask('api', '/payouts', body);
      if (data !== undefined) known.payout.push(data.id);
    },
    async () => void (await ask('control', '/triggers/payout.returned')),
    async () => void (await ask('control', '/triggers/dispute.opened')),
    async () => void (await ask('control', '/triggers/subscription.renewed')),
    async () => void (await ask('control', '/clock', { advance: `${1 + random.below(40)}h` })),
    async () => void (await ask('control', '/clock', { advance: 'next' })),
    async () => void (await ask('control', '/settle')),
    async () => void (await ask('control', '/faults', { on: 'charges.create', kind: 'error', status: 503, times: 2 })),
    async () => void (await ask('control', '/workspaces', { settings: { gateway: 'gateway_a' } })),
    async () => {
      const name = `s${snapshots.length}`;
      snapshots.push(name);
      await ask('control', '/snapshots', { name });
    },
    async () => {
      if (snapshots.length > 0) await ask('control', `/snapshots/${some(snapshots)}/restore`);
    },
    async () => {
      if (random.below(4) === 0) await ask('control', '/reset');
    },
  ];
  return async () => {
    for (let calls = 1 + random.below(3); calls > 0; calls--) await ways[random.below(ways.length)]!();
  };
}
