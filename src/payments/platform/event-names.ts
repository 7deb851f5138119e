import type { StoredEvent } from '../../core/kernel/events.ts';

/** Ids in an event's data that do not identify only its object: for example, a customer has many payments. */
const shared: ReadonlySet<string> = new Set([
  'customer_id',
  'payment_method_id',
  'product_id',
  'payment_link_id',
  'variant_id',
]);

/** Whether a value has the form of an id. */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^[a-z]+_\w{6,}$/.test(value);

/**
 * Metadata fields whose value may identify the order. Fields for parts of the order, the buyer or the place are not
 * included.
 */
export const orderFields =
  /order|booking|invoice|purchase|cart|basket|payment|charge|transaction|ticket|job|ride|trip/i;

/**
 * Whether a text identifies one thing in an application. It must be long enough to be unique, and must not be an
 * amount or a date.
 */
const isName = (value: unknown): value is string =>
  typeof value === 'string' &&
  ((value.length >= 4 && /[a-z]/i.test(value) && /\d/.test(value)) || /^\d{8,}$/.test(value));

/**
 * The names by which a call may identify the object of an event: its ids, the application's own reference, and the
 * order in its metadata.
 */
export function namesOf({ subject, data }: Pick<StoredEvent, 'subject' | 'data'>): string[] {
  const ids = Object.entries(data).flatMap(([field, value]) =>
    !/(^|_)ids?$/.test(field) || shared.has(field.replace(/_ids$/, '_id'))
      ? []
      : (Array.isArray(value) ? value : [value]).filter(isId),
  );
  const { reference_id, metadata } = data;
  const fields = typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : [];
  const own = fields.flatMap(([field, value]) => (orderFields.test(field) ? [value] : []));
  return [...new Set([subject, ...ids, ...[reference_id, ...own].filter(isName)])];
}

/**
 * Whether a text contains another text as a whole word: `payout-order-1` contains `order-1`, but `order-10` does not.
 */
export function holds(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + part.length] ?? ' '];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
    if (/[_]/.test(before + after) && !/[A-Za-z0-9]/.test(before + after)) return true;
  }
  return false;
}
