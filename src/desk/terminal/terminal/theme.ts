import { clean } from '../../../core/base/terminal-text.ts';
import type { Line, Span, Tone } from '../../model/cells.ts';
import { widthOf } from '../lines/cells.ts';

/** The codes that turn on each tone (SGR). */
export type Theme = Readonly<Partial<Record<Tone, string>>>;

/**
 * Whether the terminal's locale supports only ASCII. The first of these variables that is set decides. If none is
 * set, the locale is UTF-8.
 */
export function isAscii({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  return /^(C|POSIX)$/.test(LC_ALL || LC_CTYPE || LANG || '');
}

/** The dashboard's symbols and their ASCII replacements. */
const asciiSigns: Readonly<Record<string, string>> = {
  '─': '-',
  '│': '|',
  '└': '`',
  '├': '|',
  '┬': '+',
  '▌': '>',
  '▸': '>',
  '›': '>',
  '‹': '<',
  '→': '>',
  '←': '<',
  '↑': '^',
  '↓': 'v',
  '▲': '^',
  '▼': 'v',
  '●': '*',
  '○': 'o',
  '◆': 'x',
  '■': '#',
  '·': '-',
  '…': '~',
  '▏': '|',
  '’': "'",
  '▁': '_',
  '▂': '.',
  '▃': '-',
  '▄': '-',
  '▅': '=',
  '▆': '=',
  '▇': '#',
  '█': '#',
};

/** A text in ASCII, with the same width. Characters without a replacement become `?`. */
function toAscii(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the beginning of ASCII
  if (/^[\u0000-\u007f]*$/.test(text)) return text;
  let ascii = '';
  for (const character of text) {
    ascii += character <= '\u007f' ? character : (asciiSigns[character] ?? '?'.repeat(widthOf(character)));
  }
  return ascii;
}

export type Background = 'dark' | 'light';

const monochrome: Theme = { dim: '2', bold: '1' };

/** The terminal's own colors, because a user with a dark background chose colors that suit it. */
const terminalColors: Theme = { ...monochrome, good: '32', wait: '33', bad: '31' };

/**
 * Colors of the 256-color table, which terminals do not redefine. They are readable on white and on black, while a
 * terminal's own yellow and green are hard to read on white.
 */
export const portableColors = { good: 28, wait: 130, bad: 160, dim: 243 } as const;

const portable: Theme = {
  ...monochrome,
  ...Object.fromEntries(Object.entries(portableColors).map(([tone, number]) => [tone, `38;5;${number}`])),
};

const hasTable = (term: string): boolean => /256|direct|kitty|ghostty|alacritty/.test(term);

/** Whether the theme depends on the background, and the terminal supports the query for it. */
export const asksForBackground = ({ color, term }: { color: boolean; term: string }): boolean =>
  color && hasTable(term);

/** The theme for a terminal. @param background null if the background is unknown */
export function themeFor(options: { color: boolean; background: Background | null; term: string }): Theme {
  if (!options.color) return monochrome;
  return options.background !== 'dark' && hasTable(options.term) ? portable : terminalColors;
}

/** Asks the terminal for its background (OSC 11). The response arrives among the keys, or never. */
export const backgroundQuestion = '\u001b]11;?\u0007';

const answer = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i;

/** The background in a terminal's response; null if the input is not a response to the query. */
export function backgroundIn(input: string): Background | null {
  const parts = answer.exec(input)?.slice(1);
  if (parts === undefined) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5 ? 'dark' : 'light';
}

/** The background that some terminals put into the environment, as `foreground;background`, such as `15;0`. */
export function backgroundOf({ COLORFGBG }: NodeJS.ProcessEnv): Background | null {
  const number = Number(/;(\d+)$/.exec(COLORFGBG ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return null;
  return number === 7 || number > 8 ? 'light' : 'dark';
}

const reset = '\u001b[0m';

/**
 * A line with the codes of its tones. The texts of the line cannot control the terminal.
 * @param inAscii whether the terminal can only show ASCII
 */
export function styled(line: Line, theme: Theme, inAscii = false): string {
  let text = '';
  for (const { text: shown, tone = 'plain', isSelected = false } of compact(line)) {
    const codes = [
      theme[isSelected && tone === 'dim' ? 'plain' : tone],
      isSelected && tone !== 'bold' ? '1' : undefined,
    ];
    const on = codes.filter((code) => code !== undefined).join(';');
    const own = inAscii ? toAscii(clean(shown)) : clean(shown);
    text += on === '' ? own : `\u001b[${on}m${own}${reset}`;
  }
  return text;
}

/** A line in as few spans as possible, without trailing spaces. */
function compact(line: Line): Span[] {
  const spans: { text: string; tone: Tone; isSelected: boolean }[] = [];
  for (const { text, tone = 'plain', isSelected = false } of line) {
    const last = spans.at(-1);
    const isAlike = last !== undefined && last.tone === tone && last.isSelected === isSelected;
    if (last !== undefined && (isAlike || text.trim() === '')) last.text += text;
    else spans.push({ text, tone, isSelected });
  }
  for (let last = spans.at(-1); last !== undefined; last = spans.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    spans.pop();
  }
  return spans;
}
