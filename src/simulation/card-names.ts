import { didYouMean } from '../base/closest.ts';
import { invalid } from '../kernel/errors.ts';
import { testCards } from './cards.ts';

/** Test cards by the words that a fixture may call them by, beside the names of what the special ones do. */
const ordinary: Readonly<Record<string, string>> = {
  visa_credit: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard_credit: '5555555555554444',
  mastercard_debit: '5200828282828210',
  mastercard_prepaid: '5105105105105100',
  amex: '378282246310005',
  discover_credit: '6011111111111117',
  discover_debit: '6011981111111113',
};

/** `visa_debit`, `declined`, `insufficient_funds`, ...: every word that stands for a test card. */
export const cardNames = (): string[] => [
  ...Object.keys(ordinary),
  ...new Set(testCards.flatMap(({ behaviour }) => behaviour ?? [])),
];

/**
 * The number of a card that is named by a word or by its number.
 * @throws 400 `parameter_invalid` for a word that names none
 */
export function cardNumberOf(name: string): string {
  const number = ordinary[name] ?? testCards.find(({ behaviour }) => behaviour === name)?.number;
  if (number !== undefined || !/[a-z]/i.test(name)) return number ?? name;
  const known = cardNames();
  throw invalid('card', `There is no test card '${name}'.${didYouMean(name, known) || ` Known: ${known.join(', ')}.`}`);
}
