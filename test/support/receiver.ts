import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived, byte for byte. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  /** The raw body. */
  bytes: Buffer;
  /** The raw body as text. */
  body: string;
  /** `performance.now()` when the body was complete. */
  at: number;
}

export interface ReceiverAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/**
 * What to answer. A function that returns nothing answers by itself, on the raw response, or never.
 * `index` counts requests from 0.
 */
export type Answering = (
  request: ReceivedRequest,
  response: ServerResponse,
  index: number,
  // biome-ignore lint/suspicious/noConfusingVoidType: a function without a return statement is allowed too
) => ReceiverAnswer | undefined | void | Promise<ReceiverAnswer | undefined | void>;

export interface Receiver {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  readonly requests: ReceivedRequest[];
  /** How many requests wait for their answer now, and at most did so at once. */
  readonly inFlight: number;
  readonly mostInFlight: number;
  /** How many connections were made. */
  readonly connections: number;
  /** Sets what is returned from now on; a plain object is answered for every request. */
  answer(how: Answering | ReceiverAnswer): void;
  /** Resolves when the predicate holds, asked at every change; rejects after `timeout` milliseconds. */
  waitFor(predicate: (requests: ReceivedRequest[]) => boolean, timeout?: number): Promise<ReceivedRequest[]>;
  /** Resolves when so many requests have arrived. */
  received(count: number, timeout?: number): Promise<ReceivedRequest[]>;
  close(): Promise<void>;
}

/** A real HTTP server on a free port that records what it gets. Answers 200 with an empty body unless told otherwise. */
export async function startReceiver(how: Answering | ReceiverAnswer = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const watchers = new Set<() => void>();
  let answering: Answering;
  let inFlight = 0;
  let mostInFlight = 0;
  let connections = 0;
  const changed = () => {
    for (const watch of [...watchers]) watch();
  };
  const answer = (next: Answering | ReceiverAnswer) => {
    answering = typeof next === 'function' ? next : () => next;
  };
  answer(how);

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    inFlight++;
    mostInFlight = Math.max(mostInFlight, inFlight);
    response.on('close', () => {
      inFlight--;
      changed();
    });
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', () => {});
    response.on('error', () => {});
    incoming.on('end', async () => {
      const bytes = Buffer.concat(chunks);
      const { method = '', url: path = '', headers, rawHeaders } = incoming;
      const request = { method, path, headers, rawHeaders, bytes, body: bytes.toString(), at: performance.now() };
      const index = requests.push(request) - 1;
      changed();
      const given = await answering(request, response, index);
      if (given === undefined) return;
      response.writeHead(given.status ?? 200, given.headers);
      response.end(given.body ?? '');
    });
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const waitFor: Receiver['waitFor'] = (predicate, timeout = 60_000) =>
    new Promise((resolve, reject) => {
      const watch = () => {
        if (!predicate(requests)) return;
        watchers.delete(watch);
        clearTimeout(timer);
        resolve(requests);
      };
      const timer = setTimeout(() => {
        watchers.delete(watch);
        reject(new Error(`The receiver waited ${timeout} ms in vain; it has ${requests.length} requests.`));
      }, timeout);
      watchers.add(watch);
      watch();
    });

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    get inFlight() {
      return inFlight;
    },
    get mostInFlight() {
      return mostInFlight;
    },
    get connections() {
      return connections;
    },
    answer,
    waitFor,
    received: (count, timeout) => waitFor((all) => all.length >= count, timeout),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
