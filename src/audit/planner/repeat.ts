import { findingsOf, type RepeatedRuns } from '../adversities/confirmation.ts';
import { kindsOf } from '../adversities/fault-plans.ts';
import type { Finding, Rule, Verdict } from '../rule.ts';
import { assess } from '../trial/assess.ts';
import { isAffordable } from '../trial/forecast.ts';
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
  let needed: PlannedRun | null = null;
  for (const [rule, verdict] of assessment.verdicts) {
    for (const number of new Set(findingsOf(verdict).flatMap(({ run }) => run ?? []))) {
      const first = assessment.runs.find(({ run }) => run.number === number)!;
      const known = again.filter((each) => each.rule === rule).flatMap(({ found }) => found);
      if (isKnown(first, verdict, known)) {
        again.push({ of: number, rule, runs: [], found: [], isKnown: true });
        continue;
      }
      const found = assessment.findingsIn(first, rule, first);
      const asking = confirm(first, found, decided.get(rule));
      const alone: Finding[] = [];
      const followed = follow(log, asking, (ran) => {
        const shown = assessment.findingsIn(ran, rule, first);
        const [kind, ...others] = kindsOf(ran.armament ?? {});
        const isNarrowed = others.length === 0 && kindsOf(first.armament ?? {}).length > 1;
        if (kind !== undefined && isNarrowed && shown.length > 0) decided.set(rule, kind);
        if (isNarrowed) alone.push(...shown);
        return shown;
      });
      again.push({ of: number, rule, runs: followed.runs, found: followed.needed === null ? followed.result : alone });
      // A repetition that no time is left for does not prevent shorter ones, and a missing one hides no later one.
      if (followed.needed !== null && isAffordable(log, followed.needed)) needed ??= followed.needed;
    }
  }
  return { again, needed };
}

/** What a narrowing asked for: the runs that a log has, and the first one that it does not have. */
interface Followed {
  readonly runs: readonly number[];
  readonly needed: PlannedRun | null;
  /** The findings that it ends with; empty as long as it needs a run. */
  readonly result: readonly Finding[];
}

/** Follows a narrowing, as far as a log has its runs. */
export function follow(log: TrialLog, asking: Narrowing, findingsIn: (ran: LoggedRun) => readonly Finding[]): Followed {
  const runs: number[] = [];
  let step = asking.next();
  while (step.done !== true) {
    const ran = runOf(log, step.value);
    if (ran === undefined) return { runs, needed: step.value, result: [] };
    runs.push(ran.run.number);
    step = asking.next(findingsIn(ran));
  }
  return { runs, needed: null, result: step.value };
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
