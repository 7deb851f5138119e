import { getOrMake } from '../../base/maps.ts';
import { counted } from '../../text.ts';
import type { Acceptance } from '../acceptance.ts';
import {
  type Finding,
  type Inapplicable,
  type Level,
  type Rule,
  type RuleState,
  ruleStates,
  type Verdict,
  type Way,
} from '../rule.ts';

/** A finding as reports have it. */
export interface ReportedFinding extends Omit<Finding, 'isCompared' | 'workspace' | 'run' | 'first'> {
  readonly level: Level;
  /** The workspace in which it happened; null in a trial and where receivers were asked. */
  readonly workspace: string | null;
  /** The numbers of the runs under the adversity in which it showed. */
  readonly runs: readonly number[];
  /** How to mend it. */
  readonly mend: string;
  /** The command that repeats just it. */
  readonly repeat: string;
  /** Why somebody accepted it; null where nobody did. */
  readonly accepted: string | null;
}

/** What an adversity was tried on. */
export interface Tried {
  readonly adversity: string;
  /** The rules that are judged by it. */
  readonly rules: readonly string[];
  /** The types of events, or the operations, that it was tried on. */
  readonly tried: readonly string[];
  /** Those that it found no moment for. */
  readonly notTried: readonly string[];
  /** How many there are in all: more than both where it is a sample. */
  readonly of: number;
  /** Why there was none; null where there was. */
  readonly because: string | null;
  /** How long its runs took, in seconds. */
  readonly took: number;
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
  /** What it was tried under, and on what; empty where no trial judges it. */
  readonly tried: readonly Omit<Tried, 'rules' | 'took'>[];
  /** How long the runs took that it is judged by, in seconds. */
  readonly took: number;
  readonly findings: readonly ReportedFinding[];
}

/** What a workspace recorded, in all that became of it. */
export interface Recorded {
  readonly workspace: string;
  /** Where its emulator listened. */
  readonly url: string;
  /** Whether it was there when it was read. */
  readonly present: boolean;
  readonly requests: number;
  readonly events: number;
  readonly deliveries: number;
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
  /** Each workspace that recorded anything; null in a trial and where receivers were asked. */
  readonly recorded: readonly Recorded[] | null;
  /** Whether nothing happened at all, so that no rule was judged. */
  readonly empty: boolean;
  /** How long all of it took, in seconds. */
  readonly took: number;
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
  readonly recorded?: readonly Recorded[];
  /** Why there is nothing to judge, where that is so: then no rule is. */
  readonly nothing?: Inapplicable | null;
  readonly took?: number;
  readonly tried?: readonly Tried[];
  readonly controls?: Report['controls'];
  /** Further things that weaken it. */
  readonly weak?: readonly string[];
  readonly verdicts: ReadonlyMap<Rule, Verdict>;
  /** The command that repeats just a finding. */
  readonly repeat: (rule: Rule, finding: Finding) => string;
  readonly accept?: readonly Acceptance[];
}

/** A place where the machine gave the port, without that: each test that opens a receiver is given another one. */
const withoutPort = (where: string): string =>
  where.replace(/^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+/, '$1');

/** Findings that are one mistake: what says the same of another payment, and what differs in the port of its address alone. */
interface Repeated {
  readonly first: Finding;
  /** How often it was found at the place of the first. */
  times: number;
  /** Where else. */
  readonly others: Set<string>;
}

/** Findings, each mistake of a workspace once, with how often it was found. */
function eachOnce(findings: readonly Finding[]): Finding[] {
  const mistakes = new Map<string, Repeated>();
  for (const first of findings) {
    const { where, workspace, adversity, level, run, message } = first;
    const place = withoutPort(where);
    // What is counted at each address differs, and is the same mistake.
    const said = place === where ? message : message.replaceAll(where, '').replace(/\d+/g, '#');
    const mark = JSON.stringify([place, said, workspace, adversity, level, run]);
    const known = getOrMake(mistakes, mark, (): Repeated => ({ first, times: 0, others: new Set() }));
    if (known.first.where === where) known.times += 1;
    else known.others.add(where);
  }
  return [...mistakes.values()].map(({ first, times, others }) => {
    const [other] = others;
    const more = others.size < 2 ? '' : ` and ${counted(others.size - 1, 'more address', 'more addresses')}`;
    const elsewhere = other === undefined ? '' : ` The same at ${other}${more}.`;
    const again = times < 2 ? '' : ` It was found ${times} times.`;
    return { ...first, message: `${first.message}${again}${elsewhere}` };
  });
}

/** Makes the report of verdicts. */
export function reportOf({
  way,
  about,
  seed,
  command,
  recorded,
  nothing = null,
  took = 0,
  tried = [],
  controls,
  weak = [],
  verdicts,
  repeat,
  accept = [],
}: Judged): Report {
  const needed = new Set<Acceptance>();
  const rules = [...verdicts].map(([rule, judged]): RuleReport => {
    const verdict = nothing ?? judged;
    const { id, level } = rule;
    const findings = eachOnce('findings' in verdict ? verdict.findings : []).map((found): ReportedFinding => {
      const { isCompared: _, run, first, ...finding } = found;
      const acceptance = accept.find((each) => each.rule === id && finding.where.includes(each.where ?? ''));
      if (acceptance !== undefined && verdict.state === 'violation') needed.add(acceptance);
      return {
        ...finding,
        level: finding.level ?? level,
        workspace: finding.workspace ?? null,
        mend: finding.mend ?? rule.mend,
        runs: [first, run].filter((number) => number !== undefined),
        repeat: repeat(rule, found),
        accepted: acceptance?.reason ?? null,
      };
    });
    const { because, lets } = 'because' in verdict ? verdict : { because: null, lets: null };
    const own = tried.filter((each) => each.rules.includes(id));
    return {
      id,
      level: worstOf(findings) ?? level,
      state: verdict.state,
      because,
      lets,
      tried: own.map(({ rules: _rules, took: _took, ...each }) => each),
      took: own.reduce((sum, each) => sum + each.took, 0),
      findings,
    };
  });
  const unneeded = accept.filter((each) => !needed.has(each) && rules.some(({ id }) => id === each.rule));
  return {
    version: 1,
    way,
    about,
    seed: seed ?? null,
    command: command ?? null,
    recorded: recorded ?? null,
    empty: nothing !== null,
    took,
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

/** A finding, and the further workspaces in which the same place is wrong. */
export interface Grouped {
  readonly finding: ReportedFinding;
  /** Its workspace, where the report is of several. */
  readonly within: string | null;
  readonly elsewhere: readonly string[];
}

/** Findings with what several workspaces share told once: a mistake that sixty tests show is one to read about. */
export function groupedByPlace(
  { recorded }: Pick<Report, 'recorded'>,
  findings: readonly ReportedFinding[],
): Grouped[] {
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

/** Whether a finding is a violation that nobody accepted, of a level or above. */
export const fails = ({ state }: RuleReport, { level, accepted }: ReportedFinding, from: Level): boolean =>
  state === 'violation' && accepted === null && severity[level] >= severity[from];

/** Whether a report has such a finding. */
export const failsOn = ({ rules }: Pick<Report, 'rules'>, level: Level): boolean =>
  rules.some((rule) => rule.findings.some((finding) => fails(rule, finding, level)));
