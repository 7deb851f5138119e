import type { Context } from '../../../core/kernel/context.ts';
import { T, Words } from '../../../core/kernel/declare/schema.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { cardNumberOf } from '../../simulation/card-names.ts';
import { type CardFieldNames, readCard } from '../../simulation/read-card.ts';

/** The name of a test card in a fixture: `visa_debit`. */
export const CardName = () => T.Optional(Words(40));

/** The default expiry of test cards in a fixture. */
const expiry = { exp_month: '12', exp_year: '2099' };

const cardNames: CardFieldNames = { number: 'card_number', exp_month: 'exp_month', exp_year: 'exp_year' };

/**
 * Reads a test card from its number in the field `card_number`.
 * @throws 400 `parameter_invalid`
 */
export const readTestCard = (ctx: Context, number: string) => readCard(ctx, { number, ...expiry }, cardNames);

type Fields = Readonly<Record<string, unknown>>;

/** Replaces the name of a card with its number and expiry, as a request contains them. */
export function withCard({ card, ...fields }: Fields): Record<string, unknown> {
  if (card === undefined) return fields;
  if (fields.cc_number !== undefined) throw invalid('card', 'Set card or cc_number, not both.');
  const { exp_month, exp_year } = expiry;
  return { cc_exp_month: exp_month, cc_exp_year: exp_year, ...fields, cc_number: cardNumberOf(String(card)) };
}
