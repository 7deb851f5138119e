import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { type ComparisonFinding, findingKinds } from '../../../sandbox/control/wire.ts';
import { requestLine } from '../report/request-line.ts';
import { gravestFirst } from '../report/summary.ts';
import type { Adoption } from './adoptable.ts';
import { isEmpty } from './differences/requests.ts';
import type { Explained } from './explained.ts';
import type { Ignored } from './ignored.ts';
import type { Change, FindingKind } from './observations.ts';

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
  readonly counts: ReadonlyMap<string, number>;
}

/** The findings, sorted by severity, then by kind, then by their order in the captures. */
export function findingsOf(explained: readonly Explained[], { adoptions, ignored, counts }: Judged): Adoptable[] {
  const order = (kind: FindingKind): number => findingKinds.indexOf(kind);
  const texts = new HiddenTexts();
  const findings = explained
    .map(({ differences, consequences }, at): Adoptable => {
      const first = differences.find((each) => !isEmpty(each.service) || !isEmpty(each.emulator)) ?? differences[0];
      const { id, kind, operation, place, service, emulator, difference, refusal, row, call, counted, owner } = first!;
      const { change, why } = adoptions[at]!;
      const isOneSided = difference === 'value' && (service === undefined || emulator === undefined);
      return {
        finding: {
          ...{ id: `${kind} ${id}`, kind, object: owner, operation, place, refusal, row, consequences },
          ...{ service: service ?? null, emulator: emulator ?? null },
          difference: isOneSided ? (service === undefined ? 'emulator_only' : 'service_only') : difference,
          seen: differences.length,
          of: Math.max(differences.length, counts.get(counted) ?? 0),
          first: { capture: call.capture, entry: call.entry },
          request: requestLine(call, first!, texts),
          ...{ adoptable: change !== null, adoption: why },
          ...(ignored[at] === undefined ? {} : { ignored: ignored[at] }),
        },
        change,
      };
    })
    .sort(
      ({ finding: one }, { finding: other }) =>
        order(one.kind) - order(other.kind) || one.first.entry - other.first.entry,
    );
  return gravestFirst(findings, ({ finding }) => finding);
}
