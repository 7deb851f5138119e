import { groupedBy } from '../../../core/base/maps.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import type { ComparisonFinding } from '../../../sandbox/control/wire.ts';
import { isEmpty } from '../compare/differences/requests.ts';
import { type Weight, weightOf, weights } from './weights.ts';

type Placed = Pick<ComparisonFinding, 'object' | 'operation' | 'place' | 'difference' | 'service' | 'emulator'>;

/** What a finding costs an application. */
export function weightOfFinding(finding: Placed): Weight {
  const { object = '', place, difference, service, emulator } = finding;
  if (difference === 'id_prefix' || place === 'order' || place.startsWith('header ')) return 'form';
  if (place === 'events' || place === 'created') return 'webhook';
  if (isHttpStatus(finding)) return isAccepted(service) && isAccepted(emulator) ? 'form' : 'error';
  if (object === 'error') return 'error';
  // Whether a field without a value is null, empty or left out is a matter of form.
  if (isEmpty(service) && isEmpty(emulator)) return 'form';
  if (place === 'length' || place === 'has_more') return 'state';
  // A flag says what happened, whatever its name.
  if (typeof service === 'boolean' && typeof emulator === 'boolean') return 'state';
  return weightOf(`${object}.${place}`.replaceAll('[]', ''));
}

/** Whether a finding is about the status of the response; the status of an object is in its data. */
export const isHttpStatus = ({ object, operation, place }: Pick<Placed, 'object' | 'operation' | 'place'>): boolean =>
  place === 'status' && object === operation;

const isAccepted = (status: unknown): boolean => Number(status) < 400;

/** Sorts findings, the gravest first. The order of equally grave findings stays. */
export const gravestFirst = <F>(findings: readonly F[], placeOf: (finding: F) => Placed): F[] => {
  const rank = (finding: F): number => weights.indexOf(weightOfFinding(placeOf(finding)));
  return findings.toSorted((one, other) => rank(one) - rank(other));
};

/** What a finding is about, for people: `transaction`, `webhooks`, `errors`. */
function subjectOf(finding: Placed): string {
  const { object = '', operation, place, service, emulator } = finding;
  if (object.startsWith('event ')) return 'webhooks';
  const isRejected = isHttpStatus(finding) && !isAccepted(service) && !isAccepted(emulator);
  if (object === 'error' || isRejected) return 'errors';
  if (place.startsWith('header ')) return 'headers';
  const name = (object === '' ? operation : object).replace(/^client[._]/, '');
  if (name.includes(' ')) return 'other calls';
  const [kind] = name.split('.') as [string];
  return (kind === name ? kind : kind.replace(/(?<!_d)s$/, '')).replaceAll('_', ' ');
}

/** The findings about one object, the gravest first. */
export interface Row<F> {
  readonly subject: string;
  readonly findings: readonly F[];
  /** How many findings have each weight, the gravest first: `2 money, 1 state`. */
  readonly counts: string;
}

/** The findings by what they are about, the objects with the gravest findings first. */
export function rowsOf<F extends Placed>(findings: readonly F[]): Row<F>[] {
  const groups = groupedBy(
    gravestFirst(findings, (finding) => finding),
    subjectOf,
  );
  return [...groups].map(([subject, own]) => ({ subject, findings: own, counts: countsIn(own) }));
}

function countsIn(findings: readonly Placed[]): string {
  const all = findings.map(weightOfFinding);
  const counts = weights.map((weight) => [all.filter((each) => each === weight).length, weight] as const);
  return counts.flatMap(([count, weight]) => (count === 0 ? [] : [`${count} ${weight}`])).join(', ');
}

/** The head of a report: `12 findings, 3 of them about money, in 117 compared entries.` */
export function headline(findings: readonly Placed[], compared: number): string {
  const money = findings.filter((each) => weightOfFinding(each) === 'money').length;
  const isOne = findings.length === 1;
  const about = money === 0 ? '' : isOne ? ' about money' : `, ${money} of them about money,`;
  return `${counted(findings.length, 'finding')}${about} in ${counted(compared, 'compared entry', 'compared entries')}.`;
}

/** The rows as lines of text, in columns. */
export function summaryLines(findings: readonly Placed[]): string[] {
  const rows = rowsOf(findings);
  const width = Math.max(0, ...rows.map(({ subject }) => subject.length));
  const digits = String(Math.max(0, ...rows.map((row) => row.findings.length))).length;
  return rows.map(
    ({ subject, findings: own, counts }) =>
      `  ${subject.padEnd(width)}  ${String(own.length).padStart(digits)}  ${counts}`,
  );
}
