import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../engine/errors.ts';
import type { InputCheck } from '../validation/input-check.ts';
import { maskDeeply } from './parse-body.ts';
import { urlMayHoldCardNumber } from './redaction.ts';

/** What an operation takes, as it is checked. */
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

const none: readonly string[] = [];
const noFields = Object.freeze({});

/** What stands in the path; what might be a card number is masked. */
export const paramsOf = (request: FastifyRequest): Record<string, string> =>
  (urlMayHoldCardNumber(request.url) ? maskDeeply(request.params, new Set()) : request.params) as Record<
    string,
    string
  >;

/**
 * Checks what a request sent by the operation's schemas, and tells the request log which of its fields nobody knows.
 * @throws 400 `parameter_missing`, `parameter_invalid`, or `parameter_unknown` where the emulator is strict
 */
export function checkInput(checks: Checks, request: FastifyRequest, strict: boolean): CheckedInput {
  const { operation } = checks;
  const given = urlMayHoldCardNumber(request.url)
    ? maskDeeply({ query: request.query, params: request.params }, new Set())
    : { query: request.query, params: request.params };
  const query = checks.query?.query(given.query as Record<string, unknown>);
  const sent = request.body ?? noFields;
  const body = checks.body?.body(sent);
  const unknown = [
    ...(query?.unknown ?? Object.keys(given.query as object)),
    ...(body?.unknown ?? (typeof sent === 'object' ? Object.keys(sent) : none)),
  ];
  if (unknown.length > 0) {
    if (request.call !== null) request.call.unknown = unknown;
    if (strict) {
      const name = unknown[0]!;
      throw new ServiceError('invalid_request_error', `${operation.id} knows no field '${name}'.`, {
        code: 'parameter_unknown',
        param: name,
      });
    }
  }
  return {
    body: body?.value ?? noFields,
    query: query?.value ?? noFields,
    params: given.params as Record<string, string>,
  };
}
