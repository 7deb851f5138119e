/** The answers of a simulated network to a payment or a payout. */
export const outcomeKinds = [
  'decline',
  'fail',
  'dispute',
  'return',
  'unavailable',
  'latency',
  'late',
  'other_amount',
] as const;
