import { createHash } from 'node:crypto';
import { dayMs } from '../base/instants.ts';
import { collection } from '../store/collection.ts';
import type { Context } from './context.ts';
import { Integer, T, Timestamp } from './declare/schema.ts';
import { invalidPart, refusal, refusePart } from './errors.ts';
import { forgetOld } from './forgetting.ts';

/** The same is asked for already, and not answered yet. */
export const requestInProgress = refusal(409, 'request_in_progress');
/** The same, as the client API says it. */
export const duplicateRequest = refusal(409, 'duplicate_request', { origin: 'client' });
export const keyReused = refusal(409, 'idempotency_key_reused');

/** How long an answer is given again under its `Idempotency-Key`, in milliseconds (specification, "Limits" 6). */
export const replayedFor = dayMs;
export const longestKey = 255;

/** @throws 400 `parameter_invalid` for a key that is empty or longer than 255 characters */
export function checkIdempotencyKey(key: string): void {
  if (key.length > 0 && key.length <= longestKey) return;
  throw invalidPart('Idempotency-Key', `An Idempotency-Key has 1 to ${longestKey} characters.`);
}

/** A digest that is the same for the same request, whatever the order of its fields. */
export const digestOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request, fieldsInOrder)).digest('hex');

function fieldsInOrder(_name: string, held: unknown): unknown {
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return held;
  return Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const KeptAnswerModel = T.Object({
  /** A digest of who called, what for, and the `Idempotency-Key`. */
  id: T.String(),
  /** A digest that tells another request under the same key apart. */
  request: T.String(),
  status: Integer({ minimum: 200, maximum: 599 }),
  /** The JSON that was answered. */
  body: T.String(),
  created_at: Timestamp(),
});
/** The answer to a request that came with an `Idempotency-Key`, as it was sent. */
export type KeptAnswer = Readonly<T.Static<typeof KeptAnswerModel>>;

export const keptAnswers = collection('kept_answer', {
  model: KeptAnswerModel,
  prefix: 'kept',
  removable: true,
  indexes: [],
});

/** A request under an `Idempotency-Key`. */
export type KeyedRequest = Pick<KeptAnswer, 'id' | 'request'>;

/**
 * @param scope who calls, and what for
 * @param sent everything that makes it the same request again. Only its digest is kept, and the key, which is not, is a
 *   part of that: nobody finds a short secret by trying all there are.
 * @throws 400 `parameter_invalid` for a key that is empty or too long
 */
export function keyedRequest(key: string, scope: unknown, sent: unknown): KeyedRequest {
  checkIdempotencyKey(key);
  return { id: `${keptAnswers.prefix}_${digestOf([scope, key])}`, request: digestOf([key, sent]) };
}

/**
 * The answer that a request was given before; null where it comes for the first time, or after 24 hours.
 * @throws 409 `idempotency_key_reused` where another request came with its key
 */
export function findKept(ctx: Context, { id, request }: KeyedRequest): KeptAnswer | null {
  const kept = ctx.find(keptAnswers, id);
  if (kept === undefined || ctx.isOver(kept.created_at, replayedFor)) return null;
  if (kept.request === request) return kept;
  const text = 'This Idempotency-Key came with another request before; use a new one.';
  throw refusePart(keyReused, 'Idempotency-Key', text);
}

/** Keeps an answer in the unit of work that it tells of, so that neither outlives the other. */
export function keepAnswer(ctx: Context, { id, request }: KeyedRequest, status: number, body: string): void {
  // One whose time is over gives its place up: records are forgotten in the order in which they were added.
  ctx.remove(keptAnswers, id);
  forgetOld(ctx, keptAnswers, replayedFor);
  ctx.add(keptAnswers, { id, request, status, body, created_at: ctx.at });
}
