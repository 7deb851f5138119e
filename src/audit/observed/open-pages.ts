import { isObject } from '../../core/base/json-values.ts';
import type { EventView, ObservedRequest, ObservedRun } from './observed-run.ts';
import { ordersIn } from './same-request.ts';

/** The id of the session on whose page the buyer paid; null if the buyer paid elsewhere. */
const sessionOf = ({ type, data }: EventView): string | null =>
  type === 'payment.completed' && isObject(data) && typeof data.checkout_session_id === 'string'
    ? data.checkout_session_id
    : null;

const idOf = ({ object }: ObservedRequest): string => String(object?.id);

/**
 * The ids of unpaid sessions for the same order as the session whose payment an event reports. The buyer can still
 * pay them.
 */
export function pagesLeftOpen(record: ObservedRun, event: EventView): string[] {
  const opened = record.of('checkout_sessions.create').filter(({ isAccepted }) => isAccepted);
  const own = opened.find((asked) => idOf(asked) === sessionOf(event));
  if (own === undefined) return [];
  const orders = ordersIn(own);
  const paid = new Set(record.events.map(sessionOf));
  return opened
    .filter((asked) => !paid.has(idOf(asked)) && ordersIn(asked).some((order) => orders.includes(order)))
    .map(idOf);
}
