/** The options of sending. */
export interface SendingOptions {
  /** Where the `t` of a signature comes from. */
  signatureTime: 'real' | 'emulated';
  allowRemoteWebhooks: boolean;
  /** Certificates that verify receivers beside those that Node trusts, as PEM; null: none. */
  authority?: string | null;
  version: string;
  /** How many deliveries to one endpoint may be in flight; default 16; 1 keeps their order. */
  deliveriesAtOnce?: number | undefined;
  /** The time-out of an attempt, in real milliseconds; default: that of the specification. */
  attemptTimeout?: number | undefined;
  /** How long a reordered delivery waits for another to overtake it, in real milliseconds; default: a second. */
  overtakeWait?: number;
}
