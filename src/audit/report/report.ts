import { getOrMake, groupedBy } from '../../core/base/maps.ts';
import { counted } from '../../core/base/terminal-text.ts';
import type { Acceptance } from '../acceptance.ts';
import { fixText } from '../fix.ts';
import {
  type Finding,
  type Inapplicable,
  type Level,
  levels,
  type Rule,
  type RuleState,
  ruleStates,
  type Verdict,
  type Way,
} from '../rule.ts';
import type { FailedOutput, Report, ReportedFinding, RuleReport, TriedKinds, WorkspaceTotals } from './models.ts';

export interface ReportInput {
  readonly way: Way;
  readonly about: string;
  readonly seed?: number;
  readonly command?: readonly string[];
  readonly recorded?: readonly WorkspaceTotals[];
  /**
   * Why the record has nothing to judge; null or absent if it has something. If there is a reason, no rule is judged.
   */
  readonly nothing?: Inapplicable | null;
  readonly took?: number;
  readonly tried?: readonly TriedKinds[];
  readonly controls?: Report['controls'];
  readonly weak?: readonly string[];
  readonly verdicts: ReadonlyMap<Rule, Verdict>;
  /** The command that repeats only one finding. */
  readonly repeat: (rule: Rule, finding: Finding) => string;
  readonly accept?: readonly Acceptance[];
  readonly record?: Report['record'];
  /** The end of the output of each run whose command failed. */
  readonly outputs?: readonly FailedOutput[];
  /** The location in the record that shows a finding. */
  readonly placeOf?: (finding: Finding) => ReportedFinding['place'];
}

/** The address without a port that the system chose. Each test that opens a receiver gets another port. */
const withoutPort = (where: string): string =>
  where.replace(/^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+/, '$1');

/**
 * Findings of one mistake: their messages are equal but concern different payments, or their addresses differ only in
 * the port.
 */
interface Repeated {
  readonly first: Finding;
  /** The number of findings at the first location. */
  times: number;
  readonly others: Set<string>;
}

/** Merges the findings of one mistake in a workspace, and counts them. */
function eachOnce(findings: readonly Finding[]): Finding[] {
  const mistakes = new Map<string, Repeated>();
  for (const first of findings) {
    const { where, workspace, adversity, level, run, message } = first;
    const place = withoutPort(where);
    // The counts differ for each address, but the mistake is the same.
    const said = place === where ? message : message.replaceAll(where, '').replace(/\d+/g, '#');
    const mark = JSON.stringify([place, said, workspace, adversity, level, run]);
    const known = getOrMake(mistakes, mark, (): Repeated => ({ first, times: 0, others: new Set() }));
    if (known.first.where === where) known.times += 1;
    else known.others.add(where);
  }
  return [...mistakes.values()].map(({ first, times, others }) => {
    const [other] = others;
    const more = others.size < 2 ? '' : ` and ${counted(others.size - 1, 'more address', 'more addresses')}`;
    const elsewhere = other === undefined ? '' : ` Also at ${other}${more}.`;
    const again = times < 2 ? '' : ` This was found ${times} times.`;
    return { ...first, message: `${first.message}${again}${elsewhere}` };
  });
}

export function reportOf(input: ReportInput): Report {
  const { way, about, seed, command, recorded, nothing = null, took = 0, controls, weak = [], accept = [] } = input;
  const { record = null, outputs = [] } = input;
  const needed = new Set<Acceptance>();
  const rules = [...input.verdicts].map(([rule, judged]) => ruleReport(input, rule, nothing ?? judged, needed));
  const unneeded = accept.filter((each) => !needed.has(each) && rules.some(({ id }) => id === each.rule));
  return {
    version: 2,
    way,
    about,
    seed: seed ?? null,
    command: command ?? null,
    recorded: recorded ?? null,
    empty: nothing !== null,
    took,
    controls: controls ?? { runs: 0, notRepeatable: [] },
    record,
    outputs: outputs.filter(({ run }) => rules.some(({ findings }) => findings.some(({ runs }) => runs.includes(run)))),
    weak: [
      ...weak.map((message) => ({ message, rules: [] })),
      ...openSteps(rules).map((step) => ({ message: stepMessage(step), rules: [...step.ids] })),
      ...unneeded.map(({ rule, where, reason }) => ({
        message: `The acceptance of ${rule}${where === undefined ? '' : ` at ${where}`} (${reason}) is no longer needed; remove it from audit.accept.`,
        rules: [rule],
      })),
    ],
    rules,
    counts: Object.fromEntries(
      ruleStates.map((state) => [state, rules.filter((rule) => rule.state === state).length]),
    ) as Record<RuleState, number>,
  };
}

/** @param needed gets the acceptances that a violation needed */
function ruleReport(input: ReportInput, rule: Rule, verdict: Verdict, needed: Set<Acceptance>): RuleReport {
  const { repeat, accept = [], placeOf = () => null, tried = [] } = input;
  const { id, level } = rule;
  const isViolation = verdict.state === 'violation';
  const reported = (found: Finding): ReportedFinding => {
    const { isCompared: _, callOf: _of, isRepetition: _again, run, first, ...finding } = found;
    const acceptance = accept.find((each) => each.rule === id && finding.where.includes(each.where ?? ''));
    if (acceptance !== undefined && isViolation) needed.add(acceptance);
    return {
      ...finding,
      level: finding.level ?? level,
      workspace: finding.workspace ?? null,
      fix: fixText(finding.fix ?? rule.fix, found),
      runs: [first, run].filter((number) => number !== undefined),
      repeat: repeat(rule, found),
      place: isViolation ? placeOf(found) : null,
      accepted: acceptance?.reason ?? null,
    };
  };
  const findings = eachOnce('findings' in verdict ? verdict.findings : []).map(reported);
  const left = verdict.state === 'violation' ? (verdict.undecided ?? []) : [];
  const { because, nextStep } = 'because' in verdict ? verdict : { because: null, nextStep: null };
  const own = tried.filter((each) => each.rules.includes(id));
  return {
    id,
    level: findings.toSorted(byLevel)[0]?.level ?? level,
    state: verdict.state,
    because,
    nextStep,
    tried: own.map(({ rules: _rules, took: _took, ...each }) => each),
    untried: rule.untried ?? null,
    took: own.reduce((sum, each) => sum + each.took, 0),
    findings,
    undecided: [...groupedBy(left, (each) => each.nextStep)].map(([step, runs]) => ({
      because: runs[0]!.because,
      nextStep: step,
      findings: eachOnce(runs.flatMap((each) => each.findings)).map((doubt) => ({ ...reported(doubt), place: null })),
    })),
  };
}

/** Sorts the gravest first. */
export const byLevel = (one: { readonly level: Level }, other: { readonly level: Level }): number =>
  levels.indexOf(one.level) - levels.indexOf(other.level);

/** What is not decided about a rule: the rule, or some runs of a violated rule. */
type Undecided = Pick<RuleReport, 'id' | 'state' | 'because' | 'findings'>;

/** What a user can do so that rules are decided, with their ids and the reasons. */
export interface OpenStep {
  readonly nextStep: string;
  readonly undecided: readonly Undecided[];
  readonly ids: readonly string[];
  readonly reasons: string;
}

/**
 * The rules without a verdict, and the undecided runs of violated rules, by what a user can do about them. Those with a
 * doubt come first.
 */
export function openSteps(rules: readonly RuleReport[]): OpenStep[] {
  const all = rules.flatMap(({ id, undecided, ...rule }): (Undecided & Pick<RuleReport, 'nextStep'>)[] => [
    ...(rule.nextStep === null ? [] : [{ id, ...rule }]),
    ...undecided.map((runs) => ({ id, state: 'incomplete' as const, ...runs })),
  ]);
  const doubt = ({ undecided }: OpenStep): number =>
    Math.min(...undecided.map(({ state, findings }) => (findings.length > 0 ? 0 : state === 'incomplete' ? 1 : 2)));
  return [...groupedBy(all, ({ nextStep }) => nextStep!)]
    .map(([nextStep, undecided]) => {
      const reasons = [...new Set(undecided.map(({ because }) => because))].join('; ');
      return { nextStep, undecided, ids: [...new Set(undecided.map(({ id }) => id))], reasons };
    })
    .sort((one, other) => doubt(one) - doubt(other));
}

const stepMessage = ({ nextStep, reasons }: OpenStep): string => `${reasons}. To test it: ${nextStep}.`;

/** What weakens a report, beside the rules that were not decided. */
export const limitsOf = ({ controls, weak, rules }: Report): string[] => {
  const steps = new Set(openSteps(rules).map(stepMessage));
  return [
    ...(controls.notRepeatable.length === 0
      ? []
      : [`Not judged, because it differs between control runs: ${controls.notRepeatable.join(', ')}.`]),
    ...weak.map(({ message }) => message).filter((message) => !steps.has(message)),
  ];
};

export interface Violation {
  readonly rule: RuleReport;
  readonly finding: ReportedFinding;
}

/** The findings of violated rules, including accepted ones. */
export const violations = ({ rules }: Pick<Report, 'rules'>): Violation[] =>
  rules
    .filter(({ state }) => state === 'violation')
    .flatMap((rule) => rule.findings.map((finding) => ({ rule, finding })));

/** The findings of violated rules that are not accepted. */
export const openFindings = (report: Pick<Report, 'rules'>): Violation[] =>
  violations(report).filter(({ finding }) => finding.accepted === null);

/** Each violated rule with its findings that are not accepted, the gravest first. */
export const openRules = (report: Report): { rule: RuleReport; groups: FindingGroup[] }[] =>
  report.rules
    .map((rule) => {
      const findings = openFindings({ rules: [rule] }).map(({ finding }) => finding);
      return { rule, groups: groupedByPlace(report, findings.toSorted(byLevel)) };
    })
    .filter(({ groups }) => groups.length > 0);

export interface FindingGroup {
  readonly finding: ReportedFinding;
  /** The finding's workspace, if the report covers several. */
  readonly within: string | null;
  readonly elsewhere: readonly string[];
}

/** Merges findings that several workspaces share. Sixty tests that show one mistake make one finding. */
export function groupedByPlace(
  { recorded }: Pick<Report, 'recorded'>,
  findings: readonly ReportedFinding[],
): FindingGroup[] {
  const isOfSeveral = (recorded?.length ?? 0) > 1;
  const placeOf = ({ where, adversity, level }: ReportedFinding) =>
    JSON.stringify([withoutPort(where), adversity, level]);
  const first = new Map<string, string | null>();
  const others = new Map<string, Set<string>>();
  for (const finding of findings) {
    const place = placeOf(finding);
    if (!first.has(place)) first.set(place, finding.workspace);
    if (finding.workspace === null || finding.workspace === first.get(place)) continue;
    getOrMake(others, place, () => new Set<string>()).add(finding.workspace);
  }
  return findings
    .filter((finding) => first.get(placeOf(finding)) === finding.workspace)
    .map((finding) => ({
      finding,
      within: isOfSeveral ? finding.workspace : null,
      elsewhere: [...(others.get(placeOf(finding)) ?? [])],
    }));
}

/**
 * The findings of a rule that are other mistakes than the first: elsewhere, or with another fix. Each mistake once, as
 * its first finding.
 */
export function otherMistakes([first, ...others]: readonly FindingGroup[]): ReportedFinding[] {
  const mistakes = new Map<string, ReportedFinding>();
  const markOf = ({ where, fix }: ReportedFinding): string => JSON.stringify([withoutPort(where), fix]);
  for (const { finding } of others) getOrMake(mistakes, markOf(finding), () => finding);
  if (first !== undefined) mistakes.delete(markOf(first.finding));
  return [...mistakes.values()];
}

/** Whether a finding is an unaccepted violation of the given level or above. */
export const fails = ({ state }: RuleReport, { level, accepted }: ReportedFinding, from: Level): boolean =>
  state === 'violation' && accepted === null && levels.indexOf(level) <= levels.indexOf(from);

/** Whether a report has an unaccepted violation of the given level or above. */
export const failsOn = ({ rules }: Pick<Report, 'rules'>, level: Level): boolean =>
  rules.some((rule) => rule.findings.some((finding) => fails(rule, finding, level)));
