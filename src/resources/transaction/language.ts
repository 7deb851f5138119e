import type { Context } from '../../kernel/context.ts';
import { firstKnown } from '../../mail/languages.ts';
import type { Customer } from '../customer/model.ts';
import { type Transaction, transactions } from './model.ts';

/** How many of a customer's payments are asked for the language of the browser that made them. */
const asked = 10;

/**
 * The language that a customer reads, a BCP 47 tag (assumed): the `language` of their metadata, else that of the browser in
 * which they last paid; English where the emulator knows none of them.
 */
export const languageOfCustomer = (ctx: Context, { id, metadata }: Pick<Customer, 'id' | 'metadata'>): string =>
  firstKnown([...textOf(metadata.language), ...languagesOfPayments(ctx, id)]);

/** The language that the buyer of a payment reads, likewise: that of the browser that paid comes first. */
export const languageOfBuyer = (ctx: Context, { metadata }: Transaction, customer: Customer | null): string =>
  firstKnown([...textOf(metadata.language), ...(customer === null ? [] : [languageOfCustomer(ctx, customer)])]);

function languagesOfPayments(ctx: Context, customer: string): string[] {
  const languages: string[] = [];
  let left = asked;
  for (const { metadata } of ctx.of(transactions).newestFirst({ customer_id: [customer] })) {
    languages.push(...textOf(metadata.language));
    left -= 1;
    if (left === 0) break;
  }
  return languages;
}

const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);
