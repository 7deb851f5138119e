import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { StoredEvent } from '../../../core/kernel/events.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Bindings } from './bindings.ts';

/** A call of a capture, and what the emulator answers to the same. */
export interface Exchange {
  readonly call: CapturedCall;
  readonly operation: AnyOperation | null;
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  } | null;
  /** Why the emulator was not asked; null where it was. */
  readonly why: string | null;
  /** The emulated time of the answer, in milliseconds. */
  readonly at: number;
  /** How many events the emulator had sent after the call. */
  readonly events: number;
}

/** An event as it is sent. */
export type SentEvent = StoredEvent & {
  /** The type under which it is declared: by a profile it is sent under another. */
  readonly declared: string;
};

/** What a replay left behind. */
export interface Replay {
  readonly exchanges: readonly Exchange[];
  /** The emulator's events in their order. */
  readonly events: readonly SentEvent[];
  readonly bindings: Bindings;
  /** The delays of settlement, in milliseconds. */
  readonly delays: Readonly<Record<string, number>>;
}
