import { createHash } from 'node:crypto';
import { dayMs } from '../base/instants.ts';
import { collection } from '../store/collection.ts';
import type { Context } from './context.ts';
import { Integer, T, Timestamp } from './declare/schema.ts';
import { errorOfPart, invalidPart, refusal } from './errors.ts';
import { forgetOld } from './expire-records.ts';

/** An identical request is still being processed. */
export const requestInProgress = refusal(409, 'request_in_progress');
/** The same refusal in the client API. */
export const duplicateRequest = refusal(409, 'duplicate_request', { origin: 'client' });
export const keyReused = refusal(409, 'idempotency_key_reused');

/** How long an `Idempotency-Key` returns its stored response, in milliseconds (specification, "Limits" 6). */
export const replayedFor = dayMs;
export const longestKey = 255;

/** @throws 400 `parameter_invalid` if the key is empty or longer than 255 characters */
export function checkIdempotencyKey(key: string): void {
  if (key.length > 0 && key.length <= longestKey) return;
  throw invalidPart('Idempotency-Key', `An Idempotency-Key must have 1 to ${longestKey} characters.`);
}

/** A digest of a request that does not depend on the order of its fields. */
export const digestOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request, fieldsInOrder)).digest('hex');

function fieldsInOrder(_name: string, held: unknown): unknown {
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return held;
  return Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const KeptAnswerModel = T.Object({
  /** A digest of the caller, the scope and the `Idempotency-Key`. */
  id: T.String(),
  /** A digest of the request. It reveals whether a different request uses the same key. */
  request: T.String(),
  status: Integer({ minimum: 200, maximum: 599 }),
  /** The body of the response, as JSON. */
  body: T.String(),
  created_at: Timestamp(),
});
/** The stored response to a request with an `Idempotency-Key`, exactly as it was sent. */
export type KeptAnswer = Readonly<T.Static<typeof KeptAnswerModel>>;

export const keptAnswers = collection('kept_answer', {
  model: KeptAnswerModel,
  prefix: 'kept',
  removable: true,
  indexes: [],
});

/** A request with an `Idempotency-Key`. */
export type KeyedRequest = Pick<KeptAnswer, 'id' | 'request'>;

/**
 * @param scope the caller and the operation
 * @param sent all values that identify the request. Only their digest is stored. The digest includes the key, which
 * is not stored, so that a short secret cannot be found by trying all values.
 * @throws 400 `parameter_invalid` if the key is empty or too long
 */
export function keyedRequest(key: string, scope: unknown, sent: unknown): KeyedRequest {
  checkIdempotencyKey(key);
  return { id: `${keptAnswers.prefix}_${digestOf([scope, key])}`, request: digestOf([key, sent]) };
}

/**
 * Returns the response to an earlier identical request; null if there was no such request in the last 24 hours.
 * @throws 409 `idempotency_key_reused` if a different request used the key
 */
export function findKept(ctx: Context, { id, request }: KeyedRequest): KeptAnswer | null {
  const kept = ctx.find(keptAnswers, id);
  if (kept === undefined || ctx.isOver(kept.created_at, replayedFor)) return null;
  if (kept.request === request) return kept;
  const text = 'This Idempotency-Key was already used for a different request; use a new one.';
  throw errorOfPart(keyReused, 'Idempotency-Key', text);
}

/** Stores a response in the unit of work of its request, so that both are stored or undone together. */
export function keepAnswer(ctx: Context, { id, request }: KeyedRequest, status: number, body: string): void {
  // Remove an expired response first, because responses expire in the order in which they were added.
  ctx.remove(keptAnswers, id);
  forgetOld(ctx, keptAnswers, replayedFor);
  ctx.add(keptAnswers, { id, request, status, body, created_at: ctx.at });
}
