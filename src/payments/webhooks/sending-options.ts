/** The options of sending. */
export interface SendingOptions {
  /** The source of a signature's `t`. */
  signatureTime: 'real' | 'emulated';
  allowRemoteWebhooks: boolean;
  /** PEM certificates that verify receivers beside the certificates that Node trusts; null: no further certificates. */
  authority?: string | null;
  version: string;
  /** How many deliveries to one endpoint may be in flight; default 16; 1 keeps their order. */
  deliveriesAtOnce?: number | undefined;
  /** The time-out of an attempt, in real milliseconds; default: that of the specification. */
  attemptTimeout?: number | undefined;
  /**
   * How long a reordered delivery waits until another delivery overtakes it, in real milliseconds; default: a second.
   */
  overtakeWait?: number;
}
