import { isObject } from '../../../core/base/json-values.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { about, T } from '../../../core/kernel/declare/schema.ts';
import type { OutputKind } from '../../../core/system/output-file.ts';
import type { ComparisonFinding } from '../../../sandbox/control/wire.ts';
import { readWritten } from '../../../sandbox/profile/json-file.ts';
import { markPrefix } from '../walk/clean-up.ts';

const text = T.String({ maxLength: 5_000 });

const BaselineModel = T.Object({
  version: T.Unsafe<1>({ type: 'integer', const: 1 }),
  findings: T.Array(
    T.Object({
      finding: about(text, 'The id of the finding.'),
      says: text,
      values: about(T.Union([text, T.Null()]), 'What both sides answer, without generated parts; null if it varies.'),
    }),
    { maxItems: 10_000 },
  ),
});
/** The findings that a team knows, as `compare --write-baseline` stores them. */
export type Baseline = T.Static<typeof BaselineModel>;
type KnownFinding = Baseline['findings'][number];

export const baselineKind: OutputKind = {
  noun: 'baseline of a comparison',
  example: 'known.json',
  isOwn: (beginning) => /^\{\s*"version":\s*1,\s*"findings":/.test(beginning),
};

/** A finding with the id that is the same in every comparison, if it has one. */
type Identified = ComparisonFinding & { readonly id?: string | undefined };

/** How the findings of a comparison relate to a baseline. */
export interface BaselineChanges<F> {
  readonly added: readonly F[];
  /** Known findings whose values are different now, with the sentence of the baseline. */
  readonly changed: readonly { readonly finding: F; readonly was: string }[];
  readonly gone: readonly KnownFinding[];
  /** How many findings are the same as in the baseline. */
  readonly known: number;
}

/** @param refuse creates the error for a sentence */
export const readBaseline = (file: string, refuse: (sentence: string) => Error): Baseline =>
  readWritten({
    option: '--baseline',
    file,
    model: BaselineModel,
    what: 'a baseline, which `compare --write-baseline` writes',
    refuse,
  });

/** The baseline of a comparison: one finding a line, in the order of the ids, so that a review shows what changed. */
export function baselineText(findings: readonly Identified[]): string {
  const known = [...keyed(findings)]
    .map(([finding, each]): KnownFinding => ({ finding, says: each.says, values: valuesOf(each) }))
    .sort((one, other) => (one.finding < other.finding ? -1 : 1));
  const lines = known.map((each) => `    ${JSON.stringify(each)}`);
  return `{\n  "version": 1,\n  "findings": [${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}]\n}\n`;
}

export function changesSince<F extends Identified>(baseline: Baseline, findings: readonly F[]): BaselineChanges<F> {
  const known = new Map(baseline.findings.map((each) => [each.finding, each]));
  const added: F[] = [];
  const changed: { finding: F; was: string }[] = [];
  const now = keyed(findings);
  for (const [key, finding] of now) {
    const before = known.get(key);
    if (before === undefined) added.push(finding);
    else if (before.values !== valuesOf(finding)) changed.push({ finding, was: before.says });
  }
  const gone = baseline.findings.filter(({ finding }) => !now.has(finding));
  return { added, changed, gone, known: now.size - added.length - changed.length };
}

/** The changes in one sentence: `1 new finding, 2 changed, 0 gone, 103 as in known.json.` */
export const changesLine = ({ added, changed, gone, known }: BaselineChanges<unknown>, file: string): string =>
  `${counted(added.length, 'new finding')}, ${changed.length} changed, ${gone.length} gone, ${known} as in ${file}.`;

/** The changes as the ids of findings, for the report as JSON. */
export const changesInReport = <F extends Identified>({ added, changed, gone, known }: BaselineChanges<F>) => ({
  new: added.map(keyOf),
  changed: changed.map(({ finding }) => keyOf(finding)),
  gone: gone.map(({ finding }) => finding),
  known,
});

const keyOf = ({ id, kind, operation, place, difference }: Identified): string =>
  id ?? `${kind} ${operation} ${place} ${difference}`;

function keyed<F extends Identified>(findings: readonly F[]): Map<string, F> {
  const all = new Map<string, F>();
  for (const finding of findings) {
    const key = keyOf(finding);
    let [unique, count] = [key, 1];
    while (all.has(unique)) unique = `${key} (${++count})`;
    all.set(unique, finding);
  }
  return all;
}

/**
 * What both sides answer, in a form that is the same every night unless the service or the emulator changes: without
 * ids, dates and counters. Two numbers count by their distance, because balances grow with every walk.
 */
function valuesOf({ difference, adoptable, service, emulator }: ComparisonFinding): string | null {
  const isNumber = typeof service === 'number' && typeof emulator === 'number';
  if (difference === 'value' && isNumber) return `${service - emulator} more`;
  if (difference === 'time') return null;
  const isOneSided = difference === 'service_only' || difference === 'emulator_only';
  const varies = (value: unknown) => typeof value === 'number' || isObject(value) || Array.isArray(value);
  if (isOneSided && !adoptable && (varies(service) || varies(emulator))) return null;
  return `${formOf(service)} for ${formOf(emulator)}`;
}

/** A value as JSON in which dates, ids and digits have placeholders. */
const formOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null')
    .replaceAll(new RegExp(`${markPrefix}\\w+`, 'g'), '(mark)')
    .replaceAll(/\bhidden\.[\w.]+/g, '(hidden)')
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?/g, '(date)')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '(uuid)')
    .replaceAll(/\b([a-z]+_)(?=\w*\d)\w{6,}/gi, '$1(id)')
    .replaceAll(/\b(?=\w*\d)(?=\w*[a-z])\w{12,}\b/gi, '(id)')
    .slice(0, 1_000);
