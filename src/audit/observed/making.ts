import { isObject } from '../../core/base/json-values.ts';
import type { EventView, ObservedRequest, ObservedRun } from './observed-run.ts';

/*
 * How a payment, a payout or a subscription came about, which decides how an application handles what becomes of it. An
 * adversity hits those of one making at a time, because a scenario often ends at the first one that is hit.
 */

export interface Making {
  /** The operation as outcome rules name it; null if the record does not show it. */
  readonly operation: string | null;
  /** The call of the application, which opened the page if a buyer paid on one; null if the record does not show it. */
  readonly call: ObservedRequest | null;
}

const pageFields = ['checkout_session_id', 'payment_link_id'];
const payingInvoice: readonly unknown[] = ['invoices.pay', 'invoice.pay'];

/** Whether an event reports a payment on the page of a session, a link or an invoice. */
export const isPaidOnPage = (event: EventView): boolean => event.type === 'payment.completed' && isOfPage(event);

/** Whether the payment of an event was made on a page. The event's data does not name an invoice. */
function isOfPage({ data, cause }: EventView): boolean {
  if (pageFields.some((name) => (data as Record<string, unknown>)[name] != null)) return true;
  const { path, name } = cause.origin ?? cause;
  return path === '/api/checkout/{slug}/pay' || payingInvoice.includes(name);
}

/** How the object of an event came about. */
export function makingOf(record: ObservedRun, { subject }: Pick<EventView, 'subject'>): Making {
  const callOf = (event: EventView | undefined) =>
    record.requests.find(({ id }) => id === (event?.cause.origin ?? event?.cause)?.id) ?? null;
  const first = record.events.find((event) => event.subject === subject);
  const renewal = record.events.find(
    ({ type, data }) => type === 'subscription.renewed' && isObject(data) && data.transaction_id === subject,
  );
  if (renewal !== undefined) return { operation: 'subscriptions.renew', call: callOf(renewal) };
  if (first !== undefined && isOfPage(first)) {
    const { checkout_session_id: session } = first.data as { checkout_session_id?: unknown };
    const opened = record.of('checkout_sessions.create').find(({ object }) => object?.id === session);
    return { operation: 'checkout.pay', call: opened ?? null };
  }
  const call = callOf(first);
  return { operation: call?.operation ?? null, call };
}

/**
 * The form of a call: the names of its fields, and the status of the object afterwards. A partial refund and a full
 * refund have different forms, because only a partial refund can be made twice.
 */
export const formOf = ({ body, object }: ObservedRequest): string =>
  `${fieldsOf(body).sort().join(' ')} ${object?.status}`;

/** The names of all fields of a value: `amount`, `metadata.order_id`. */
const fieldsOf = (value: unknown, path = ''): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, held]) => fieldsOf(held, path === '' ? name : `${path}.${name}`))
    : [path];

/** The making of an event's object as one text: `charges.create amount customer_id approved`. */
export function makingText(record: ObservedRun, event: Pick<EventView, 'subject'>): string {
  const { operation, call } = makingOf(record, event);
  return [operation ?? '', ...(call === null ? [] : [formOf(call)])].join(' ');
}
