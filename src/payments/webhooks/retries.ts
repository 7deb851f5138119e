import { minuteMs, parseIso } from '../../core/base/instants.ts';
import type { Context } from '../../core/kernel/context.ts';
import {
  type Attempt,
  type Delivery,
  deliveries,
  endEarlier,
  isSuccess,
  isUnaltered,
  markOf,
  postpone,
  undeliverableReason,
} from './deliveries.ts';

/**
 * The delay after each failed attempt, by the attempt's number (specification, "Delivery" 3). There are 3 attempts in
 * total.
 */
export const retryDelays: Readonly<Record<number, number>> = { 1: 5 * minuteMs, 2: 30 * minuteMs };
export const attemptsInAll = 3;

/**
 * Records an attempt, and its duplicate if a fault sent the request twice. After that, the delivery has been
 * delivered, has failed, or waits for its next attempt.
 */
export function recordAttempts(ctx: Context, delivery: Delivery, url: string, made: readonly Attempt[]): Delivery {
  const { number, at } = made[0]!;
  // The fault `lost` applies to all further attempts.
  const fault = made[0]!.fault === 'lost' ? ('lost' as const) : null;
  const marked = fault === null ? {} : markOf(made[0]!.audit);
  const base = { ...delivery, url, attempts: [...delivery.attempts, ...made], due: false, fault, ...marked };
  if (made.some((attempt) => isSuccess(attempt.status) && isUnaltered(attempt))) {
    const delivered = ctx.put(deliveries, { ...base, status: 'delivered', next_attempt_at: null });
    if (delivered.manual && delivered.endpoint_id !== null) endEarlier(ctx, delivered);
    return delivered;
  }
  const wait = delivery.manual ? undefined : retryDelays[number];
  const error = wait === undefined ? null : undeliverableReason(ctx.kernel, delivery);
  if (wait === undefined || error !== null) {
    return ctx.put(deliveries, { ...base, status: 'failed', next_attempt_at: null, error });
  }
  // The delay starts at the attempt, not at the response. If the clock has been moved beyond the end of the delay, the
  // job is overdue and runs at its own time.
  return postpone(ctx, base, (parseIso(at) ?? ctx.now) + wait);
}
