import { isIssuedRange, passesLuhn } from '../simulation/card-numbers.ts';
import { findTestCard } from '../simulation/cards.ts';
import { maskCardNumbers } from '../simulation/masking.ts';
import type { Replace } from './sensitive-names.ts';

/** Groups of digits as printed on cards, with any separator that is the same between all groups. */
const printed =
  /(?<!\d)(?:\d{4}([\s._/+|-]{1,3})\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([\s._/+|-]{1,3})\d{6}\2\d{4,5})(?!\d)/g;

/** At least as many digits as the shortest card number, in any grouping. */
const manyDigits = /\d(?:[\s._/+|-]{0,3}\d){12}/;

/** Whether the digits are a card number that is not a published test number. */
export const isForeignCard = (digits: string): boolean =>
  passesLuhn(digits) && isIssuedRange(digits) && findTestCard(digits) === undefined;

/** Hides the card numbers in a text, in any grouping. Runs in linear time. */
export function hideCards(text: string, replace: Replace): string {
  if (!manyDigits.test(text)) return text;
  const ungrouped = text.replace(printed, (number) => {
    const digits = number.replace(/\D/g, '');
    return isForeignCard(digits) ? replace(digits, 'pan') : number;
  });
  return maskCardNumbers(ungrouped, (digits) => replace(digits, 'pan'));
}

/** The lengths of the groups in printed card numbers. */
const shapes = ['4 4 4 4', '4 6 5', '4 6 4', '4 4 4 4 3'];
const longestShape = 5;
const shortest = 13;
const longest = 19;

/** A card number that is split between several values. */
export interface SplitCard {
  readonly from: number;
  readonly to: number;
  readonly digits: string;
}

/** The first card number that is split between adjacent values: groups as on a card, or single digits. */
export function splitCardIn(values: readonly unknown[]): SplitCard | null {
  const parts = values.map(digitsOf);
  for (let from = 0; from < parts.length; from++) {
    if (parts[from] === null) continue;
    const found = parts[from]!.length === 1 ? singleAt(parts, from) : groupsAt(parts, from);
    if (found !== null) return found;
  }
  return null;
}

function digitsOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  return /^\d{1,8}$/.test(text) ? text : null;
}

function groupsAt(parts: readonly (string | null)[], from: number): SplitCard | null {
  const own = parts.slice(from, from + longestShape);
  const end = own.indexOf(null);
  const groups = (end === -1 ? own : own.slice(0, end)) as string[];
  for (let count = groups.length; count >= 3; count--) {
    const taken = groups.slice(0, count);
    const isPrinted = shapes.includes(taken.map(({ length }) => length).join(' '));
    if (isPrinted && isForeignCard(taken.join(''))) return { from, to: from + count, digits: taken.join('') };
  }
  return null;
}

function singleAt(parts: readonly (string | null)[], from: number): SplitCard | null {
  // A number within a longer sequence of digits is not a card number.
  if (parts[from - 1]?.length === 1) return null;
  let to = from;
  while (to - from <= longest && parts[to]?.length === 1) to++;
  const digits = parts.slice(from, to).join('');
  return digits.length >= shortest && digits.length <= longest && isForeignCard(digits) ? { from, to, digits } : null;
}
