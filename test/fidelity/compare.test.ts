import { beforeAll, describe, expect, test } from 'vitest';
import type { CapturedCall } from '../../src/emulator/fidelity/capture/captured-call.ts';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';
import { CapturedEmulator } from '../support/captured.ts';
import { everyOperation } from '../support/every-operation.ts';
import { shopDay } from './shop.ts';

const findingsOf = async (calls: readonly CapturedCall[]) => {
  const { findings, notCompared, compared } = await compareCalls(calls, { version: '0' });
  return { findings: findings.map(({ finding }) => finding), notCompared, compared };
};

describe('an emulator agrees with itself', { timeout: 180_000 }, () => {
  const keys = { debit_payouts: '', gateway_a: '_a', gateway_b: '_b' } as const;
  const sessions = [
    { gateway: 'debit_payouts', seed: 21 },
    { gateway: 'gateway_a', seed: 32 },
    { gateway: 'gateway_b', seed: 23 },
  ] as const;

  test.each(sessions)('in a session of every operation on $gateway, seed $seed', async ({ gateway, seed }) => {
    const emulator = await CapturedEmulator.start({ seed: seed + 100 }, gateway);
    try {
      const origin = await emulator.listen();
      await everyOperation({
        base: `${origin}/api/v1`,
        key: `sk_test_demo${keys[gateway]}`,
        publishableKey: `pk_test_demo${keys[gateway]}`,
        // The app is installed in one workspace.
        ...(gateway === 'debit_payouts' ? { app: { client_id: 'app_demo', client_secret: 'app_secret_demo' } } : {}),
        gateway,
        seed,
        length: 120,
        advance: (ms) => emulator.advance(ms),
      });
    } finally {
      await emulator.stop();
    }
    expect(await findingsOf(emulator.calls)).toEqual({
      findings: [],
      notCompared: [],
      compared: emulator.calls.length,
    });
  });
});

type Fields = Record<string, unknown>;
/** The changeable parts of a captured call. */
type Call = { -readonly [K in keyof CapturedCall]: CapturedCall[K] };

describe('a service that answers otherwise', () => {
  let day: CapturedCall[] = [];
  beforeAll(async () => {
    const emulator = await CapturedEmulator.start({ seed: 77 });
    await shopDay(emulator);
    await emulator.stop();
    day = emulator.calls;
  });

  /** The calls of the day as the service has them. */
  const changed = (plant: (calls: Call[]) => Call[] | undefined): Call[] => {
    const calls = day.map((call) => ({
      ...call,
      answer: structuredClone(call.answer),
      body: structuredClone(call.body),
    }));
    return plant(calls) ?? calls;
  };

  /** Changes each object of a type, in answers and webhooks. */
  const objects = (calls: Call[], object: string, change: (shown: Fields) => void): void => {
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ((value as Fields).object === object) change(value as Fields);
      for (const each of Object.values(value)) walk(each);
    };
    for (const { kind, answer, body } of calls) walk(kind === 'delivery' ? body : answer);
  };

  const eventsOf = (calls: Call[], type: string) =>
    calls.filter(({ kind, body }) => kind === 'delivery' && (body as Fields).type === type);

  const rows: readonly [name: string, plant: (calls: Call[]) => Call[] | undefined, finding: Fields][] = [
    [
      'a field has another name',
      (calls) =>
        void objects(calls, 'transaction', (shown) => {
          shown.processor_type = shown.processorType;
          delete shown.processorType;
        }),
      { kind: 'specification', operation: 'charges.create', place: 'data.processorType', service: 'processor_type' },
    ],
    [
      'a value has another name',
      (calls) =>
        void objects(calls, 'transaction', (shown) => {
          if (shown.status === 'partially_refunded') shown.status = 'part_refunded';
        }),
      {
        kind: 'assumption',
        operation: 'transactions.refund',
        place: 'data.status',
        adoptable: false,
        row: expect.any(String),
      },
    ],
    [
      'a field more',
      (calls) =>
        void objects(calls, 'transaction', (shown) => {
          shown.net = 5;
        }),
      { kind: 'assumption', operation: 'charges.create', place: 'data.net', service: 5, adoptable: false },
    ],
    [
      'a field more, which is not constant',
      (calls) =>
        void objects(calls, 'transaction', (shown) => {
          shown.net = Number(shown.amount) - Number(shown.total_refunded);
        }),
      { kind: 'assumption', operation: 'charges.create', place: 'data.net', adoptable: false },
    ],
    [
      'a field less',
      (calls) =>
        void objects(calls, 'transaction', (shown) => {
          delete shown.settled_at;
        }),
      { kind: 'assumption', operation: 'transactions.list', place: 'data[].settled_at', adoptable: false },
    ],
    [
      'another status of success',
      (calls) => {
        for (const call of calls) if (call.status === 201 && call.path.endsWith('/customers')) call.status = 200;
        return undefined;
      },
      { kind: 'specification', operation: 'customers.create', place: 'status', service: 200, emulator: 201 },
    ],
    [
      'another code',
      (calls) => {
        for (const { answer } of calls) {
          if ((answer as Fields | undefined)?.code === 'resource_missing') (answer as Fields).code = 'not_found';
        }
        return undefined;
      },
      { kind: 'specification', operation: 'customers.get', place: 'error.code', service: 'not_found' },
    ],
    [
      'another order',
      (calls) => {
        const list = calls.find(({ method, path }) => method === 'GET' && path.endsWith('/payouts'));
        (list!.answer as { data: unknown[] }).data.reverse();
        return undefined;
      },
      { kind: 'assumption', operation: 'payouts.list', place: 'order' },
    ],
    [
      'a page that ends early',
      (calls) => {
        const list = calls.find(({ url }) => url.search === '?limit=1');
        (list!.answer as Fields).has_more = false;
        return undefined;
      },
      { kind: 'behaviour', operation: 'transactions.list', place: 'has_more', service: false, emulator: true },
    ],
    [
      'a call is refused',
      (calls) => {
        const refund = calls.find(({ path }) => path.endsWith('/refund'));
        Object.assign(refund!, { status: 409, answer: { error: 'no', type: 'idempotency_error', code: 'too_late' } });
        return calls.filter(({ kind, body }) => kind === 'call' || (body as Fields).type !== 'payment.refunded');
      },
      { kind: 'behaviour', operation: 'transactions.refund', place: 'status', service: 409, emulator: 200 },
    ],
    [
      'a webhook is missing',
      (calls) => calls.filter((call) => !eventsOf(calls, 'payout.updated').includes(call)),
      { kind: 'behaviour', operation: 'event payout.updated', place: 'events', emulator: 'payout.updated' },
    ],
    [
      'a webhook has another name',
      (calls) => {
        for (const { body } of eventsOf(calls, 'payment.completed')) (body as Fields).type = 'payment.succeeded';
        return undefined;
      },
      { kind: 'behaviour', operation: 'event payment.completed', place: 'events', service: 'payment.succeeded' },
    ],
    [
      'a header is missing',
      (calls) => {
        for (const call of calls) {
          const { 'x-ratelimit-tier': _left, ...rest } = call.answerHeaders;
          call.answerHeaders = rest;
        }
        return undefined;
      },
      { kind: 'specification', operation: 'balance.get', place: 'header x-ratelimit-tier', emulator: 'new' },
    ],
    [
      'ids have another form',
      (calls) => {
        const renamed = <V>(value: V): V =>
          value === undefined ? value : JSON.parse(JSON.stringify(value).replaceAll('cus_', 'cust_'));
        return calls.map((call) => ({
          ...call,
          path: renamed(call.path),
          query: new URLSearchParams(renamed(String(call.query))),
          body: renamed(call.body),
          answer: renamed(call.answer),
        }));
      },
      { kind: 'assumption', operation: 'customers.create', place: 'data.id', service: 'cust_', emulator: 'cus_' },
    ],
    [
      'empty in place of null',
      (calls) =>
        void objects(calls, 'customer', (shown) => {
          shown.phone ??= '';
        }),
      { kind: 'assumption', operation: 'customers.create', place: 'data.phone', service: '', adoptable: false },
    ],
    [
      'another sum',
      (calls) =>
        void objects(calls, 'transaction', (shown) => {
          if (Number(shown.total_refunded) > 0) shown.total_refunded = Number(shown.total_refunded) - 30;
        }),
      {
        kind: 'behaviour',
        operation: 'transactions.refund',
        place: 'data.total_refunded',
        service: 970,
        emulator: 1000,
      },
    ],
    [
      'a time in seconds',
      (calls) =>
        void objects(calls, 'transaction', (shown) => {
          if (shown.settled_at !== null) shown.settled_at = Date.parse(String(shown.settled_at)) / 1000;
        }),
      { kind: 'assumption', operation: 'transactions.list', place: 'data[].settled_at' },
    ],
    [
      'it settles later',
      (calls) =>
        void objects(calls, 'transaction', (shown) => {
          if (shown.status === 'settled') Object.assign(shown, { status: 'pending_settlement', settled_at: null });
        }),
      { kind: 'behaviour', operation: 'transactions.list', place: 'data[].status', service: 'pending_settlement' },
    ],
  ];

  test.each(rows)('%s: one finding', async (_name, plant, finding) => {
    const { findings } = await findingsOf(changed(plant));
    expect(findings).toEqual([expect.objectContaining(finding)]);
  });
});

test('answers have the date of the emulated clock', async () => {
  const emulator = await CapturedEmulator.start();
  try {
    await emulator.ask('GET', '/api/v1/products');
    await emulator.advance(30 * 86_400_000);
    await emulator.ask('GET', '/api/v1/products', undefined, { authorization: 'Bearer sk_test_nobody' });
  } finally {
    await emulator.stop();
  }
  expect(emulator.calls.map(({ answerHeaders }) => answerHeaders.date)).toEqual([
    'Mon, 02 Mar 2026 09:00:00 GMT',
    'Wed, 01 Apr 2026 09:00:00 GMT',
  ]);
});
