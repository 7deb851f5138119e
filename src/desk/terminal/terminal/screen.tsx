import { useStdout } from 'ink';
import { useLayoutEffect, useRef } from 'react';
import { widthOf } from '../lines/cells.ts';

/** A terminal that supports synchronized updates shows all output between these two sequences at the same time. */
const [beginUpdate, endUpdate] = ['\u001b[?2026h', '\u001b[?2026l'];
const clearScreen = '\u001b[2J';
const hideCursor = '\u001b[?25l';
const eraseToEnd = '\u001b[K';
// biome-ignore lint/suspicious/noControlCharactersInRegex: styles begin with one
const styles = /\u001b\[[\d;]*m/g;

/**
 * Writes the rows of the terminal. Only changed rows are written, each at its own position, so the screen does not
 * flicker, and the position of the cursor does not matter. A new `key` clears the terminal and writes all rows. Rows
 * bypass Ink's own output, which splits the whole screen into characters at every drawing;
 * docs/internals/dashboard.md has the figures.
 */
export function Screen({ rows }: { rows: readonly string[] }): null {
  const { stdout } = useStdout();
  const shown = useRef<readonly string[] | null>(null);
  useLayoutEffect(() => {
    const update = updateFrom(shown.current, rows, stdout.columns);
    shown.current = rows;
    if (update !== '') stdout.write(`${beginUpdate}${hideCursor}${update}${endUpdate}`);
  });
  return null;
}

/**
 * The output that makes a terminal show other rows.
 * @param shown the rows on the terminal; null if they are unknown
 */
function updateFrom(shown: readonly string[] | null, rows: readonly string[], columns: number): string {
  let update = shown === null ? clearScreen : '';
  for (let at = 0; at < Math.max(rows.length, shown?.length ?? 0); at++) {
    const row = rows[at] ?? '';
    if (row === (shown?.[at] ?? '')) continue;
    // On some terminals, erasing after a full-width row would delete its last character.
    const erase = widthOf(row.replace(styles, '')) < columns ? eraseToEnd : '';
    update += `\u001b[${at + 1};1H${row}${erase}`;
  }
  return update;
}
