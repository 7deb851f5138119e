import { useStdout } from 'ink';
import { useLayoutEffect, useRef } from 'react';
import { widthOf } from '../lines/cells.ts';

/** Terminals that know of synchronized updates show everything between the two at once. */
const [beginUpdate, endUpdate] = ['\u001b[?2026h', '\u001b[?2026l'];
const clearScreen = '\u001b[2J';
const hideCursor = '\u001b[?25l';
const eraseToEnd = '\u001b[K';
// biome-ignore lint/suspicious/noControlCharactersInRegex: styles begin with one
const styles = /\u001b\[[\d;]*m/g;

/**
 * The rows of the terminal, from its first one down. Rows that changed are written, each at its own place, so that
 * nothing flickers and nothing depends on where the cursor was. Under another `key` it clears the terminal and writes
 * all rows.
 *
 * Rows do not go through Ink's own output, which takes the whole screen apart into characters at every redraw:
 * docs/dashboard.md has the figures.
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

/** What has to be written so that a terminal shows other rows. @param shown null: nobody knows what it shows */
function updateFrom(shown: readonly string[] | null, rows: readonly string[], columns: number): string {
  let update = shown === null ? clearScreen : '';
  for (let at = 0; at < Math.max(rows.length, shown?.length ?? 0); at++) {
    const row = rows[at] ?? '';
    if (row === (shown?.[at] ?? '')) continue;
    // Erasing behind a row that fills its width would take its last character on some terminals.
    const erase = widthOf(row.replace(styles, '')) < columns ? eraseToEnd : '';
    update += `\u001b[${at + 1};1H${row}${erase}`;
  }
  return update;
}
