import {
  about,
  described,
  fixed,
  nullable,
  OneOf,
  sensitive,
  T,
  Text,
  textForm,
} from '../../../core/kernel/declare/schema.ts';
import { cardForms } from '../../simulation/read-card.ts';
import { Last4, standsForNumber } from './fields.ts';

export const brands = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'unknown'] as const;
export const fundings = ['credit', 'debit', 'prepaid'] as const;

/** The API's name for a card brand. */
export const Brand = () => about(OneOf(brands), 'Card brand, such as visa.');

export const monthForm = textForm(cardForms.month.source, 'a month from 1 to 12', '12');
export const yearForm = textForm(cardForms.year.source, 'a year with two or four digits', '2030');

/** The fields of a card in a body; `readCard` reads them. */
export const CardNumberInput = () =>
  about(
    sensitive(described(Text(40), textForm(cardForms.number.source, 'a card number', '4000056655665556'))),
    'The card number, which is not stored. Use a test card from `npx payments-emulator outcomes`.',
  );
export const ExpMonthInput = () => about(described(Text(10), monthForm), 'Expiration month, 1 to 12.');
export const ExpYearInput = () => about(described(Text(10), yearForm), 'Expiration year, two or four digits.');

/** The stored part of a card, without its number and security code. */
export const CardModel = T.Object({
  brand: Brand(),
  last4: Last4('card number'),
  bin: about(fixed(T.String(), standsForNumber), 'The first six digits of the card number.'),
  exp_month: about(T.String(), 'Two-digit expiration month.'),
  exp_year: about(T.String(), 'Four-digit expiration year.'),
  funding: about(OneOf(fundings), 'The funding type of the card.'),
  country: about(nullable(T.String()), "The ISO 3166-1 alpha-2 code of the issuer's country; null if it is unknown."),
});
export type Card = T.Static<typeof CardModel>;

/**
 * Returns whether two cards are the same. Numbers are not stored, but the stored part is enough to distinguish the
 * cards of the sandbox.
 */
export const isSameCard = (one: Card, other: Card): boolean =>
  one.bin === other.bin &&
  one.last4 === other.last4 &&
  one.exp_month === other.exp_month &&
  one.exp_year === other.exp_year;
