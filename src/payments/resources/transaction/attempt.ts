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
    schedule: { from: null, to: 'scheduled', by: 'reaction', about: 'what was asked for is charged at a later date' },
    decline: { from: null, to: 'declined', by: 'reaction', about: 'the charge is declined; the reference is used up' },
    leave_open: { from: null, to: 'unresolved', by: 'reaction', about: 'the gateway does not answer' },
    confirm: { from: 'unresolved', to: 'charged', by: 'reaction', about: 'the charge was made after all' },
    release: { from: 'unresolved', to: 'not_charged', by: 'reaction', about: 'it was not made and may be tried again' },
  },
});

/**
 * An attempt to charge. Its id is the reference of the request, or a generated id if the request has no reference and
 * the outcome is unknown.
 */
const AttemptModel = T.Object({
  id: T.String(),
  /**
   * A digest of the request, which distinguishes it from another request under the same reference; empty without a
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

/** A request that takes a `reference_id`. */
interface Referable {
  readonly reference_id?: string;
}

/**
 * The digest of a referenced request. The digest does not cover the reference itself, because a retry may give the
 * generated reference.
 */
const requestOf = ({ operation }: Context, body: Referable): string =>
  digestOf([operation, { ...body, reference_id: undefined }]);

/**
 * Looks up the `reference_id` of a request before anything is done. Charges and subscriptions share their references:
 * each reference belongs to one payment.
 * @returns the earlier accepted attempt of the same request; null if the request may go ahead
 * @throws 409 `request_in_progress` or `reference_id_reused`, with the details of the earlier answer if it was a
 * decline
 */
export function findRepeated(ctx: Context, body: Referable): ChargeAttempt | null {
  const { reference_id: reference } = body;
  const attempt = reference === undefined ? undefined : ctx.find(chargeAttempts, reference);
  if (attempt === undefined || attempt.status === 'not_charged') return null;
  const param = 'reference_id';
  if (attempt.status === 'unresolved') {
    const text = `The first attempt with reference_id '${reference}' is not resolved yet; retry later with the same one.`;
    throw errorOf(requestInProgress, text, { param });
  }
  if (attempt.status === 'declined') {
    const text = `reference_id '${reference}' cannot be used again: its payment was declined.`;
    throw errorOf(referenceReused, text, { param, extra: declineOf(ctx, attempt) });
  }
  if (attempt.request !== requestOf(ctx, body)) {
    const text = `reference_id '${reference}' cannot be used again: it belongs to another request.`;
    throw errorOf(referenceReused, text, { param });
  }
  return attempt;
}

/** The details of the 402 for a declined attempt, with the transaction in its current state. */
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
    const text = `The same request, reference_id '${id}', is not resolved yet; retry later with that reference_id.`;
    throw errorOf(requestInProgress, text, { param: 'reference_id' });
  }
}

/**
 * Records the outcome of a reference. A freed reference starts a new attempt.
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
 * Resolves an unknown outcome. @param transaction_id the transaction that was made after all; null: no charge was made
 */
export function resolveAttempt(ctx: Context, id: string, transaction_id: string | null): void {
  const attempt = ctx.get(chargeAttempts, id);
  if (transaction_id === null) ctx.transition(attemptLifecycle, attempt, 'release');
  else ctx.transition(attemptLifecycle, attempt, 'confirm', { transaction_id });
}
