/** The messages between the merchant's page and the frames in it: who may speak, and what is understood. */

const source = 'payments-sdk';

export interface Message {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A message of ours; null for anything else that pages and extensions send around. */
export function readMessage(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null || !('source' in data) || data.source !== source) return null;
  return 'type' in data && typeof data.type === 'string' ? (data as Message) : null;
}

/** A message as it is sent. */
export const messageOf = (type: string, fields: Readonly<Record<string, unknown>> = {}): Message => ({
  ...fields,
  source,
  type,
});

/** The page's end: hears one frame of one origin, and speaks to it once it has spoken. */
export class FramePort {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #listener: (event: MessageEvent) => void;
  #waiting: Message[] | null = [];

  constructor(frame: HTMLIFrameElement, origin: string, hear: (message: Message) => void) {
    this.#frame = frame;
    this.#origin = origin;
    this.#listener = (event) => {
      if (event.source === null || event.source !== frame.contentWindow || event.origin !== origin) return;
      const message = readMessage(event.data);
      if (message === null) return;
      this.#open();
      hear(message);
    };
    window.addEventListener('message', this.#listener);
  }

  /** Sends now, or when the frame has first spoken: before that it may be another document. */
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

/** A frame's end: hears and speaks to the page around it, if that has the origin that the frame was made for. */
export class ParentPort {
  readonly #origin: string;

  constructor(origin: string, hear: (message: Message) => void) {
    this.#origin = origin;
    window.addEventListener('message', (event) => {
      if (event.source !== window.parent || event.origin !== origin) return;
      const message = readMessage(event.data);
      if (message !== null) hear(message);
    });
  }

  post(type: string, fields: Readonly<Record<string, unknown>> = {}): void {
    window.parent.postMessage(messageOf(type, fields), this.#origin);
  }
}
