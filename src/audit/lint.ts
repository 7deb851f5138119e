import { counted } from '../text.ts';
import { rules } from './catalogue.ts';
import type { RunRecord } from './record.ts';
import { type Acceptance, type Report, reportOf } from './report/report.ts';
import type { Rule, Verdict } from './rule.ts';

/** Which rules are judged: all, or those named, but for those left out. */
export interface Selection {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** Whether a rule is among those that somebody selected: by its id, or all of a group by `webhook/`. */
export const isSelected = ({ id }: Pick<Rule, 'id'>, { only = [], skip = [] }: Selection): boolean => {
  const isNamed = (name: string) => id === name || (name.endsWith('/') && id.startsWith(name));
  return (only.length === 0 || only.some(isNamed)) && !skip.some(isNamed);
};

/** What every rule says that is judged by what was recorded. */
export function lint(record: RunRecord, selection: Selection = {}): Map<Rule, Verdict> {
  const verdicts = new Map<Rule, Verdict>();
  for (const rule of rules) {
    if (rule.lint !== undefined && isSelected(rule, selection)) verdicts.set(rule, rule.lint(record));
  }
  return verdicts;
}

/**
 * The report of what was recorded.
 * @param repeat the command that judges one rule again
 */
export function lintReport(
  record: RunRecord,
  {
    selection,
    accept,
    command,
    repeat = (rule) => `emulator audit --only ${rule.id}`,
  }: {
    selection?: Selection;
    accept?: readonly Acceptance[];
    command?: readonly string[];
    repeat?: (rule: Rule) => string;
  } = {},
): Report {
  const { requests, events, deliveries, view } = record;
  const counts = [
    counted(requests.length, 'request'),
    counted(events.length, 'event'),
    counted(deliveries.length, 'delivery', 'deliveries'),
  ];
  const forgotten = view.requests_forgotten;
  return reportOf({
    way: 'lint',
    about: `Audit of what workspace ${view.workspace} recorded: ${counts.join(', ')}`,
    command,
    weak:
      forgotten === 0
        ? []
        : [`The log has forgotten ${counted(forgotten, 'earlier request')}: what they did wrong is not found.`],
    verdicts: lint(record, selection),
    repeat,
    accept,
  });
}
