import type { StreamMessage } from '../sandbox/control/wire.ts';
import { unwrapJson } from './answers.ts';
import { type Call, ConnectionError, type StreamedAnswer, type Transport } from './transport.ts';

/** How long the first piece of a stream can take, in milliseconds. The emulator sends it at once. */
const firstWithin = 5_000;
/** A stream in which no piece arrives in this time is lost, in milliseconds. The emulator sends one every 15 seconds. */
const mostSilence = 40_000;

/** The comment with which an emulator that stops ends a stream. */
const lastComment = ': stopping';

/** How a stream is read. */
export interface StreamReader {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of each message, and with the number of the last message before the stream. */
  readonly passed?: (number: number) => void;
}

/**
 * Opens the stream. Once the promise resolves, the stream includes every later message. It ends when the signal aborts
 * or the emulator stops.
 * @throws the same errors as `unwrapJson`; ConnectionError if the stream delivers nothing or is cut, also while the
 * messages are read
 */
export async function openStream(
  origin: string,
  transport: Transport,
  call: Call,
  { signal, passed = () => {} }: StreamReader,
): Promise<AsyncGenerator<StreamMessage>> {
  const headers = { accept: 'text/event-stream', ...call.headers };
  const silence = new Silence(origin);
  const ended = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]);
  silence.watch(firstWithin);
  const answer = await transport.stream({ ...call, headers }, ended).catch((error: unknown) => {
    throw silence.failure ?? error;
  });
  if (answer.status !== 200) {
    let text = '';
    for await (const chunk of answer.text) text += chunk;
    silence.end();
    return unwrapJson(origin, { status: answer.status, headers: {}, text });
  }
  const pieces = heard(answer, silence);
  const first = await pieces.next();
  return messagesOf(origin, first.done === true ? '' : first.value, pieces, { signal, passed });
}

/** Ends a stream that delivers nothing. */
class Silence {
  readonly #origin: string;
  readonly #ending = new AbortController();
  /** The number of pieces so far. */
  pieces = 0;
  /** Whether the stream sends no heartbeat, as that of a recorded run. */
  isExpected = false;
  /** Why the stream was ended; null if it was not ended for its silence. */
  failure: ConnectionError | null = null;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Ends the stream if no piece arrives within a time, and otherwise watches on. */
  watch(within: number): void {
    const before = this.pieces;
    const look = (): void => {
      if (this.signal.aborted || this.isExpected) return;
      if (this.pieces > before) this.watch(mostSilence);
      else this.#fail(before === 0);
    };
    AbortSignal.timeout(within).addEventListener('abort', look, { once: true });
  }

  end(): void {
    this.#ending.abort();
  }

  #fail(isFirst: boolean): void {
    const message = isFirst
      ? `The stream of ${this.#origin} delivers no data, because a proxy holds it back. Turn off the proxy's buffering, such as with 'proxy_buffering off' in nginx.`
      : `The stream of ${this.#origin} was silent for too long, so the connection is lost.`;
    this.failure = new ConnectionError(this.#origin, message);
    this.end();
  }
}

/** The pieces of a stream. @throws ConnectionError if the stream is silent for too long */
async function* heard({ text, isSilent = false }: StreamedAnswer, silence: Silence): AsyncGenerator<string> {
  try {
    for await (const piece of text) {
      silence.pieces++;
      silence.isExpected = isSilent;
      yield piece;
    }
    if (silence.failure !== null) throw silence.failure;
  } finally {
    silence.end();
  }
}

async function* messagesOf(
  origin: string,
  first: string,
  pieces: AsyncGenerator<string>,
  { signal, passed }: Required<Pick<StreamReader, 'passed'>> & StreamReader,
): AsyncGenerator<StreamMessage> {
  let rest = '';
  try {
    for (let piece = first; ; ) {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block === lastComment) return;
        const [id, data] = ['id: ', 'data: '].map((name) => valueIn(block, name));
        if (id !== undefined) passed(Number(id));
        if (data !== undefined) yield JSON.parse(data) as StreamMessage;
      }
      const next = await pieces.next();
      if (next.done === true) break;
      piece = next.value;
    }
  } finally {
    await pieces.return(undefined);
  }
  if (signal?.aborted !== true) throw new ConnectionError(origin, `The connection to ${origin} was cut.`);
}

/** The value of a field in a block of a stream. */
const valueIn = (block: string, name: string): string | undefined =>
  block
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.slice(name.length);
