import { findingsOf, type RepeatedRuns } from '../adversities/confirmation.ts';
import { kindsOf } from '../adversities/fault-plans.ts';
import type { Finding, Rule, Verdict } from '../rule.ts';
import { type Assessment, assess } from '../trial/assess.ts';
import { adversityOf, type LoggedRun, type PlannedRun, runOf, type TrialLog } from '../trial/trial-log.ts';
import { type Narrowing, narrow, repeatWhole } from './narrow.ts';
import type { PlanRule } from './plan-rule.ts';

export const repeatFindings: PlanRule = {
  name: 'repeat',
  does: 'Each run with a finding runs again, with one kind if one kind is enough, because one run may differ by chance.',
  needs: (log) => {
    const { needed } = repetitionsIn(log);
    return needed === null ? [] : [needed];
  },
};

/** The repetitions in a log, and the next one that is needed; null if all findings were repeated. */
interface Repetitions {
  readonly again: readonly RepeatedRuns[];
  readonly needed: PlannedRun | null;
}

/** Follows the repetitions of all findings through a log. */
export function repetitionsIn(log: TrialLog): Repetitions {
  const assessment = assess(log);
  const again: RepeatedRuns[] = [];
  const decided = new Map<Rule, string>();
  for (const [rule, verdict] of assessment.verdicts) {
    for (const number of new Set(findingsOf(verdict).flatMap(({ run }) => run ?? []))) {
      const first = assessment.runs.find(({ run }) => run.number === number)!;
      const known = again.filter((each) => each.rule === rule).flatMap(({ found }) => found);
      if (isKnown(first, verdict, known)) continue;
      const followed = follow(log, assessment, { first, rule, decided });
      again.push(followed.repeated);
      if (followed.needed !== null) return { again, needed: followed.needed };
    }
  }
  return { again, needed: null };
}

interface Suspicion {
  readonly first: LoggedRun;
  readonly rule: Rule;
  /** The kind that decided about each rule, which this finding may change. */
  readonly decided: Map<Rule, string>;
}

/** Follows the repetitions of one run for one rule, as far as the log has them. */
function follow(log: TrialLog, { findingsIn }: Assessment, { first, rule, decided }: Suspicion) {
  const runs: number[] = [];
  const asking = confirm(first, findingsIn(first, rule, first), decided.get(rule));
  let step = asking.next();
  while (step.done !== true) {
    const ran = runOf(log, step.value);
    if (ran === undefined) break;
    runs.push(ran.run.number);
    const found = findingsIn(ran, rule, first);
    const [kind, ...others] = kindsOf(ran.armament ?? {});
    const isNarrowed = others.length === 0 && kindsOf(first.armament ?? {}).length > 1;
    if (kind !== undefined && isNarrowed && found.length > 0) decided.set(rule, kind);
    step = asking.next(found);
  }
  const repeated = {
    of: first.run.number,
    rule,
    runs,
    found: step.done === true ? withRest(log, first, step.value) : [],
  };
  return { repeated, needed: step.done === true ? null : step.value };
}

/** How many kinds that were not tried alone are named. */
const mostNamed = 3;

/** Findings of one kind, which say that the effect of other kinds may be hidden behind its own. */
function withRest(log: TrialLog, first: LoggedRun, found: readonly Finding[]): readonly Finding[] {
  const kinds = first.armament?.faults === undefined ? [] : kindsOf(first.armament);
  const isAlone = ({ adversity, seed, armament }: LoggedRun, kind: string): boolean =>
    adversity === first.adversity && seed === first.seed && kindsOf(armament ?? {}).join() === kind;
  const rest = kinds.filter((kind) => !log.runs.some((ran) => isAlone(ran, kind)));
  // Findings that name their own operations hide no others, unlike the effects of events.
  const isOfEvents = first.armament?.faults?.every(({ on }) => on === 'delivery') === true;
  const hides = kinds.length > 1 && (isOfEvents || !found.every(({ where }) => kinds.includes(where)));
  if (rest.length === 0 || !hides) return found;
  const more = rest.length > mostNamed ? ` and ${rest.length - mostNamed} more` : '';
  const untried = `Others may do the same, but were not tried alone: ${rest.slice(0, mostNamed).join(', ')}${more}.`;
  return found.map((finding) =>
    finding.isCompared === true ? { ...finding, message: `${finding.message} ${untried}` } : finding,
  );
}

/** Narrows a finding down to one kind; if that does not show it, repeats the run as it was. */
function* confirm(first: LoggedRun, found: readonly Finding[], decided: string | undefined): Narrowing {
  const shown = yield* narrow(first, found, decided);
  return shown.length > 0 ? shown : yield* repeatWhole(first, adversityOf(first).isParallel === true);
}

/**
 * Whether the findings of a run are known: what an application does twice for successive copies of an event, it also
 * does twice for simultaneous copies.
 */
function isKnown(first: LoggedRun, verdict: Verdict, known: readonly Finding[]): boolean {
  const { name, contains = [] } = adversityOf(first);
  if (name !== 'webhook-twice-at-once') return false;
  const typesIn = ({ evidence }: Finding) => evidence.deliveries.map(({ event_type }) => event_type);
  const types = known.filter(({ adversity }) => [name, ...contains].includes(adversity ?? '')).flatMap(typesIn);
  const own = findingsOf(verdict).filter((finding) => finding.run === first.run.number);
  return own.flatMap(typesIn).every((type) => types.includes(type)) && types.length > 0;
}
