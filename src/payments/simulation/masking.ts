import { digitAt, isIssuedRange, normalizeCardNumber } from './card-numbers.ts';
import { findTestCard } from './cards.ts';

const space = 32;
const dash = 45;
const shortest = 13;
const longest = 19;

/**
 * A UUID, or a hexadecimal digest with at least one letter. Without this exception, one in 1,800 random UUIDs would
 * be masked, because some of its digits look like a card number.
 */
const identifiers =
  /(?<![0-9a-f])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=\d*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}))(?![0-9a-f])/gi;

const isDigitAt = (text: string, at: number): boolean => digitAt(text, at) !== -1;

/**
 * Replaces each card number in a text with `****` and its last four digits, or with the result of `write` for its
 * digits. A card number consists of 13 to 19 digits, without separators or with single spaces or dashes. It has the
 * prefix of a card, passes the Luhn check and is not a bundled test card. A card number next to other digits is found
 * if it has no separators, or is grouped as on a printed card. A part of a longer sequence without separators is not
 * a card number, and neither are digits in a UUID or a hexadecimal digest. Runs in linear time, and returns a text
 * without card numbers unchanged.
 */
export function maskCardNumbers(text: string, write = (digits: string): string => `****${digits.slice(-4)}`): string {
  const spans = cardNumberSpans(text, false);
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(kept, start), write(normalizeCardNumber(text.slice(start, end))));
    kept = end;
  }
  parts.push(text.slice(kept));
  return parts.join('');
}

/** Whether a text contains a card number that `maskCardNumbers` would mask. Runs in linear time. */
export function containsCardNumber(text: string): boolean {
  return cardNumberSpans(text, true).length > 0;
}

interface Span {
  start: number;
  end: number;
}

/** The card numbers in a text, in order; with `firstOnly`, at least one of them. */
function cardNumberSpans(text: string, firstOnly: boolean): Span[] {
  const found = spansOfRuns(text, firstOnly);
  if (found.length === 0) return found;
  // Only a few texts reach this line, so identifiers are not removed earlier.
  const without = text.replace(identifiers, (identifier) => 'x'.repeat(identifier.length));
  return without === text ? found : spansOfRuns(without, firstOnly);
}

/** A group of digits in a run. Groups are separated by single spaces or dashes. */
interface Group extends Span {
  /** The number of digits in the run before the group. */
  readonly before: number;
  /**
   * Two Luhn sums of the run's digits up to the end of the group: one with the digits at even positions doubled, the
   * other with the digits at odd positions doubled.
   */
  readonly sums: readonly [evens: number, odds: number];
}

/**
 * The card numbers in the digit runs of a text, in order; with `firstOnly`, only those of the first run that contains
 * one.
 */
function spansOfRuns(text: string, firstOnly: boolean): Span[] {
  const found: Span[] = [];
  let at = 0;
  while (text.length - at >= shortest) {
    if (!isDigitAt(text, at)) {
      at++;
      continue;
    }
    const groups = runAt(text, at);
    at = groups.at(-1)!.end;
    for (const span of cardNumbersOfRun(text, groups)) found.push(span);
    if (firstOnly && found.length > 0) break;
  }
  return found;
}

/** The groups of the run that starts at a position. */
function runAt(text: string, from: number): Group[] {
  const groups: Group[] = [];
  let before = 0;
  let evens = 0;
  let odds = 0;
  for (let start = from; ; ) {
    let end = start;
    for (let digit = digitAt(text, end); digit !== -1; digit = digitAt(text, ++end)) {
      const twice = digit > 4 ? digit * 2 - 9 : digit * 2;
      const isEven = (before + end - start) % 2 === 0;
      evens += isEven ? twice : digit;
      odds += isEven ? digit : twice;
    }
    groups.push({ start, end, before, sums: [evens, odds] });
    before += end - start;
    const separator = text.charCodeAt(end);
    if ((separator !== space && separator !== dash) || !isDigitAt(text, end + 1)) return groups;
    start = end + 1;
  }
}

/**
 * The whole run if it is a card number and none of its groups is a test card; otherwise the card numbers inside it.
 */
function cardNumbersOfRun(text: string, groups: readonly Group[]): Span[] {
  const [first, last] = [groups[0]!, groups.at(-1)!];
  const length = last.before + lengthOf(last);
  if (length < shortest) return [];
  let digits: string | undefined;
  const numberIn = (from: Group, to: Group): string => {
    digits ??= normalizeCardNumber(text.slice(first.start, last.end));
    return digits.slice(from.before, to.before + lengthOf(to));
  };
  const isForeign = (at: number, count: number): boolean =>
    passesLuhn(groups, at, count) && isForeignCard(numberIn(groups[at]!, groups[at + count - 1]!));
  const isTestCard = (group: Group) => isLong(group) && findTestCard(numberIn(group, group)) !== undefined;
  if (hasCardLength(length) && !groups.some(isTestCard)) {
    if (findTestCard(numberIn(first, last))) return [];
    if (isForeign(0, groups.length)) return [{ start: first.start, end: last.end }];
  }
  const found: Span[] = [];
  for (let at = 0; at < groups.length; ) {
    const count = isLong(groups[at]!) ? 1 : printedAt(groups, at);
    const isCard = count > 0 && isForeign(at, count);
    if (isCard) found.push({ start: groups[at]!.start, end: groups[at + count - 1]!.end });
    at += isCard ? count : 1;
  }
  return found;
}

/** Applies the Luhn check to the digits in some groups. */
function passesLuhn(groups: readonly Group[], at: number, count: number): boolean {
  const last = groups[at + count - 1]!;
  // The Luhn check doubles every second digit, starting with the second to last one.
  const doubled = (last.before + lengthOf(last)) % 2;
  return (last.sums[doubled]! - (groups[at - 1]?.sums[doubled] ?? 0)) % 10 === 0;
}

/** How many groups, starting at `at`, form a card number as printed on cards; 0 if they form none. */
function printedAt(groups: readonly Group[], at: number): number {
  if (lengthOf(groups[at]) !== 4) return 0;
  const second = lengthOf(groups[at + 1]);
  const third = lengthOf(groups[at + 2]);
  if (second === 6) return third === 4 || third === 5 ? 3 : 0;
  return second === 4 && third === 4 && lengthOf(groups[at + 3]) === 4 ? 4 : 0;
}

const lengthOf = (group: Span | undefined): number => (group === undefined ? 0 : group.end - group.start);

const isLong = (group: Span): boolean => hasCardLength(lengthOf(group));

const isForeignCard = (digits: string): boolean => findTestCard(digits) === undefined && isIssuedRange(digits);

function hasCardLength(digits: number): boolean {
  return digits >= shortest && digits <= longest;
}
