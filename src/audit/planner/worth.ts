import type { PlannedRun } from '../trial/trial-log.ts';

/**
 * The adversities that find most, in this order, when `--budget` leaves no time for all. The first are those that
 * applications meet every day and handle wrongly most often; the others follow as the audit lists them.
 */
const findMost: readonly string[] = [
  'webhook-twice',
  'answer-lost',
  'webhook-lost',
  'webhook-swapped',
  'payment-disputed',
  'webhook-forged',
  'answer-failed',
  'payment-refunded',
  'payout-returned',
  'amount-changed',
  'answer-unknown-charged',
  'payment-failed',
  'webhook-parallel',
  'webhook-unknown',
  'rate-limited',
  'webhook-first',
  'answer-grown',
];

/** Each adversity once, those that find most first; then the second run of each, and so on. */
export function mostValuableFirst(planned: readonly PlannedRun[]): PlannedRun[] {
  const counts = new Map<string | null, number>();
  const ranked = planned.map((run) => {
    const nth = counts.get(run.adversity) ?? 0;
    counts.set(run.adversity, nth + 1);
    const at = findMost.indexOf(run.adversity ?? '');
    return { run, nth, rank: at === -1 ? findMost.length : at };
  });
  return ranked.sort((one, other) => one.nth - other.nth || one.rank - other.rank).map(({ run }) => run);
}
