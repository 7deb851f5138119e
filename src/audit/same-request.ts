import { getOrMake } from '../engine/maps.ts';
import { type Asked, isObject, type Json } from './record.ts';

const purposes = new WeakMap<Asked, string>();

/** What was asked for, as one text: the path and the body without what only names the attempt. */
export const purposeOf = (asked: Asked): string =>
  getOrMake(purposes, asked, () => {
    const { reference_id: _reference, ...body } = asked.body ?? {};
    return `${asked.view.method} ${asked.view.path} ${JSON.stringify(body)}`;
  });

/** Requests by what they ask for, each list in their order. */
export function byPurpose(all: readonly Asked[]): Map<string, Asked[]> {
  const groups = new Map<string, Asked[]>();
  for (const asked of all) getOrMake(groups, purposeOf(asked), (): Asked[] => []).push(asked);
  return groups;
}

export const referenceOf = ({ body }: Asked): string | null =>
  typeof body?.reference_id === 'string' ? body.reference_id : null;

/** Whether a request was made again under the Idempotency-Key of another, which makes that safe. */
export const hasKeyOf = (one: Asked, other: Asked): boolean =>
  one.view.idempotency_key !== null && one.view.idempotency_key === other.view.idempotency_key;

export const metadataOf = ({ body }: Asked): Json => (isObject(body?.metadata) ? body.metadata : {});

const orderFields = /order|booking|invoice|purchase|cart|basket|payment|charge|transaction|ticket|job|ride|trip/i;

/** The values of metadata that name what is bought, and not what it is made of, who buys it or where: `order_id: o-17`. */
export const ordersIn = (asked: Asked): string[] =>
  Object.entries(metadataOf(asked)).flatMap(([field, value]) =>
    orderFields.test(field) && /\d/.test(String(value)) ? [String(value)] : [],
  );

/** Whether a text holds another as a word of its own: `payout-order-1` holds `order-1`, `order-10` does not. */
export function holds(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + part.length] ?? ' '];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
    if (/[_]/.test(before + after) && !/[A-Za-z0-9]/.test(before + after)) return true;
  }
  return false;
}
