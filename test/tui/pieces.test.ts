import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { TextField } from '../../src/desk/terminal/keys/text-field.ts';
import { columnWidths, pad, truncate, widthOf } from '../../src/desk/terminal/lines/cells.ts';
import { heightOf } from '../../src/desk/terminal/lines/header.ts';
import { isBuildMachine, whyNoDashboard } from '../../src/desk/terminal/terminal/terminal.ts';
import {
  backgroundIn,
  backgroundOf,
  isAscii,
  portableColors,
  styled,
  themeFor,
} from '../../src/desk/terminal/terminal/theme.ts';
import { DetailsText } from '../../src/desk/terminal/texts/details-text.ts';
import { wrap } from '../../src/desk/terminal/texts/wrapping.ts';

describe('texts in columns', () => {
  test.each(['plain', '山田太郎さん', 'e\u0301te\u0301', '👩‍👩‍👧‍👦 family', 'a\u001b[31mred\u0007', '\u202eback'])(
    '%j takes exactly the columns that it is given',
    (text) => {
      for (const width of [1, 2, 3, 5, 8, 20]) expect(stringWidth(pad(text, width))).toBe(width);
    },
  );

  test('every letter takes the columns that terminals give it', () => {
    const isOff = (character: string): boolean => widthOf(character) !== stringWidth(character);
    // What stands for half a character, and what tells a terminal to do something, is not a letter.
    const letters = Array.from({ length: 0x20000 }, (_, code) => code)
      .filter((code) => [0, 1, 2, 3, 0x20, 0x22, 0x24, 0x25, 0x30].includes(code >> 8) || code % 97 === 0)
      .map((code) => String.fromCodePoint(code))
      .filter((each) => /^[^\p{C}]$/u.test(each));
    expect(letters.filter(isOff)).toEqual([]);
    const some = letters.filter((_, at) => at % 9 === 0);
    const marked = some.filter((each) => isOff(`${each}\u0301`) || isOff(`${each}\ufe0f`) || isOff(`a${each}b`));
    expect(marked).toEqual([]);
  });

  test('rows of details stand in columns, amounts on the right', () => {
    const rows = [
      ['month', 'paid', 'open'],
      ['2026-03', '$108.00', 'none'],
    ];
    const text = new DetailsText([{ heading: 'Money', blocks: [{ type: 'table', rows, amounts: [1] }] }]);
    expect([text.textAt(1), text.textAt(2)]).toEqual(['month       paid  open', '2026-03  $108.00  none']);
  });

  test('what is cut ends in an ellipsis, what fits stays', () => {
    expect(truncate('payment.completed', 8)).toBe('payment…');
    expect(truncate('paid', 8)).toBe('paid');
    expect(truncate('anything', 0)).toBe('');
  });

  test('columns that matter least go first', () => {
    const columns = [
      { name: 'id', width: 10, rank: 0 },
      { name: 'amount', width: 10, rank: 1 },
      { name: 'took', width: 8, rank: 5 },
      { name: 'to', width: 10, rank: 3, grow: 1 },
    ];
    expect(columnWidths(columns, 50)).toEqual([10, 10, 8, 16]);
    expect(columnWidths(columns, 40)).toEqual([10, 10, 0, 16]);
    expect(columnWidths(columns, 30)).toEqual([10, 10, 0, 0]);
    expect(columnWidths(columns, 12)).toEqual([10, 0, 0, 0]);
  });

  test('long texts are broken at spaces, and without any where they must', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
    expect(wrap('abc', -1)).toEqual(['a', 'b', 'c']);
  });
});

test('a bar is as high as its share of the highest', () => {
  expect([0, 1, 4, 8].map((requests) => heightOf(requests, 8))).toEqual([' ', '▁', '▄', '█']);
});

describe('what is typed', () => {
  test('is edited in the middle, by words, and character by character however wide', () => {
    const field = new TextField('one two');
    for (const key of ['left', 'left', 'left', 'backspace', '-']) field.press(key);
    expect(field.text).toBe('one-two');
    field.press('ctrl+w');
    expect(field.text).toBe('two');
    expect(field.shownIn(10)).toBe('▏two');
    const long = new TextField('0123456789'.repeat(3));
    expect(long.shownIn(12)).toBe('…0123456789▏');
    const wide = new TextField();
    for (const key of ['é', '山', '👍', 'backspace']) wide.press(key);
    expect(wide.text).toBe('é山');
    expect(wide.press('f5')).toBe(false);
  });
});

describe('how things look', () => {
  /** How much brighter a colour is than another, as WCAG 2 counts it. */
  const contrast = (one: number, other: number): number =>
    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

  /** The brightness of a colour of the table of 256. */
  function brightness(number: number): number {
    const step = (at: number) => (at === 0 ? 0 : 55 + 40 * at);
    const [red, green, blue] =
      number >= 232
        ? [0, 0, 0].map(() => 8 + 10 * (number - 232))
        : [36, 6, 1].map((size) => step(Math.floor((number - 16) / size) % 6));
    const linear = (part: number) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(red!) + 0.7152 * linear(green!) + 0.0722 * linear(blue!);
  }

  test('what has a colour can be read on a white background, and on a black one', () => {
    for (const [tone, number] of Object.entries(portableColors)) {
      expect(contrast(brightness(number), 1), `${tone} on white`).toBeGreaterThan(4.5);
      expect(contrast(brightness(number), 0), `${tone} on black`).toBeGreaterThan(3.8);
    }
  });

  test('a terminal that says that it is dark keeps its own colours', () => {
    const wait = (options: Parameters<typeof themeFor>[0]) => styled([{ text: 'x', tone: 'wait' }], themeFor(options));
    const term = 'xterm-256color';
    expect(wait({ color: true, background: 'dark', term })).toBe('\u001b[33mx\u001b[0m');
    expect(wait({ color: true, background: 'light', term })).toBe('\u001b[38;5;130mx\u001b[0m');
    expect(wait({ color: true, background: null, term })).toBe('\u001b[38;5;130mx\u001b[0m');
    expect(wait({ color: true, background: null, term: 'linux' })).toBe('\u001b[33mx\u001b[0m');
    expect(wait({ color: false, background: null, term })).toBe('x');
  });

  test('terminals tell of their background by themselves, or when they are asked', () => {
    expect(backgroundIn('11;rgb:1e1e/1e1e/2e2e\u0007')).toBe('dark');
    expect(backgroundIn('11;rgb:ff/ff/f0')).toBe('light');
    expect(backgroundIn('11')).toBeNull();
    expect(backgroundOf({ COLORFGBG: '15;0' })).toBe('dark');
    expect(backgroundOf({ COLORFGBG: '0;default;15' })).toBe('light');
    expect(backgroundOf({})).toBeNull();
  });

  test('in a locale of ASCII alone nothing else is written, in as many columns', () => {
    const theme = themeFor({ color: false, background: null, term: 'xterm' });
    const line = [{ text: '▌ └ 山田 → é… ──' }, { text: '●', tone: 'dim' as const }];
    const ascii = styled(line, theme, true);
    expect(ascii).toBe('> ` ???? > ?~ --\u001b[2m*\u001b[0m');
    expect(isAscii({ LANG: 'C' })).toBe(true);
    expect(isAscii({ LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' })).toBe(true);
    expect(isAscii({ LANG: 'C', LC_CTYPE: 'C.UTF-8' })).toBe(false);
    expect(isAscii({})).toBe(false);
  });

  test('the row that is selected is bold, and nothing of it is dim', () => {
    const theme = themeFor({ color: true, background: 'dark', term: 'xterm' });
    const line = [
      { text: 'a ', tone: 'dim' as const },
      { text: 'b', tone: 'bad' as const },
    ];
    expect(styled(line, theme)).toBe('\u001b[2ma \u001b[0m\u001b[31mb\u001b[0m');
    const strong = line.map((span) => ({ ...span, isSelected: true }));
    expect(styled(strong, theme)).toBe('\u001b[1ma \u001b[0m\u001b[31;1mb\u001b[0m');
  });
});

describe('where stdin or stdout is not a terminal', () => {
  test('there is no dashboard, nor on a build machine', () => {
    const tty = { isTTY: true };
    expect(whyNoDashboard(tty, tty, {})).toBeNull();
    expect(whyNoDashboard(tty, {}, {})).toMatch(/terminal/);
    expect(whyNoDashboard(tty, tty, { CI: 'true' })).toMatch(/CI/);
    expect(whyNoDashboard(tty, tty, { TERM: 'dumb' })).toMatch(/dumb/);
    expect(isBuildMachine({ CI: 'false' })).toBe(false);
  });
});
