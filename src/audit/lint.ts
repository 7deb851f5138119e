import { didYouMean } from '../engine/closest.ts';
import { counted } from '../text.ts';
import type { Acceptance } from './acceptance.ts';
import { rules } from './catalogue.ts';
import type { RunRecord } from './record.ts';
import { type Report, reportOf } from './report/report.ts';
import { combine, type Rule, type Verdict } from './rule.ts';

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

/**
 * Why a name selects no rule, with the nearest that does; null where it selects one.
 * @param further what may be named beside rules and their groups: adversities
 */
export function whyNoRule(name: string, further: readonly string[] = []): string | null {
  if (rules.some((rule) => isSelected(rule, { only: [name] }))) return null;
  const namesGroup = /^[^/]*\/?$/.test(name);
  const groups = namesGroup ? rules.map(({ id }) => id.slice(0, id.indexOf('/') + 1)) : [];
  const known = new Set([...groups, ...rules.map(({ id }) => id), ...further]);
  const hint = didYouMean(name, known) || " See 'emulator audit --list'.";
  return `There is no rule${further.length === 0 ? '' : ' or adversity'} '${name}'.${hint}`;
}

/** What every rule says that is judged by what was recorded. */
export function lint(record: RunRecord, selection: Selection = {}): Map<Rule, Verdict> {
  const verdicts = new Map<Rule, Verdict>();
  for (const rule of rules) {
    if (rule.lint !== undefined && isSelected(rule, selection)) verdicts.set(rule, rule.lint(record));
  }
  return verdicts;
}

/** What a report of recorded runs is made with. */
export interface LintOptions {
  readonly selection?: Selection;
  readonly accept?: readonly Acceptance[];
  /** What was run, where the record is of a command. */
  readonly command?: readonly string[];
  /** The command that judges one rule again. */
  readonly repeat?: (rule: Rule) => string;
}

/** The report of what was recorded, in one workspace or in several. */
export function lintReport(records: readonly RunRecord[], options: LintOptions = {}): Report {
  const { selection = {}, accept, command, repeat = (rule) => `emulator audit --only ${rule.id}` } = options;
  const judged = records.map((record) => lint(record, selection));
  const chosen = rules.filter((rule) => rule.lint !== undefined && isSelected(rule, selection));
  const left = rules.filter((rule) => rule.lint === undefined && isSelected(rule, selection)).map(({ id }) => id);
  const total = (count: (record: RunRecord) => number) => records.reduce((sum, record) => sum + count(record), 0);
  const counts = [
    counted(
      total(({ requests }) => requests.length),
      'request',
    ),
    counted(
      total(({ events }) => events.length),
      'event',
    ),
    counted(
      total(({ deliveries }) => deliveries.length),
      'delivery',
      'deliveries',
    ),
  ];
  const names = records.map(({ view }) => view.workspace);
  const where = names.length === 1 ? `workspace ${names[0]}` : counted(names.length, 'workspace');
  const forgotten = total(({ view }) => view.requests_forgotten);
  return reportOf({
    way: 'lint',
    about: `Audit of what ${where} recorded: ${counts.join(', ')}`,
    command,
    weak: [
      ...(forgotten === 0
        ? []
        : [`The log has forgotten ${counted(forgotten, 'earlier request')}: what was wrong with them is not found.`]),
      ...(left.length === 0
        ? []
        : [
            `${left.join(', ')} ${left.length === 1 ? 'is' : 'are'} judged by a trial alone: emulator audit -- COMMAND.`,
          ]),
    ],
    verdicts: new Map(chosen.map((rule) => [rule, combine(judged.flatMap((verdicts) => verdicts.get(rule) ?? []))])),
    repeat,
    accept,
  });
}
