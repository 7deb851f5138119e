import {
  type Brand,
  brandOf,
  codeFault,
  codeLength,
  digitsOf,
  expiryFault,
  groupDigits,
  groupExpiry,
  numberFault,
  readExpiry,
} from '../shared/card.ts';
import type { ScriptTexts } from '../texts/en.ts';
import type { CardField } from './types.ts';

/** In the order in which they are filled in. */
export const cardFields = ['cardNumber', 'cardExpiry', 'cardCvc'] as const satisfies readonly CardField[];

/** The text of a field, read as what the field is for. */
export interface Reading {
  /** The text as the field shows it. */
  readonly shown: string;
  /** What is wrong with the text if it is complete; null if it can be sent. */
  readonly problem: string | null;
  /** Of a card number. */
  readonly brand: Brand | null;
}

/** The field that is filled in after another one; none after the last. */
export const fieldAfter = (field: CardField): CardField | undefined => cardFields[cardFields.indexOf(field) + 1];

/**
 * Reads the text of a field. Whether the card has expired is left to the service, which knows the clock of the workspace.
 * @param brand of the card number; it decides the length of a security code
 */
export function readField(field: CardField, text: string, brand: Brand | null, texts: ScriptTexts): Reading {
  switch (field) {
    case 'cardNumber': {
      const shown = groupDigits(digitsOf(text));
      return { shown, problem: numberFault(shown, texts), brand: brandOf(digitsOf(shown)) };
    }
    case 'cardExpiry': {
      return { shown: groupExpiry(text), problem: expiryFault(text, null, texts), brand: null };
    }
    case 'cardCvc': {
      const shown = digitsOf(text).slice(0, codeLength(brand));
      return { shown, problem: codeFault(shown, brand, texts), brand: null };
    }
  }
}

/** A card as POST /tokens takes it. */
export function cardOf(number: string, expiry: string, cvc: string) {
  const { month = '', year = '' } = readExpiry(expiry) ?? {};
  return { number: digitsOf(number), exp_month: month, exp_year: year, cvv: digitsOf(cvc) };
}
