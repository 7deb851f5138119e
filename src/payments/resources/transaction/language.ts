import type { Context } from '../../../core/kernel/context.ts';
import { firstKnown } from '../../mail/languages.ts';
import type { Customer } from '../customer/model.ts';
import { type Transaction, transactions } from './model.ts';

/** The number of a customer's payments that are searched for the language of the customer's browser. */
const asked = 10;

/**
 * Returns the language of a customer as a BCP 47 tag (assumed): the `language` in the customer's metadata, or else
 * the language of the browser that made the last payment. English if neither is known.
 */
export const languageOfCustomer = (ctx: Context, { id, metadata }: Pick<Customer, 'id' | 'metadata'>): string =>
  firstKnown([...textOf(metadata.language), ...languagesOfPayments(ctx, id)]);

/** Returns the language of a payment's buyer. The language of the paying browser takes precedence. */
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
