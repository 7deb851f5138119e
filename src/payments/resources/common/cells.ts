import type { ListCell, ListView } from '../../../core/kernel/declare/declarations.ts';

/** The view of the dashboard for objects that buyers and recipients see on pages. */
export const checkoutView: ListView = {
  place: 6,
  title: 'Checkout',
  brief: 'Check',
};

type Part = string | number | null | undefined;

/** Joins the present parts with spaces. */
export const joined = (...parts: readonly Part[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');

/** A problem, for a list; empty without parts. */
export const problem = (...parts: readonly Part[]): ListCell => {
  const text = joined(...parts);
  return text === '' ? '' : { text, tone: 'bad' };
};

/** The day of an ISO 8601 instant, after a word: `due 2026-03-01`. */
export const dayAfter = (word: string, iso: string | null | undefined): string | null =>
  iso ? `${word} ${iso.slice(0, 10)}` : null;
