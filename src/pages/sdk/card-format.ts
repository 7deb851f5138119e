import {
  type Brand,
  brandOf,
  cvcFault,
  digitsOf,
  expiryFault,
  groupDigits,
  groupExpiry,
  numberFault,
  readExpiry,
} from '../browser/lib/card.ts';
import type { CardField } from './types.ts';

/** What a text typed into a field comes to. */
export interface Reading {
  /** As the field shows it. */
  readonly shown: string;
  /** What is wrong with it if nothing follows; null where it can be sent. */
  readonly problem: string | null;
  /** Of a number, as far as its digits tell. */
  readonly brand: Brand | null;
}

/**
 * Reads what one field holds. Whether a number's check digit fits, and whether a card has expired, the service says:
 * it alone knows the workspace and its clock.
 * @param brand of the number beside a security code
 */
export function readField(field: CardField, text: string, brand: Brand | null): Reading {
  switch (field) {
    case 'cardNumber': {
      const shown = groupDigits(digitsOf(text));
      return { shown, problem: numberFault(shown), brand: brandOf(digitsOf(shown)) };
    }
    case 'cardExpiry': {
      const shown = groupExpiry(withShortYear(text));
      return { shown, problem: expiryFault(shown), brand: null };
    }
    case 'cardCvc': {
      const shown = digitsOf(text).slice(0, brand === null || brand === 'amex' ? 4 : 3);
      return { shown, problem: cvcFault(shown, brand), brand: null };
    }
  }
}

/** `12 / 2030`, as browsers fill it in. */
const withShortYear = (text: string): string => text.replace(/^(\s*\d{2}\D*)20(\d{2})\s*$/, '$1$2');

/** The parts of a card as POST /tokens takes them. */
export function cardOf(number: string, expiry: string, cvc: string) {
  const { month = '', year = '' } = readExpiry(expiry) ?? {};
  return { number: digitsOf(number), exp_month: month, exp_year: year, cvv: cvc };
}

const brands: readonly Brand[] = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'];

/** A brand that another frame told of. */
export const brandNamed = (name: unknown): Brand | null => brands.find((brand) => brand === name) ?? null;
