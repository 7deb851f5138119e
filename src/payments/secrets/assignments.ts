import { isOrdinaryWord, type Replace } from './sensitive-names.ts';

/*
 * Names and values in a text: `PASSWORD=x`, `"cvc": "123"`, `?token=x`, `--api-key x`, `Cookie: a=b; c=d`. The name
 * decides whether the value is hidden. Linear time: the search reads each character of a name or of a value once at
 * most.
 */

/** A name, and the characters between the name and its value. A longer text is not treated as a name. */
const assignment =
  /(?<![\w.-])(-{0,2})([A-Za-z_][\w.-]{0,80}(?:\[[\w-]{1,40}\]){0,3})(\\{0,3}["']?\]?(?: {0,3}(?:=>|[=:]) {0,3}| (?! )))/g;

/** A text without any of these characters cannot contain a name with a value. */
const assigning = /[=:-]/;

/** Headers whose value extends to the end of the line. */
const lineValues = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i;

const quotes = `"'\``;

/**
 * Hides the values of secret names in a text.
 * @param kindOf returns the kind of secret that a name indicates; null if it indicates none
 * @param holds whether a value can be a secret of a kind
 */
export function hideAssignments(
  text: string,
  replace: Replace,
  kindOf: (name: string) => string | null,
  holds: (kind: string, value: string) => boolean,
): string {
  if (!assigning.test(text)) return text;
  let parts: string[] | null = null;
  let kept = 0;
  assignment.lastIndex = 0;
  for (let found = assignment.exec(text); found !== null; found = assignment.exec(text)) {
    const [whole, dashes = '', name = '', between = ''] = found;
    // A space separates a flag from its value. In other places, a space only separates two words.
    if (between === ' ' && dashes === '') continue;
    const kind = kindOf(lastNameOf(name));
    if (kind === null || errorCode.test(name + between)) continue;
    if (isProse.test(between) && isOrdinaryWord(name)) continue;
    const begins = found.index + whole.length;
    const { from, to } = valueAt(text, begins, lineValues.test(name));
    assignment.lastIndex = Math.max(to, begins);
    const value = text.slice(from, to);
    if (value === '' || !holds(kind, value)) continue;
    parts ??= [];
    // The value was a number in JSON, without quotes.
    const isBare = between.startsWith('"') && text[from - 1] !== '"';
    const hidden = replace(value, kind);
    parts.push(text.slice(kept, from), isBare ? `"${hidden}"` : hidden);
    kept = to;
  }
  if (parts === null) return text;
  parts.push(text.slice(kept));
  return parts.join('');
}

/** The code of an error in Node, before its message: `[ERR_ASSERTION]: `. */
const errorCode = /^ERR_[A-Z_]+\]: $/;

/** Matches the colon of a sentence or of a report, where names have no quotes. */
const isProse = /^ {0,3}: {0,3}$/;

/** In `card[number]`, the last name describes the value. */
const lastNameOf = (name: string): string => /\[([\w-]+)\]$/.exec(name)?.[1] ?? name;

/** The position of a value in a text, without its quotes. */
function valueAt(text: string, begins: number, isLine: boolean): { from: number; to: number } {
  let from = begins;
  while (text[from] === '\\') from++;
  const escapes = from - begins;
  const quote = text[from];
  if (quote !== undefined && quotes.includes(quote))
    return { from: from + 1, to: endOfQuoted(text, from + 1, quote, escapes) };
  const ends = isLine ? lineEnds : wordEnds;
  let to = begins;
  while (to < text.length && (!ends.includes(text[to]!) || (to > begins && isWithin(text, to)))) to++;
  return { from: begins, to };
}

/**
 * A comma or a semicolon that ends a value. It is followed by the end of the text, by white space, or by another name
 * with its value.
 */
const next = /[,;](?:[,;\s]|$|\\{0,3}["']?[A-Za-z_][\w.-]{0,80}\\{0,3}["']? {0,3}[=:])/y;

/** Whether a comma or a semicolon is part of a password, as in `PASSWORD=abc,def`. */
function isWithin(text: string, at: number): boolean {
  if (text[at] !== ',' && text[at] !== ';') return false;
  next.lastIndex = at;
  return !next.test(text);
}

const wordEnds = ` \t\r\n"'\`\\,;&<>{}()[]|`;
const lineEnds = '\r\n"\'`\\<>{}';

/**
 * The position of the closing quote. This is the next quote that is preceded by as many backslashes as the opening
 * quote.
 */
function endOfQuoted(text: string, from: number, quote: string, escapes: number): number {
  let backslashes = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') backslashes++;
    else if (sign === '\n') return at;
    else if (sign === quote && backslashes <= escapes) return at - backslashes;
    else backslashes = 0;
  }
  return text.length;
}
