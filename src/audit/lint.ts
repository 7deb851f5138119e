import { didYouMean } from '../core/base/closest.ts';
import { groupedBy } from '../core/base/maps.ts';
import { counted } from '../core/base/terminal-text.ts';
import type { Acceptance } from './acceptance.ts';
import { rules } from './catalogue.ts';
import { hasHappened, type ObservedRun, type ObservedRuns } from './observed/observed-run.ts';
import type { Report, WorkspaceTotals } from './report/models.ts';
import { reportOf } from './report/report.ts';
import { combine, inapplicable, type Rule, type Verdict } from './rule.ts';

/** The rules to judge: all rules or the named ones, minus the skipped ones. */
export interface Selection {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** Whether a rule is selected by its id, or with its group (`webhook/`). */
export const isSelected = ({ id }: Pick<Rule, 'id'>, { only = [], skip = [] }: Selection): boolean => {
  const isNamed = (name: string) => id === name || (name.endsWith('/') && id.startsWith(name));
  return (only.length === 0 || only.some(isNamed)) && !skip.some(isNamed);
};

/**
 * Why a name selects no rule, with the nearest valid name; null if the name selects a rule.
 * @param further valid names in addition to rules and groups: adversities
 */
export function whyNoRule(name: string, further: readonly string[] = []): string | null {
  if (rules.some((rule) => isSelected(rule, { only: [name] }))) return null;
  const namesGroup = /^[^/]*\/?$/.test(name);
  const groups = namesGroup ? rules.map(({ id }) => id.slice(0, id.indexOf('/') + 1)) : [];
  const known = new Set([...groups, ...rules.map(({ id }) => id), ...further]);
  const hint = didYouMean(name, known) || " See 'npx payments-emulator audit --list'.";
  return `There is no rule${further.length === 0 ? '' : ' or adversity'} '${name}'.${hint}`;
}

/** The verdict of every rule that judges the record. */
export function lint(record: ObservedRun, selection: Selection = {}): Map<Rule, Verdict> {
  const verdicts = new Map<Rule, Verdict>();
  for (const rule of rules) {
    if (rule.lint !== undefined && isSelected(rule, selection)) verdicts.set(rule, rule.lint(record));
  }
  return verdicts;
}

export interface LintOptions {
  readonly selection?: Selection;
  readonly accept?: readonly Acceptance[];
  /** The command whose run is recorded, if any. */
  readonly command?: readonly string[];
  /** The command that judges one rule again. */
  readonly repeat?: (rule: Rule) => string;
  /** The next step if the record is empty. */
  readonly nextStep?: string;
}

/** The next step if the command called no emulator that the audit knows. */
export const stepToBeRecorded =
  'make the application call the emulator at EMULATOR_URL, with EMULATOR_API_BASE and EMULATOR_SECRET_KEY; in tests, use emulatorTest(), startEmulator() or connectEmulator(process.env.EMULATOR_URL)';

const usualNextStep =
  'make the application call this emulator (for its address and keys, run npx payments-emulator keys --env), then audit again';

/** The report on the complete record of every workspace, including states before resets. */
export function lintReport({ url, records, requestsCut }: ObservedRuns, options: LintOptions = {}): Report {
  const {
    selection = {},
    accept,
    command,
    repeat = (rule) => `npx payments-emulator audit --only ${rule.id}`,
  } = options;
  const chosen = rules.filter((rule) => rule.lint !== undefined && isSelected(rule, selection));
  const happened = records.filter(hasHappened);
  const judged = happened.map((record) => verdictsOf(record, selection, url));
  const recorded = recordedIn(happened.length === 0 ? records : happened, url);
  const counts = (['request', 'event', 'delivery'] as const).map((one) => {
    const many = one === 'delivery' ? 'deliveries' : (`${one}s` as const);
    return counted(
      recorded.reduce((sum, each) => sum + each[many], 0),
      one,
      many,
    );
  });
  const [only] = recorded;
  const where = recorded.length === 1 ? `workspace ${only?.workspace}` : counted(recorded.length, 'workspace');
  const forgotten = requestsCut + records.reduce((sum, { view }) => sum + view.requests_forgotten, 0);
  return reportOf({
    way: 'lint',
    about: `Audit of the record of ${where}: ${counts.join(', ')}`,
    command,
    recorded,
    nothing: happened.length === 0 ? inapplicable('Nothing was recorded', options.nextStep ?? usualNextStep) : null,
    weak:
      forgotten === 0
        ? []
        : [
            `Incomplete: the log has dropped ${counted(forgotten, 'earlier request')}, so the audit cannot find their problems.`,
          ],
    verdicts: new Map(
      chosen.map((rule) => [rule, eachOnce(combine(judged.flatMap((verdicts) => verdicts.get(rule) ?? [])))]),
    ),
    repeat,
    accept,
  });
}

/** The verdict of every rule on one state of a workspace. The findings name the workspace. */
function verdictsOf(record: ObservedRun, selection: Selection, url: string): Map<Rule, Verdict> {
  const workspace = nameOf(record, url);
  const verdicts = lint(record, selection);
  for (const [rule, verdict] of verdicts) {
    if (!('findings' in verdict)) continue;
    verdicts.set(rule, { ...verdict, findings: verdict.findings.map((finding) => ({ ...finding, workspace })) });
  }
  return verdicts;
}

/** Removes duplicate findings from states of one workspace that share a snapshot. */
function eachOnce(verdict: Verdict): Verdict {
  if (!('findings' in verdict)) return verdict;
  const told = new Set<string>();
  const findings = verdict.findings.filter(({ workspace, where, message }) => {
    const text = JSON.stringify([workspace, where, message]);
    return !told.has(text) && told.add(text);
  });
  return { ...verdict, findings };
}

/** The name of a workspace, with its emulator's address if a test itself started the emulator. */
const nameOf = ({ view }: ObservedRun, url: string): string =>
  view.url === url ? view.workspace : `${view.workspace} at ${view.url}`;

/** The totals of each workspace. A request that a restore brought back counts once. */
function recordedIn(records: readonly ObservedRun[], outer: string): WorkspaceTotals[] {
  return [...groupedBy(records, (record) => nameOf(record, outer))].map(([workspace, own]) => ({
    workspace,
    url: own[0]!.view.url,
    present: own.some(({ view }) => view.ended === null),
    requests: new Set(own.flatMap(({ requests }) => requests.map(({ id }) => id))).size,
    events: own.reduce((sum, { events }) => sum + events.length, 0),
    deliveries: own.reduce((sum, { deliveries }) => sum + deliveries.length, 0),
  }));
}
