import type { FastifyReply, FastifyRequest } from 'fastify';
import { secondMs, toHttpDate } from '../../core/base/instants.ts';
import { realNow } from '../../core/base/time.ts';
import type { Body } from './answers.ts';
import { type Headers, rateHeaders } from './replies.ts';
import { asHeader } from './requests/unknown-fields.ts';
import { headersForPages } from './surfaces/cors.ts';

/*
 * Sends answers of operations. The framework's `send` writes head and body separately, and then an empty chunk. If an
 * answer is written as one text, which Node copies once, a read takes 2 µs less of its 28 µs on one core. The command
 * `npm run bench -- --only requests` measures this beside a bare server.
 */

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

/** The headers of a response, without those that describe its body. */
function headersOf(request: FastifyRequest): Headers {
  const { call } = request;
  const headers: Headers = call?.rate == null ? {} : rateHeaders(call.rate);
  headers['request-id'] = request.id;
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
