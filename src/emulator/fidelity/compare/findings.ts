import { isObject } from '../../../core/base/json-values.ts';
import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { type ComparisonFinding, findingKinds } from '../../../sandbox/control/wire.ts';
import { requestLine } from '../report/request-line.ts';
import { todoOf } from '../report/sentences.ts';
import { gravestFirst } from '../report/summary.ts';
import type { Adoption } from './adoptable.ts';
import { isEmpty } from './differences/requests.ts';
import type { Explained } from './explained.ts';
import type { Ignored } from './ignored.ts';
import type { Change, Difference, FindingKind } from './observations.ts';
import { specificationOf } from './specification.ts';

/** One difference at one place in one operation, no matter how often it occurred. */
export type Finding = Omit<ComparisonFinding, 'says' | 'answers'>;

/** A finding, and the profile change that would remove it; null if no profile can remove it. */
export interface Adoptable {
  readonly finding: Finding;
  readonly change: Change | null;
}

/** What the stages before found out about each finding, and how often each place was read. */
interface Judged {
  readonly adoptions: readonly Adoption[];
  readonly ignored: readonly (Ignored | undefined)[];
  readonly entries: ReadonlyMap<string, number>;
}

/** The findings, sorted by severity, then by kind, then by their order in the captures. */
export function findingsOf(explained: readonly Explained[], { adoptions, ignored, entries }: Judged): Adoptable[] {
  const order = (kind: FindingKind): number => findingKinds.indexOf(kind);
  const texts = new HiddenTexts();
  const findings = explained
    .map(({ differences, consequences }, at): Adoptable => {
      const first = differences.find((each) => !isEmpty(each.service) || !isEmpty(each.emulator)) ?? differences[0]!;
      const { id, kind, operation, place, service, emulator, difference, refusal, row, call, counted, owner } = first;
      const adoption = adoptions[at]!;
      const { says, right } = specificationOf(first, adoption.right);
      const isOneSided = difference === 'value' && (service === undefined || emulator === undefined);
      const seen = countOf(differences, ({ call, unseen }) => unseen ?? call);
      return {
        finding: {
          ...{ id: `${kind} ${id}`, kind, object: owner, operation, place, refusal, row, consequences },
          ...{ service: service ?? null, emulator: emulator ?? null },
          difference: isOneSided ? (service === undefined ? 'emulator_only' : 'service_only') : difference,
          ...(/(order|length)$/.test(place) ? {} : { about: first.schema?.description }),
          values: valuesIn(differences),
          ...(place === 'has_more' ? { items: itemsIn(call.answer) } : {}),
          ...{ seen, of: Math.max(seen, entries.get(counted) ?? 0) },
          in_captures: countOf(differences, ({ call }) => call.capture),
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

const countOf = (differences: readonly Difference[], of: (each: Difference) => unknown): number =>
  new Set(differences.map(of)).size;

/** How many different values each side has. Another name of a field has the values of the field. */
function valuesIn(differences: readonly Difference[]): Finding['values'] {
  const isName = differences[0]!.difference === 'name';
  const count = (side: 'service' | 'emulator'): number =>
    countOf(differences, (each) => JSON.stringify(isName ? each.beside?.value : each[side]));
  return { service: count('service'), emulator: count('emulator') };
}

const itemsIn = (answer: unknown): number => (isObject(answer) && Array.isArray(answer.data) ? answer.data.length : 0);
