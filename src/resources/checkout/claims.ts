import { dayMs } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import { conflict, invalid, missing, ServiceError } from '../../engine/errors.ts';
import { forgetOld } from '../common/forget.ts';
import { digestOf } from '../transaction/charge.ts';
import { chargeAttempts } from '../transaction/model.ts';
import { type CheckoutClaim, checkoutClaims } from './model.ts';

/** How long an answer is given again, in milliseconds (specification, "Limits" 6). */
const replayedFor = dayMs;
const longestKey = 255;

/** An attempt to pay, by which the same request is known again. */
export interface Attempt {
  readonly id: string;
  readonly request: string;
}

/**
 * The attempt that an `Idempotency-Key` names at a slug.
 * @throws 400 without a key
 */
export function attemptOf(slug: string, key: string | null, body: unknown): Attempt {
  if (key === null)
    throw missing('Idempotency-Key', 'Send an Idempotency-Key header: one UUID for each attempt to pay.');
  if (key.length > longestKey)
    throw invalid('Idempotency-Key', `An Idempotency-Key has at most ${longestKey} characters.`);
  return { id: `claim_${digestOf([slug, key])}`, request: digestOf(body) };
}

/**
 * Looks an attempt up before anything is done.
 * @returns what was claimed, with its answer or with a charge that was made after all; null where it may go ahead
 * @throws 422 `idempotency_key_reused` for another body, 409 `duplicate_request` while nobody knows the outcome
 */
export function findClaim(ctx: Context, { id, request }: Attempt): CheckoutClaim | null {
  const claim = ctx.find(checkoutClaims, id);
  if (claim === undefined || ctx.isOver(claim.created_at, replayedFor)) return null;
  const attempt = claim.attempt_id === null ? undefined : ctx.find(chargeAttempts, claim.attempt_id);
  if (claim.answer === null && attempt?.state !== 'unresolved' && attempt?.state !== 'charged') return null;
  if (claim.request !== request) {
    throw new ServiceError('idempotency_error', 'This Idempotency-Key came with another body before; use a new one.', {
      status: 422,
      code: 'idempotency_key_reused',
    });
  }
  if (claim.answer === null && attempt?.state === 'unresolved') {
    throw conflict('duplicate_request', 'The outcome of this attempt is not known yet; ask again with the same key.');
  }
  return claim;
}

/** Remembers what became of an attempt, from the emulated now on. */
export function claim(
  ctx: Context,
  { id, request }: Attempt,
  became: Omit<CheckoutClaim, 'id' | 'request' | 'created_at'> & Partial<Pick<CheckoutClaim, 'created_at'>>,
): void {
  forgetOld(ctx, checkoutClaims, replayedFor);
  ctx.put(checkoutClaims, { id, request, created_at: ctx.at, ...became });
}

/** Lets the same key be used again. */
export function release(ctx: Context, { id }: Attempt): void {
  if (ctx.find(checkoutClaims, id) !== undefined) ctx.remove(checkoutClaims, id);
}
