import { Readable } from 'node:stream';
import { types } from 'node:util';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { nextTurn } from '../../core/base/time.ts';
import { largestInputFile } from '../../core/system/regular-file.ts';

/** Statuses whose responses have no body, and for which `Response` accepts none. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Answers a request from this process as the server answers a request from the network. Its host does not matter,
 * because callers in the same process need no guard against web pages.
 */
export function answerInProcess(app: FastifyInstance, request: Request): Promise<Response> {
  const { signal } = request;
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer(app, request), aborted]);
}

async function answer(app: FastifyInstance, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = request.body === null ? undefined : await readUpTo(largestInputFile, request.body, request.signal);
  request.signal.throwIfAborted();
  const answered = await app.inject({
    // The pipeline rejects methods that it does not know.
    method: request.method as 'GET',
    url: pathname + search,
    headers: { ...Object.fromEntries(request.headers), host: 'localhost' },
    ...(body === undefined ? {} : { payload: body }),
    payloadAsStream: true,
    signal: request.signal,
  });
  const init = { status: answered.statusCode, headers: headersOf(answered) };
  if (request.method === 'HEAD' || bodiless.has(answered.statusCode)) return new Response(null, init);
  const stream = answered.stream();
  // If the caller stops reading, the response ends.
  stream.once('close', () => answered.raw.res.destroy());
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, init);
}

/** After this many pieces of a body, other work of the process gets its turn. Pieces can be empty. */
const piecesATurn = 64;

/**
 * Reads a body. If the body is longer than any operation accepts, reads just enough for the server to reject it.
 * @throws the reason of the signal; the error of the stream
 */
async function readUpTo(most: number, body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Buffer> {
  const reader = body.getReader();
  // The stream may have failed, or may wait for data that never arrives.
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (let count = 1; length <= most; count++) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!types.isUint8Array(value)) throw new TypeError('The body stream must contain bytes.');
      pieces.push(value);
      length += value.byteLength;
      if (count % piecesATurn === 0) await new Promise<void>(nextTurn);
    }
    return Buffer.concat(pieces, Math.min(length, most + 1));
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

function headersOf({ headers }: LightMyRequestResponse): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [String(value)]) all.append(name, each);
  }
  return all;
}
