import { createHash } from 'node:crypto';
import { collection } from '../../engine/collection.ts';
import type { Context } from '../../engine/context.ts';
import { refusals, refuse } from '../../engine/errors.ts';
import { lifecycle } from '../../engine/lifecycle.ts';
import { nullable, T } from '../../engine/schema.ts';
import { type Transaction, transactions } from './model.ts';

/** What becomes of a `reference_id` (specification, "Failed charges" 1 and 2). */
const attemptLifecycle = lifecycle('charge_attempt', {
  states: ['unresolved', 'charged', 'declined', 'not_charged'],
  moves: {
    charge: { from: null, to: 'charged', by: 'reaction', about: 'the charge is accepted' },
    decline: { from: null, to: 'declined', by: 'reaction', about: 'the charge is declined; the reference is used up' },
    leave_open: { from: null, to: 'unresolved', by: 'reaction', about: 'the gateway does not answer' },
    confirm: { from: 'unresolved', to: 'charged', by: 'reaction', about: 'the charge was made after all' },
    release: { from: 'unresolved', to: 'not_charged', by: 'reaction', about: 'it was not made and may be tried again' },
  },
});

/** Its id is the client's reference; where the client sent none and the outcome is unknown, a made one. */
const AttemptModel = T.Object({
  id: T.String(),
  /** A digest of the request, so that another one under the same reference is told apart. */
  request: T.String(),
  status: attemptLifecycle.status,
  transaction_id: nullable(T.String()),
});

export const chargeAttempts = collection('charge_attempt', {
  model: AttemptModel,
  lifecycle: attemptLifecycle,
  prefix: 'ref',
  removable: true,
  indexes: [],
});

/** A digest that is the same for the same request, whatever the order of its fields. */
export const digestOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request, fieldsInOrder)).digest('hex');

function fieldsInOrder(_name: string, held: unknown): unknown {
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return held;
  return Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Looks a client's `reference_id` up before anything is done.
 * @returns the transaction that the same request made before; null where it may go ahead
 * @throws 409 `request_in_progress` or `reference_id_reused`
 */
export function findRepeated(ctx: Context, reference: string, request: string): Transaction | null {
  const attempt = ctx.find(chargeAttempts, reference);
  if (attempt === undefined || attempt.status === 'not_charged') return null;
  const param = 'reference_id';
  if (attempt.status === 'unresolved') {
    const text = `The first attempt with reference_id '${reference}' is not resolved yet; retry later with the same one.`;
    throw refuse(refusals.requestInProgress, text, { param });
  }
  if (attempt.status === 'declined' || attempt.request !== request || attempt.transaction_id === null) {
    const why = attempt.status === 'declined' ? 'its payment was declined' : 'it belongs to another request';
    throw refuse(refusals.referenceReused, `reference_id '${reference}' cannot be used again: ${why}.`, { param });
  }
  return ctx.get(transactions, attempt.transaction_id);
}

/** Records what becomes of a client's reference. One that was free again begins a new attempt. */
export function recordAttempt(
  ctx: Context,
  move: 'charge' | 'decline' | 'leave_open',
  { id, request, transaction_id }: { id: string; request: string; transaction_id: string | null },
): void {
  ctx.remove(chargeAttempts, id);
  ctx.open(chargeAttempts, move, { id, request, transaction_id });
}

/** Ends an unknown outcome: with the transaction that was made after all, or with none. */
export function resolveAttempt(ctx: Context, id: string, transaction_id: string | null): void {
  const attempt = ctx.get(chargeAttempts, id);
  if (transaction_id === null) ctx.transition(attemptLifecycle, attempt, 'release');
  else ctx.transition(attemptLifecycle, attempt, 'confirm', { transaction_id });
}
