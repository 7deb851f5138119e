import type { ListCell, ListView } from '../../kernel/declare/declarations.ts';

/** The view of the dashboard for what buyers and recipients meet on pages. */
export const checkoutView: ListView = {
  place: 6,
  title: 'Checkout',
  brief: 'Check',
};

type Part = string | number | null | undefined;

/** The parts that there are, with spaces between them. */
export const joined = (...parts: readonly Part[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');

/** What went wrong, in a list; nothing where nothing did. */
export const problem = (...parts: readonly Part[]): ListCell => {
  const text = joined(...parts);
  return text === '' ? '' : { text, tone: 'bad' };
};

/** The day of an ISO 8601 instant, after a word: `due 2026-03-01`. */
export const dayAfter = (word: string, iso: string | null | undefined): string | null =>
  iso ? `${word} ${iso.slice(0, 10)}` : null;
