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

/** How early an adversity is tried: the smaller, the earlier. */
export function rankOf(adversity: string | null): number {
  const at = findMost.indexOf(adversity ?? '');
  return at === -1 ? findMost.length : at;
}
