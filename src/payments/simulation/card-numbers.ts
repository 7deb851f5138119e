export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';

/** Inclusive ranges of the first six digits, as published by the networks. */
const brandRanges: readonly (readonly [first: number, last: number, brand: CardBrand])[] = [
  [400000, 499999, 'visa'],
  [510000, 559999, 'mastercard'],
  [222100, 272099, 'mastercard'],
  [340000, 349999, 'amex'],
  [370000, 379999, 'amex'],
  [601100, 601199, 'discover'],
  [644000, 659999, 'discover'],
  [300000, 305999, 'diners'],
  [309500, 309599, 'diners'],
  [360000, 369999, 'diners'],
  [380000, 399999, 'diners'],
  [308800, 309499, 'jcb'],
  [309600, 310299, 'jcb'],
  [311200, 312099, 'jcb'],
  [315800, 315999, 'jcb'],
  [333700, 334999, 'jcb'],
  [352800, 358999, 'jcb'],
  [620000, 629999, 'unionpay'],
  [810000, 817199, 'unionpay'],
];

/** The brand of a card number or BIN; null if the range is unknown or if there are fewer than six digits. */
export function brandOf(digits: string): CardBrand | null {
  const bin = binOf(digits);
  return brandRanges.find(([first, last]) => bin >= first && bin <= last)?.[2] ?? null;
}

/** The first six digits as a number; -1 if there are fewer. */
function binOf(digits: string): number {
  let bin = 0;
  for (let i = 0; i < 6; i++) {
    const digit = digitAt(digits, i);
    if (digit === -1) return -1;
    bin = bin * 10 + digit;
  }
  return bin;
}

/** Prefixes and lengths of card numbers, including brands that the emulator does not support. */
const issued: readonly (readonly [first: number, last: number, lengths: readonly number[]])[] = [
  [400000, 499999, [13, 16, 19]],
  [510000, 559999, [16]],
  [222100, 272099, [16]],
  // Mir
  [220000, 220499, [16, 17, 18, 19]],
  [340000, 349999, [15]],
  [370000, 379999, [15]],
  [300000, 305999, [14, 15, 16, 17, 18, 19]],
  [308800, 320999, [14, 15, 16, 17, 18, 19]],
  [333700, 334999, [16, 17, 18, 19]],
  [352800, 358999, [16, 17, 18, 19]],
  [360000, 369999, [14, 15, 16, 17, 18, 19]],
  [380000, 399999, [14, 15, 16, 17, 18, 19]],
  // Maestro and national debit cards, including Discover and UnionPay
  [500000, 509999, [13, 14, 15, 16, 17, 18, 19]],
  [560000, 589999, [13, 14, 15, 16, 17, 18, 19]],
  [600000, 699999, [13, 14, 15, 16, 17, 18, 19]],
  [810000, 829999, [16, 17, 18, 19]],
  // Cards of Uzbekistan and Türkiye
  [860000, 860099, [16]],
  [979200, 979299, [16]],
  [986000, 986099, [16]],
];

/**
 * Whether a number has the prefix and the length of a card number. Most other numbers that pass the Luhn check by
 * chance do not, such as a time in milliseconds.
 */
export function isIssuedRange(digits: string): boolean {
  const bin = binOf(digits);
  return issued.some(([first, last, lengths]) => bin >= first && bin <= last && lengths.includes(digits.length));
}

/** The digit at a position in a text; -1 if the character is not a digit. */
export function digitAt(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : -1;
}

/** Removes the spaces and dashes between digits. Other characters are kept, so that validation rejects them. */
export function normalizeCardNumber(input: string): string {
  return input.replace(/[ -]/g, '');
}

/** Applies the Luhn check (ISO/IEC 7812-1) to digits of any length; false if the text contains other characters. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  let doubled = false;
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digitAt(digits, i);
    if (digit === -1) return false;
    const value = doubled ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
    doubled = !doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}
