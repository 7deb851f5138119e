import { Readable } from 'node:stream';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** Statuses whose answers have no body, for which `Response` takes none. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Answers a request of this process as the server answers one of the network. Its host does not matter: who calls in the
 * same process needs no guard against web pages.
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
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  request.signal.throwIfAborted();
  const answered = await app.inject({
    // The pipeline refuses methods that it does not know.
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
  // A caller that reads no further ends the answer.
  stream.once('close', () => answered.raw.res.destroy());
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, init);
}

function headersOf({ headers }: LightMyRequestResponse): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [String(value)]) all.append(name, each);
  }
  return all;
}
