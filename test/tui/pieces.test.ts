import { EventEmitter } from 'node:events';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import type { StreamMessage } from '../../src/control/wire.ts';
import { cut, pad, widthsOf, wrap } from '../../src/tui/cells.ts';
import { amount, centsOf, shortId, spell } from '../../src/tui/format.ts';
import { find, score } from '../../src/tui/fuzzy.ts';
import { PagedList } from '../../src/tui/paged-list.ts';
import { Painter } from '../../src/tui/painter.ts';
import { isBuildMachine, whyNoDashboard } from '../../src/tui/terminal.ts';
import { TextField } from '../../src/tui/text-field.ts';
import { Timeline } from '../../src/tui/timeline.ts';

describe('texts in columns', () => {
  test.each(['plain', '山田太郎さん', 'e\u0301te\u0301', '👩‍👩‍👧‍👦 family', 'a\u001b[31mred\u0007', '\u202eback'])(
    '%j takes exactly the columns that it is given',
    (text) => {
      for (const width of [1, 2, 3, 5, 8, 20]) expect(stringWidth(pad(text, width))).toBe(width);
    },
  );

  test('what is cut ends in an ellipsis, what fits stays', () => {
    expect(cut('payment.completed', 8)).toBe('payment…');
    expect(cut('paid', 8)).toBe('paid');
    expect(cut('anything', 0)).toBe('');
  });

  test('columns that matter least go first', () => {
    const columns = [
      { name: 'id', width: 10, rank: 0 },
      { name: 'amount', width: 10, rank: 1 },
      { name: 'took', width: 8, rank: 5 },
      { name: 'to', width: 10, rank: 3, grow: 1 },
    ];
    expect(widthsOf(columns, 50)).toEqual([10, 10, 8, 16]);
    expect(widthsOf(columns, 40)).toEqual([10, 10, 0, 16]);
    expect(widthsOf(columns, 30)).toEqual([10, 10, 0, 0]);
    expect(widthsOf(columns, 12)).toEqual([10, 0, 0, 0]);
  });

  test('long texts are broken at spaces, and without any where they must', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
  });
});

describe('facts in words', () => {
  test('amounts are read and written in units', () => {
    expect(amount(123456, 'USD')).toBe('$1,234.56');
    expect(amount(-500, 'JPY')).toBe('-¥500');
    expect(amount(12, 'nothing')).toBe('12 nothing');
    expect(['15', '15.5', '$1,500.00', '0', 'x', '1.234'].map((text) => centsOf(text))).toEqual([
      1500,
      1550,
      150_000,
      null,
      null,
      null,
    ]);
  });

  test('durations and ids are short', () => {
    expect(spell(4 * 60_000 + 12_000)).toBe('4m 12s');
    expect(spell(12 * 86_400_000)).toBe('12d');
    expect(shortId('txn_8sQxabcdefghij')).toBe('txn_8sQx…');
  });
});

describe('what is typed', () => {
  test('finds whole words before parts of them, and those before letters', () => {
    const names = ['payout.returned', 'payout.created', 'payment.refunded', 'dispute.created'];
    expect(find(names, (name) => name, 'ret')[0]).toBe('payout.returned');
    expect(find(names, (name) => name, 'created').sort()).toEqual(['dispute.created', 'payout.created']);
    expect(find(names, (name) => name, 'pocr')[0]).toBe('payout.created');
    expect(score('payout', 'zebra')).toBeNull();
  });

  test('is edited in the middle, by words, and character by character however wide', () => {
    const field = new TextField('one two');
    for (const key of ['left', 'left', 'left', 'backspace', '-']) field.press(key);
    expect(field.text).toBe('one-two');
    field.press('ctrl+w');
    expect(field.text).toBe('two');
    const wide = new TextField();
    for (const key of ['é', '山', '👍', 'backspace']) wide.press(key);
    expect(wide.text).toBe('é山');
    expect(wide.press('f5')).toBe(false);
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
      ({ id }) => id,
      () => {},
    );
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ id: `o_${String(to - at).padStart(2, '0')}` }));

  test('keeps what was loaded further down when new ones come', async () => {
    let held = numbered(1, 9);
    const list = pages(() => held);
    await list.refresh();
    await list.more();
    expect(list.items.map(({ id }) => id)).toEqual(['o_09', 'o_08', 'o_07', 'o_06', 'o_05', 'o_04']);
    held = numbered(1, 10);
    await list.refresh();
    expect(list.items.map(({ id }) => id)).toEqual(['o_10', 'o_09', 'o_08', 'o_07', 'o_06', 'o_05', 'o_04']);
    await list.more();
    expect(list.items.at(-1)).toEqual({ id: 'o_01' });
  });

  test('drops the answer to an older question', async () => {
    const answers: ((page: { items: { id: string }[]; next: null }) => void)[] = [];
    const list = new PagedList<{ id: string }>(
      () => new Promise((resolve) => answers.push(resolve)),
      ({ id }) => id,
      () => {},
    );
    const first = list.searchFor('a');
    const second = list.searchFor('b');
    answers[1]!({ items: [{ id: 'b' }], next: null });
    answers[0]!({ items: [{ id: 'a' }], next: null });
    await Promise.all([first, second]);
    expect(list.items).toEqual([{ id: 'b' }]);
  });

  test('says why it could not be loaded', async () => {
    const list = new PagedList<{ id: string }>(
      () => Promise.reject(new Error('gone')),
      ({ id }) => id,
      () => {},
    );
    await list.refresh();
    expect(list.failure).toBe('gone');
  });
});

describe('the painter', () => {
  class Terminal extends EventEmitter {
    columns = 20;
    rows = 4;
    readonly written: string[] = [];
    write(text: string): void {
      this.written.push(text);
    }
  }

  test('writes only the rows that changed, each at its place', () => {
    const terminal = new Terminal();
    const painter = new Painter(terminal);
    painter.write('one\ntwo\nthree');
    painter.close();
    expect(terminal.written[0]).toContain('\u001b[2J\u001b[1;1Hone');
    const again = new Painter(terminal);
    again.write('one\ntwo\nthree');
    const before = terminal.written.length;
    return new Promise<void>((resolve) => {
      const write = terminal.write.bind(terminal);
      terminal.write = (text) => {
        write(text);
        resolve();
      };
      again.write('one\nTWO\nthree');
    }).then(() => {
      expect(terminal.written).toHaveLength(before + 1);
      expect(terminal.written.at(-1)).toContain('\u001b[2;1HTWO');
      expect(terminal.written.at(-1)).not.toContain('one');
      again.close();
    });
  });

  test('paints no more often than 15 times a second, and the last frame at the end', async () => {
    const terminal = new Terminal();
    const painter = new Painter(terminal);
    const begun = performance.now();
    let frames = 0;
    while (performance.now() - begun < 300) {
      painter.write(`frame ${++frames}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const last = `frame ${frames}`;
    while (!terminal.written.at(-1)!.includes(last)) await new Promise((resolve) => setTimeout(resolve, 5));
    const seconds = (performance.now() - begun) / 1_000;
    expect(frames).toBeGreaterThan(20);
    expect(terminal.written.length).toBeLessThanOrEqual(Math.ceil(seconds * 15) + 1);
    painter.close();
  });

  test('writes nothing once it is closed: the screen is another’s by then', async () => {
    const terminal = new Terminal();
    const painter = new Painter(terminal);
    painter.write('one');
    painter.close();
    painter.write('two');
    painter.repaint();
    const other = new Painter(terminal);
    other.write('later');
    // The other painter waits for its turn no shorter than the closed one would have.
    other.write('last');
    while (!terminal.written.at(-1)!.includes('last')) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(terminal.written.join('')).not.toContain('two');
    other.close();
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
