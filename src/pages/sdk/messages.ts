import { nearestName } from '../shared/nearest-name.ts';
import { PaymentsError } from './errors.ts';
import type { Unsubscribe } from './types.ts';

/** Marks the messages between a merchant's page and its frames. */
const source = 'payments-sdk';

export interface Message {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The message in some data; null if the data is a message from another program, such as a browser extension. */
export function readMessage(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null || !('source' in data) || data.source !== source) return null;
  return 'type' in data && typeof data.type === 'string' ? (data as Message) : null;
}

export const messageOf = (type: string, fields: Readonly<Record<string, unknown>> = {}): Message => ({
  ...fields,
  source,
  type,
});

/** The page's end of a connection with a frame. It receives messages only from that frame and its origin. */
export class FramePort {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #listener: (event: MessageEvent) => void;
  #waiting: Message[] | null = [];

  constructor(frame: HTMLIFrameElement, origin: string, receive: (message: Message) => void) {
    this.#frame = frame;
    this.#origin = origin;
    this.#listener = (event) => {
      if (event.source === null || event.source !== frame.contentWindow || event.origin !== origin) return;
      const message = readMessage(event.data);
      if (message === null) return;
      this.#open();
      receive(message);
    };
    window.addEventListener('message', this.#listener);
  }

  /** Sends a message as soon as the frame has sent one. Before that, the frame can show another document. */
  post(type: string, fields: Readonly<Record<string, unknown>> = {}): void {
    const message = messageOf(type, fields);
    if (this.#waiting === null) this.#frame.contentWindow?.postMessage(message, this.#origin);
    else this.#waiting.push(message);
  }

  close(): void {
    window.removeEventListener('message', this.#listener);
  }

  #open(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const message of waiting) this.#frame.contentWindow?.postMessage(message, this.#origin);
  }
}

/** A frame's end of the connection with the page around it, which must have the given origin. */
export class ParentPort {
  readonly #origin: string;

  constructor(origin: string, receive: (message: Message) => void) {
    this.#origin = origin;
    window.addEventListener('message', (event) => {
      if (event.source !== window.parent || event.origin !== origin) return;
      const message = readMessage(event.data);
      if (message !== null) receive(message);
    });
  }

  post(type: string, fields: Readonly<Record<string, unknown>> = {}): void {
    window.parent.postMessage(messageOf(type, fields), this.#origin);
  }
}

type Listeners<E> = { [K in keyof E]?: Set<(payload: E[K]) => void> };

/** Listeners by event. If a listener throws, the page gets the error, and the other listeners still run. */
export class Emitter<E extends object> {
  readonly #names: readonly (keyof E & string)[];
  readonly #listeners: Listeners<E> = {};

  constructor(names: readonly (keyof E & string)[]) {
    this.#names = names;
  }

  /** @throws PaymentsError `not_configured` for an unknown event */
  on<K extends keyof E>(event: K, listener: (payload: E[K]) => void): Unsubscribe {
    if (!this.#names.some((name) => name === event)) {
      throw new PaymentsError('not_configured', `There is no event '${String(event)}'. ${this.#hint(String(event))}`);
    }
    const listeners = this.#listeners[event] ?? new Set<(payload: E[K]) => void>();
    this.#listeners[event] = listeners;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  #hint(given: string): string {
    const near = nearestName(given, this.#names);
    return near === null ? `The valid events are ${this.#names.join(', ')}.` : `Did you mean '${near}'?`;
  }

  emit<K extends keyof E>(event: K, payload: E[K]): void {
    for (const listener of [...(this.#listeners[event] ?? [])]) {
      try {
        listener(payload);
      } catch (error) {
        reportError(error);
      }
    }
  }
}
