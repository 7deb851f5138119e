const formatOf = (currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency });

/** The digits after the point: 2 of `USD`, 0 of `JPY`. @throws RangeError for a text that is no currency code */
export const minorDigitsOf = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** Minor units as people read them: `$42.00`. */
export const moneyOf = (amount: number, currency: string): string =>
  formatOf(currency).format(amount / 10 ** minorDigitsOf(currency));

/** A typed amount (`1,234.5`) in minor units; null if it is no amount, or has too many digits for the currency. */
export function parseAmount(text: string, currency: string): number | null {
  const digits = minorDigitsOf(currency);
  const typed = text.trim().replace(/^\p{Sc}\s*/u, '');
  const [, whole, fraction = ''] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/.exec(typed) ?? [];
  if (whole === undefined || fraction.length > digits) return null;
  return Number(whole.replaceAll(',', '')) * 10 ** digits + Number(fraction.padEnd(digits, '0') || 0);
}

export function majorUnitsOf(amount: number, currency: string): number {
  const digits = minorDigitsOf(currency);
  return Number((amount / 10 ** digits).toFixed(digits));
}
