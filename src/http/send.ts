import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from './answers.ts';
import { headersForPages } from './cors.ts';
import { asHeader } from './ignored.ts';
import { type Headers, rateHeaders } from './replies.ts';

/*
 * How answers of operations leave. The framework's `send` writes head and body in two pieces, with an empty third one
 * that ends them; written as one text, which Node copies once, they cost 2 µs less of the 28 that a read takes on one
 * core. `npm run bench -- --only requests` measures it again, beside a bare server.
 */

const json = 'application/json; charset=utf-8';

/** Sends an answer in JSON, with the headers that its request has brought about. */
export function sendJson(request: FastifyRequest, { raw }: FastifyReply, status: number, { text, length }: Body): void {
  const headers = headersOf(request);
  headers['content-type'] = json;
  headers['content-length'] = String(length);
  raw.writeHead(status, headers);
  // A text of as many bytes as characters has no character that the two encodings write differently.
  const encoding = length === text.length ? 'latin1' : 'utf8';
  const { socket } = raw;
  if (request.method === 'HEAD') {
    raw.end();
  } else if (socket === null) {
    // An earlier request of the connection still has to be answered.
    raw.end(text, encoding);
  } else {
    // Ended with its body, it would be corked until an empty piece was added.
    socket.cork();
    raw.write(text, encoding);
    socket.uncork();
    raw.end();
  }
}

/** The headers of an answer beside those that tell of its body. */
function headersOf(request: FastifyRequest): Headers {
  const { call } = request;
  const headers: Headers = call?.rate == null ? {} : rateHeaders(call.rate);
  headers['request-id'] = request.id;
  if (request.headers.origin !== undefined) Object.assign(headers, headersForPages(request));
  if (call !== null) {
    if (call.headers !== null) Object.assign(headers, call.headers);
    // The control API refuses what it does not know, and names it.
    if (call.unknown.length > 0 && call.operation?.surface !== 'control') {
      headers['x-emulator-ignored'] = asHeader(call.unknown);
    }
  }
  return headers;
}

/** Gives an answer that the framework sends the same headers. */
export const setHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers(headersOf(request));
