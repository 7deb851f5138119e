import type { Context } from '../../../core/kernel/context.ts';
import { errorOf, errorOfPart, parameterMissing, refusal } from '../../../core/kernel/errors.ts';
import { forgetOld } from '../../../core/kernel/expire-records.ts';
import { checkIdempotencyKey, digestOf, duplicateRequest, replayedFor } from '../../../core/kernel/idempotency.ts';
import { chargeAttempts } from '../transaction/attempt.ts';
import { type CheckoutClaim, checkoutClaims } from './model.ts';

export const idempotencyKeyReused = refusal(422, 'idempotency_key_reused', {
  type: 'idempotency_error',
  origin: 'client',
});

/**
 * An attempt to pay: the id of its claim and a digest of its body. The digest distinguishes the attempt from other
 * requests.
 */
export type Attempt = Pick<CheckoutClaim, 'id' | 'request'>;

/**
 * Returns the attempt that an `Idempotency-Key` identifies for a slug.
 * @throws 400 if the key is missing or too long
 */
export function attemptOf(slug: string, key: string | null, body: unknown): Attempt {
  if (key === null) {
    const text = 'The Idempotency-Key header is missing; send a unique UUID for each payment attempt.';
    throw errorOfPart(parameterMissing, 'Idempotency-Key', text);
  }
  checkIdempotencyKey(key);
  return { id: claimIdOf(slug, key), request: digestOf(body) };
}

const claimIdOf = (slug: string, key: string): string => `claim_${digestOf([slug, key])}`;

/**
 * Looks up an attempt before the payment starts.
 * @returns the claim, with its response or with a charge that was made after all; null if the payment can proceed
 * @throws 422 `idempotency_key_reused` if the body differs, 409 `duplicate_request` while the outcome is unknown
 */
export function findClaim(ctx: Context, { id, request }: Attempt): CheckoutClaim | null {
  const claim = ctx.find(checkoutClaims, id);
  if (claim === undefined || ctx.isOver(claim.created_at, replayedFor)) return null;
  const charge = claim.attempt_id === null ? undefined : ctx.find(chargeAttempts, claim.attempt_id);
  const isUnresolved = claim.answer === null && charge?.status === 'unresolved';
  if (claim.answer === null && !isUnresolved && charge?.status !== 'charged') return null;
  if (claim.request !== request) {
    throw errorOf(idempotencyKeyReused, 'You already used this Idempotency-Key with a different body; use a new key.');
  }
  if (isUnresolved) {
    throw errorOf(duplicateRequest, 'The outcome of this attempt is not known yet; retry with the same key.');
  }
  return claim;
}

/** Records the result of an attempt. */
export function claim(
  ctx: Context,
  { id, request }: Attempt,
  outcome: Pick<CheckoutClaim, 'attempt_id' | 'answer'> & Partial<Pick<CheckoutClaim, 'created_at'>>,
): void {
  forgetOld(ctx, checkoutClaims, replayedFor);
  ctx.put(checkoutClaims, { id, request, created_at: ctx.at, ...outcome });
}

/** Releases the key of an attempt, so that another attempt can use it. */
export function release(ctx: Context, { id }: Attempt): void {
  if (ctx.find(checkoutClaims, id) !== undefined) ctx.remove(checkoutClaims, id);
}
