import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { keyTable } from '../../src/desk/terminal/keys/keys.ts';
import { hasRule } from './emulated-screen.ts';
import { terminalOfEachTest } from './harness.ts';

const shown = terminalOfEachTest();

// biome-ignore lint/suspicious/noControlCharactersInRegex: commands begin with one
const commands = /\u001b\[(?:\?(?:1000|1006|1049|2004|2026|25)[hl]|2J|K|H|[\d;]*m)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const rowStart = /\u001b\[\d+;1H/;

/** The rows that were written, without the commands that the dashboard gives the terminal. */
const rowsWritten = (written: string): string[] => written.replace(commands, '').split(rowStart);

describe('a terminal of 60 by 15', () => {
  test('keeps the way to every action, the help and the way out at its foot', async () => {
    await shown.resize(60, 15);
    await shown.demo.charged();
    await shown.press('2');
    const screen = await shown.until(/▸2 Payments(.|\n)*▌ .*\$42\.00(.|\n)*s complete/);
    expect(screen.split('\n').at(-1)).toMatch(/^ Enter details {2}s complete .* a more {2}\? keys {2}q quit$/);
    await shown.press('9');
    await shown.until(/▌ .*pending .*\$42\.00/);
    // What the workspace began with has no moves of its own.
    await shown.press('G');
    await shown.until(/Enter details {2}t trigger {2}c clock {2}\/ filter {2}\? keys {2}q quit$/);
  });

  test('has room for all of a refusal, and of a question', async () => {
    await shown.resize(60, 15);
    await shown.demo.charged();
    await shown.press('2', 'x');
    const said = await shown.until('pending settlement;');
    expect(said.split('\n').slice(-2).join(' ').replace(/\s+/g, ' ')).toMatch(
      /○ Transaction txn_\w+… is pending settlement; it may complete, fail, void\. No move for the key x is available\./,
    );
    await shown.client.call('snapshots.save', { name: 'before' });
    await shown.press('p');
    await shown.until('restore before');
    await shown.press('down', 'enter');
    const asked = await shown.until('Restore before?');
    expect(asked.replace(/\s+/g, ' ')).toContain(
      'Restores data, clock, jobs, keys, endpoints and settings. All later changes are lost.',
    );
  });
});

describe('a terminal of 40 columns', () => {
  test('names the view that is shown and those beside it, and the help all of them with their keys', async () => {
    await shown.resize(40, 30);
    await shown.press('8');
    await shown.until(/7 Webhooks ?.*▸8 Customers 9 Ledger/);
    await shown.press('?');
    await shown.until(/Views(.|\n)* 1 +Activity(.|\n)* 8 +Customers(.|\n)* 0 +Clock(.|\n)* # +Endpoints/);
  });

  test('keeps the amounts', async () => {
    await shown.demo.charged();
    await shown.resize(40, 12);
    await shown.until(/POST \/charges.*\$42\.00/);
    await shown.press('2');
    await shown.until(/▌ .*\$42\.00/);
  });
});

describe('a terminal that', () => {
  test('does not tell its size is taken for one of 80 by 24, and is not cleared at every drawing', async () => {
    const sizeless = shown.another({ columns: 0, rows: 0 });
    await sizeless.until(/q quit$/);
    await sizeless.press('2');
    await sizeless.until((screen) => hasRule(screen, 80));
    await sizeless.until('No payments yet');
    expect(sizeless.written()).not.toContain('\u001b[3J');
  });

  test('has next to no room is drawn on as far as it goes', async () => {
    for (const [columns, rows] of [
      [3, 2],
      [1, 1],
      [2, 20],
    ] as const) {
      await shown.resize(columns, rows);
      await shown.press('2', '?', 'esc', 'c', 'esc', 'enter', '1');
    }
    await shown.resize(100, 30);
    await shown.until(/▸1 Act(.|\n)*q quit$/);
  });

  test('grows and shrinks is gone along with', async () => {
    await shown.demo.trigger('payout.created');
    await shown.until(/└ payout\.created/);
    for (const [columns, rows] of [
      [60, 15],
      [120, 40],
      [40, 8],
      [100, 30],
    ] as const) {
      await shown.resize(columns, rows);
      expect(await shown.until(/q quit$/)).toContain('payout.created');
    }
  });
});

describe('the help', () => {
  test.each([40, 100, 120, 200])(
    'says all of it, and each key apart from what it does, on %i columns',
    async (columns) => {
      await shown.resize(columns, 160);
      await shown.press('?');
      const screen = await shown.until('Keys');
      expect(screen.slice(screen.indexOf('Keys')).replace('1 … 0', '')).not.toContain('…');
      const width = columns < 120 ? columns : Math.floor((columns - 2) / 2);
      const rows = screen.split('\n').flatMap((row) => [row.slice(1, width + 1), row.slice(width + 1)]);
      const said = rows
        .map((row) => row.slice(18).trim())
        .join(' ')
        .replace(/\s+/g, ' ');
      for (const { shown: keys, about } of Object.values(keyTable)) {
        expect(rows.some((row) => row.startsWith(` ${keys} `))).toBe(true);
        for (const word of about.split(' ')) expect(said).toContain(word);
      }
    },
  );
});

describe('texts that somebody stored', () => {
  test('are no commands to the terminal', async () => {
    const nasty = 'a\u001b]0;owned\u0007b\u001b[2Jc\u202ed\r\ne';
    await shown.demo.made('/customers', { email: 'nasty@example.com', first_name: nasty });
    await shown.demo.charged({ email: 'nasty@example.com', metadata: { note: nasty } });
    await shown.press('2');
    await shown.until(/▌.*txn_.*\$42\.00/);
    await shown.press('enter');
    await shown.until(' Summary');
    await shown.press('end');
    await shown.until('"note"');
    expect(shown.copied()).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(rowsWritten(shown.written()).join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  test('may be wide or combined: no row is wider than the screen', async () => {
    await shown.demo.charged({
      email: 'x@example.com',
      buyer_name: '山田太郎 👩‍👩‍👧‍👦 e\u0301\u0301',
      metadata: { 名: '値'.repeat(100) },
    });
    await shown.press('2');
    await shown.until(/▌.*txn_.*\$42\.00/);
    for (const [columns, rows] of [
      [60, 15],
      [80, 24],
      [100, 40],
    ] as const) {
      const before = shown.written().length;
      await shown.resize(columns, rows);
      await shown.press('enter');
      await shown.until(/^ Summary$/m);
      await shown.press('end');
      await shown.until('値');
      for (const row of rowsWritten(shown.written().slice(before))) {
        expect(stringWidth(row)).toBeLessThanOrEqual(columns);
      }
      await shown.press('esc');
      await shown.until('Enter details');
    }
  });
});
