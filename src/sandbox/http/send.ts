import type { FastifyReply, FastifyRequest } from 'fastify';
import { secondMs, toHttpDate } from '../../core/base/instants.ts';
import { realNow, wakeAfter } from '../../core/base/time.ts';
import type { Turns } from '../../core/base/turns.ts';
import type { StreamedJson } from '../control/operation.ts';
import type { Body } from './answers.ts';
import { type Headers, rateHeaders } from './replies.ts';
import { asHeader } from './requests/unknown-fields.ts';
import { headersForPages } from './surfaces/cors.ts';

/*
 * Sends answers of operations. The framework's `send` writes head and body separately, and then an empty chunk. If an
 * answer is written as one text, which Node copies once, a read takes 2 µs less of its 28 µs on one core. The command
 * `npm run bench -- --only requests` measures this beside a bare server.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted as soon as the emulator begins to stop. */
    isStopping: AbortSignal;
  }
}

const json = 'application/json; charset=utf-8';

const none: readonly string[] = [];

/**
 * Sends a JSON response with the headers that belong to its request.
 * @param unsent names of headers, in lowercase, that the response omits
 */
export function sendJson(
  request: FastifyRequest,
  { raw }: FastifyReply,
  status: number,
  { text, length }: Body,
  unsent: readonly string[] = none,
): void {
  const headers = headersOf(request);
  for (const name of unsent) delete headers[name];
  headers['content-type'] = json;
  headers['content-length'] = String(length);
  raw.writeHead(status, headers);
  // If a text has as many bytes as characters, it is the same in both encodings.
  const encoding = length === text.length ? 'latin1' : 'utf8';
  const { socket } = raw;
  if (request.method === 'HEAD') {
    raw.end();
  } else if (socket === null) {
    // An earlier request on the connection still has no response.
    raw.end(text, encoding);
  } else {
    // `end` with a body would cork the socket until an empty chunk was added.
    socket.cork();
    raw.write(text, encoding);
    socket.uncork();
    raw.end();
  }
}

/** How long a caller can read nothing of a response in pieces, in milliseconds. */
const mostSilence = 30_000;

/** Sends a JSON response piece by piece. The next piece is created only when the caller has read the earlier pieces. */
export async function sendStreamed(
  request: FastifyRequest,
  { raw }: FastifyReply,
  { pieces }: StreamedJson,
  turns: Turns,
): Promise<void> {
  raw.writeHead(200, { ...headersOf(request), 'content-type': json });
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  try {
    for (const piece of pieces) {
      if (raw.destroyed) return;
      if (!raw.write(piece)) await drained(raw);
      if (turns.isDue) await turns.next();
    }
    raw.end();
  } catch (error) {
    // The status is already sent, so the caller sees the failure as a connection that is cut.
    raw.destroy();
    throw error;
  }
}

/** Resolves when the caller has read what was written, or is gone. A caller that reads nothing is disconnected. */
const drained = (raw: FastifyReply['raw']): Promise<void> =>
  new Promise((resolve) => {
    const cancel = wakeAfter(mostSilence, () => raw.destroy());
    const proceed = (): void => {
      cancel();
      raw.off('drain', proceed);
      raw.off('close', proceed);
      resolve();
    };
    raw.on('drain', proceed);
    raw.on('close', proceed);
  });

/** The headers of a response, without those that describe its body. */
function headersOf(request: FastifyRequest): Headers {
  const { call } = request;
  const headers: Headers = call?.rate == null ? {} : rateHeaders(call.rate);
  headers['request-id'] = request.id;
  // The next request must not meet a connection that the stop is about to close.
  if (request.server.isStopping.aborted) headers.connection = 'close';
  if (request.headers.origin !== undefined) Object.assign(headers, headersForPages(request));
  if (call !== null) {
    // The service uses the emulated clock. If it is equal to the machine's clock, Node writes the header.
    if (call.at > 0 && Math.abs(call.at - realNow()) > secondMs) headers.date = toHttpDate(call.at);
    if (call.headers !== null) Object.assign(headers, call.headers);
    // The control API always rejects unknown fields, and names them in its error.
    if (call.unknown.length > 0 && call.operation?.surface !== 'control') {
      headers[call.refusesUnknown ? 'x-emulator-refused' : 'x-emulator-ignored'] = asHeader(call.unknown);
    }
  }
  return headers;
}

/** Adds the same headers to a response that the framework sends. */
export const setHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers(headersOf(request));
