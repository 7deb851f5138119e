/** Faults in an API response. */
export const requestFaultKinds = [
  'unavailable',
  'latency',
  'rate_limit',
  'drop_connection',
  'answer_lost',
  'before_answer',
  'grown',
  'short_pages',
  'status',
] as const;
/** Faults in a webhook delivery. */
export const deliveryFaultKinds = [
  'drop',
  'lost',
  'duplicate',
  'delay',
  'reorder',
  'bad_signature',
  'old_timestamp',
  'forged',
  'grown',
  'odd_bytes',
  'unknown_type',
  'unknown_object',
  'status',
  'latency',
] as const;

export type RequestFaultKind = (typeof requestFaultKinds)[number];
export type DeliveryFaultKind = (typeof deliveryFaultKinds)[number];
export type FaultKind = RequestFaultKind | DeliveryFaultKind;

/** A short description of each kind, for lists of choices. */
export const faultsInWords: {
  readonly request: Readonly<Record<RequestFaultKind, string>>;
  readonly delivery: Readonly<Record<DeliveryFaultKind, string>>;
} = {
  request: {
    unavailable: 'respond with 503; the outcome is unknown',
    latency: 'delay the response',
    rate_limit: 'respond with 429',
    drop_connection: 'close the connection without a response',
    answer_lost: 'process the request, then close the connection without a response',
    before_answer: 'deliver webhooks before the response',
    grown: 'add undocumented fields to the response',
    short_pages: 'return lists with one object per page',
    status: 'respond with a custom status and body',
  },
  delivery: {
    drop: 'a webhook delivery attempt is lost',
    lost: 'a webhook is lost, including all retries',
    duplicate: 'a webhook arrives twice',
    delay: 'a webhook arrives late',
    reorder: 'a webhook arrives after the next one',
    bad_signature: 'a webhook has an invalid signature',
    old_timestamp: 'a webhook has a signature with an old timestamp',
    forged: 'a webhook arrives together with forged copies',
    grown: 'a webhook has 100 KB of undocumented fields',
    odd_bytes: 'a webhook contains equivalent JSON with different bytes',
    unknown_type: 'an event of an unknown type arrives together with a webhook',
    unknown_object: 'events about unknown objects arrive together with a webhook',
    status: 'a response is treated as if it had a different status',
    latency: 'a delivery attempt starts late',
  },
};

/** The target of a fault. */
export type FaultTarget = keyof typeof faultsInWords;
