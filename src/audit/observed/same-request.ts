import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';
import { holds, orderFields } from '../../payments/platform/event-names.ts';
import type { Json, ObservedRequest } from './observed-run.ts';

const purposes = new WeakMap<ObservedRequest, string>();

/** The purpose of a request as one text: the path, and the body without fields that only identify the attempt. */
export const purposeOf = (asked: ObservedRequest): string =>
  getOrMake(purposes, asked, () => {
    const { reference_id: _reference, ...body } = asked.body ?? {};
    return `${asked.view.method} ${asked.view.path} ${JSON.stringify(body)}`;
  });

export const referenceOf = ({ body }: ObservedRequest): string | null =>
  typeof body?.reference_id === 'string' ? body.reference_id : null;

/** Whether a request repeated another request with the same Idempotency-Key, which is safe. */
export const hasKeyOf = (one: ObservedRequest, other: ObservedRequest): boolean =>
  one.view.idempotency_key !== null && one.view.idempotency_key === other.view.idempotency_key;

export const metadataOf = ({ body }: ObservedRequest): Json => (isObject(body?.metadata) ? body.metadata : {});

/** Field names whose value is an identifier: `order_id`, `bookingRef`. */
const namingFields = /(_|^)(id|ref|reference|number|no|code|key)$|(Id|Ref|Reference|Number|No|Code|Key)$/;

/** The metadata values that identify the order, and not its parts, its buyer or its location: `order_id: o-17`. */
export const ordersIn = (asked: ObservedRequest): string[] =>
  Object.entries(metadataOf(asked)).flatMap(([field, value]) => {
    const text = String(value);
    const saysSo = namingFields.test(field) || text.startsWith(`${field}-`) || isInReference(asked, text);
    const isName = /\d/.test(text) || (text.length > 2 && saysSo);
    return orderFields.test(field) && isName ? [text] : [];
  });

/** Whether the reference of a request contains a name, as `order-anna` contains `anna`. */
const isInReference = (asked: ObservedRequest, text: string): boolean => holds(referenceOf(asked) ?? '', text);
