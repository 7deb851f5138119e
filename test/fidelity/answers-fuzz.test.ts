import { describe, expect, test } from 'vitest';
import type { CapturedCall } from '../../src/emulator/fidelity/capture/captured-call.ts';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';
import { profileOf, profileText } from '../../src/emulator/fidelity/compare/profile-of.ts';
import { reportOf, terminalComparison } from '../../src/emulator/fidelity/compare/report.ts';
import { CapturedEmulator } from '../support/captured.ts';
import { Random } from '../support/random.ts';
import { shopDay } from './shop.ts';

/** What a value of an answer can become. */
const mutations: readonly ((value: unknown) => unknown)[] = [
  () => null,
  () => undefined,
  () => '',
  () => [],
  () => ({}),
  () => true,
  () => -1,
  () => 1e308,
  () => 'x'.repeat(20_000),
  () => '__proto__',
  () => '2026-99-99T99:99:99Z',
  (value) => String(value),
  (value) => [value, value],
  (value) => ({ value }),
  (value) => (typeof value === 'string' ? value.toUpperCase() : Number(value)),
  (value) => (typeof value === 'string' ? value.toLowerCase() : [[[value]]]),
  (value) => (typeof value === 'number' ? value * 1e12 : String(value).repeat(3)),
];

const statuses = [200, 302, 402, 404, 418, 503];

/** A value in which one of some places is changed. */
function mutated(value: unknown, random: Random, share: number): unknown {
  if (random.chance(share)) return mutations[random.below(mutations.length)]!(value);
  if (Array.isArray(value)) return value.map((each) => mutated(each, random, share));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mutated(each, random, share)]));
}

describe('no answer of a service ends the comparison', { timeout: 120_000 }, () => {
  test.each([0.02, 0.1, 0.4])('if a share of %d of all values is another', async (share) => {
    const emulator = await CapturedEmulator.start({ seed: 77 });
    await shopDay(emulator);
    await emulator.stop();
    const random = new Random(Math.round(share * 100));
    const calls = emulator.calls.map((call): CapturedCall => {
      const status = random.chance(share / 4) ? statuses[random.below(statuses.length)] : call.status;
      const change = (value: unknown): unknown => mutated(value, random, share);
      return {
        ...call,
        status,
        answer: change(call.answer),
        body: call.kind === 'delivery' ? change(call.body) : call.body,
      };
    });
    const comparison = await compareCalls(calls, { version: '0', overSpecification: true });
    const report = reportOf(['service.har'], comparison);
    expect(report.findings.length).toBeGreaterThan(5);
    expect(terminalComparison(report, (_style, text) => text)).toContain('findings');
    expect(JSON.parse(profileText(profileOf(comparison, ['service.har']))).version).toBe(1);
  });
});
