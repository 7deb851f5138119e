import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from './answers.ts';
import { headersForPages } from './cors.ts';
import { asHeader } from './ignored.ts';
import { rateHeaders } from './replies.ts';

/*
 * How answers of operations leave. The framework's `send` writes head and body in two pieces, with an empty third one
 * that ends them; written as one text, which Node copies once, they cost 2 µs of the 28 that a read takes in all.
 */

const json = 'application/json; charset=utf-8';

/** Sends an answer in JSON, with the headers that its request has brought about. */
export function sendJson(request: FastifyRequest, { raw }: FastifyReply, status: number, { text, length }: Body): void {
  raw.writeHead(status, [...headersOf(request), 'content-type', json, 'content-length', String(length)]);
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

/** The headers of an answer beside those that tell of its body: each name with its value behind it. */
export function headersOf(request: FastifyRequest): string[] {
  const { call } = request;
  const headers =
    call?.rate == null ? ['request-id', request.id] : ['request-id', request.id, ...rateHeaders(call.rate)];
  if (request.headers.origin !== undefined) headers.push(...headersForPages(request));
  if (call !== null) {
    if (call.headers.length > 0) headers.push(...call.headers);
    // The control API refuses what it does not know, and names it.
    if (call.unknown.length > 0 && call.operation?.surface !== 'control') {
      headers.push('x-emulator-ignored', asHeader(call.unknown));
    }
  }
  return headers;
}

/** Gives an answer that the framework sends the same headers. */
export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const headers = headersOf(request);
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at]!, headers[at + 1]!);
}
