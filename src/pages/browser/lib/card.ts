export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';

const patterns: readonly (readonly [Brand, RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^(6011|64[4-9]|65)/],
  ['jcb', /^(308[89]|309[0-4]|3337|334|352[89]|35[3-8])/],
  ['diners', /^(30[0-5]|3095|36|38|39)/],
  ['unionpay', /^(62|81)/],
];

const names: Readonly<Record<Brand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

export const brandOf = (digits: string): Brand | null =>
  patterns.find(([, pattern]) => pattern.test(digits))?.[0] ?? null;

/** A brand by its name; null for any other text. */
export const brandNamed = (name: unknown): Brand | null =>
  typeof name === 'string' && Object.hasOwn(names, name) ? (name as Brand) : null;

export const brandName = (brand: string | null): string =>
  brand === null ? '' : (names[brand as Brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1));

/** Digits in groups as on a printed card. */
export function groupDigits(digits: string): string {
  const groups =
    brandOf(digits) === 'amex'
      ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/.exec(digits.slice(0, 15))?.slice(1)
      : digits.slice(0, 19).match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

/** `1230` as `12 / 30`, `5` as `05 / `. */
export function groupExpiry(text: string): string {
  let digits = digitsOf(text).slice(0, 4);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4);
  if (digits.length < 2) return digits;
  const isDeleting = /^\d{2}\s*\/?$/.test(text.trim()) && !/\/\s$/.test(text) && text.trim().length > 2;
  return digits.length === 2 && isDeleting ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export interface Expiry {
  /** `01` to `12`. */
  readonly month: string;
  /** Two digits. */
  readonly year: string;
}

export function readExpiry(text: string): Expiry | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(text.trim()) ?? [];
  return month === undefined || year === undefined ? null : { month, year };
}

const validLength = (digits: string): boolean =>
  brandOf(digits) === 'amex' ? digits.length === 15 : digits.length >= 12 && digits.length <= 19;

/** What is wrong with a number; null if nothing is. The check digit is left to the vault. */
export function numberFault(text: string): string | null {
  const digits = digitsOf(text);
  if (digits === '') return 'Enter the card number.';
  return validLength(digits) ? null : 'The card number is not complete.';
}

export function expiryFault(text: string): string | null {
  if (text.trim() === '') return 'Enter the expiry date.';
  return readExpiry(text) === null ? 'Write the expiry date as MM / YY.' : null;
}

/** Only the server knows whether a workspace needs the code, so it is always required here. */
export function cvcFault(text: string, brand: Brand | null): string | null {
  if (text.trim() === '') return 'Enter the security code.';
  const length = brand === 'amex' ? 4 : 3;
  return new RegExp(`^\\d{${brand === null ? '3,4' : length}}$`).test(text.trim())
    ? null
    : `The security code has ${brand === null ? '3 or 4' : length} digits.`;
}

/** Replaces the text of an input and keeps the caret after the same digit. */
export function rewrite(input: HTMLInputElement, text: string): void {
  const { value } = input;
  if (value === text) return;
  const selected = input.selectionStart ?? value.length;
  input.value = text;
  if (document.activeElement !== input) return;
  let caret = text.length;
  if (selected < value.length) {
    const before = digitsOf(value.slice(0, selected)).length;
    caret = 0;
    for (let digits = 0; caret < text.length && digits < before; caret++) if (/\d/.test(text[caret]!)) digits++;
  }
  input.setSelectionRange(caret, caret);
}
