import { didYouMean } from '../../core/base/closest.ts';
import { invalid } from '../../core/kernel/errors.ts';
import { testCards } from './cards.ts';

/** The names of ordinary test cards in fixtures, in addition to the names of special behaviours. */
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

/** All names of test cards: `visa_debit`, `declined`, `insufficient_funds`, ... */
export const cardNames = (): string[] => [
  ...Object.keys(ordinary),
  ...new Set(testCards.flatMap(({ behaviour }) => behaviour ?? [])),
];

/**
 * Returns the number of a card that is identified by its name or by its number.
 * @throws 400 `parameter_invalid` if the name is unknown
 */
export function cardNumberOf(name: string): string {
  const number = ordinary[name] ?? testCards.find(({ behaviour }) => behaviour === name)?.number;
  if (number !== undefined || !/[a-z]/i.test(name)) return number ?? name;
  const known = cardNames();
  throw invalid(
    'card',
    `'${name}' is not a test card name.${didYouMean(name, known) || ` Known: ${known.join(', ')}.`}`,
  );
}
