import { describe, expect, it } from 'vitest';
import { type Baseline, baselineText, changesLine, changesSince } from '../../src/emulator/fidelity/report/baseline.ts';
import type { ComparisonFinding } from '../../src/sandbox/control/wire.ts';

const finding = (
  place: string,
  service: unknown,
  emulator: unknown,
  more: Partial<ComparisonFinding> = {},
): ComparisonFinding => ({
  ...{ kind: 'behaviour', operation: 'charges.create', place, service, emulator, difference: 'value', refusal: null },
  ...{ says: `the service: ${service}; the emulator: ${emulator}`, seen: 1, of: 2, consequences: 0, row: null },
  ...{ first: { capture: 'walk.har', entry: 1 }, adoptable: false, answers: null },
  ...{ values: { service: 1, emulator: 1 }, specification: '', adoption: '', todo: '' },
  ...more,
});
const since = (before: readonly ComparisonFinding[], now: readonly ComparisonFinding[]) =>
  changesSince(JSON.parse(baselineText(before)) as Baseline, now);

describe('a baseline', () => {
  const fee = finding('data.fee', 100, 25);
  const status = finding('data.status', 'void', 'voided');

  it('has a line for each finding, in an order of its own', () => {
    const text = baselineText([status, fee]);
    expect(text).toBe(baselineText([fee, status]));
    expect(text.split('\n').filter((line) => line.includes('"finding"'))).toHaveLength(2);
    expect(baselineText([])).toBe('{\n  "version": 1,\n  "findings": []\n}\n');
  });

  it('says what is new, gone and changed', () => {
    const other = finding('data.fee', 200, 25);
    const added = finding('data.note', 'a', 'b');
    const changes = since([fee, status], [other, added]);
    expect(changes.added).toEqual([added]);
    expect(changes.changed).toEqual([{ finding: other, was: fee.says }]);
    expect(changes.gone.map(({ says }) => says)).toEqual([status.says]);
    expect(changesLine(changes, 'known.json')).toBe('1 new finding, 1 changed, 1 gone, 0 as in known.json.');
  });

  it.each([
    ['ids', finding('data.id', 'cus_8fH2kLm90a', null), finding('data.id', 'cus_Zz81kKm33b', null)],
    [
      'dates',
      finding('data.at', '2026-03-01T10:00:00+00:00', null),
      finding('data.at', '2026-03-02T11:22:33+00:00', null),
    ],
    ['the sum of a balance that grows', finding('data.available', 1_025, 1_000), finding('data.available', 825, 800)],
    [
      'a number that only the service has',
      finding('data.total', 71, undefined, { difference: 'service_only' }),
      finding('data.total', 90, undefined, { difference: 'service_only' }),
    ],
    [
      'when a webhook came',
      finding('created', 'a', 'b', { difference: 'time' }),
      finding('created', 'c', 'd', { difference: 'time' }),
    ],
  ])('does not take %s for a change', (_name, before, now) => {
    expect(since([before], [now])).toEqual({ added: [], changed: [], gone: [], known: 1 });
  });

  it.each([
    ['a status', finding('status', 402, 201), finding('status', 409, 201)],
    ['a word', status, finding('data.status', 'cancelled', 'voided')],
    [
      'a constant that a profile can adopt',
      finding('data.tier', 1, null, { difference: 'service_only', adoptable: true }),
      finding('data.tier', 2, null, { difference: 'service_only', adoptable: true }),
    ],
  ])('takes %s for a change', (_name, before, now) => {
    expect(since([before], [now]).changed).toHaveLength(1);
  });

  it('goes by the id of a finding, whatever operation met it first', () => {
    const one = { ...fee, id: 'assumption transaction fee' };
    const other = { ...fee, operation: 'transactions.get', id: 'assumption transaction fee' };
    expect(since([one], [other])).toMatchObject({ added: [], gone: [], known: 1 });
  });
});
