import type { FairTurns } from '../../core/base/turns.ts';
import type { StoredEvent } from '../../core/kernel/events.ts';
import type { WebhookTargets } from './receiver-address.ts';

/** How the service sends events in cases where this differs from the stored form. */
export interface ShownEvents {
  /** The types under which an event is sent, each as a separate event; empty if it is not sent. */
  readonly typesOf: (type: string) => readonly string[];
  /** The types of sent events that no slice declares. */
  readonly eventTypes: readonly string[];
  /** The event in the form in which it is sent under a type. */
  readonly event: (event: StoredEvent, type: string) => StoredEvent;
  /** The deliveries of a unit of work, in the order in which they are sent. */
  readonly inOrder: <D>(deliveries: readonly D[], typeOf: (delivery: D) => string) => readonly D[];
}

/** The options for sending. */
export interface SendingOptions {
  /** The clock that determines `t` in a signature. */
  signatureTime: 'real' | 'emulated';
  allowRemoteWebhooks: WebhookTargets;
  /** PEM certificates to trust for receivers in addition to Node's own; null if there are none. */
  authority?: string | null;
  version: string;
  /** How events are sent; by default, in their stored form. */
  shown?: ShownEvents | undefined;
  /** How many deliveries to the same endpoint can be in flight. The default is 16; 1 preserves their order. */
  deliveriesAtOnce?: number | undefined;
  /** Divides the time among workspaces, in an emulator that teams share. */
  turns?: FairTurns;
  /** The timeout of an attempt, in real milliseconds; by default, as in the specification. */
  attemptTimeout?: number | undefined;
  /**
   * How long a reordered delivery waits for another delivery to overtake it, in real milliseconds; one second by
   * default.
   */
  overtakeWait?: number;
}
