import { createHash } from 'node:crypto';
import { dayMs } from '../base/instants.ts';
import { collection } from '../store/collection.ts';
import type { Context } from './context.ts';
import { Integer, T, Timestamp } from './declare/schema.ts';
import { errorOfPart, invalidPart, refusal } from './errors.ts';
import { forgetOld } from './expire-records.ts';

/** An identical request is still being answered. */
export const requestInProgress = refusal(409, 'request_in_progress');
/** The client API's version of the same refusal. */
export const duplicateRequest = refusal(409, 'duplicate_request', { origin: 'client' });
export const keyReused = refusal(409, 'idempotency_key_reused');

/** How long an `Idempotency-Key` repeats its answer, in milliseconds (specification, "Limits" 6). */
export const replayedFor = dayMs;
export const longestKey = 255;

/** @throws 400 `parameter_invalid` for a key that is empty or longer than 255 characters */
export function checkIdempotencyKey(key: string): void {
  if (key.length > 0 && key.length <= longestKey) return;
  throw invalidPart('Idempotency-Key', `An Idempotency-Key has 1 to ${longestKey} characters.`);
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
  /** A digest of the request, by which a different request under the same key is noticed. */
  request: T.String(),
  status: Integer({ minimum: 200, maximum: 599 }),
  /** The body of the answer, as JSON. */
  body: T.String(),
  created_at: Timestamp(),
});
/** The stored answer to a request with an `Idempotency-Key`, as it was sent. */
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
 * @param sent all values that identify the request. Only their digest is stored. The key, which is not stored, is a
 * part of the digest, so that nobody can find a short secret by trying all values.
 * @throws 400 `parameter_invalid` for a key that is empty or too long
 */
export function keyedRequest(key: string, scope: unknown, sent: unknown): KeyedRequest {
  checkIdempotencyKey(key);
  return { id: `${keptAnswers.prefix}_${digestOf([scope, key])}`, request: digestOf([key, sent]) };
}

/**
 * The answer that an earlier identical request got; null if no such request came within 24 hours.
 * @throws 409 `idempotency_key_reused` if a different request used the key
 */
export function findKept(ctx: Context, { id, request }: KeyedRequest): KeptAnswer | null {
  const kept = ctx.find(keptAnswers, id);
  if (kept === undefined || ctx.isOver(kept.created_at, replayedFor)) return null;
  if (kept.request === request) return kept;
  const text = 'This Idempotency-Key came with another request before; use a new one.';
  throw errorOfPart(keyReused, 'Idempotency-Key', text);
}

/** Stores an answer in the unit of work of its request, so that both are stored or undone together. */
export function keepAnswer(ctx: Context, { id, request }: KeyedRequest, status: number, body: string): void {
  // An expired answer is removed first: answers are forgotten in the order in which they were added.
  ctx.remove(keptAnswers, id);
  forgetOld(ctx, keptAnswers, replayedFor);
  ctx.add(keptAnswers, { id, request, status, body, created_at: ctx.at });
}
