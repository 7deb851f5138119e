import { pageLocale } from './texts.ts';

const formatOf = (currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat(pageLocale(), { style: 'currency', currency });

/**
 * The decimals of a currency, such as 2 for `USD` and 0 for `JPY`. They are the same in every language, so a shop's
 * page does not need a language for them.
 * @throws RangeError for an invalid currency code
 */
export const minorDigitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Formats minor units in the language of the page, such as `$42.00`. */
export const moneyOf = (amount: number, currency: string): string =>
  formatOf(currency).format(amount / 10 ** minorDigitsOf(currency));

/**
 * Reads a typed amount as minor units; null if the text is not an amount, or has too many decimals. The amount has
 * the format of the page's language (`1,234.5`, or `1.234,5` in German), or is a plain number with a point.
 */
export function parseAmount(text: string, currency: string): number | null {
  const digits = minorDigitsOf(currency);
  const typed = text.trim().replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '');
  const { group, decimal } = signsOf(currency);
  const plain = /^(\d+)(?:\.(\d*))?$/.exec(typed);
  const grouped = new RegExp(`^(\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:${decimal}(\\d*))?$`).exec(typed);
  const [, whole, fraction = ''] = grouped ?? plain ?? [];
  if (whole === undefined || fraction.length > digits) return null;
  return Number(digitsIn(whole)) * 10 ** digits + Number(fraction.padEnd(digits, '0') || 0);
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** The separators of the page's language, as parts of a regular expression. */
function signsOf(currency: string): { group: string; decimal: string } {
  const parts = formatOf(currency).formatToParts(12_345.6);
  const group = parts.find(({ type }) => type === 'group')?.value ?? ',';
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  // Users type an ordinary space in place of a narrow one.
  return { group: /\s/.test(group) ? '\\s' : `\\${group}`, decimal: `\\${decimal}` };
}

export function majorUnitsOf(amount: number, currency: string): number {
  const digits = minorDigitsOf(currency);
  return Number((amount / 10 ** digits).toFixed(digits));
}
