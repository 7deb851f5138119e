import { type Instance, render } from 'ink';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Screen } from '../../src/desk/terminal/terminal/screen.tsx';
import { FakeTerminal } from './fake-terminal.ts';

const [columns, height] = [20, 4];
let terminal: FakeTerminal;
let ink: Instance;

beforeEach(() => {
  terminal = new FakeTerminal(columns, height);
  const { stdin, stdout } = terminal;
  ink = render(null, { stdin, stdout, patchConsole: false });
});

afterEach(() => ink.unmount());

/** @returns what is written for these rows */
async function draw(rows: readonly string[], key = 0): Promise<string> {
  const { screen } = terminal;
  const before = screen.written.length;
  ink.rerender(<Screen key={key} rows={rows} />);
  await screen.settled();
  return screen.written.slice(before);
}

describe('the screen', () => {
  test('writes only the rows that changed, each at its place', async () => {
    expect(await draw(['one', 'two', 'three'])).toContain('\u001b[2J\u001b[1;1Hone');
    const update = await draw(['one', 'TWO', 'three']);
    expect(update).toContain('\u001b[2;1HTWO');
    expect(update).not.toContain('one');
    expect(terminal.screen.text()).toBe('one\nTWO\nthree\n');
    expect(await draw(['one', 'TWO', 'three'])).toBe('');
  });

  test('leaves nothing of a row that was longer, or that is gone', async () => {
    await draw(['a long row', 'another one']);
    await draw(['short']);
    expect(terminal.screen.text()).toBe('short\n\n\n');
  });

  test('erases behind a row that is shorter than the screen, and not behind one that fills it', async () => {
    const full = 'x'.repeat(columns);
    const wide = `\u001b[1m${'山'.repeat(columns / 2)}\u001b[0m`;
    const update = await draw([full, wide, '\u001b[1mshort\u001b[0m']);
    expect(update).toContain(`${full}\u001b[2;1H`);
    expect(update).toContain('山\u001b[0m\u001b[3;1H');
    expect(update).toContain('short\u001b[0m\u001b[K');
  });

  test('writes all rows anew under another key: the terminal may show something else', async () => {
    await draw(['one', 'two']);
    terminal.screen.write('\u001b[2;1Hstray cells');
    expect(await draw(['one', 'two'], 1)).toContain('\u001b[2J\u001b[1;1Hone\u001b[K\u001b[2;1Htwo');
    expect(terminal.screen.text()).toBe('one\ntwo\n\n');
  });

  test('is all that is written: Ink adds nothing', async () => {
    await draw(['one']);
    await draw(['two']);
    const [first = '', ...updates] = terminal.screen.written.split('\u001b[?2026h');
    expect(first).toBe('');
    expect(updates).toHaveLength(2);
    for (const update of updates) expect(update.indexOf('\u001b[?2026l')).toBe(update.length - '\u001b[?2026l'.length);
  });
});
