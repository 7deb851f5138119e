import type { AuditExtent } from '../../../audit/judge.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { dim, type Span } from '../cells.ts';
import { levelTones } from '../lists/findings.ts';
import type { Session } from '../session.ts';
import type { View } from './view.ts';

/** The number of findings that are not accepted, in the color of the worst finding; null if all are accepted. */
const findingsBadge = ({ lists }: Session): Span | null => {
  const open = lists.findings.list.items.filter(({ accepted }) => accepted === null);
  const [worst] = open;
  return worst === undefined ? null : { text: open.length.toLocaleString('en-US'), tone: levelTones[worst.level] };
};

/** The text about an audit without findings. @param isOver whether the run is over and cannot change */
function emptyText(looked: AuditExtent, isOver: boolean): string {
  const { isNothing, requests, events, deliveries, judging, rules, rulesOfAll } = looked;
  if (isNothing) {
    return isOver
      ? 'The log has no entries that the audit can check.'
      : 'The log has no entries yet that the audit can check. Let your application call this emulator.';
  }
  const sent = counted(deliveries, 'delivery', 'deliveries');
  // A restart forgets requests, but a run that is over is complete.
  const asked = isOver ? counted(requests, 'request') : `the ${counted(requests, 'request')} since the start`;
  const what = `${asked}, ${counted(events, 'event')} and ${sent}`;
  const judged = `${judging} of the ${rules} rules for logs applied`;
  const again = isOver ? '' : ' The audit runs again when the log has new entries.';
  return `The audit found no problems in ${what}; ${judged}. To check all ${rulesOfAll} rules, run a trial: npx payments-emulator audit -- COMMAND.${again}`;
}

/** The view of the audit's findings about the application. */
export const findings: View = {
  name: 'findings',
  place: 14,
  title: 'Findings',
  brief: 'Find',
  empty: (_ways, { lists, run }) => emptyText(lists.findings.looked, run !== null),
  columns: [
    { name: 'level', rank: 0 },
    { name: 'rule', rank: 0 },
    { name: 'what', rank: 0 },
    { name: 'where', rank: 1 },
  ],
  lists: ({ lists }) => [lists.findings.list],
  isQuiet: true,
  badge: findingsBadge,
  rows: ({ lists }) =>
    lists.findings.list.items.map((finding) => {
      const { id, rule, message, where, accepted } = finding;
      const level = accepted === null ? finding.level : 'accepted';
      return {
        key: id,
        target: { type: 'finding', finding },
        facts: () => ({
          text: () => `${level} ${rule} ${accepted ?? ''} ${message} ${where}`,
          type: rule,
          state: level,
          isProblem: level === 'error' || level === 'warning',
        }),
        cells: () =>
          accepted === null
            ? [{ text: level, tone: levelTones[finding.level] }, rule, message, dim(where)]
            : [dim(level), dim(rule), dim(`${accepted}: ${message}`), dim(where)],
      };
    }),
};
