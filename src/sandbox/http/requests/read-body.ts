import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FairTurns } from '../../../core/base/turns.ts';
import { errorOf, invalidPart } from '../../../core/kernel/errors.ts';
import type { Call, ServedOperation } from '../call.ts';
import { notJson, unsupportedMediaType } from '../replies.ts';
import { hasEscapes, maskDeeply, mayHoldCardNumber, mostValues, parseJson } from './parse-body.ts';
import { redactBody } from './redaction.ts';

/** How many fields a form can have. The forms of our pages and of OAuth have a few dozen at most. */
const mostFormFields = 1_000;
/** The longest field of a form, in characters. */
const longestFormField = 4_096;

type Parse = (bytes: Buffer, most: number) => { text: string; value: unknown };
type BodyCallback = (error: Error | null, body?: unknown) => void;

/** The workspace of a request, as far as it is known before its body is read. */
const ownerOf = ({ call }: FastifyRequest): string => call?.caller?.workspace.id ?? '';

/** A body with more bytes is read in a turn of its workspace, because it takes more than a millisecond. */
const largeBody = 64 * 1024;

/**
 * Makes a scope accept JSON bodies, and also forms for the operations that accept forms. Other bodies are rejected.
 * @param turns gives the workspace of a large body its turn
 * @param sensitiveOf the fields that an operation reads and drops itself
 */
export function takeBodies(
  scope: FastifyInstance,
  turns: FairTurns,
  sensitiveOf: (operation: ServedOperation) => ReadonlySet<string> | undefined,
): void {
  scope.removeAllContentTypeParsers();
  const readNow = (parse: Parse, request: FastifyRequest, bytes: Buffer, done: BodyCallback): void => {
    try {
      if (!request.is404) checkEncoding(request);
      const operation = request.call?.operation;
      const sensitive = (operation && sensitiveOf(operation)) ?? none;
      // A body that an operation declares to be large, such as a fixture, can have any number of values.
      const most = operation?.largestBody === undefined ? mostValues : Number.POSITIVE_INFINITY;
      done(null, bytes.length === 0 ? undefined : readBody(request.call, parse(bytes, most), sensitive));
    } catch (error) {
      done(error as Error);
    }
  };
  const parser =
    (parse: Parse) =>
    (request: FastifyRequest, body: string | Buffer, done: BodyCallback): void => {
      const bytes = body as Buffer;
      if (bytes.length <= largeBody) readNow(parse, request, bytes, done);
      else void turns.next(ownerOf(request)).then(() => readNow(parse, request, bytes, done));
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
 * Rejects a body that is compressed or not in UTF-8.
 * @throws 415 `unsupported_media_type`
 */
export function checkEncoding({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw errorOf(unsupportedMediaType, 'Send the body uncompressed. The only supported Content-Encoding is identity.');
  }
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw errorOf(unsupportedMediaType, 'Send the body in UTF-8. No other charset is supported.');
  }
}

/**
 * The fields of a form.
 * @throws 400 `parameter_invalid` for a repeated or long field, or too many fields
 */
export function formFields(form: URLSearchParams): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    const shown = name.slice(0, 100);
    if (fields.has(name)) throw invalidPart(shown, `The form contains the field ${shown} twice.`);
    if (fields.size === mostFormFields) throw invalidPart('body', `The form has more than ${mostFormFields} fields.`);
    if (value.length > longestFormField) {
      throw invalidPart(shown, `The field ${shown} of the form is longer than ${longestFormField} characters.`);
    }
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

function parseForm(bytes: Buffer): { text: string; value: unknown } {
  const value = formFields(new URLSearchParams(bytes.toString('utf8')));
  return { text: JSON.stringify(value), value };
}

const none: ReadonlySet<string> = new Set();

/** Keeps the part of a body that the log stores, and masks possible card numbers in other fields. */
function readBody(
  call: Call | null,
  { text, value }: { text: string; value: unknown },
  sensitive: ReadonlySet<string>,
): unknown {
  const found = { cardNumber: mayHoldCardNumber(text), escapes: hasEscapes(text) };
  if (call !== null) call.body = redactBody(value, text, sensitive, found.escapes);
  return found.cardNumber || found.escapes ? maskDeeply(value, sensitive) : value;
}
