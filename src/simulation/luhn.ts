const ZERO = 48;

/** The digit at a place of a text, or -1 where there is none. */
export function digitAt(text: string, at: number): number {
  const value = text.charCodeAt(at) - ZERO;
  return value >= 0 && value <= 9 ? value : -1;
}

/** Strips the spaces and dashes that a person writes between the digits; all else stays, for validation to refuse. */
export function normalizeCardNumber(input: string): string {
  return input.replace(/[ -]/g, '');
}

/** The Luhn checksum (ISO/IEC 7812-1) over bare digits of any length; false for anything that is not all digits. */
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
