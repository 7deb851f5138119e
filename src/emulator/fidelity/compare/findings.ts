import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../core/base/json-values.ts';
import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { type ComparisonFinding, findingKinds } from '../../../sandbox/control/wire.ts';
import { requestLine } from '../report/request-line.ts';
import { shown, todoOf } from '../report/sentences.ts';
import { gravestFirst, isHttpStatus } from '../report/summary.ts';
import type { Adoption, Places } from './adoptable.ts';
import { isEmpty } from './differences/requests.ts';
import type { Explained } from './explained.ts';
import type { Ignored } from './ignored.ts';
import type { Change, Difference, FindingKind, Reading } from './observations.ts';
import { specificationOf } from './specification.ts';

/** One difference at one place in one operation, no matter how often it occurred. */
export type Finding = Omit<ComparisonFinding, 'says' | 'answers'>;

/** A finding, and the profile change that would remove it; null if no profile can remove it. */
export interface Adoptable {
  readonly finding: Finding;
  readonly change: Change | null;
}

/** What the stages before found out about each finding, and the readings of each place. */
interface Judged {
  readonly adoptions: readonly Adoption[];
  readonly ignored: readonly (Ignored | undefined)[];
  readonly readings: Places;
}

/** The findings, sorted by severity, then by kind, then by their order in the captures. */
export function findingsOf(explained: readonly Explained[], { adoptions, ignored, readings }: Judged): Adoptable[] {
  const order = (kind: FindingKind): number => findingKinds.indexOf(kind);
  const texts = new HiddenTexts();
  const statuses = explained.flatMap(({ differences: each }) => (isAboutStatus(each[0]!) ? [callsOf(each)] : []));
  const findings = explained
    .map(({ differences, consequences }, at): Adoptable => {
      const first = differences.find((each) => !isEmpty(each.service) || !isEmpty(each.emulator)) ?? differences[0]!;
      const { id, kind, operation, place, service, emulator, difference, refusal, row, call, counted, owner } = first;
      const adoption = adoptions[at]!;
      const { says, right } = specificationOf(first, adoption.right);
      const isOneSided = difference === 'value' && (service === undefined || emulator === undefined);
      const calls = callsOf(differences);
      const isLinked = !isAboutStatus(first) && statuses.some((each) => each.size === calls.size && isIn(calls, each));
      return {
        finding: {
          ...{ id: `${kind} ${id}`, kind, object: owner, operation, place, refusal, row, consequences },
          ...{ service: service ?? null, emulator: emulator ?? null },
          difference: isOneSided ? (service === undefined ? 'emulator_only' : 'service_only') : difference,
          ...(/(order|length)$/.test(place) ? {} : { about: first.schema?.description }),
          values: valuesIn(differences),
          ...(place === 'has_more' ? { items: itemsIn(call.answer) } : {}),
          seen: calls.size,
          ...seenAmong(first, calls, readings.get(counted) ?? [], { field: ignored[at]?.field ?? '', isLinked }),
          first: { capture: call.capture, entry: call.entry },
          request: requestLine(call, first, texts),
          specification: says,
          ...{ adoptable: adoption.change !== null, adoption: adoption.why, todo: todoOf(adoption, right) },
          ...(ignored[at] === undefined ? {} : { ignored: ignored[at] }),
        },
        change: adoption.change,
      };
    })
    .sort(
      ({ finding: one }, { finding: other }) =>
        order(one.kind) - order(other.kind) || one.first.entry - other.first.entry,
    );
  return gravestFirst(findings, ({ finding }) => finding);
}

const callsOf = (differences: readonly Difference[]): Set<Reading['seenIn']> =>
  new Set(differences.map(({ call, unseen }) => unseen ?? call));

const isIn = (some: ReadonlySet<unknown>, all: ReadonlySet<unknown>): boolean =>
  [...some].every((each) => all.has(each));

const captureOf = (seenIn: Reading['seenIn']): string[] => ('capture' in seenIn ? [seenIn.capture] : []);

const isAboutStatus = ({ owner, ...difference }: Difference): boolean => isHttpStatus({ ...difference, object: owner });

/** Among how many calls something differs, and what distinguishes them from the others that show the place. */
function seenAmong(
  first: Difference,
  calls: ReadonlySet<Reading['seenIn']>,
  readings: readonly Reading[],
  { field, isLinked }: { field: string; isLinked: boolean },
): { readonly of: number; readonly which: string } {
  const { emulator } = first;
  const has = isAboutStatus(first) ? 'responds with' : 'has';
  const value = emulator === undefined ? 'does not have it' : `${has} ${shown(emulator)}`;
  const conditions: readonly (readonly [which: string, isTrue: (reading: Reading) => boolean])[] = [
    [`with ${field} in the request`, ({ seenIn }) => 'body' in seenIn && field in Object(seenIn.body)],
    [`where the emulator ${value}`, (reading) => isDeepStrictEqual(reading.emulator, emulator)],
  ];
  let of = new Set(readings.map(({ seenIn }) => seenIn));
  const which: string[] = [];
  for (const [text, isTrue] of conditions) {
    const some = new Set(readings.filter((each) => isTrue(each) && of.has(each.seenIn)).map(({ seenIn }) => seenIn));
    if (some.size === of.size || !isIn(calls, some)) continue;
    of = some;
    which.push(text);
  }
  if (isLinked) which.push('where the HTTP status differs, too');
  const captures = new Set([...calls].flatMap(captureOf));
  const only = isIn(new Set([...of].flatMap(captureOf)), captures) ? '' : `, only in ${[...captures].join(' and ')}`;
  return { of: Math.max(calls.size, of.size), which: (which.length === 0 ? '' : ` ${which.join(' and ')}`) + only };
}

/** How many different values each side has. Another name of a field has the values of the field. */
function valuesIn(differences: readonly Difference[]): Finding['values'] {
  const isName = differences[0]!.difference === 'name';
  const count = (side: 'service' | 'emulator'): number =>
    new Set(differences.map((each) => JSON.stringify(isName ? each.beside?.value : each[side]))).size;
  const sent = differences.flatMap(({ call: { body } }) => (isObject(body) ? [body.amount] : []));
  const amounts = new Set(sent.filter((each) => typeof each === 'number')).size;
  return { service: count('service'), emulator: count('emulator'), amounts };
}

const itemsIn = (answer: unknown): number => (isObject(answer) && Array.isArray(answer.data) ? answer.data.length : 0);
