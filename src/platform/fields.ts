import { about, described, T } from '../kernel/declare/schema.ts';

/** The fields that all payments share: amounts, and what a merchant notes of its own. */

export type MetadataValues = Record<string, string | number | boolean | null>;

/** `metadata` of a payment: what its merchant gave, and flat objects in which the service notes what the page told. */
export type NotedMetadata = Record<string, MetadataValues[string] | MetadataValues>;

/** The limits of `metadata`: keys, and the characters of one and of its value. */
export const mostKeys = 50;
export const longestKey = 40;
export const longestValue = 500;

/** The largest amount of one movement, in cents. */
export const largestAmount = 99_999_999;

/** Integer cents, positive; `checkAmount` refuses more than 99,999,999 of what a body gives. */
export const Cents = () => described(T.Integer({ minimum: 1, 'x-cents': true }), { maximum: largestAmount });
/** Integer cents of any sign, as balances have them. */
export const SignedCents = () => T.Integer();

/** Free `metadata` of the caller; its limits are checked by `checkMetadata`. */
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

/** The same where this service adds parts of its own, which may be objects: the client that a payment came from. */
export const ExtendedMetadata = () =>
  about(
    described(T.Unsafe<NotedMetadata>({ type: 'object', additionalProperties: true }), {
      additionalProperties: { type: ['string', 'number', 'boolean', 'null', 'object'], additionalProperties: true },
    }),
    'Your own keys and values; of a payment on a page also what the page told of its client.',
  );
