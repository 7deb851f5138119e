import { combine, type Finding, type Incomplete, incomplete, type Rule, type Verdict, violation } from '../rule.ts';

/**
 * A difference in one run can be chance. The audit blames an adversity only if the difference shows in two of its
 * runs and in no control run.
 */

/** What to do about runs that the audit had no time for. */
export const runToItsEnd = 'run the audit to its end, without --budget or with a larger one' as const;

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
  /** Whether the run needs no repetition, because the repetition of another run shows the same. */
  readonly isKnown?: true;
}

/** The verdicts, without unconfirmed findings. */
export function confirmedVerdicts(
  verdicts: Verdicts,
  again: readonly RepeatedRuns[],
  isInControls: (finding: Finding) => boolean,
  alibiOf: (finding: Finding) => Incomplete | null,
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
        else if (second?.isKnown) continue;
        else if (second === undefined || second.found.length === 0) {
          lost.push({ finding, runs: second?.runs ?? [] });
        } else if (!known.has(run)) {
          known.add(run);
          kept.push(...second.found.map((each) => ({ ...each, first: run })));
        }
      }
      if (lost.length === 0 && kept.length === 0) return [rule, verdict];
      const alibis = kept.map(alibiOf);
      const sure = kept.filter((_, at) => alibis[at] === null);
      const unsure = [
        ...alibis.filter((alibi) => alibi !== null),
        ...(lost.length === 0 ? [] : [notConfirmed(lost)]),
        ...(verdict.state === 'violation' ? (verdict.undecided ?? []) : []),
      ];
      return [rule, sure.length > 0 ? violation(worstFirst(sure), unsure) : combine(unsure)];
    }),
  );
}

/** The findings, with writes that were only repeated too early after those that are missing. */
const worstFirst = (findings: readonly Finding[]): Finding[] =>
  [undefined, true].flatMap((isRepetition) => findings.filter((each) => each.isRepetition === isRepetition));

/**
 * An unconfirmed finding, with the runs that did not show it again; null if the scenario fails without any adversity.
 */
interface Lost {
  readonly finding: Finding;
  readonly runs: readonly number[] | null;
}

function notConfirmed(lost: readonly Lost[]): Incomplete {
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
    lost.every(({ runs }) => runs?.length === 0)
      ? runToItsEnd
      : 'a difference that appears in some runs only is chance or a race: remove randomness from the scenario, or audit with more --rounds',
    lost.map(({ finding }) => finding),
  );
}
