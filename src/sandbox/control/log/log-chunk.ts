import type { Cause, StateChange, StoredEvent } from '../../../core/kernel/events.ts';
import type { Mode } from '../../../core/kernel/workspace.ts';
import type { Stored } from '../../../core/store/collection.ts';
import type { Delivery } from '../../../payments/webhooks/deliveries.ts';
import type { LoggedRequest } from '../../requests/log.ts';
import type { Mark } from '../../requests/marks.ts';
import type { RequestView, StreamMessage } from '../wire.ts';

/** A change of state, and additional data for its message. */
export interface LoggedChange {
  readonly change: StateChange;
  readonly cause: Cause;
  /** The object after the change, if it is stored. */
  readonly record: Stored | undefined;
}

type DataOf<Type extends StreamMessage['type']> = Extract<StreamMessage, { type: Type }>['data'];

/** The source of a message. The message is created on request. */
export type LogEntry =
  | { readonly type: 'request'; readonly thing: LoggedRequest | RequestView }
  | { readonly type: 'event'; readonly thing: StoredEvent }
  | { readonly type: 'delivery'; readonly thing: Delivery }
  | { readonly type: 'change'; readonly thing: LoggedChange }
  | { readonly type: 'clock'; readonly thing: DataOf<'clock'> }
  | { readonly type: 'mark'; readonly thing: Mark };

/** The data set and the time of a message. */
export interface Occurrence {
  readonly workspace: string | null;
  readonly mode: Mode | null;
  /** ISO 8601, emulated. */
  readonly at: string;
}

/** A page of the log of a data set. */
export interface PageOfLog {
  readonly workspace: string;
  readonly mode: Mode;
  /** Whether the page includes messages of no workspace, such as requests with an unknown key. */
  readonly withUnassigned: boolean;
  /** The page contains the messages after this number, oldest first. */
  readonly since?: number | undefined;
  /** The page contains the latest messages before this number. Default: the end of the log. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A message that has not been created yet. */
export type LoggedMessage = Occurrence & LogEntry;

/** The maximum number of messages in a chunk. */
const full = 512;

/** Consecutive messages, which are removed together. */
export class LogChunk {
  /** The number of the first message. */
  readonly first: number;
  readonly messages: LoggedMessage[] = [];
  /** How many requests the chunk contains. */
  requests = 0;

  constructor(first: number) {
    this.first = first;
  }

  get size(): number {
    return this.messages.length;
  }

  get isFull(): boolean {
    return this.size === full;
  }

  add({ workspace, mode, at }: Occurrence, { type, thing }: LogEntry): void {
    this.messages.push({ workspace, mode, at, type, thing } as LoggedMessage);
    if (type === 'request') this.requests++;
  }

  /** Reduces each request to the data in its message, without the bodies. */
  dropBodies(viewOf: (request: LoggedRequest | RequestView) => RequestView): void {
    for (const [at, message] of this.messages.entries()) {
      if (message.type === 'request') this.messages[at] = { ...message, thing: viewOf(message.thing) };
    }
  }
}
