/**
 * Formats an amount for display: 4200 cents in `USD` are `$42.00`; 500 in `JPY`, a currency without a minor unit, is
 * `¥500`.
 * @param amount the amount in the currency's minor units
 * @param display the symbol of the currency, or its code if a symbol cannot be displayed
 * @param locale a BCP 47 tag
 */
export function moneyOf(
  amount: number,
  currency: string,
  display: 'symbol' | 'code' = 'symbol',
  locale = 'en-US',
): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: display });
  return format.format(amount / 10 ** minorDigits(format)).replace(/[\u00a0\u202f]/g, ' ');
}

/** The number of decimal digits of a currency: 2 for `USD`, 0 for `JPY`. */
export const minorDigitsOf = (currency: string): number =>
  minorDigits(new Intl.NumberFormat('en-US', { style: 'currency', currency }));

const minorDigits = (format: Intl.NumberFormat): number => format.resolvedOptions().maximumFractionDigits ?? 2;
