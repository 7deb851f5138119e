import { type Finding, incomplete, type Rule, type Verdict, violation } from './rule.ts';
import { neverReconciled } from './rules/webhook/never-reconciled.ts';
import { orderAssumed } from './rules/webhook/order-assumed.ts';
import type { TrialRun } from './trial-facts.ts';

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
  const showedAgain = (rule: Rule, adversity: Finding['adversity']): boolean =>
    findingsOf(again.get(rule)).some((other) => other.adversity === adversity);
  return keeping(
    verdicts,
    (rule, finding) => finding.isCompared !== true || showedAgain(rule, finding.adversity),
    seenOnce,
  );
}

/** The verdicts with the findings that are to stay; a rule that none is left of is incomplete. */
function keeping(
  verdicts: Verdicts,
  isKept: (rule: Rule, finding: Finding) => boolean,
  withNone: (found: readonly Finding[]) => Verdict,
): Map<Rule, Verdict> {
  return new Map(
    [...verdicts].map(([rule, verdict]) => {
      const found = findingsOf(verdict);
      const kept = found.filter((finding) => isKept(rule, finding));
      if (kept.length === found.length) return [rule, verdict];
      return [rule, kept.length > 0 ? violation(kept) : withNone(found)];
    }),
  );
}

/** The rules that what differs as another order of events makes it differ is told by. */
const ofOrder: readonly Rule[] = [orderAssumed, neverReconciled];

/**
 * The verdicts, without what differs as it does where nothing but the order of events was another: nearly everything that
 * is done to deliveries and answers changes that order too, and says nothing of itself then.
 */
export function besideOrder(verdicts: Verdicts, runs: readonly TrialRun[]): Map<Rule, Verdict> {
  const isMeant = ({ isCompared, evidence }: Finding): boolean =>
    isCompared === true && evidence.effects.length === 0 && isOfOrder(evidence.state, runs);
  return keeping(verdicts, (rule, finding) => ofOrder.includes(rule) || !isMeant(finding), asInOtherOrder);
}

/** Whether an application's state differs in nothing but the fields that differ where events change places, of any object. */
export function isOfOrder(state: readonly string[], runs: readonly TrialRun[]): boolean {
  const swapped = runs.filter(({ adversity }) => adversity.name === 'webhook-swapped');
  const known = new Set(swapped.flatMap((run) => run.state ?? []).map(fieldOf));
  return state.length > 0 && state.every((line) => known.has(fieldOf(line)));
}

/** The field that a line is of, without its object: `shown` of `payouts.sam.shown: "arrived" in the controls, "pending" here`. */
const fieldOf = (line: string): string => line.replace(/: .*$/s, '').replace(/^.*\./, '');

const namesOf = (found: readonly Finding[]): string => [...new Set(found.map(({ adversity }) => adversity))].join(', ');

const asInOtherOrder = (found: readonly Finding[]): Verdict =>
  incomplete(
    `Under ${namesOf(found)} the application keeps what it keeps under webhook-swapped`,
    'mend what webhook/order-assumed found first, and run the audit again',
    found,
  );

const seenOnce = (found: readonly Finding[]): Verdict =>
  incomplete(
    `Under ${namesOf(found)} something was different once, and not in the same run again`,
    'look at the difference below: what comes now and then is chance, or a race; let the scenario leave nothing to chance, or audit with more --rounds',
    found,
  );
