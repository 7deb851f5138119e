import type { StoredEvent } from '../../core/kernel/events.ts';

/** How the service sends events where that is not as they are stored. */
export interface ShownEvents {
  /** The types under which an event is sent, each as an event of its own; empty: it is not sent. */
  readonly typesOf: (type: string) => readonly string[];
  /** The types under which events are sent that no slice declares. */
  readonly eventTypes: readonly string[];
  /** The event that is sent under a type. */
  readonly event: (event: StoredEvent, type: string) => StoredEvent;
  /** The deliveries of one unit of work in the order in which they are sent. */
  readonly inOrder: <D>(deliveries: readonly D[], typeOf: (delivery: D) => string) => readonly D[];
}

/** The options of sending. */
export interface SendingOptions {
  /** The source of a signature's `t`. */
  signatureTime: 'real' | 'emulated';
  allowRemoteWebhooks: boolean;
  /** PEM certificates that verify receivers beside the certificates that Node trusts; null: no further certificates. */
  authority?: string | null;
  version: string;
  /** How events are sent; absent: as they are stored. */
  shown?: ShownEvents | undefined;
  /** How many deliveries to one endpoint may be in flight; default 16; 1 keeps their order. */
  deliveriesAtOnce?: number | undefined;
  /** The time-out of an attempt, in real milliseconds; default: that of the specification. */
  attemptTimeout?: number | undefined;
  /**
   * How long a reordered delivery waits until another delivery overtakes it, in real milliseconds; default: a second.
   */
  overtakeWait?: number;
}
