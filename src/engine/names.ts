import type { EventRecord } from './events.ts';

/** Ids in the data of an event that name more than what it is about: a customer has many payments. */
const shared: ReadonlySet<string> = new Set([
  'customer_id',
  'payment_method_id',
  'product_id',
  'payment_link_id',
  'variant_id',
]);

const isId = (value: unknown): value is string => typeof value === 'string' && /^[a-z]+_\w{6,}$/.test(value);

/** A text that an application made up for one thing: long enough, and with a number. */
const isName = (value: unknown): value is string => typeof value === 'string' && value.length >= 4 && /\d/.test(value);

/**
 * What a call may name that is made because of an event: the ids of what it is about, the application's own reference, and
 * what its metadata says.
 */
export function namesOf({ subject, data }: Pick<EventRecord, 'subject' | 'data'>): string[] {
  const ids = Object.entries(data).flatMap(([field, value]) => (isId(value) && !shared.has(field) ? [value] : []));
  const { reference_id, metadata } = data;
  const own = typeof metadata === 'object' && metadata !== null ? Object.values(metadata) : [];
  return [...new Set([subject, ...ids, ...[reference_id, ...own].filter(isName)])];
}

/** Whether a text holds another as a word of its own: `payout-order-1` holds `order-1`, `order-10` does not. */
export function holds(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + part.length] ?? ' '];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
    if (/[_]/.test(before + after) && !/[A-Za-z0-9]/.test(before + after)) return true;
  }
  return false;
}
