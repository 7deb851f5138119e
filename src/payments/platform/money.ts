/**
 * An amount for people: 4200 cents of `USD` are `$42.00`; 500 of `JPY`, a currency without a minor unit, are `¥500`.
 * @param amount in the currency's minor units
 * @param display the sign of the currency, or its code if a sign cannot be shown
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

/** The decimal digits of a currency: 2 of `USD`, 0 of `JPY`. */
export const minorDigitsOf = (currency: string): number =>
  minorDigits(new Intl.NumberFormat('en-US', { style: 'currency', currency }));

const minorDigits = (format: Intl.NumberFormat): number => format.resolvedOptions().maximumFractionDigits ?? 2;
