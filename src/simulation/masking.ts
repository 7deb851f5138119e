import { digitAt, isIssuedRange, normalizeCardNumber, passesLuhn } from './card-numbers.ts';
import { findTestCard } from './cards.ts';

const space = 32;
const dash = 45;
const shortest = 13;
const longest = 19;

/**
 * A UUID, or a hexadecimal digest with at least one letter: one of 1,800 random UUIDs contains digits that pass for a
 * card number.
 */
const identifiers =
  /(?<![0-9a-f])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=\d*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}))(?![0-9a-f])/gi;

const isDigitAt = (text: string, at: number): boolean => digitAt(text, at) !== -1;

/**
 * Replaces each card number in a text by `****` and its last four digits. A card number is a run of 13 to 19 digits,
 * unbroken or with single spaces or dashes between them, that has a card's prefix, passes the Luhn check and is not a
 * bundled test card. Next to other digits it is found if it is unbroken or grouped as on a printed card. Part of a
 * longer unbroken run is not a card number, nor are digits of a UUID or a hexadecimal digest. Linear time; a text
 * without a card number is returned unchanged.
 */
export function maskCardNumbers(text: string): string {
  const spans = cardNumberSpans(text, false);
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(kept, start), '****', normalizeCardNumber(text.slice(start, end)).slice(-4));
    kept = end;
  }
  parts.push(text.slice(kept));
  return parts.join('');
}

/** Whether `maskCardNumbers` would find something to mask. Linear time. */
export function containsCardNumber(text: string): boolean {
  return cardNumberSpans(text, true).length > 0;
}

interface Span {
  start: number;
  end: number;
}

/** The card numbers in a text, in order; with `firstOnly`, at least one if there are any. */
function cardNumberSpans(text: string, firstOnly: boolean): Span[] {
  const found = spansOfRuns(text, firstOnly);
  if (found.length === 0) return found;
  // Few texts reach this line, so identifiers are removed only here.
  const without = text.replace(identifiers, (identifier) => 'x'.repeat(identifier.length));
  return without === text ? found : spansOfRuns(without, firstOnly);
}

/** The card numbers in a text's runs of digits, in order; with `firstOnly`, those of the first run that has one. */
function spansOfRuns(text: string, firstOnly: boolean): Span[] {
  const found: Span[] = [];
  let at = 0;
  while (text.length - at >= shortest) {
    if (!isDigitAt(text, at)) {
      at++;
      continue;
    }
    let digits = 0;
    /** The groups of digits between spaces and dashes. */
    const groups: Span[] = [];
    for (;;) {
      const start = at;
      while (isDigitAt(text, at)) at++;
      digits += at - start;
      groups.push({ start, end: at });
      const separator = text.charCodeAt(at);
      if ((separator !== space && separator !== dash) || !isDigitAt(text, at + 1)) break;
      at++;
    }
    if (digits < shortest) continue;
    for (const span of cardNumbersOfRun(text, groups, digits)) found.push(span);
    if (firstOnly && found.length > 0) break;
  }
  return found;
}

/** The whole run if it is a card number and none of its groups is a test card; otherwise the card numbers within it. */
function cardNumbersOfRun(text: string, groups: readonly Span[], digits: number): Span[] {
  const whole = spanOf(groups);
  const isLong = ({ start, end }: Span) => hasCardLength(end - start);
  if (hasCardLength(digits) && !groups.some((each) => isLong(each) && findTestCard(numberIn(text, each)))) {
    const number = numberIn(text, whole);
    if (findTestCard(number)) return [];
    if (isForeignCard(number)) return [whole];
  }
  const found: Span[] = [];
  for (let at = 0; at < groups.length; ) {
    const count = isLong(groups[at]!) ? 1 : printedAt(groups, at);
    const span = count === 0 ? null : spanOf(groups.slice(at, at + count));
    const isCard = span !== null && isForeignCard(numberIn(text, span));
    if (isCard) found.push(span);
    at += isCard ? count : 1;
  }
  return found;
}

/** The grouping of digits on printed cards. */
const printed: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
];

/** How many groups from `at` on form a printed card number; 0: none. */
const printedAt = (groups: readonly Span[], at: number): number =>
  printed.find((lengths) =>
    lengths.every((length, index) => {
      const group = groups[at + index];
      return group !== undefined && group.end - group.start === length;
    }),
  )?.length ?? 0;

const spanOf = (groups: readonly Span[]): Span => ({ start: groups[0]!.start, end: groups.at(-1)!.end });

const numberIn = (text: string, { start, end }: Span): string => normalizeCardNumber(text.slice(start, end));

function isForeignCard(digits: string): boolean {
  return isIssuedRange(digits) && passesLuhn(digits) && findTestCard(digits) === undefined;
}

function hasCardLength(digits: number): boolean {
  return digits >= shortest && digits <= longest;
}
