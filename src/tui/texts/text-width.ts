import stringWidth from 'string-width';
import { wholeAt } from '../../text.ts';

/** How wide texts are on a terminal, in columns. Everything here takes time by what is shown, never by what is stored. */

/** Texts whose characters take one column each: measuring those is most of what is measured, and quick. */
const narrowText = /^[\x20-\x7e…─│└→←↑↓·▌▏▸›‹●○◆■▲▼├┬▁▂▃▄▅▆▇█]*$/;

/** No character that people write has more code units; what does is taken apart. */
export const longestCharacter = 64;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

interface Character {
  /** Where the next one begins. */
  readonly end: number;
  /** Columns that it takes: wide ones take two, combining ones none. */
  readonly width: number;
}

/**
 * The columns of a code unit that is a character by itself: letters of Europe, and those of East Asia that are one unit
 * each. 0: it has to be asked for, as part of a character it may be.
 */
function columnsAlone(code: number): 0 | 1 | 2 {
  if (code < 0x20) return 0;
  if (code < 0x7f) return 1;
  if (code < 0x3000) {
    const isLetter = (code > 0xa0 && code < 0x300 && code !== 0xad) || (code >= 0x370 && code < 0x483);
    return isLetter || (code >= 0x2010 && code < 0x2028) || (code >= 0x2500 && code < 0x25fd) ? 1 : 0;
  }
  const isWide =
    (code > 0x3040 && code < 0x3097) ||
    (code > 0x30a0 && code < 0x30fb) ||
    (code >= 0x4e00 && code < 0xa000) ||
    (code >= 0xac00 && code < 0xd7a4);
  return isWide ? 2 : 0;
}

/** The character that begins at a place of a text. */
function characterAt(text: string, at: number): Character {
  const width = columnsAlone(text.charCodeAt(at));
  if (width > 0 && (at + 1 === text.length || columnsAlone(text.charCodeAt(at + 1)) > 0)) return { end: at + 1, width };
  // Segmenting takes time by the square of the length: a piece is looked at that holds one character.
  const piece = text.slice(at, at + longestCharacter);
  const [first] = graphemes.segment(piece);
  const segment = first?.segment ?? piece;
  return { end: at + segment.length, width: columnsOf(segment) };
}

/** The columns of the characters that were asked for: what a screen shows has few different ones. */
const knownColumns = new Map<string, number>();
const mostKnown = 2_000;

function columnsOf(character: string): number {
  const known = knownColumns.get(character);
  if (known !== undefined) return known;
  const columns = stringWidth(character);
  if (knownColumns.size === mostKnown) knownColumns.clear();
  knownColumns.set(character, columns);
  return columns;
}

/** How many code units of a text are looked at for so many columns: enough for what people write in any script. */
const unitsFor = (width: number): number => width * 4 + longestCharacter;

/** No terminal has more columns. */
export const mostColumns = 1_000;

/**
 * Columns of the terminal that a text takes: wide characters take two, combining ones none. A text that is wider than
 * any terminal is measured no further.
 */
export function widthOf(text: string): number {
  const measured = beginningFor(text, mostColumns);
  if (narrowText.test(measured)) return measured.length;
  let width = 0;
  for (let at = 0; at < measured.length; ) {
    const character = characterAt(measured, at);
    width += character.width;
    at = character.end;
  }
  return width;
}

/** As much of the beginning of a text as so many columns may need. */
export function beginningFor(text: string, width: number): string {
  const most = unitsFor(width);
  return text.length <= most ? text : text.slice(0, wholeAt(text, most));
}

/** Where a text is to be cut that has so many columns from a place on. At least one character is taken. */
export function endOfFit(text: string, from: number, width: number): number {
  const last = Math.min(text.length, from + unitsFor(width));
  let used = 0;
  let at = from;
  while (at < last) {
    const character = characterAt(text, at);
    used += character.width;
    if (used > width && at > from) return at;
    at = character.end;
  }
  return at;
}
