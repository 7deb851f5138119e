import type { Cause, StateChange, StoredEvent } from '../../../core/kernel/events.ts';
import { type Mode, modes } from '../../../core/kernel/workspace.ts';
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
  readonly withNobodys: boolean;
  /** The page contains the messages after this number, oldest first. */
  readonly since?: number | undefined;
  /** The page contains the latest messages before this number. Default: the end of the log. */
  readonly before?: number | undefined;
  readonly limit: number;
}

const types = ['request', 'event', 'delivery', 'change', 'clock', 'mark'] as const;

/** The maximum number of messages in a chunk. */
export const pieceLength = 512;

/**
 * A chunk of the causal log, with one column for each fact. With one object for each message, the garbage collector
 * would copy young objects, which would slow down a call more than everything else that the log does.
 */
export class LogChunk {
  /** The number of the first message. */
  readonly first: number;
  readonly #types = new Uint8Array(pieceLength);
  readonly #modes = new Uint8Array(pieceLength);
  readonly #workspaces: (string | null)[] = [];
  readonly #at: string[] = [];
  readonly #things: LogEntry['thing'][] = [];
  /** How many requests the chunk contains. */
  requests = 0;

  constructor(first: number) {
    this.first = first;
  }

  get size(): number {
    return this.#things.length;
  }

  get isFull(): boolean {
    return this.size === pieceLength;
  }

  add({ workspace, mode, at }: Occurrence, { type, thing }: LogEntry): void {
    const { size } = this;
    this.#types[size] = types.indexOf(type);
    this.#modes[size] = mode === null ? modes.length : modes.indexOf(mode);
    this.#workspaces.push(workspace);
    this.#at.push(at);
    this.#things.push(thing);
    if (type === 'request') this.requests++;
  }

  typeAt(at: number): LogEntry['type'] {
    return types[this.#types[at]!]!;
  }

  workspaceAt(at: number): string | null {
    return this.#workspaces[at]!;
  }

  modeAt(at: number): Mode | null {
    return modes[this.#modes[at]!] ?? null;
  }

  occurrenceAt(at: number): Occurrence {
    return { workspace: this.workspaceAt(at), mode: this.modeAt(at), at: this.#at[at]! };
  }

  entryAt(at: number): LogEntry {
    return { type: this.typeAt(at), thing: this.#things[at]! } as LogEntry;
  }

  /** Reduces each request to the data in its message, without the bodies. */
  dropBodies(viewOf: (request: LoggedRequest | RequestView) => RequestView): void {
    for (let at = 0; at < this.size; at++) {
      if (this.typeAt(at) === 'request') this.#things[at] = viewOf(this.#things[at] as LoggedRequest);
    }
  }
}
