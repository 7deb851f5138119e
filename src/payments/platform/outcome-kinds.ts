/** The request header that decides the outcome of a request, in the notation of outcome rules. */
export const outcomeHeader = 'X-Emulator-Outcome';

/** The responses of a simulated network to a payment or a payout. */
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
