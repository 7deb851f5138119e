import stringWidth from 'string-width';
import { wholeAt } from '../../../core/base/terminal-text.ts';

/** Measures texts in terminal columns. The cost depends on the visible text, never on the stored text. */

/** Matches texts whose characters take one column each. Most texts match, and do not need the slow measurement. */
const narrowText = /^[\x20-\x7e…─│└→←↑↓·▌▏▸›‹●○◆■▲▼├┬▁▂▃▄▅▆▇█]*$/;

/** The maximum number of code units of a character in real text; longer characters are split. */
export const longestCharacter = 64;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

interface Character {
  /** The index at which the next character starts. */
  readonly end: number;
  /** The character's width in columns. A wide character takes two columns, a combining character none. */
  readonly width: number;
}

/**
 * The columns of a code unit that is a complete character, such as a European letter or an East Asian character of
 * one unit. 0 if the code unit can be part of a character, and must be measured.
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

/** The character at a position of a text. */
function characterAt(text: string, at: number): Character {
  const width = columnsAlone(text.charCodeAt(at));
  if (width > 0 && (at + 1 === text.length || columnsAlone(text.charCodeAt(at + 1)) > 0)) return { end: at + 1, width };
  // Segmenting takes quadratic time, so only a piece that is certain to contain one character is segmented.
  const piece = text.slice(at, at + longestCharacter);
  const [first] = graphemes.segment(piece);
  const segment = first?.segment ?? piece;
  return { end: at + segment.length, width: columnsOf(segment) };
}

/** Caches the columns of measured characters, because a screen shows few different characters. */
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

/** The number of code units to examine for a width; enough for any script in use. */
const unitsFor = (width: number): number => width * 4 + longestCharacter;

/** The maximum number of columns of a terminal. */
export const mostColumns = 1_000;

/**
 * The width of a text in columns. A wide character takes two columns, a combining character none. Measuring stops
 * beyond the width of any terminal.
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

/** The start of a text, long enough to fill a width. */
export function beginningFor(text: string, width: number): string {
  const most = unitsFor(width);
  return text.length <= most ? text : text.slice(0, wholeAt(text, most));
}

/**
 * The index at which to cut a text so that the part that starts at a given position fits a width. The part has at
 * least one character.
 */
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
