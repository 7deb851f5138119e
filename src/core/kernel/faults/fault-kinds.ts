/** Faults of an answer of the API. */
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
/** Faults of a delivery. */
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
  'status',
  'latency',
] as const;

export type RequestFaultKind = (typeof requestFaultKinds)[number];
export type DeliveryFaultKind = (typeof deliveryFaultKinds)[number];
export type FaultKind = RequestFaultKind | DeliveryFaultKind;

/** A few words for each kind, for lists to choose from. */
export const faultsInWords: {
  readonly request: Readonly<Record<RequestFaultKind, string>>;
  readonly delivery: Readonly<Record<DeliveryFaultKind, string>>;
} = {
  request: {
    unavailable: 'answer 503: the outcome is not known',
    latency: 'hold the answer back',
    rate_limit: 'answer 429',
    drop_connection: 'cut the connection without an answer',
    answer_lost: 'do the work, then cut the connection before the answer',
    before_answer: 'webhooks come before the answer',
    grown: 'answer with fields that no description knows',
    short_pages: 'a list has one object a page',
    status: 'answer any status, with a body of your own',
  },
  delivery: {
    drop: 'an attempt at a webhook gets lost',
    lost: 'a webhook gets lost, whatever is tried',
    duplicate: 'a webhook comes twice',
    delay: 'a webhook comes late',
    reorder: 'a webhook comes after the next one',
    bad_signature: 'a webhook is signed wrongly',
    old_timestamp: 'a webhook is signed long ago',
    forged: 'forged copies come beside a webhook',
    grown: 'a webhook has 100 KB of fields that no description knows',
    odd_bytes: 'a webhook is the same JSON in other bytes',
    unknown_type: 'an event of an unknown type comes beside a webhook',
    status: 'an answer counts as another status',
    latency: 'an attempt starts late',
  },
};

/** The target of a fault. */
export type FaultTarget = keyof typeof faultsInWords;

/** The faults that accept a field: some kinds, or all faults of one side. */
interface Takers {
  readonly kinds?: readonly FaultKind[];
  readonly on?: FaultTarget;
}

export const fieldTakers: Readonly<Record<string, Takers>> = {
  status: { kinds: ['status'] },
  body: { kinds: ['status'], on: 'request' },
  ms: { kinds: ['latency', 'delay', 'duplicate'] },
  at_once: { kinds: ['duplicate', 'reorder'] },
  settled: { kinds: ['before_answer'] },
  event: { on: 'delivery' },
  attempt: { on: 'delivery' },
  endpoint: { on: 'delivery' },
  handling: { on: 'request' },
  resolve: { kinds: ['unavailable'] },
  after: { kinds: ['unavailable'] },
};

/** Whether a fault accepts a field, as far as the fault's kind and target decide. */
export function takesField(kind: FaultKind, target: FaultTarget, field: string): boolean {
  const { kinds, on } = fieldTakers[field] ?? {};
  return (kinds === undefined || kinds.includes(kind)) && (on === undefined || on === target);
}
