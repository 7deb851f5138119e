import { about, described, T } from '../../core/kernel/declare/schema.ts';

/** The fields that all payments share: amounts, and the merchant's own notes. */

export type MetadataValues = Record<string, string | number | boolean | null>;

/** `metadata` of a payment: the merchant's values, and flat objects in which the service notes data from the page. */
export type NotedMetadata = Record<string, MetadataValues[string] | MetadataValues>;

/** The limits of `metadata`: the number of keys, and the characters of a key and of a value. */
export const mostKeys = 50;
export const longestKey = 40;
export const longestValue = 500;

/** The largest amount of one movement, in cents. */
export const largestAmount = 99_999_999;

/** Integer cents, positive; `checkAmount` refuses more than 99,999,999 in a body. */
export const Cents = () => described(T.Integer({ minimum: 1, 'x-cents': true }), { maximum: largestAmount });
/** Integer cents of any sign, for balances. */
export const SignedCents = () => T.Integer({ 'x-cents': true });
/** Integer cents, 0 or more. */
export const Price = () => T.Integer({ minimum: 0, 'x-cents': true });

/** Free `metadata` of the caller; `checkMetadata` checks its limits. */
export const Metadata = () =>
  about(
    described(
      T.Unsafe<Record<string, string | number | boolean | null>>({ type: 'object', additionalProperties: true }),
      {
        maxProperties: mostKeys,
        propertyNames: { maxLength: longestKey },
        additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: longestValue },
      },
    ),
    'Your own keys and values, kept and shown as they were given.',
  );

/** `metadata` with parts that this service adds, whose values may be objects: the client of a payment. */
export const ExtendedMetadata = () =>
  about(
    described(T.Unsafe<NotedMetadata>({ type: 'object', additionalProperties: true }), {
      additionalProperties: { type: ['string', 'number', 'boolean', 'null', 'object'], additionalProperties: true },
    }),
    'Your own keys and values; of a payment on a page also what the page told of its client.',
  );
