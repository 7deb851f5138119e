import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { whyUnanswered } from '../../../core/base/system-errors.ts';
import { realNow, stopwatch } from '../../../core/base/time.ts';
import { ServiceError } from '../../../core/kernel/errors.ts';
import { PassingBody } from './body-text.ts';
import type { HarPair } from './har.ts';
import type { PassedCall } from './hidden-call.ts';
import { hasLiveKey, liveKeyRefused, withoutLiveKeys } from './live-keys.ts';

/** The target of a request. */
export interface Target {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** Whether the request is a webhook delivery to the application. */
  readonly isDelivery: boolean;
  readonly refusesLiveKeys: boolean;
}

/** How a request is sent. */
interface Way {
  readonly dispatcher: Dispatcher;
  /** How long the service can take to start its response, in milliseconds. */
  readonly timeout: number;
}

/** Headers that apply to one connection, so each side sets its own. */
const ofConnection = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const via: HarPair = { name: 'Via', value: '1.1 emulator' };

/**
 * Forwards a request to its target, and the response back, unchanged.
 * @returns the call, once the response has ended or was aborted; null if the request was not sent
 */
export async function relay(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { origin, path, isDelivery, refusesLiveKeys }: Target,
  { dispatcher, timeout }: Way,
): Promise<PassedCall | null> {
  const { method = 'GET' } = incoming;
  const headers = pairsOf(incoming.rawHeaders);
  const passing = endToEnd(headers).map((pair) =>
    pair.name.toLowerCase() === 'host' ? { ...pair, value: new URL(origin).host } : pair,
  );
  if (refusesLiveKeys && hasLiveKey(path, headers)) {
    refuse(outgoing, liveKeyRefused());
    return null;
  }
  const sent = new PassingBody();
  const answer = new Answer(outgoing);
  const body = bodyOf(incoming, sent, refusesLiveKeys);
  const options = {
    origin,
    path,
    method: method as Dispatcher.HttpMethod,
    body,
    headersTimeout: timeout,
    bodyTimeout: 0,
  };
  const failure = await answer
    .of((handler) => dispatcher.dispatch({ ...options, headers: recordOf([...passing, via]) }, handler))
    .catch((error: Error) => error);
  if (failure instanceof ServiceError) {
    refuse(outgoing, failure);
    return null;
  }
  const error = failure === null ? null : whyUnanswered(failure, timeout);
  if (error !== null) {
    const name = isDelivery ? 'The application' : 'The service';
    refuse(outgoing, new ServiceError('api_error', `${name} did not answer: ${error}.`, { status: 502 }));
  }
  const { startedAt, wait, receive, status, statusText } = answer;
  return {
    startedAt,
    wait,
    receive,
    method,
    url: origin + path,
    request: { headers: passing, body: sent },
    answer: { headers: answer.headers, body: answer.body, status, statusText },
    error,
  };
}

/** Responds with an error in the service's format. Aborts the connection if the response has already begun. */
export function refuse(outgoing: ServerResponse, error: ServiceError): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(error.status, { 'Content-Type': 'application/json' });
  outgoing.end(JSON.stringify(error.body()));
}

/** Forwards a response to the application as it arrives, and stores it. */
class Answer {
  readonly startedAt = realNow();
  readonly body = new PassingBody();
  headers: readonly HarPair[] = [];
  status = 0;
  statusText = '';
  wait = 0;
  receive = 0;
  readonly #outgoing: ServerResponse;
  readonly #since = stopwatch();

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  /** @returns once the response has ended: null, or why it is missing or incomplete */
  of(dispatch: (handler: Dispatcher.DispatchHandler) => void): Promise<Error | null> {
    const outgoing = this.#outgoing;
    return new Promise((resolve) => {
      let controller: Dispatcher.DispatchController | null = null;
      const left = new Error('the application closed the connection before the response ended');
      outgoing.once('close', () => {
        if (!outgoing.writableFinished) controller?.abort(left);
      });
      dispatch({
        onRequestStart: (started) => {
          controller = started;
          if (outgoing.destroyed) started.abort(left);
        },
        onResponseStart: (started, status, _, statusText = '') => {
          if (status >= 200) this.#begin(status, statusText, started.rawHeaders);
        },
        onResponseData: (started, chunk) => {
          this.body.add(chunk);
          if (outgoing.write(chunk)) return;
          started.pause();
          outgoing.once('drain', () => started.resume());
        },
        onResponseEnd: () => {
          this.#measure();
          outgoing.end();
          resolve(null);
        },
        onResponseError: (_, error) => {
          this.#measure();
          resolve(error);
        },
      });
    });
  }

  #begin(status: number, statusText: string, raw: Dispatcher.DispatchController['rawHeaders']): void {
    this.wait = stopwatch() - this.#since;
    this.status = status;
    this.statusText = statusText;
    this.headers = endToEnd(
      pairsOf(
        Array.isArray(raw)
          ? raw
          : Object.entries(raw ?? {})
              .flat()
              .map(String),
      ),
    );
    const flat = [...this.headers, via].flatMap(({ name, value }) => [name, value]);
    const outgoing = this.#outgoing;
    // Node would add these headers.
    outgoing.sendDate = false;
    outgoing.removeHeader('connection');
    if (statusText === '') outgoing.writeHead(status, flat);
    else outgoing.writeHead(status, statusText, flat);
    // The application may need the headers before a slow body arrives. `flushHeaders` would encode them as UTF-8.
    outgoing.write(Buffer.alloc(0));
  }

  #measure(): void {
    const whole = stopwatch() - this.#since;
    if (this.status === 0) this.wait = whole;
    this.receive = whole - this.wait;
  }
}

/** Converts a list of alternating names and values, as Node reads and writes headers. Each byte is one character. */
const pairsOf = (raw: readonly (Buffer | string)[]): HarPair[] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [{ name: latin1(name), value: latin1(raw[at + 1]!) }] : []));

const latin1 = (text: Buffer | string): string => (typeof text === 'string' ? text : text.toString('latin1'));

function endToEnd(headers: readonly HarPair[]): HarPair[] {
  const named = headers
    .filter(({ name }) => name.toLowerCase() === 'connection')
    .flatMap(({ value }) => value.toLowerCase().split(/\s*,\s*/));
  return headers.filter(({ name }) => !ofConnection.has(name.toLowerCase()) && !named.includes(name.toLowerCase()));
}

/**
 * The headers in their order; a repeated header has a list of values. The undici proxy accepts no other form for it.
 */
function recordOf(headers: readonly HarPair[]): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const { name, value } of headers) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0]! : all]));
}

function bodyOf(incoming: IncomingMessage, kept: PassingBody, isSearched: boolean): Readable | null {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers;
  if (encoding === undefined && Number(length) === 0) return null;
  async function* pieces(): AsyncGenerator<Buffer> {
    // Keep the connection open: a service can respond before it has read everything.
    for await (const piece of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      kept.add(piece);
      yield piece;
    }
  }
  const { 'content-type': mimeType = '', 'content-encoding': packing = '' } = incoming.headers;
  const searched = isSearched ? withoutLiveKeys(pieces(), { mimeType, encoding: packing }) : pieces();
  return Readable.from(searched, { objectMode: false });
}
