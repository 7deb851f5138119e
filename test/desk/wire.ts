import { type Call, nothingAnswers, type StreamedAnswer, type Transport } from '../../src/client/transport.ts';
import type { Mode } from '../../src/core/kernel/workspace.ts';
import type { RunningSandbox } from '../../src/emulator/sandbox-options.ts';
import { streamOf } from '../../src/sandbox/control/log/stream.ts';
import type { OmittedCounts, StreamMessage } from '../../src/sandbox/control/wire.ts';
import { sendTo } from '../support/without-sockets.ts';

type Answer = Awaited<ReturnType<Transport['send']>>;

interface Hold {
  readonly calls: RegExp;
  readonly until: Promise<void>;
}

/**
 * What lies between a client and the emulator of a test, which is in this process. A test holds answers back with it,
 * makes them up, cuts the connection and leaves messages of the stream out: no test needs an emulator that is slow,
 * fast or gone by itself.
 */
export class Wire implements Transport {
  readonly #sandbox: RunningSandbox;
  readonly #send: Transport['send'];
  readonly #streams = new Set<Stream>();
  #holds: readonly Hold[] = [];
  readonly #madeUp = new Map<RegExp, () => Answer>();
  #isCut = false;
  #isFlooded = false;
  /** Changes the text of every answer and message: what differs from run to run. */
  rewrite = (text: string): string => text;
  /** The method and the path of each call so far. */
  readonly calls: string[] = [];

  constructor(sandbox: RunningSandbox) {
    this.#sandbox = sandbox;
    this.#send = sendTo(sandbox);
  }

  async send(call: Call): Promise<Answer> {
    const name = `${call.method} ${call.path}`;
    this.calls.push(name);
    const own = [...this.#madeUp].find(([calls]) => calls.test(name));
    const isCut = this.#isCut;
    const answer = isCut || own !== undefined ? null : await this.#send(call);
    for (const { calls, until } of this.#holds) if (calls.test(name)) await until;
    if (answer === null && own !== undefined) return own[1]();
    if (answer === null) throw nothingAnswers(this.#sandbox.url, '');
    return { ...answer, text: this.rewrite(answer.text) };
  }

  async stream({ path }: Call, signal: AbortSignal | undefined): Promise<StreamedAnswer> {
    if (this.#isCut) throw nothingAnswers(this.#sandbox.url, '');
    const own = [...this.#madeUp].find(([calls]) => calls.test(`GET ${path}`));
    if (own !== undefined) return { status: own[1]().status, text: textOf(own[1]().text) };
    const { searchParams } = new URL(path, this.#sandbox.url);
    const { engine, defaultWorkspace } = this.#sandbox.sandbox;
    const workspace = engine.workspace(searchParams.get('workspace') ?? defaultWorkspace)!;
    const stream = new Stream();
    this.#streams.add(stream);
    signal?.addEventListener('abort', () => stream.end());
    void this.#follow(stream, workspace.id, (searchParams.get('mode') ?? 'test') as Mode);
    return { status: 200, text: stream.text((text) => this.rewrite(text)) };
  }

  async #follow(stream: Stream, workspace: string, mode: Mode): Promise<void> {
    const of = { workspace: this.#sandbox.sandbox.engine.workspace(workspace)!, mode, token: null };
    for await (const { data } of streamOf(this.#sandbox.sandbox, of, stream.ended)) {
      if (this.#isFlooded) stream.leaveOut(data);
      else stream.push(data);
    }
    this.#streams.delete(stream);
  }

  /** Holds the answers to these calls back. @returns what lets them through */
  hold(calls: RegExp): () => void {
    let release = (): void => {};
    const hold = { calls, until: new Promise<void>((resolve) => (release = resolve)) };
    this.#holds = [...this.#holds, hold];
    return () => {
      this.#holds = this.#holds.filter((each) => each !== hold);
      release();
    };
  }

  /** Answers these calls itself. @returns what ends that */
  answer(calls: RegExp, status: number, body: object | (() => object)): () => void {
    const text = (): string => JSON.stringify(typeof body === 'function' ? body() : body);
    this.#madeUp.set(calls, () => ({ status, headers: {}, text: text() }));
    return () => this.#madeUp.delete(calls);
  }

  /** The emulator is gone: streams end, and calls reach nothing. */
  cut(): void {
    this.#isCut = true;
    for (const stream of this.#streams) stream.end();
  }

  mend(): void {
    this.#isCut = false;
  }

  /** Sends a message over all streams. */
  push(message: StreamMessage): void {
    for (const stream of this.#streams) stream.push(message);
  }

  /** Leaves out all that happens during some work, and counts it afterwards, as a stream does with more than it may send. */
  async flood(work: () => Promise<unknown>): Promise<void> {
    this.#isFlooded = true;
    await work();
    // What happened is told when its callers have their answers.
    await new Promise((resolve) => setImmediate(resolve));
    this.#isFlooded = false;
    for (const stream of this.#streams) stream.tellLeftOut();
  }
}

/** The messages of one stream, which a client reads when it likes. */
class Stream {
  readonly #ending = new AbortController();
  #waiting: StreamMessage[] = [];
  #leftOut: { counts: OmittedCounts; last: StreamMessage } | null = null;
  #wake = (): void => {};

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  push(message: StreamMessage): void {
    this.#waiting.push(message);
    this.#wake();
  }

  leaveOut(message: StreamMessage): void {
    const counts = this.#leftOut?.counts ?? {};
    counts[message.type] = (counts[message.type] ?? 0) + 1;
    this.#leftOut = { counts, last: message };
  }

  tellLeftOut(): void {
    if (this.#leftOut === null) return;
    const { counts, last } = this.#leftOut;
    this.#leftOut = null;
    this.push({
      number: last.number,
      workspace: last.workspace,
      mode: last.mode,
      at: last.at,
      type: 'left_out',
      data: counts,
    });
  }

  end(): void {
    this.#ending.abort();
    this.#wake();
  }

  async *text(rewrite: (text: string) => string): AsyncGenerator<string> {
    yield ': connected\n\n';
    while (!this.ended.aborted) {
      const messages = this.#waiting;
      this.#waiting = [];
      for (const message of messages) yield rewrite(`event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`);
      if (this.#waiting.length > 0) continue;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (this.ended.aborted) resolve();
      });
    }
  }
}

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}
