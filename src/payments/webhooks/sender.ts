import type { IncomingHttpHeaders } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher, Pool } from 'undici';
import { whyUnanswered } from '../../core/base/system-errors.ts';
import { realAt, stopwatch, toTenths, wakeAfter } from '../../core/base/time.ts';
import { guardedLookup, type ReceiverAddress, type WebhookTargets } from './receiver-address.ts';

/**
 * The total timeout for connecting to a receiver and receiving headers and body, in real milliseconds (specification,
 * "Delivery" 2).
 */
export const attemptTimeout = 10_000;
/** The maximum number of bytes that are read from a response. */
const bodyLimit = 16_384;
/**
 * How long an idle connection stays open, in milliseconds. The time is short, so that receivers rarely close a
 * connection that is about to be used.
 */
const keepAlive = 1_000;
/** The maximum number of origins with pooled connections. */
const poolLimit = 64;

/** The response of a receiver. */
export interface Answer {
  status: number | null;
  /** When the request was sent, in real milliseconds. */
  sent: number;
  /** The latency in real milliseconds. */
  latency_ms: number;
  headers: Record<string, string>;
  body: string;
  error: string | null;
}

export interface Outgoing {
  target: ReceiverAddress;
  /** The headers, as alternating names and values. */
  headers: string[];
  body: Uint8Array;
  /** The delay before the request is sent, in real milliseconds. It counts towards the timeout. */
  delay: number;
}

interface Connections {
  readonly pool: Pool;
  active: number;
}

/** Sends requests over keep-alive connections. It does not depend on deliveries. */
export class Sender {
  readonly #makePool: (origin: string) => Pool;
  readonly #timeout: number;
  readonly #byOrigin = new Map<string, Connections>();

  /** @param timeout the timeout of an attempt, in real milliseconds */
  constructor(makePool: (origin: string) => Pool, timeout: number) {
    this.#makePool = makePool;
    this.#timeout = timeout;
  }

  /** Sends a request. Calls `done` exactly once, before the timeout ends. Redirects are not followed. */
  send(outgoing: Outgoing, done: (answer: Answer) => void): void {
    const connections = this.#connectionsTo(outgoing.target.origin);
    connections.active++;
    const exchange = new Exchange(this.#timeout, (answer) => {
      connections.active--;
      done(answer);
    });
    if (outgoing.delay === 0) this.#dispatch(connections, outgoing, exchange);
    else {
      wakeAfter(outgoing.delay, () => {
        if (!exchange.ended) this.#dispatch(connections, outgoing, exchange);
      });
    }
  }

  /** Aborts all requests in flight. */
  async close(): Promise<void> {
    const pools = [...this.#byOrigin.values()];
    this.#byOrigin.clear();
    await Promise.all(pools.map(({ pool }) => pool.destroy()));
  }

  #dispatch({ pool }: Connections, { target, headers, body }: Outgoing, exchange: Exchange): void {
    pool.dispatch({ path: target.path, method: 'POST', headers, body }, exchange);
  }

  #connectionsTo(origin: string): Connections {
    let connections = this.#byOrigin.get(origin);
    if (connections === undefined) {
      if (this.#byOrigin.size >= poolLimit) this.#closeIdle();
      connections = { pool: this.#makePool(origin), active: 0 };
      this.#byOrigin.set(origin, connections);
    }
    return connections;
  }

  #closeIdle(): void {
    for (const [origin, { pool, active }] of this.#byOrigin) {
      if (active > 0) continue;
      this.#byOrigin.delete(origin);
      void pool.destroy();
    }
  }
}

/**
 * Loads the HTTP client, which would slow down a start without deliveries.
 * @param receivers determines which addresses are allowed, and which certificates to trust in addition to Node's own
 * @param timeout the timeout of an attempt, in real milliseconds; by default, as in the specification
 */
export async function loadSender({
  allowRemote,
  authority,
  timeout = attemptTimeout,
}: {
  allowRemote: WebhookTargets;
  authority: string | null;
  timeout?: number | undefined;
}): Promise<Sender> {
  const { Pool } = (await import('undici')).default;
  const lookup = guardedLookup(allowRemote);
  const trust = authority === null ? {} : { ca: [...(await import('node:tls')).rootCertificates, authority] };
  const makePool = (origin: string) =>
    new Pool(origin, {
      // The limit for attempts in flight applies per endpoint, not per origin, so that a slow endpoint does not block
      // another endpoint on the same origin.
      connections: null,
      pipelining: 1,
      keepAliveTimeout: keepAlive,
      keepAliveMaxTimeout: keepAlive,
      // A single deadline covers the whole attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { ...trust, lookup, timeout, autoSelectFamily: true } as Pool.Options['connect'],
    });
  return new Sender(makePool, timeout);
}

/** A request and its response. */
class Exchange implements Dispatcher.DispatchHandler {
  ended = false;
  readonly #timeout: number;
  readonly #done: (answer: Answer) => void;
  readonly #since = stopwatch();
  readonly #cancelTimeout: () => void;
  #controller: Dispatcher.DispatchController | null = null;
  #status: number | null = null;
  #headers: IncomingHttpHeaders | null = null;
  #chunks: Buffer[] | null = null;
  #size = 0;

  constructor(timeout: number, done: (answer: Answer) => void) {
    this.#timeout = timeout;
    this.#done = done;
    this.#cancelTimeout = wakeAfter(timeout, () => this.#timeOut());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.ended) controller.abort(new Error('too late'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.ended) return;
    const room = bodyLimit - this.#size;
    this.#chunks ??= [];
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#size += chunk.length;
    if (this.#size <= bodyLimit) return;
    this.#end(`the response is longer than ${bodyLimit} bytes, so the rest was not read`);
    controller.abort(new Error('the response exceeds the size limit'));
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    const reason = whyUnanswered(error, this.#timeout);
    this.#end(this.#status === null ? reason : `the response ended early: ${reason}`);
  }

  #timeOut(): void {
    const seconds = this.#timeout / 1000;
    this.#end(
      this.#status === null ? `no response within ${seconds} s` : `the response did not end within ${seconds} s`,
    );
    this.#controller?.abort(new Error('timed out'));
  }

  #end(error: string | null): void {
    if (this.ended) return;
    this.ended = true;
    this.#cancelTimeout();
    this.#done({
      status: this.#status,
      sent: realAt(this.#since),
      latency_ms: toTenths(stopwatch() - this.#since),
      headers: flatten(this.#headers),
      body: this.#chunks === null ? '' : textOf(this.#chunks),
      error,
    });
  }
}

/** The text of the bytes that were read, without a character that the limit cut in two. */
const textOf = (chunks: Buffer[]): string =>
  new StringDecoder('utf8').write(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));

function flatten(headers: IncomingHttpHeaders | null): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}
