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

/** The fields of a card, in the order in which the buyer fills them in. */
export const cardFields = ['cardNumber', 'cardExpiry', 'cardCvc'] as const satisfies readonly CardField[];

/** The interpretation of a field's text. */
export interface ParsedField {
  /** The text as the field displays it. */
  readonly shown: string;
  /** The error of the text as if it were complete; null if the text can be sent. */
  readonly problem: string | null;
  /** The brand of a card number. */
  readonly brand: Brand | null;
}

/** The field after a given field; undefined after the last field. */
export const fieldAfter = (field: CardField): CardField | undefined => cardFields[cardFields.indexOf(field) + 1];

/**
 * Interprets a field's text. The service checks whether the card has expired, because only it knows the workspace's
 * clock.
 * @param brand of the card number; it determines the length of the security code
 */
export function readField(field: CardField, text: string, brand: Brand | null, texts: ScriptTexts): ParsedField {
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

/** A card in the format of POST /tokens. */
export function cardOf(number: string, expiry: string, cvc: string) {
  const { month = '', year = '' } = readExpiry(expiry) ?? {};
  return { number: digitsOf(number), exp_month: month, exp_year: year, cvv: digitsOf(cvc) };
}
