import { parseIso } from '../../core/base/instants.ts';
import { isObject } from '../../core/base/json-values.ts';
import type { EventView, ObservedRequest, ObservedRun } from './observed-run.ts';
import { ordersIn } from './same-request.ts';

/** The id of the session on whose page the buyer paid; null if the buyer paid elsewhere. */
const sessionOf = ({ type, data }: EventView): string | null =>
  type === 'payment.completed' && isObject(data) && typeof data.checkout_session_id === 'string'
    ? data.checkout_session_id
    : null;

/** The sessions that the application opened, in order. */
const openedIn = (record: ObservedRun): ObservedRequest[] =>
  record.of('checkout_sessions.create').filter(({ isAccepted }) => isAccepted);

const idOf = ({ object }: ObservedRequest): string => String(object?.id);

/**
 * The ids of unpaid sessions for the same order as the session whose payment an event reports. The buyer can still
 * pay them.
 */
export function pagesLeftOpen(record: ObservedRun, event: EventView): string[] {
  const opened = openedIn(record);
  const own = opened.find((asked) => idOf(asked) === sessionOf(event));
  if (own === undefined) return [];
  const orders = ordersIn(own);
  const paid = new Set(record.events.map(sessionOf));
  return opened
    .filter((asked) => !paid.has(idOf(asked)) && ordersIn(asked).some((order) => orders.includes(order)))
    .map(idOf);
}

/**
 * The ids of unpaid sessions of orders that were not paid on another page either, in order. The buyer can still pay
 * them, although the application may have closed their orders.
 */
export function pagesUnpaid(record: ObservedRun): string[] {
  const opened = openedIn(record);
  const sessions = new Set(record.events.map(sessionOf));
  const isPaid = (asked: ObservedRequest): boolean => sessions.has(idOf(asked));
  const paid = new Set(opened.filter(isPaid).flatMap(ordersIn));
  const isOpen = ({ object }: ObservedRequest): boolean => (parseIso(String(object?.expires_at)) ?? 0) > record.now;
  return opened
    .filter((asked) => !isPaid(asked) && isOpen(asked) && !ordersIn(asked).some((order) => paid.has(order)))
    .map(idOf);
}
