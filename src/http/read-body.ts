import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidPart, refuse } from '../kernel/errors.ts';
import type { Call, Served } from './call.ts';
import { hasEscapes, maskDeeply, mayHoldCardNumber, parseJson } from './parse-body.ts';
import { redactBody } from './redaction.ts';
import { notJson, unsupportedMediaType } from './replies.ts';

/**
 * Makes a scope accept JSON bodies, forms for the operations that take them, and nothing else.
 * @param sensitiveOf the fields that an operation reads and drops itself
 */
export function takeBodies(
  scope: FastifyInstance,
  sensitiveOf: (operation: Served) => ReadonlySet<string> | undefined,
): void {
  scope.removeAllContentTypeParsers();
  const parser =
    (parse: (bytes: Buffer) => { text: string; value: unknown }) =>
    (request: FastifyRequest, bytes: string | Buffer, done: (error: Error | null, body?: unknown) => void): void => {
      try {
        if (!request.is404) checkEncoding(request);
        const operation = request.call?.operation;
        const sensitive = (operation && sensitiveOf(operation)) ?? none;
        done(null, bytes.length === 0 ? undefined : readBody(request.call, parse(bytes as Buffer), sensitive));
      } catch (error) {
        done(error as Error);
      }
    };
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, parser(parseJson));
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: string | Buffer, done) => {
      if (request.call?.operation?.form !== true && bytes.length > 0 && !request.is404) done(notJson());
      else parser(parseForm)(request, bytes, done);
    },
  );
  // PHP's curl and `curl -d ''` name a content type but send no body.
  scope.addContentTypeParser('*', ({ headers, is404 }, body, done) => {
    if (headers['content-length'] !== '0' && !is404) return done(notJson());
    body.resume();
    done(null);
  });
}

/**
 * Refuses a body that is compressed or not UTF-8.
 * @throws 415 `unsupported_media_type`
 */
export function checkEncoding({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw refuse(unsupportedMediaType, 'Send the body as it is: no Content-Encoding but identity is read.');
  }
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw refuse(unsupportedMediaType, 'Send the body in UTF-8: no other charset is read.');
  }
}

/** @throws 400 `parameter_invalid` for a repeated field */
function parseForm(bytes: Buffer): { text: string; value: unknown } {
  const fields = new URLSearchParams(bytes.toString('utf8'));
  for (const name of fields.keys()) {
    if (fields.getAll(name).length > 1) throw invalidPart(name.slice(0, 100), `${name} is given more than once.`);
  }
  const value = Object.fromEntries(fields);
  return { text: JSON.stringify(value), value };
}

const none: ReadonlySet<string> = new Set();

/** Keeps the part of a body for the log, and masks possible card numbers in other fields. */
function readBody(
  call: Call | null,
  { text, value }: { text: string; value: unknown },
  sensitive: ReadonlySet<string>,
): unknown {
  const found = { cardNumber: mayHoldCardNumber(text), escapes: hasEscapes(text) };
  if (call !== null) Object.assign(call, redactBody(value, text, sensitive, found.escapes));
  return found.cardNumber || found.escapes ? maskDeeply(value, sensitive) : value;
}
