import type { Context } from '../../kernel/context.ts';
import { T, Words } from '../../kernel/declare/schema.ts';
import { invalid } from '../../kernel/errors.ts';
import { cardNumberOf } from '../../simulation/card-names.ts';
import { type CardFieldNames, readCard } from '../../simulation/read-card.ts';

/** A test card by its name, as a fixture gives it: `visa_debit`. */
export const CardName = () => T.Optional(Words(40));

/** What a test card is valid until, wherever a fixture names one without saying so. */
export const expiry = { exp_month: '12', exp_year: '2099' };

const cardNames: CardFieldNames = { number: 'card_number', exp_month: 'exp_month', exp_year: 'exp_year' };

/**
 * Takes in a test card that is given by its number alone, in the field `card_number`.
 * @throws 400 `parameter_invalid`
 */
export const readTestCard = (ctx: Context, number: string) => readCard(ctx, { number, ...expiry }, cardNames);

type Fields = Readonly<Record<string, unknown>>;

/** A card given by its name becomes the number and the expiry that the request wants. */
export function withCard({ card, ...fields }: Fields): Record<string, unknown> {
  if (card === undefined) return fields;
  if (fields.cc_number !== undefined) throw invalid('card', 'Give card or cc_number, not both.');
  const { exp_month, exp_year } = expiry;
  return { cc_exp_month: exp_month, cc_exp_year: exp_year, ...fields, cc_number: cardNumberOf(String(card)) };
}
