import type { Context } from '../../../core/kernel/context.ts';
import { lifecycle } from '../../../core/kernel/declare/lifecycle.ts';
import { nullable, T } from '../../../core/kernel/declare/schema.ts';
import { errorOf } from '../../../core/kernel/errors.ts';
import { digestOf, requestInProgress } from '../../../core/kernel/idempotency.ts';
import { collection } from '../../../core/store/collection.ts';
import { referenceReused } from '../common/fields.ts';
import { showTransaction, transactions } from './model.ts';

/** The states of a `reference_id` (specification, "Failed charges" 1 and 2). */
const attemptLifecycle = lifecycle('charge_attempt', {
  states: ['unresolved', 'charged', 'scheduled', 'declined', 'not_charged'],
  moves: {
    charge: { from: null, to: 'charged', by: 'reaction', about: 'the charge is accepted' },
    schedule: { from: null, to: 'scheduled', by: 'reaction', about: 'the charge is scheduled for a later date' },
    decline: {
      from: null,
      to: 'declined',
      by: 'reaction',
      about: 'the charge is declined, and the reference cannot be used again',
    },
    leave_open: { from: null, to: 'unresolved', by: 'reaction', about: 'the gateway does not respond' },
    confirm: { from: 'unresolved', to: 'charged', by: 'reaction', about: 'the charge was made after all' },
    release: {
      from: 'unresolved',
      to: 'not_charged',
      by: 'reaction',
      about: 'no charge was made, and the request can be retried',
    },
  },
});

/**
 * An attempt to charge. The id is the reference of the request. If the request has no reference and the outcome is
 * unknown, the id is generated.
 */
const AttemptModel = T.Object({
  id: T.String(),
  /**
   * A digest of the request, which distinguishes it from other requests with the same reference; empty if there is no
   * request.
   */
  request: T.String(),
  status: attemptLifecycle.status,
  transaction_id: nullable(T.String()),
});
export type ChargeAttempt = Readonly<T.Static<typeof AttemptModel>>;

export const chargeAttempts = collection('charge_attempt', {
  model: AttemptModel,
  lifecycle: attemptLifecycle,
  prefix: 'ref',
  removable: true,
  indexes: [],
  inside: {
    field: 'status',
    keysOf: ({ status, request }) => (status === 'unresolved' && request !== '' ? [request] : []),
  },
});

/** A request that accepts a `reference_id`. */
interface Referable {
  readonly reference_id?: string;
}

/**
 * Returns the digest of a request with a reference. The digest does not cover the reference itself, because a retry
 * can send the generated reference.
 */
const requestOf = ({ operation }: Context, body: Referable): string =>
  digestOf([operation, { ...body, reference_id: undefined }]);

/**
 * Looks up the `reference_id` of a request before any change. Charges and subscriptions share their references: each
 * reference belongs to one payment.
 * @returns the earlier accepted attempt of the same request; null if the request can proceed
 * @throws 409 `request_in_progress` or `reference_id_reused`, with the details of the earlier response if it was a
 * decline
 */
export function findRepeated(ctx: Context, body: Referable): ChargeAttempt | null {
  const { reference_id: reference } = body;
  const attempt = reference === undefined ? undefined : ctx.find(chargeAttempts, reference);
  if (attempt === undefined || attempt.status === 'not_charged') return null;
  const param = 'reference_id';
  if (attempt.status === 'unresolved') {
    const text = `The outcome of the first attempt with reference_id '${reference}' is not known yet; retry later with the same reference_id.`;
    throw errorOf(requestInProgress, text, { param });
  }
  if (attempt.status === 'declined') {
    const text = `reference_id '${reference}' cannot be used again, because its payment was declined; use a new reference_id.`;
    throw errorOf(referenceReused, text, { param, extra: declineOf(ctx, attempt) });
  }
  if (attempt.request !== requestOf(ctx, body)) {
    const text = `reference_id '${reference}' cannot be used again, because another request used it; use a new reference_id.`;
    throw errorOf(referenceReused, text, { param });
  }
  return attempt;
}

/** Returns the details of the 402 response for a declined attempt, with the transaction in its current state. */
function declineOf(ctx: Context, { id: reference_id, transaction_id }: ChargeAttempt): Record<string, unknown> {
  const transaction = ctx.get(transactions, transaction_id ?? '');
  const { decline_code, category } = transaction;
  return { decline_code, category, reference_id, data: showTransaction(transaction) };
}

/**
 * Refuses a request without a `reference_id` while the outcome of an identical request is unknown.
 * @throws 409 `request_in_progress`
 */
export function requireNoneUnresolved(ctx: Context, body: Referable): void {
  for (const { id } of ctx.of(chargeAttempts).newestFirst({}, undefined, [requestOf(ctx, body)])) {
    const text = `The outcome of an identical request with reference_id '${id}' is not known yet; retry later with that reference_id.`;
    throw errorOf(requestInProgress, text, { param: 'reference_id' });
  }
}

/**
 * Records the outcome of a reference. A released reference starts a new attempt.
 * @param body the request; absent if no request led to the attempt
 */
export function recordAttempt(
  ctx: Context,
  move: 'charge' | 'schedule' | 'decline' | 'leave_open',
  { id, transaction_id }: Pick<ChargeAttempt, 'id' | 'transaction_id'>,
  body?: Referable,
): void {
  const request = body === undefined ? '' : requestOf(ctx, body);
  ctx.remove(chargeAttempts, id);
  ctx.open(chargeAttempts, move, { id, request, transaction_id });
}

/**
 * Resolves an unknown outcome.
 * @param transaction_id the transaction that was made after all; null if no charge was made
 */
export function resolveAttempt(ctx: Context, id: string, transaction_id: string | null): void {
  const attempt = ctx.get(chargeAttempts, id);
  if (transaction_id === null) ctx.transition(attemptLifecycle, attempt, 'release');
  else ctx.transition(attemptLifecycle, attempt, 'confirm', { transaction_id });
}
