import type { ListCell, ListView } from '../../../core/kernel/declare/declarations.ts';

/** The dashboard view for objects that buyers and recipients see on pages. */
export const checkoutView: ListView = {
  place: 6,
  title: 'Checkout',
  brief: 'Check',
};

type Part = string | number | null | undefined;

/** Joins the parts that are present with spaces. */
export const joined = (...parts: readonly Part[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');

/** Formats a problem for a list cell; empty if there are no parts. */
export const problem = (...parts: readonly Part[]): ListCell => {
  const text = joined(...parts);
  return text === '' ? '' : { text, tone: 'bad' };
};

/** Formats the day of an ISO 8601 timestamp after a word, such as `due 2026-03-01`. */
export const dayAfter = (word: string, iso: string | null | undefined): string | null =>
  iso ? `${word} ${iso.slice(0, 10)}` : null;
