import { test } from 'vitest';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';
import { CapturedEmulator } from '../support/captured.ts';
import { shop } from './compare.test.ts';

const walk = (value: any, f: (o: any) => void): void => {
  if (Array.isArray(value)) for (const each of value) walk(each, f);
  else if (value && typeof value === 'object') {
    f(value);
    for (const each of Object.values(value)) walk(each, f);
  }
};
const plants: Record<string, (calls: any[]) => void> = {
  rename: (calls) =>
    walk(
      calls.map((c) => [c.answer, c.kind === 'delivery' ? c.body : null]),
      (o) => {
        if (o.object === 'transaction' && 'processorType' in o) {
          o.processor_type = o.processorType;
          delete o.processorType;
        }
      },
    ),
  value: (calls) =>
    walk(
      calls.map((c) => c.answer),
      (o) => {
        if (o.object === 'transaction' && o.status === 'partially_refunded') o.status = 'part_refunded';
      },
    ),
  extra: (calls) =>
    walk(
      calls.map((c) => c.answer),
      (o) => {
        if (o.object === 'transaction') o.net = 5;
      },
    ),
  missing: (calls) =>
    walk(
      calls.map((c) => c.answer),
      (o) => {
        if (o.object === 'transaction') delete o.settled_at;
      },
    ),
  created: (calls) => {
    for (const c of calls) if (c.status === 201 && c.path.endsWith('/customers')) c.status = 200;
  },
  code: (calls) => {
    for (const c of calls) if (c.answer?.code) c.answer.code = c.answer.code.toUpperCase();
  },
  order: (calls) => {
    for (const c of calls) if (c.path.endsWith('/payouts') && c.method === 'GET') c.answer.data.reverse();
  },
  refused: (calls) => {
    const c = calls.find((c) => c.path.endsWith('/refund'));
    c.status = 409;
    c.answer = { error: 'no', type: 'idempotency_error', code: 'x' };
  },
  noEvent: (calls) => {
    for (let i = calls.length - 1; i >= 0; i--)
      if (calls[i].kind === 'delivery' && calls[i].body.type === 'payout.updated') calls.splice(i, 1);
  },
  otherEvent: (calls) => {
    for (const c of calls)
      if (c.kind === 'delivery' && c.body.type === 'payment.completed') c.body.type = 'payment.succeeded';
  },
  header: (calls) => {
    for (const c of calls) {
      c.answerHeaders = { ...c.answerHeaders };
      delete c.answerHeaders['x-ratelimit-tier'];
    }
  },
  prefix: (calls) => {
    for (const [i, c] of calls.entries())
      calls[i] = {
        ...JSON.parse(JSON.stringify(c).replaceAll('cus_', 'cust_')),
        url: c.url,
        query: new URLSearchParams(String(c.query).replaceAll('cus_', 'cust_')),
        status: c.status,
        body: c.body === undefined ? undefined : JSON.parse(JSON.stringify(c.body).replaceAll('cus_', 'cust_')),
      };
  },
  nulls: (calls) =>
    walk(
      calls.map((c) => c.answer),
      (o) => {
        if (o.object === 'customer' && o.phone === null) o.phone = '';
      },
    ),
  sum: (calls) =>
    walk(
      calls.map((c) => c.answer),
      (o) => {
        if (o.object === 'transaction' && o.total_refunded > 0) o.total_refunded -= 30;
      },
    ),
  seconds: (calls) =>
    walk(
      calls.map((c) => c.answer),
      (o) => {
        if (o.object === 'transaction' && o.settled_at) o.settled_at = Date.parse(o.settled_at) / 1000;
      },
    ),
  unsettled: (calls) =>
    walk(
      calls.map((c) => [c.answer]),
      (o) => {
        if (o.object === 'transaction' && o.status === 'settled') {
          o.status = 'pending_settlement';
          o.settled_at = null;
        }
      },
    ),
};
test('plants', async () => {
  for (const [name, plant] of Object.entries(plants)) {
    const emulator = await CapturedEmulator.start({ seed: 77 });
    await shop(emulator);
    await emulator.stop();
    const calls = emulator.calls as any[];
    plant(calls);
    const { findings, notCompared } = await compareCalls(calls, { version: '0' });
    console.log(
      `== ${name}\n` +
        findings
          .map(
            ({ finding: f, change }) =>
              `${f.kind} ${f.operation} ${f.place} | ${JSON.stringify(f.service)} <> ${JSON.stringify(f.emulator)} ${f.seen}/${f.of} +${f.consequences} ${JSON.stringify(change)}`,
          )
          .join('\n') +
        (notCompared.length ? JSON.stringify(notCompared) : ''),
    );
  }
}, 60000);
