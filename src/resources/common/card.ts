import { nullable, OneOf, T } from '../../engine/schema.ts';

export const brands = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'unknown'] as const;
export const fundings = ['credit', 'debit', 'prepaid'] as const;

/** What stays of a card: never its number, never its security code. */
export const CardModel = T.Object({
  brand: OneOf(brands),
  last4: T.String(),
  /** The first six digits. */
  bin: T.String(),
  /** Two digits. */
  exp_month: T.String(),
  /** Four digits. */
  exp_year: T.String(),
  funding: OneOf(fundings),
  country: nullable(T.String()),
});
export type Card = T.Static<typeof CardModel>;

/** Numbers are not kept: what stays of a card tells it from any other that the sandbox takes. */
export const isSameCard = (one: Card, other: Card): boolean =>
  one.bin === other.bin &&
  one.last4 === other.last4 &&
  one.exp_month === other.exp_month &&
  one.exp_year === other.exp_year;

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** A brand as people write it. */
export const brandName = (brand: string | null): string => brandNames[brand ?? ''] ?? 'Card';
