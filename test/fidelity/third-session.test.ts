import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CapturedCall } from '../../src/emulator/fidelity/capture/captured-call.ts';
import { compareCalls, pairedOf, replayCapture } from '../../src/emulator/fidelity/compare/compare.ts';
import { differencesOf } from '../../src/emulator/fidelity/compare/differences.ts';
import { profileOf, profileText } from '../../src/emulator/fidelity/compare/profile-of.ts';
import { temporaryFolder } from '../cli/emulator.ts';
import { CapturedEmulator } from '../support/captured.ts';
import { everyOperation } from '../support/every-operation.ts';
import { type Call, each, editedCalls, type Fields } from './edits.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

/** A file in the folder of the test. */
const written = (name: string, text: string): string => {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return path;
};

/** How the service differs in ways that a profile can hold. */
const service = written(
  'service.json',
  JSON.stringify({
    ...{ version: 1, name: 'service' },
    adopted: [
      { change: 'value', of: 'transaction', field: 'status', from: 'voided', to: 'void' },
      { change: 'rename', of: 'customer', field: 'company', to: 'organization' },
      { change: 'rename', of: 'transaction', field: 'card_last_four', to: 'card_last4' },
      { change: 'add', of: 'transaction', field: 'channel', constant: 'online' },
      { change: 'remove', of: 'transaction', field: 'sdk' },
      { change: 'null', of: 'product', field: 'description', as: 'empty' },
      { change: 'null', of: 'customer', field: 'phone', as: 'absent' },
      { change: 'code', from: 'invalid_state', to: 'state_invalid' },
      { change: 'status', code: 'invalid_state', from: 400, to: 409 },
      { change: 'id_prefix', of: 'customer', from: 'cus_', to: 'cust_' },
      { change: 'delay', setting: 'settlement.delays.card', to: 5_000 },
      { change: 'fee', setting: 'payout_link_fee', to: 75 },
      { change: 'event', type: 'payment.completed', add: 'payment.succeeded' },
      { change: 'event', type: 'payment.voided', to: 'payment.cancelled' },
    ],
  }),
);

/** How it differs in ways that look like a constant in a few calls, and are none. */
function alsoDiffers(calls: Call[]): void {
  const change = (object: string, with_: (shown: Fields) => void): void => void each(object, with_)(calls);
  change('transaction', (shown) => {
    shown.net = shown.amount - 30;
    shown.tier = shown.amount > 2_200 ? 'large' : 'usual';
    shown.gross = shown.amount;
    if (shown.rail === 'ach') shown.bank = 'Test Bank';
    if (shown.amount === 4_200) shown.note = 'the answer';
  });
  change('customer', (shown) => {
    shown.email = shown.email?.toLowerCase() ?? null;
    shown.initial = shown.first_name?.[0] ?? null;
  });
  change('invoice', (shown) => {
    shown.sent_to = 'Ada';
  });
  change('payout', (shown) => {
    shown.card_brand = shown.card_brand?.toUpperCase() ?? null;
  });
  for (const { answer, status = 0 } of calls) {
    if (status === 402 && answer?.decline_code === 'M003') answer.decline_code = '05';
    if (status === 402 && answer?.decline_code === 'M008') delete answer.category;
    if (answer?.param === 'amount') answer.code = 'bad_amount';
  }
}

/** The calls of sessions with the service, one after the other, each with its own input and in its own capture. */
async function sessions(length: number, ...seeds: readonly number[]): Promise<CapturedCall[]> {
  const emulator = await CapturedEmulator.start({ profile: service, overSpecification: true, seed: seeds[0] });
  const base = `${await emulator.listen()}/api/v1`;
  const keys = { key: 'sk_test_demo', publishableKey: 'pk_test_demo', gateway: 'debit_payouts' } as const;
  const ends: number[] = [];
  for (const seed of seeds) {
    await everyOperation({ base, ...keys, seed, length, advance: (ms) => emulator.advance(ms) });
    ends.push(emulator.calls.length);
  }
  await emulator.stop();
  const captureOf = ({ entry }: CapturedCall) => `${seeds[ends.findIndex((end) => entry <= end)]}.har`;
  return editedCalls(emulator.calls, alsoDiffers).map((call) => ({ ...call, capture: captureOf(call) }));
}

/** What differs, by entry: the places of each. No value is less wrong than another one. */
async function differing(calls: readonly CapturedCall[], profile?: string): Promise<Map<number, string[]>> {
  const { paired } = pairedOf(await replayCapture(calls, { version: '0', profile }));
  const places = new Map<number, string[]>();
  for (const { id, call, place, emulator } of differencesOf(paired).differences) {
    const name = / (extra|missing)$/.test(id) || emulator === null ? `${place} is not there` : place;
    places.set(call.entry, [...(places.get(call.entry) ?? []), name]);
  }
  return places;
}

test('a profile of two captures makes no answer of a third session worse', { timeout: 120_000 }, async () => {
  const [captured, third] = [await sessions(20, 51, 52), await sessions(50, 53)];
  const comparison = await compareCalls(captured, { version: '0' });
  const made = profileOf(comparison, ['51.har', '52.har']);
  expect(made.adopted.length).toBeGreaterThan(4);
  const profile = written('made.json', profileText(made));
  const [before, after] = [await differing(third), await differing(third, profile)];
  const count = (places: ReadonlyMap<number, string[]>): number => [...places.values()].flat().length;
  const worse = [...after].flatMap(([entry, places]) => {
    const known = before.get(entry) ?? [];
    // An answer that was refused has no other place to compare.
    return known.includes('status')
      ? []
      : places.filter((place) => !known.includes(place)).map((place) => [entry, place]);
  });
  expect(worse).toEqual([]);
  expect(count(after)).toBeLessThan(count(before));
});
