import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { StoredEvent } from '../../../core/kernel/events.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Bindings } from './bindings.ts';

/** A call in a capture, and the emulator's response to the same call. */
export interface Exchange {
  readonly call: CapturedCall;
  readonly operation: AnyOperation | null;
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  } | null;
  /** Why the exchange is not compared; null if it is compared. */
  readonly why: string | null;
  /** When the emulator responded, by its emulated clock, in milliseconds. */
  readonly at: number;
  /** How many events the emulator had sent by the end of the call. */
  readonly events: number;
}

/** An event as the emulator sends it. */
export type SentEvent = StoredEvent & {
  /** The declared type of the event. A profile can send it under another type. */
  readonly declared: string;
};

/** The result of a replay. */
export interface Replay {
  readonly exchanges: readonly Exchange[];
  /** The emulator's events, in order. */
  readonly events: readonly SentEvent[];
  readonly bindings: Bindings;
  /** The settlement delays, in milliseconds. */
  readonly delays: Readonly<Record<string, number>>;
}
