import { about, described, T } from '../../core/kernel/declare/schema.ts';

/** The fields that all payments have in common: amounts, and the merchant's own notes. */

export type MetadataValues = Record<string, string | number | boolean | null>;

/**
 * The `metadata` of a payment: the merchant's values, and flat objects with data that the service received from the
 * page.
 */
export type NotedMetadata = Record<string, MetadataValues[string] | MetadataValues>;

/** The limits of `metadata`: the number of keys, and the length of a key and of a value in characters. */
export const mostKeys = 50;
export const longestKey = 40;
export const longestValue = 500;

/** The maximum amount of a single movement, in cents. */
export const largestAmount = 99_999_999;

/** A positive integer in cents; `checkAmount` rejects more than 99,999,999 in a body. */
export const Cents = () => described(T.Integer({ minimum: 1, 'x-cents': true }), { maximum: largestAmount });
/** An integer in cents, positive or negative, for balances. */
export const SignedCents = () => T.Integer({ 'x-cents': true });
/** An integer in cents, 0 or more. */
export const Price = () => T.Integer({ minimum: 0, 'x-cents': true });

/** The caller's own `metadata`; `checkMetadata` checks its limits. */
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
    'Your own key-value pairs. The service stores and returns them unchanged.',
  );

/** `metadata` with parts that the service adds. Their values can be objects, such as the client of a payment. */
export const ExtendedMetadata = () =>
  about(
    described(T.Unsafe<NotedMetadata>({ type: 'object', additionalProperties: true }), {
      additionalProperties: { type: ['string', 'number', 'boolean', 'null', 'object'], additionalProperties: true },
    }),
    'Your own key-value pairs. For a payment on a page, the service adds the client data that the page sent.',
  );
