import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import type { StreamMessage } from '../../src/control/wire.ts';
import { centsOf, shortId, when } from '../../src/desk/format.ts';
import { PagedList } from '../../src/desk/lists/paged-list.ts';
import { reasonOf } from '../../src/desk/moves/outcomes.ts';
import { find } from '../../src/desk/palette/fuzzy.ts';
import { Pulse } from '../../src/desk/time/pulse.ts';
import { type Priority, RedrawLimiter } from '../../src/desk/time/redraw-limiter.ts';
import { Timeline } from '../../src/desk/time/timeline.ts';
import { amount, spell } from '../../src/text.ts';
import { TextField } from '../../src/tui/keys/text-field.ts';
import { columnWidths, pad, truncate, widthOf } from '../../src/tui/lines/cells.ts';
import { heightOf } from '../../src/tui/lines/header.ts';
import { isBuildMachine, whyNoDashboard } from '../../src/tui/terminal/terminal.ts';
import { backgroundIn, backgroundOf, isAscii, portableColors, styled, themeFor } from '../../src/tui/terminal/theme.ts';
import { wrap } from '../../src/tui/texts/wrapping.ts';

describe('texts in columns', () => {
  test.each(['plain', '山田太郎さん', 'e\u0301te\u0301', '👩‍👩‍👧‍👦 family', 'a\u001b[31mred\u0007', '\u202eback'])(
    '%j takes exactly the columns that it is given',
    (text) => {
      for (const width of [1, 2, 3, 5, 8, 20]) expect(stringWidth(pad(text, width))).toBe(width);
    },
  );

  test('every letter takes the columns that terminals give it', () => {
    const isOff = (character: string): boolean => widthOf(character) !== stringWidth(character);
    // What stands for half a character, and what tells a terminal to do something, is no letter.
    const letters = Array.from({ length: 0x20000 }, (_, code) => code)
      .filter((code) => code < 0x3200 || code % 61 === 0)
      .map((code) => String.fromCodePoint(code))
      .filter((each) => /^[^\p{C}]$/u.test(each));
    expect(letters.filter(isOff)).toEqual([]);
    const marked = letters.filter((each) => isOff(`${each}\u0301`) || isOff(`${each}\ufe0f`) || isOff(`a${each}b`));
    expect(marked).toEqual([]);
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

describe('facts in words', () => {
  test('amounts are written in units', () => {
    expect(amount(123456, 'USD')).toBe('$1,234.56');
    expect(amount(-500, 'JPY')).toBe('-¥500');
    expect(amount(12, 'nothing')).toBe('12 nothing');
  });

  test.each([
    ['15', 1500],
    ['15.5', 1550],
    ['$15', 1500],
    ['1500.00', 150_000],
    ['$1,500.00', 150_000],
    ['€1,234,567.89', 123_456_789],
    ['0', null],
    ['x', null],
    ['1.234', null],
    ['-1', null],
    ['$-1', null],
    ['--x-1', null],
    ['abc7', null],
    ['1,50', null],
    ['1,5000', null],
    ['15,000,00', null],
    [',500', null],
  ])('%s is an amount of %s cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  test('an amount has no more decimals than its currency', () => {
    expect(['500', '500.00', '500.50'].map((text) => centsOf(text, 'JPY'))).toEqual([500, 500, null]);
  });

  test('durations and ids are short', () => {
    expect(spell(4 * 60_000 + 12_000)).toBe('4m 12s');
    expect(spell(12 * 86_400_000)).toBe('12d');
    expect(shortId('txn_8sQxabcdefghij')).toBe('txn_8sQx…');
  });
});

describe('when something was', () => {
  const now = Date.parse('2026-03-01T09:00:00.000Z');
  test.each([
    ['2026-03-01T08:14:22.000Z', '08:14:22'],
    ['2026-02-28T23:59:59.999Z', '28 Feb'],
    ['2026-03-31T09:00:00.000Z', '31 Mar'],
    ['2025-12-31T23:59:59.999Z', 'Dec 2025'],
  ])('%s is %s in eight columns', (iso, shown) => {
    expect(when(iso, now)).toBe(shown);
    expect(shown.length).toBeLessThanOrEqual(8);
  });
});

describe('what is typed', () => {
  test('finds whole words before parts of them, and those before letters', () => {
    const names = ['payout.returned', 'payout.created', 'payment.refunded', 'dispute.created'];
    expect(find(names, (name) => name, 'ret')[0]).toBe('payout.returned');
    expect(find(names, (name) => name, 'created').sort()).toEqual(['dispute.created', 'payout.created']);
    expect(find(names, (name) => name, 'pocr')[0]).toBe('payout.created');
    expect(find(['payout'], (name) => name, 'zebra')).toEqual([]);
  });

  test('finds a name before the beginning of one, and both before other words', () => {
    const kinds = [
      'delay: an answer comes late',
      'rule: latency',
      'latency: each answer takes longer',
      'latency of one',
    ];
    const nameOf = (kind: string) => kind.replace(/: (an|each) .*/, '');
    const found = (typed: string) => find(kinds, (kind) => kind, typed, { nameOf });
    expect(found('late')[0]).toMatch(/^latency/);
    expect(found('Latency').slice(0, 2)).toEqual([kinds[2], kinds[3]]);
  });

  test('finds the first letters of words, and no letters from the middle of them', () => {
    const names = ['payout.created', 'transaction.approve'];
    expect(find(names, (name) => name, 'pc')).toEqual(['payout.created']);
    expect(find(names, (name) => name, 'ytd')).toEqual([]);
  });

  test('finds what destroys something by parts that were typed as they stand, behind all others', () => {
    const acts = [
      'reset ws_demo  back to its fixture',
      'restore s_1  a snapshot',
      'remove the fault',
      'quit',
      'register',
    ];
    const found = (typed: string) => find(acts, (act) => act, typed, { destroys: (act) => act !== 'register' });
    for (const letters of ['rset', 'rws', 'rmf', 'qt', 'rsdemo', 'snap rst']) expect(found(letters)).toEqual([]);
    expect(found('re')[0]).toBe('register');
    expect(found('re')).toHaveLength(4);
    expect(found('ws_demo reset')).toEqual([acts[0]]);
    expect(found('quit')).toEqual(['quit']);
  });

  test('finds parts of words wherever they stand in a long text', () => {
    const long = `${'one two three four five '.repeat(40)}unsettled`;
    expect(find([long], (text) => text, 'ttle')).toEqual([long]);
  });

  test('finds letters whose accents were left out', () => {
    expect(find(['Zoë Müller', 'Ada'], (name) => name, 'zoe muller')).toEqual(['Zoë Müller']);
  });

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

describe('the pulse', () => {
  test('has the requests of the last minute, and forgets what is older', () => {
    const pulse = new Pulse();
    pulse.add(1_000, 5, 0);
    pulse.add(62_000, 8, 2);
    pulse.add(63_500, 1, 0);
    const bars = pulse.last(64_000);
    expect(bars).toHaveLength(20);
    expect(bars.at(-2)).toEqual({ requests: 8, errors: 2 });
    expect(bars.reduce((sum, { requests }) => sum + requests, 0)).toBe(9);
    expect(pulse.last(200_000).every(({ requests }) => requests === 0)).toBe(true);
    expect([0, 1, 4, 8].map((requests) => heightOf(requests, 8))).toEqual([' ', '▁', '▄', '█']);
  });
});

describe('the time line', () => {
  const change = (n: number, cause = `req_${n}`): StreamMessage => ({
    workspace: 'ws_demo',
    mode: 'test',
    at: '2026-03-01T09:00:00.000Z',
    type: 'change',
    data: {
      object: 'transaction',
      id: `txn_${n}`,
      verb: 'accept',
      from: null,
      to: 'pending_settlement',
      cause: { type: 'request', id: cause },
    },
  });

  test('keeps the latest groups, however many come', () => {
    const timeline = new Timeline();
    for (let n = 0; n < 20_000; n++) timeline.add(change(n));
    const facts = timeline.facts();
    expect(facts.length).toBeLessThanOrEqual(400);
    expect(facts.at(-1)?.key).toBe('req_19999');
  });

  test('adds up what was too fast to show', () => {
    const timeline = new Timeline();
    const leftOut = (request: number): StreamMessage => ({
      workspace: 'ws_demo',
      mode: 'test',
      at: '2026-03-01T09:00:00.000Z',
      type: 'left_out',
      data: { request },
    });
    timeline.add(change(1));
    timeline.add(leftOut(600));
    timeline.add(leftOut(634));
    const last = timeline.facts().at(-1);
    expect(last?.type === 'root' ? last.group.note?.text : null).toBe('1,234 more, too fast to show');
    expect(timeline.facts()).toHaveLength(2);
  });

  test('tells of nothing twice', () => {
    const timeline = new Timeline();
    timeline.add(change(1));
    timeline.add(change(1));
    expect(timeline.facts()).toHaveLength(1);
  });
});

describe('a list by pages', () => {
  const pages = (held: () => readonly { id: string }[]) =>
    new PagedList<{ id: string }>(
      async (after, search) => {
        const all = held().filter(({ id }) => id.includes(search));
        const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
        const items = all.slice(from, from + 3);
        return { items, next: from + 3 < all.length ? (items.at(-1)?.id ?? null) : null };
      },
      () => {},
    );
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ id: `o_${String(to - at).padStart(2, '0')}` }));

  test('keeps what was loaded further down when new ones come', async () => {
    let held = numbered(1, 9);
    const list = pages(() => held);
    await list.refresh();
    await list.loadMore();
    expect(list.items.map(({ id }) => id)).toEqual(['o_09', 'o_08', 'o_07', 'o_06', 'o_05', 'o_04']);
    held = numbered(1, 10);
    await list.refresh();
    expect(list.items.map(({ id }) => id)).toEqual(['o_10', 'o_09', 'o_08', 'o_07', 'o_06', 'o_05', 'o_04']);
    await list.loadMore();
    expect(list.items.at(-1)).toEqual({ id: 'o_01' });
  });

  test('loads its end before what is between, and closes the gap from above', async () => {
    const all = numbered(1, 12);
    const list = new PagedList<{ id: string }>(
      async (after, _search, page) => {
        const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
        const items = page === 'last' ? all.slice(-3) : all.slice(from, from + 3);
        return { items, next: page === 'last' || from + 3 >= all.length ? null : items.at(-1)!.id };
      },
      () => {},
    );
    await list.refresh();
    await list.loadEnd();
    expect(list.items.map(({ id }) => id)).toEqual(['o_12', 'o_11', 'o_10', 'o_03', 'o_02', 'o_01']);
    expect(list.gap).toBe(3);
    await list.loadMore();
    await list.loadMore();
    await list.loadMore();
    expect(list.items).toEqual(all);
    expect([list.gap, list.hasMore]).toEqual([null, false]);
  });

  test('keeps its end when more than a page comes at once, unless it is gone', async () => {
    let held = numbered(1, 3);
    const list = pages(() => held);
    await list.refresh();
    held = numbered(1, 9);
    await list.refresh();
    expect(list.items.map(({ id }) => id)).toEqual(['o_09', 'o_08', 'o_07', 'o_03', 'o_02', 'o_01']);
    expect(list.gap).toBe(3);
    await list.loadMore();
    await list.loadMore();
    expect([list.items, list.gap, list.hasMore]).toEqual([held, null, false]);
    held = numbered(21, 26);
    await list.refresh();
    await list.loadMore();
    expect([list.items, list.gap, list.hasMore]).toEqual([held, null, false]);
  });

  test('drops the answer to an older question', async () => {
    const answers: ((page: { items: { id: string }[]; next: null }) => void)[] = [];
    const list = new PagedList<{ id: string }>(
      () => new Promise((resolve) => answers.push(resolve)),
      () => {},
    );
    const first = list.search('a');
    const second = list.search('b');
    answers[1]!({ items: [{ id: 'b' }], next: null });
    answers[0]!({ items: [{ id: 'a' }], next: null });
    await Promise.all([first, second]);
    expect(list.items).toEqual([{ id: 'b' }]);
  });

  test('says why it could not be loaded', async () => {
    const list = new PagedList<{ id: string }>(
      () => Promise.reject(new Error('gone')),
      () => {},
    );
    await list.refresh();
    expect(list.failure).toBe('gone');
  });
});

describe('the pace of drawing', () => {
  /** Asks over and over for a while. @returns when it was drawn, in milliseconds */
  async function drawings(priorities: readonly Priority[], milliseconds: number): Promise<number[]> {
    const times: number[] = [];
    const limiter = new RedrawLimiter(() => times.push(performance.now()));
    const until = performance.now() + milliseconds;
    while (performance.now() < until) {
      for (const priority of priorities) limiter.request(priority);
      await new Promise((resolve) => setImmediate(resolve));
    }
    limiter.cancel();
    return times;
  }

  test('is at most 15 in any second, however many keys are pressed and whatever happens beside', async () => {
    const times = await drawings(['news', 'answer', 'key'], 2_500);
    expect(times.length).toBeGreaterThan(5);
    for (const from of times) {
      expect(times.filter((time) => time >= from && time < from + 1_000).length).toBeLessThanOrEqual(15);
    }
  });

  test('leaves enough for a key to be answered at once, whatever else goes on', async () => {
    let drawn = 0;
    const limiter = new RedrawLimiter(() => drawn++);
    for (let round = 0; round < 40; round++) {
      limiter.request('news');
      limiter.request('answer');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const before = drawn;
    limiter.request('key');
    expect(drawn).toBe(before + 1);
    limiter.cancel();
  });

  test('draws what was asked for last, when nothing follows', async () => {
    let asked = 0;
    let drawn = 0;
    const limiter = new RedrawLimiter(() => {
      drawn = asked;
    });
    for (asked = 1; asked < 40; asked++) limiter.request('news');
    await expect.poll(() => drawn).toBe(asked);
  });

  test('keeps news apart as far as it is told to, and answers a key in between', () => {
    let drawn = 0;
    const limiter = new RedrawLimiter(() => drawn++);
    limiter.request('news', 10_000);
    expect(drawn).toBe(1);
    limiter.request('news', 10_000);
    expect(drawn).toBe(1);
    limiter.request('key');
    expect(drawn).toBe(2);
    limiter.cancel();
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

describe('where there is no terminal', () => {
  test('there is no dashboard, nor on a build machine', () => {
    const tty = { isTTY: true };
    expect(whyNoDashboard(tty, tty, {})).toBeNull();
    expect(whyNoDashboard(tty, {}, {})).toMatch(/terminal/);
    expect(whyNoDashboard(tty, tty, { CI: 'true' })).toMatch(/CI/);
    expect(whyNoDashboard(tty, tty, { TERM: 'dumb' })).toMatch(/dumb/);
    expect(isBuildMachine({ CI: 'false' })).toBe(false);
  });
});

describe('why something was refused', () => {
  test('names the field, also where another bundle of the program made the error', () => {
    const refusal = { status: 400, body: { error: 'Too much.', param: 'amount' } };
    const made = Object.assign(new Error('Too much.'), refusal, { name: 'ClientError' });
    expect(reasonOf(made)).toBe('Too much. (amount)');
    expect(reasonOf(new Error('Too much.'))).toBe('Too much.');
  });
});
