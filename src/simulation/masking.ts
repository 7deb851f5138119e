import { findTestCard } from './cards.ts';
import { digitAt, normalizeCardNumber, passesLuhn } from './luhn.ts';

const SPACE = 32;
const DASH = 45;
const SHORTEST = 13;
const LONGEST = 19;

const isDigitAt = (text: string, at: number): boolean => digitAt(text, at) !== -1;

/**
 * Replaces each card number in a text by `****` and its last four digits. A card number is a run of 13 to 19 digits,
 * unbroken or with single spaces or dashes between them, that passes the Luhn check and is no bundled test card. Runs
 * are taken whole: 20 unbroken digits are no card, whatever is inside. Linear time; a text without a card number comes
 * back as it is.
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

/** Where card numbers stand in the text, in order; with `firstOnly`, nothing after the first run that holds one. */
function cardNumberSpans(text: string, firstOnly: boolean): Span[] {
  const found: Span[] = [];
  let at = 0;
  while (text.length - at >= SHORTEST) {
    if (!isDigitAt(text, at)) {
      at++;
      continue;
    }
    const start = at;
    let digits = 0;
    /** Unbroken digits that are long enough for a card by themselves: `<card> 12/30` is one of them beside a 12. */
    const unbroken: Span[] = [];
    for (;;) {
      const from = at;
      while (isDigitAt(text, at)) at++;
      digits += at - from;
      if (hasCardLength(at - from)) unbroken.push({ start: from, end: at });
      const separator = text.charCodeAt(at);
      if ((separator !== SPACE && separator !== DASH) || !isDigitAt(text, at + 1)) break;
      at++;
    }
    for (const span of cardNumbersOfRun(text, { start, end: at }, digits, unbroken)) found.push(span);
    if (firstOnly && found.length > 0) break;
  }
  return found;
}

/** The whole run if it is one card number, unless a test card stands in it beside other digits; else its pieces. */
function cardNumbersOfRun(text: string, run: Span, digits: number, unbroken: Span[]): Span[] {
  if (hasCardLength(digits) && !unbroken.some(({ start, end }) => findTestCard(text.slice(start, end)))) {
    const number = normalizeCardNumber(text.slice(run.start, run.end));
    if (findTestCard(number)) return [];
    if (passesLuhn(number)) return [run];
  }
  return unbroken.filter(({ start, end }) => isForeignCard(text.slice(start, end)));
}

function isForeignCard(digits: string): boolean {
  return passesLuhn(digits) && findTestCard(digits) === undefined;
}

function hasCardLength(digits: number): boolean {
  return digits >= SHORTEST && digits <= LONGEST;
}
