/** The header of a request that decides how the request ends, in the words of an outcome rule. */
export const outcomeHeader = 'X-Emulator-Outcome';

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
