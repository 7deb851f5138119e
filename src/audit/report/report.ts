import type { Acceptance } from '../acceptance.ts';
import { type Finding, type Level, type Rule, type RuleState, ruleStates, type Verdict, type Way } from '../rule.ts';

/** A finding as reports have it. */
export interface ReportedFinding extends Omit<Finding, 'isCompared'> {
  readonly level: Level;
  /** How to mend it. */
  readonly mend: string;
  /** The command that repeats just it. */
  readonly repeat: string;
  /** Why somebody accepted it; null where nobody did. */
  readonly accepted: string | null;
}

/** How a rule ended. */
export interface RuleReport {
  readonly id: string;
  readonly level: Level;
  readonly state: RuleState;
  /** Why it could not be judged; null where it was. */
  readonly because: string | null;
  /** What would let it be judged, or make it apply; null where it was judged. */
  readonly lets: string | null;
  readonly findings: readonly ReportedFinding[];
}

/** What an audit says. */
export interface Report {
  readonly version: 1;
  readonly way: Way;
  /** What was judged, in a sentence. */
  readonly about: string;
  readonly seed: number | null;
  /** What was run; null where the audit is of what was recorded. */
  readonly command: readonly string[] | null;
  readonly controls: { readonly runs: number; readonly notRepeatable: readonly string[] };
  /** What weakens it, to be read first. */
  readonly weak: readonly { readonly message: string; readonly rules: readonly string[] }[];
  readonly rules: readonly RuleReport[];
  readonly counts: Readonly<Record<RuleState, number>>;
}

/** What a report is made of. */
export interface Judged {
  readonly way: Way;
  readonly about: string;
  readonly seed?: number;
  readonly command?: readonly string[];
  readonly controls?: Report['controls'];
  /** Further things that weaken it. */
  readonly weak?: readonly string[];
  readonly verdicts: ReadonlyMap<Rule, Verdict>;
  /** The command that repeats just a finding. */
  readonly repeat: (rule: Rule, finding: Finding) => string;
  readonly accept?: readonly Acceptance[];
}

/** Makes the report of verdicts. */
export function reportOf({
  way,
  about,
  seed,
  command,
  controls,
  weak = [],
  verdicts,
  repeat,
  accept = [],
}: Judged): Report {
  const needed = new Set<Acceptance>();
  const rules = [...verdicts].map(([rule, verdict]): RuleReport => {
    const { id, level } = rule;
    const findings = ('findings' in verdict ? verdict.findings : []).map((found): ReportedFinding => {
      const { isCompared: _, ...finding } = found;
      const acceptance = accept.find((each) => each.rule === id && finding.where.includes(each.where ?? ''));
      if (acceptance !== undefined && verdict.state === 'violation') needed.add(acceptance);
      return {
        ...finding,
        level: finding.level ?? level,
        mend: finding.mend ?? rule.mend,
        repeat: repeat(rule, finding),
        accepted: acceptance?.reason ?? null,
      };
    });
    const { because, lets } = 'because' in verdict ? verdict : { because: null, lets: null };
    return { id, level: worstOf(findings) ?? level, state: verdict.state, because, lets, findings };
  });
  const unneeded = accept.filter((each) => !needed.has(each) && rules.some(({ id }) => id === each.rule));
  return {
    version: 1,
    way,
    about,
    seed: seed ?? null,
    command: command ?? null,
    controls: controls ?? { runs: 0, notRepeatable: [] },
    weak: [
      ...weak.map((message) => ({ message, rules: [] })),
      ...notJudged(rules),
      ...unneeded.map(({ rule, where, reason }) => ({
        message: `The acceptance of ${rule}${where === undefined ? '' : ` at ${where}`} (${reason}) is not needed any more; take it out of audit.accept.`,
        rules: [rule],
      })),
    ],
    rules,
    counts: Object.fromEntries(
      ruleStates.map((state) => [state, rules.filter((rule) => rule.state === state).length]),
    ) as Record<RuleState, number>,
  };
}

const severity: Readonly<Record<Level, number>> = { error: 3, warning: 2, note: 1 };

function worstOf(findings: readonly ReportedFinding[]): Level | null {
  return findings.reduce<Level | null>(
    (worst, { level }) => (worst === null || severity[level] > severity[worst] ? level : worst),
    null,
  );
}

/** What was not judged, one line a reason: rules that miss the same are told together. */
function notJudged(rules: readonly RuleReport[]): { message: string; rules: string[] }[] {
  const reasons = new Map<string, RuleReport[]>();
  for (const rule of rules) {
    if (rule.because === null) continue;
    const key = `${rule.because}\n${rule.lets}`;
    reasons.set(key, [...(reasons.get(key) ?? []), rule]);
  }
  return [...reasons.values()].map((without) => {
    const { because, lets } = without[0]!;
    const [them, were] = without.length === 1 ? ['it', 'was'] : ['them', 'were'];
    const ids = without.map(({ id }) => id).join(', ');
    return {
      message: `${because}: ${ids} ${were} not judged. To let ${them}: ${lets}.`,
      rules: without.map(({ id }) => id),
    };
  });
}

/** A finding with the rule that it violates. */
export interface Violation {
  readonly rule: RuleReport;
  readonly finding: ReportedFinding;
}

/** The findings of rules that were violated, those that somebody accepted among them. */
export const violations = ({ rules }: Pick<Report, 'rules'>): Violation[] =>
  rules
    .filter(({ state }) => state === 'violation')
    .flatMap((rule) => rule.findings.map((finding) => ({ rule, finding })));

/** The findings that nobody accepted, of rules that were violated. */
export const openFindings = (report: Pick<Report, 'rules'>): Violation[] =>
  violations(report).filter(({ finding }) => finding.accepted === null);

/** Whether a finding is a violation that nobody accepted, of a level or above. */
export const fails = ({ state }: RuleReport, { level, accepted }: ReportedFinding, from: Level): boolean =>
  state === 'violation' && accepted === null && severity[level] >= severity[from];

/** Whether a report has such a finding. */
export const failsOn = ({ rules }: Pick<Report, 'rules'>, level: Level): boolean =>
  rules.some((rule) => rule.findings.some((finding) => fails(rule, finding, level)));
