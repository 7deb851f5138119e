import { beforeAll, describe, expect, test } from 'vitest';
import type { CapturedCall } from '../../src/emulator/fidelity/capture/captured-call.ts';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';
import { CapturedEmulator } from '../support/captured.ts';
import { shopDay } from './shop.ts';

let day: CapturedCall[] = [];
beforeAll(async () => {
  const emulator = await CapturedEmulator.start({ seed: 77 });
  await shopDay(emulator);
  await emulator.stop();
  day = emulator.calls;
});

type Fields = Record<string, unknown>;

/** The day with each object of a type changed, in answers and webhooks. */
function edited(object: string, change: (shown: Fields, call: CapturedCall) => void): CapturedCall[] {
  return day.map((call) => {
    const copy = { ...call, answer: structuredClone(call.answer), body: structuredClone(call.body) };
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ((value as Fields).object === object) change(value as Fields, call);
      for (const each of Object.values(value)) walk(each);
    };
    walk(call.kind === 'delivery' ? copy.body : copy.answer);
    return copy;
  });
}

const rename = (field: string, from: unknown, to: unknown) => (shown: Fields) => {
  if (shown[field] === from) shown[field] = to;
};

const findingsOf = async (calls: readonly CapturedCall[]) => {
  const { findings } = await compareCalls(calls, { version: '0' });
  return findings.map(({ finding: { kind, place, service, emulator } }) => [kind, place, service, emulator]);
};

describe('an edit of the capture is one finding', () => {
  test.each<[name: string, calls: () => CapturedCall[], finding: unknown[]]>([
    [
      'a status has another name',
      () => edited('transaction', rename('status', 'pending_settlement', 'awaiting_settlement')),
      ['assumption', 'data.status', 'awaiting_settlement', 'pending_settlement'],
    ],
    [
      'a balance is in lower case',
      () => edited('balance', rename('currency', 'USD', 'usd')),
      ['behaviour', 'data.currency', 'usd', 'USD'],
    ],
    [
      'an address is in upper case',
      () => edited('customer', rename('email', 'ada@example.com', 'ADA@EXAMPLE.COM')),
      ['behaviour', 'data.email', 'ADA@EXAMPLE.COM', 'ada@example.com'],
    ],
    [
      'a fee that only the balance shows',
      () =>
        edited('balance', (shown, { entry }) => {
          if (entry > 10) shown.available = Number(shown.available) - 25;
        }),
      ['behaviour', 'data.available', expect.any(Number), expect.any(Number)],
    ],
  ])('%s', async (_name, calls, finding) => {
    expect(await findingsOf(calls())).toEqual([finding]);
  });
});
