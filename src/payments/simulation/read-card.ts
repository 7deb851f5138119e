import type { Context } from '../../core/kernel/context.ts';
import { OneOf, sensitive, T, textForm } from '../../core/kernel/declare/schema.ts';
import { setting, settings } from '../../core/kernel/declare/settings.ts';
import { invalid, type Param } from '../../core/kernel/errors.ts';
import { platformSettings } from '../platform/settings.ts';
import { invalidNumber } from './built-in-rules.ts';
import { brandOf, type CardBrand, normalizeCardNumber, passesLuhn } from './card-numbers.ts';
import { type CardFunding, findTestCard } from './cards.ts';

const ListedCardModel = T.Object(
  {
    number: sensitive(T.String(textForm('^[0-9]{12,19}$', '12 to 19 digits', '4000056655665556'))),
    funding: OneOf(['credit', 'debit', 'prepaid']),
  },
  { additionalProperties: false },
);

export const testCardSettings = settings({
  test_cards: setting(
    T.Array(ListedCardModel),
    [],
    'additional card numbers to accept, each with its funding type; can also override the funding type of a bundled test card',
  ),
});

/** The part of a card's data that the sandbox stores, and the card's behavior. */
export interface ReadCard {
  card: {
    brand: CardBrand | 'unknown';
    last4: string;
    bin: string;
    exp_month: string;
    exp_year: string;
    funding: CardFunding;
    country: string | null;
  };
  /** The card's key in the outcome table; null for an ordinary card. */
  behaviour: string | null;
}

/** The field names of a card's parts in a request, for error messages. */
export interface CardFieldNames {
  number: Param;
  exp_month: Param;
  exp_year: Param;
}

/** The formats of a card's parts. The interface description uses them, too. */
export const cardForms = {
  /** 12 to 19 digits; spaces and hyphens between them are allowed. */
  number: /^[ -]*([0-9][ -]*){12,19}$/,
  /** A month from 1 to 12. */
  month: /^(0?[1-9]|1[0-2])$/,
  /** A year with two digits, or with four digits from 2000 on. */
  year: /^([0-9]{2}|20[0-9]{2})$/,
  securityCode: /^[0-9]{3,4}$/,
};

/**
 * Validates a card and returns the part of its data that can be stored. Only bundled test cards and cards that the
 * workspace lists are accepted: any other number that passes the Luhn check might be a real card.
 * @throws 400 `parameter_invalid`
 */
export function readCard(
  ctx: Pick<Context, 'settings'>,
  input: { number: string; exp_month: string; exp_year: string },
  names: CardFieldNames,
): ReadCard {
  const number = normalizeCardNumber(input.number);
  const expiry = readExpiry(input, names);
  if (!cardForms.number.test(input.number)) throw invalid(names.number, `${names.number} must have 12 to 19 digits.`);
  const known = findTestCard(number);
  const listed = testCardSettings.of(ctx).test_cards.find((card) => card.number === number) ?? known;
  const parts = { last4: number.slice(-4), bin: number.slice(0, 6), ...expiry };
  if (listed !== undefined) {
    const brand = known?.brand ?? brandOf(number) ?? 'unknown';
    return {
      card: { brand, funding: listed.funding, country: known?.country ?? null, ...parts },
      behaviour: known?.behaviour ?? null,
    };
  }
  if (passesLuhn(number)) {
    throw invalid(
      names.number,
      'This might be a real card number, so the emulator rejected it. Use a test card; run `npx payments-emulator outcomes` for a list.',
    );
  }
  if (platformSettings.of(ctx).gateway !== 'gateway_a') {
    throw invalid(names.number, `${names.number} is not a valid card number, because its check digit is wrong.`);
  }
  return {
    card: { brand: brandOf(number) ?? 'unknown', funding: 'credit', country: null, ...parts },
    behaviour: invalidNumber,
  };
}

/**
 * Validates a month from 1 to 12 and a year with two or four digits, and returns them as `MM` and `YYYY`.
 * @throws 400 `parameter_invalid`
 */
export function readExpiry(input: { exp_month: string; exp_year: string }, names: Omit<CardFieldNames, 'number'>) {
  if (!cardForms.month.test(input.exp_month)) {
    throw invalid(names.exp_month, `${names.exp_month} must be a month from 1 to 12.`);
  }
  if (!cardForms.year.test(input.exp_year)) {
    throw invalid(names.exp_year, `${names.exp_year} must be a year with two or four digits, such as 2030.`);
  }
  return {
    exp_month: input.exp_month.padStart(2, '0'),
    exp_year: input.exp_year.length === 2 ? `20${input.exp_year}` : input.exp_year,
  };
}

/** Whether a card has expired at an ISO 8601 instant. */
export const hasExpired = (card: { exp_month: string; exp_year: string }, at: string): boolean =>
  `${card.exp_year}-${card.exp_month}` < at.slice(0, 7);
