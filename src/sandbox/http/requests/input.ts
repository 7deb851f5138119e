import type { FastifyRequest } from 'fastify';
import { didYouMean } from '../../../core/base/closest.ts';
import { maskSecrets } from '../../../core/kernel/credentials.ts';
import { errorOf, errorOfPart, refusal, resourceMissing, ServiceError } from '../../../core/kernel/errors.ts';
import type { InputCheck } from '../../../core/validation/input-check.ts';
import { maskDeeply } from './parse-body.ts';
import { placeholdersIn } from './placeholders.ts';
import { urlMayHoldCardNumber } from './redaction.ts';

export const parameterUnknown = refusal(400, 'parameter_unknown');

/** The checks of an operation's input. */
export interface Checks {
  readonly operation: { readonly id: string };
  readonly body: InputCheck | null;
  readonly query: InputCheck | null;
}

export interface CheckedInput {
  body: Record<string, unknown>;
  query: Record<string, unknown>;
  params: Record<string, string>;
}

const noFields = Object.freeze({});
/** The longest parameter of a path, in characters. */
export const longestParam = 500;
const asSent = (query: unknown): unknown => query;

/** The parameters of the path. A possible card number is masked. */
export const paramsOf = (request: FastifyRequest): Record<string, string> =>
  (urlMayHoldCardNumber(request.url) ? maskDeeply(request.params, new Set()) : request.params) as Record<
    string,
    string
  >;

/**
 * Checks a request against the operation's schemas, and gives the request log the names of unknown fields.
 * @throws 400 `parameter_missing`, `parameter_invalid`, or `parameter_unknown` if the emulator is strict; 404
 * `resource_missing` if the path contains a text that is longer than any id
 */
export function checkInput(
  checks: Checks,
  request: FastifyRequest,
  strict: boolean,
  queryOf: (query: unknown) => unknown = asSent,
): CheckedInput {
  const { operation } = checks;
  const sentInUrl = { query: queryOf(request.query), params: request.params };
  const given = urlMayHoldCardNumber(request.url) ? maskDeeply(sentInUrl, new Set()) : sentInUrl;
  if (Object.values(request.params as object).some((value: string) => value.length > longestParam)) throw longId();
  // JSON null is not an object, and is different from a missing body.
  const sent = request.body === undefined ? noFields : request.body;
  const unknown: string[] = [];
  let query: Record<string, unknown> = noFields;
  let body: Record<string, unknown> = noFields;
  try {
    if (checks.query === null) unknown.push(...Object.keys(given.query as object));
    else query = checks.query.query(given.query as Record<string, unknown>, unknown);
    if (checks.body !== null) body = checks.body.body(sent, unknown);
    else if (typeof sent === 'object' && sent !== null) unknown.push(...Object.keys(sent));
  } catch (error) {
    // A strict emulator names the misspelled field, not the field that is missing because of it.
    const isMissing = error instanceof ServiceError && error.code === 'parameter_missing';
    if (!strict || unknown.length === 0 || !isMissing) throw error;
  } finally {
    // A missing field may have been sent under a misspelled name.
    if (unknown.length > 0 && request.call !== null) {
      request.call.unknown = [...request.call.unknown, ...unknown.map(maskSecrets)];
    }
  }
  if (unknown.length > 0 && strict) {
    if (request.call !== null) request.call.refusesUnknown = true;
    const name = unknown[0]!.slice(0, 100);
    const known = [...(checks.body?.fields ?? []), ...(checks.query?.fields ?? [])];
    const text = `${operation.id} has no field '${name}'.${didYouMean(name, known)}`;
    throw errorOfPart(parameterUnknown, name, text);
  }
  notePlaceholders(request, body, strict);
  return { body, query, params: given.params as Record<string, string> };
}

export const longId = (): ServiceError =>
  errorOf(resourceMissing, 'The id in the path is longer than any existing id.');

/**
 * Reports the placeholders in addresses as ignored, because the service does not replace them.
 * @throws 400 `parameter_unknown` if the emulator is strict
 */
function notePlaceholders({ call }: FastifyRequest, body: Record<string, unknown>, strict: boolean): void {
  const found = placeholdersIn(body);
  const [first] = found;
  if (first === undefined) return;
  if (call !== null) {
    call.unknown = [...call.unknown, ...found.map(({ field, text }) => `${field}.${text}`)];
    call.refusesUnknown = strict;
  }
  const { field, text } = first;
  const message = `${field} contains ${text}, which the service does not replace. Use your own id instead, such as the order id.`;
  if (strict) throw errorOfPart(parameterUnknown, field, message);
}
