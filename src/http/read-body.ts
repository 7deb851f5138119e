import type { FastifyInstance } from 'fastify';
import type { Call } from './call.ts';
import { hasEscapes, maskDeeply, mayHoldCardNumber, parseJson } from './parse-body.ts';
import { redactBody } from './redaction.ts';
import { notJson } from './replies.ts';

/**
 * Lets a scope take JSON bodies and nothing else.
 * @param sensitiveOf the names of fields that the operation of a call takes in and drops itself
 */
export function takeJson(app: FastifyInstance, sensitiveOf: (call: Call) => ReadonlySet<string> | undefined): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ call }, bytes, done) => {
    try {
      done(null, readBody(call, bytes as Buffer, (call && sensitiveOf(call)) ?? new Set()));
    } catch (error) {
      done(error as Error);
    }
  });
  // PHP's curl and `curl -d ''` name a type of the body that they do not send.
  app.addContentTypeParser('*', ({ headers, is404 }, body, done) => {
    if (headers['content-length'] !== '0' && !is404) return done(notJson());
    body.resume();
    done(null);
  });
}

/** Reads a body, keeps what the log may have of it, and masks what might be a card number where none belongs. */
function readBody(call: Call | null, bytes: Buffer, sensitive: ReadonlySet<string>): unknown {
  if (bytes.length === 0) return undefined;
  const { text, value } = parseJson(bytes);
  if (call !== null) Object.assign(call, redactBody(value, text, sensitive));
  return mayHoldCardNumber(text) || hasEscapes(text) ? maskDeeply(value, sensitive) : value;
}
