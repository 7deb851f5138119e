import type { Finding, Rule, Verdict } from './rule.ts';
import { incomplete, violation } from './rule.ts';

/** What differs from the controls may differ by chance: it is blamed on an adversity that it shows under twice. */

type Verdicts = ReadonlyMap<Rule, Verdict>;

const findingsOf = (verdict: Verdict | undefined): readonly Finding[] =>
  verdict?.state === 'violation' ? verdict.findings : [];

/** The adversities that something which rests on a difference is blamed on. */
export const blamed = (verdicts: Verdicts): ReadonlySet<string | null> =>
  new Set(
    [...verdicts.values()]
      .flatMap(findingsOf)
      .filter(({ isCompared }) => isCompared)
      .map(({ adversity }) => adversity),
  );

/**
 * The verdicts, without the findings that did not show again.
 * @param again what the same rules say once each adversity that is blamed was there a second time
 */
export function confirmed(verdicts: Verdicts, again: Verdicts): Map<Rule, Verdict> {
  return new Map(
    [...verdicts].map(([rule, verdict]) => {
      const seenAgain = new Set(findingsOf(again.get(rule)).map(({ adversity }) => adversity));
      const found = findingsOf(verdict);
      const kept = found.filter(({ isCompared, adversity }) => isCompared !== true || seenAgain.has(adversity));
      if (kept.length === found.length) return [rule, verdict];
      return [rule, kept.length > 0 ? violation(kept) : seenOnce(found)];
    }),
  );
}

const seenOnce = (found: readonly Finding[]): Verdict =>
  incomplete(
    `Under ${[...new Set(found.map(({ adversity }) => adversity))].join(', ')} something was different once, and not in the same run again`,
    'look at the difference below: what comes now and then is chance, or a race; let the scenario leave nothing to chance, or audit with more --rounds',
    found,
  );
