import { isPlainValue } from './own-credentials.ts';
import { isSecretName, redacted } from './sensitive-names.ts';

/*
 * Names and values in a text: `PASSWORD=x`, `"cvc": "123"`, `?token=x`, `--api-key x`, `Cookie: a=b; c=d`. The name tells
 * whether the value is hidden. Linear time: no character of a name is looked at more than once, nor one of a value.
 */

/** A name and what stands between it and its value. A name that is longer than these is none. */
const assignment =
  /(?<![\w.-])(-{0,2})([A-Za-z_][\w.-]{0,80}(?:\[[\w-]{1,40}\]){0,3})(\\{0,3}["']?\]?(?: {0,3}(?:=>|[=:]) {0,3}| (?! )))/g;

/** Headers whose whole line is the value. */
const lineValues = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i;

/** Values that are no secrets, but say what there is or should be. */
const saying = /^(?:true|false|null|none|undefined|nil|required|missing|invalid|expired)$/i;

const quotes = `"'\``;

/** A text with the values of secret names hidden. */
export function hideAssignments(text: string): string {
  let parts: string[] | null = null;
  let kept = 0;
  assignment.lastIndex = 0;
  for (let found = assignment.exec(text); found !== null; found = assignment.exec(text)) {
    const [whole, dashes = '', name = '', between = ''] = found;
    // A space separates a flag from its value, and otherwise two words.
    if (between === ' ' && dashes === '') continue;
    if (!isSecretName(lastNameOf(name))) continue;
    const begins = found.index + whole.length;
    const { from, to } = valueAt(text, begins, lineValues.test(name));
    assignment.lastIndex = Math.max(to, begins);
    const value = text.slice(from, to);
    if (value === '' || saying.test(value) || isPlainValue(value)) continue;
    parts ??= [];
    // In JSON a number was there.
    const isBare = between.startsWith('"') && text[from - 1] !== '"';
    parts.push(text.slice(kept, from), isBare ? `"${redacted}"` : redacted);
    kept = to;
  }
  if (parts === null) return text;
  parts.push(text.slice(kept));
  return parts.join('');
}

/** In `card[number]` the last name says what the value is. */
const lastNameOf = (name: string): string => /\[([\w-]+)\]$/.exec(name)?.[1] ?? name;

/** Where a value stands, without its quotes. */
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

/** What follows a comma or a semicolon behind a value: nothing, white space, or another name and its value. */
const next = /[,;](?:[,;\s]|$|\\{0,3}["']?[A-Za-z_][\w.-]{0,80}\\{0,3}["']? {0,3}[=:])/y;

/** Whether a comma or a semicolon is a part of a password, as in `PASSWORD=abc,def`. */
function isWithin(text: string, at: number): boolean {
  if (text[at] !== ',' && text[at] !== ';') return false;
  next.lastIndex = at;
  return !next.test(text);
}

const wordEnds = ` \t\r\n"'\`\\,;&<>{}()[]|`;
const lineEnds = '\r\n"\'`\\<>{}';

/** The place of the quote that ends a text: the next one behind as many backslashes as before the first. */
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
