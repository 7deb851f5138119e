/** Formats and checks cards for the forms, the SDK's fields and the server. */
import type { ScriptTexts } from '../texts/en.ts';

export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';

interface BrandFacts {
  readonly pattern: RegExp;
  /** The possible lengths of the brand's numbers. */
  readonly lengths: readonly number[];
}

const brands: Readonly<Record<Brand, BrandFacts>> = {
  visa: { pattern: /^4/, lengths: [13, 16, 19] },
  mastercard: { pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  amex: { pattern: /^3[47]/, lengths: [15] },
  discover: { pattern: /^(6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  jcb: {
    pattern: /^(308[89]|309[0-4]|3337|334|352[89]|35[3-8])/,
    lengths: [14, 15, 16, 17, 18, 19],
  },
  diners: { pattern: /^(30[0-5]|3095|36|38|39)/, lengths: [14, 15, 16, 17, 18, 19] },
  unionpay: { pattern: /^(62|81)/, lengths: [16, 17, 18, 19] },
};

/** The brands, in the order in which numbers are compared with them. */
export const brandNames = Object.keys(brands) as readonly Brand[];

/** The lengths of numbers of an unknown brand. */
const otherLengths: readonly number[] = [12, 13, 14, 15, 16, 17, 18, 19];

/**
 * The value of a digit in any script. Each script has its ten digits in sequence, starting with 0, so the value is
 * the number of the script's digits before this digit.
 */
function digitValue(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let zero = at;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (at - zero) % 10;
}

/** Converts the digits of every script to 0 to 9, because users also type and paste `１２／３４` and `١٢/٣٤`. */
const plainDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)));

/** The digits of a text, in any script, as 0 to 9. */
export const digitsOf = (text: string): string => plainDigits(text).replace(/\D/g, '');

export const brandOf = (digits: string): Brand | null =>
  brandNames.find((brand) => brands[brand].pattern.test(digits)) ?? null;

/** The brand with this name; null if there is no such brand. */
export const brandNamed = (name: unknown): Brand | null => brandNames.find((brand) => brand === name) ?? null;

const lengthsOf = (brand: Brand | null): readonly number[] => (brand === null ? otherLengths : brands[brand].lengths);

/** The length of a security code. */
export const codeLength = (brand: Brand | null): number => (brand === null || brand === 'amex' ? 4 : 3);

/** Groups digits as on a printed card. */
export function groupDigits(digits: string): string {
  const groups =
    brandOf(digits) === 'amex'
      ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/.exec(digits.slice(0, 15))?.slice(1)
      : digits.slice(0, 19).match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

export interface Expiry {
  /** `01` to `12`. */
  readonly month: string;
  /** Two digits. */
  readonly year: string;
}

/** The formats in which people and browsers write an expiry date, with slashes as separators. */
const expiryForms: readonly RegExp[] = [
  // 12/34, 1/34, 1/2034
  /^(?<month>0?[1-9]|1[0-2])\/(?:20)?(?<year>\d{2})$/,
  // 2034/12
  /^20(?<year>\d{2})\/(?<month>0[1-9]|1[0-2])$/,
  // 1234, 122034
  /^(?<month>0[1-9]|1[0-2])(?:20)?(?<year>\d{2})$/,
  // 203412
  /^20(?<year>\d{2})(?<month>0[1-9]|1[0-2])$/,
];

/** Replaces all characters between a text's numbers with slashes: `12 / 34`, `12-34` and `12月34年` become `12/34`. */
const slashed = (text: string): string =>
  plainDigits(text)
    .replace(/\D+/g, '/')
    .replace(/^\/|\/$/g, '');

/**
 * Reads an expiry date in one of the usual formats: `12 / 34`, `12/2034`, `1/34`, `2034-12`, `1234`; null for any
 * other text.
 */
export function readExpiry(text: string): Expiry | null {
  const written = slashed(text);
  for (const form of expiryForms) {
    const { month, year } = form.exec(written)?.groups ?? {};
    if (month !== undefined && year !== undefined) return { month: month.padStart(2, '0'), year };
  }
  return null;
}

/**
 * Formats an expiry date while the user types: `1230` as `12 / 30`, `5` as `05 / `. No typed digit is lost before the
 * date is complete, because the user may be typing a four-digit year, before or after the month.
 */
export function groupExpiry(text: string): string {
  const whole = readExpiry(text);
  if (whole !== null) return `${whole.month} / ${whole.year}`;
  // An expiry date has no day. If a user pastes a date with a day, the whole date stays visible.
  if (slashed(text).split('/').length > 2) return text;
  const [, first = '', separator = '', rest = ''] = /^\D*(\d*)(\D*)(\d*)/.exec(plainDigits(text)) ?? [];
  if (first.startsWith('20')) return yearFirst(first, separator, rest);
  if (separator === '' && /^(2[1-9]|[3-9])$/.test(first)) return monthFirst(`0${first.charAt(0)}`, first.slice(1));
  if (first.length < 2) {
    if (separator === '') return first;
    return /[1-9]/.test(first) ? monthFirst(`0${first}`, rest) : `${first}${rest === '' ? '' : ` / ${rest}`}`;
  }
  return monthFirst(first.slice(0, 2), first.slice(2) + rest);
}

const monthFirst = (month: string, year: string): string =>
  `${month} / ${year.slice(0, year.startsWith('20') ? 4 : 2)}`;

function yearFirst(first: string, separator: string, rest: string): string {
  const month = (first.slice(4) + rest).slice(0, 2);
  return first.length < 4 || (month === '' && separator === '') ? first : `${first.slice(0, 4)}-${month}`;
}

/** Whether a number passes the Luhn check, like every card number. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The error of a number; null if the number is valid. */
export function numberFault(text: string, texts: ScriptTexts): string | null {
  const digits = digitsOf(text);
  const { missing, incomplete, wrong } = texts.cardNumber;
  if (digits === '') return missing;
  const lengths = lengthsOf(brandOf(digits));
  if (lengths.includes(digits.length)) return passesLuhn(digits) ? null : wrong;
  return lengths.some((length) => length > digits.length) ? incomplete : wrong;
}

/** Whether a number is valid and cannot have more digits. */
export function isWholeNumber(text: string): boolean {
  const digits = digitsOf(text);
  const lengths = lengthsOf(brandOf(digits));
  return lengths.includes(digits.length) && passesLuhn(digits) && digits.length >= Math.min(16, Math.max(...lengths));
}

/**
 * The error of an expiry date; null if the date is valid.
 * @param now the month of the emulated clock, such as `2026-03`; null if only the service knows it
 */
export function expiryFault(text: string, now: string | null, texts: ScriptTexts): string | null {
  const { missing, wrong, past } = texts.expiry;
  if (text.trim() === '') return missing;
  const expiry = readExpiry(text);
  if (expiry === null) return wrong;
  return now !== null && `20${expiry.year}-${expiry.month}` < now ? past : null;
}

/** Whether an expiry date is valid and cannot have more digits. For example, `12 / 20` can become `12 / 2034`. */
export const isWholeExpiry = (text: string, now: string | null, texts: ScriptTexts): boolean =>
  expiryFault(text, now, texts) === null && readExpiry(text)?.year !== '20';

/**
 * The error of a security code; null if the code is valid. Only the service knows whether a workspace requires the
 * code, so this function always requires it.
 */
export function codeFault(text: string, brand: Brand | null, texts: ScriptTexts): string | null {
  const { missing, wrong } = texts.securityCode;
  const code = plainDigits(text.trim());
  if (code === '') return missing;
  const length = codeLength(brand);
  const fits = /^\d+$/.test(code) && (code.length === length || (brand === null && code.length === 3));
  return fits ? null : wrong(brand === null ? [3, 4] : [length]);
}
