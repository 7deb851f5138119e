import { type Finding, hasDifference, incomplete, type Rule, type Verdict, violation } from '../rule.ts';
import { hasPassed } from '../trial/judge-run.ts';
import type { TrialRun } from '../trial/trial-result.ts';

/**
 * A difference in one run can be chance. The audit blames an adversity only if the difference shows in two of its
 * runs and in no control run.
 */

export type Verdicts = ReadonlyMap<Rule, Verdict>;

export const findingsOf = (verdict: Verdict | undefined): readonly Finding[] =>
  verdict?.state === 'violation' ? verdict.findings : [];

/** The repetitions of an adversity run, for a rule that the run violated. */
export interface RepeatedRuns {
  /** The number of the first run. */
  readonly of: number;
  readonly rule: Rule;
  /** The numbers of the repetitions. */
  readonly runs: readonly number[];
  /** The findings of the repetition with the fewest kinds that showed the violation again; empty if none did. */
  readonly found: readonly Finding[];
}

/** The verdicts, without unconfirmed findings. */
export function confirmedVerdicts(
  verdicts: Verdicts,
  again: readonly RepeatedRuns[],
  isInControls: (finding: Finding) => boolean,
) {
  return new Map(
    [...verdicts].map(([rule, verdict]): [Rule, Verdict] => {
      const kept: Finding[] = [];
      const lost: Lost[] = [];
      const known = new Set<number>();
      for (const finding of findingsOf(verdict)) {
        const { run } = finding;
        const second = again.find((each) => each.of === run && each.rule === rule);
        if (run === undefined) kept.push(finding);
        else if (isInControls(finding)) lost.push({ finding, runs: null });
        else if (second === undefined || second.found.length === 0) {
          lost.push({ finding, runs: second?.runs ?? [] });
        } else if (!known.has(run)) {
          known.add(run);
          kept.push(...second.found.map((each) => ({ ...each, first: run })));
        }
      }
      if (lost.length === 0 && kept.length === 0) return [rule, verdict];
      return [rule, kept.length > 0 ? violation(kept) : notConfirmed(lost)];
    }),
  );
}

/**
 * An unconfirmed finding, with the runs that did not show it again; null if the scenario fails without any adversity.
 */
interface Lost {
  readonly finding: Finding;
  readonly runs: readonly number[] | null;
}

function notConfirmed(lost: readonly Lost[]): Verdict {
  const told = lost.map(({ finding: { adversity, run }, runs }) => {
    const first = `${adversity} in run ${run}`;
    if (runs === null)
      return `${first}, but the scenario also failed without any adversity when the audit ran it again`;
    const second = runs.length === 1 ? `run ${runs[0]}` : `runs ${runs.join(', ')}`;
    return runs.length === 0
      ? `${first}, which the audit did not repeat`
      : `${first}, but not when the audit repeated it (${second})`;
  });
  return incomplete(
    `A difference was not confirmed: ${[...new Set(told)].join('; ')}`,
    'look at the difference below: if it appears in some runs only, it is chance or a race; remove randomness from the scenario, or audit with more --rounds',
    lost.map(({ finding }) => finding),
  );
}

/**
 * The verdicts without differences that a change of event order alone also causes. Nearly every fault of deliveries
 * and responses changes the event order too, so such a difference says nothing about the fault itself.
 */
export function withoutOrderEffects(verdicts: Verdicts, runs: readonly TrialRun[]): Map<Rule, Verdict> {
  const runOf = (finding: Finding) => runs.find(({ run }) => run.number === finding.run);
  const isMeant = (finding: Finding): boolean => {
    const own = runOf(finding);
    if (finding.isCompared !== true || own === undefined || !hasDifference(finding.evidence)) return false;
    if (isOfParallel(own, runs)) return true;
    return (
      own.effects.more.length + own.effects.less.length === 0 && hasPassed(own) && isOfOrder(own.state ?? [], runs)
    );
  };
  return new Map(
    [...verdicts].map(([rule, verdict]) => {
      const found = findingsOf(verdict);
      const kept = rule.judgesOrder === true ? found : found.filter((finding) => !isMeant(finding));
      if (kept.length === found.length) return [rule, verdict];
      if (kept.length > 0) return [rule, violation(kept)];
      const own = runOf(found[0]!);
      return [rule, asInOtherOrder(found, own !== undefined && isOfParallel(own, runs))];
    }),
  );
}

/**
 * Whether an application's state differs only in fields that also differ, for any object, when events swap places.
 */
export function isOfOrder(state: readonly string[], runs: readonly TrialRun[]): boolean {
  const swapped = runs.filter(({ adversity }) => adversity.name === 'webhook-swapped');
  const known = new Set(swapped.flatMap((run) => run.state ?? []).map(fieldOf));
  return state.length > 0 && state.every((line) => known.has(fieldOf(line)));
}

/** Whether concurrent handlers explain the differences in a run in which a webhook arrives before a response. */
function isOfParallel({ adversity, state, effects }: TrialRun, runs: readonly TrialRun[]): boolean {
  const parallel = runs.filter((run) => run.adversity.name === 'webhook-parallel');
  const known = new Set(parallel.flatMap((run) => run.state ?? []).map(placeOf));
  const own = adversity.name === 'webhook-first' && effects.more.length === 0 ? (state ?? []) : [];
  return own.length > 0 && own.every((line) => known.has(placeOf(line)));
}

/** The path of a difference: `orders[1].paid` in `orders[1].paid: 5 in the controls, 4 here`. */
const placeOf = (line: string): string => line.replace(/: .*$/s, '');

/**
 * The field of a difference, without its object: `shown` in `payouts.sam.shown: "arrived" in the controls, "pending"
 * here`.
 */
const fieldOf = (line: string): string => placeOf(line).replace(/^.*\./, '');

const namesOf = (found: readonly Finding[]): string => [...new Set(found.map(({ adversity }) => adversity))].join(', ');

const asInOtherOrder = (found: readonly Finding[], isParallel: boolean): Verdict => {
  const [adversity, rule] = isParallel
    ? ['webhook-parallel', 'webhook/lost-update']
    : ['webhook-swapped', 'webhook/order-assumed'];
  return incomplete(
    `Under ${namesOf(found)} the application ends in the same state as under ${adversity}`,
    `fix the finding of ${rule} first, and run the audit again`,
    found,
  );
};
