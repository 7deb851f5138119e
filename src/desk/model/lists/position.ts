import { dim } from '../cells.ts';
import type { Row } from '../views/view.ts';

/** The user's position in a view. */
export interface Position {
  /** The key of the selected row; null: the newest row is always selected. */
  key: string | null;
  /** The key of the newest row when the user left it; null while the newest row is selected. */
  seen: string | null;
  /** The index of the selected row, for the time after that row is gone. */
  index: number;
  /** The shown part of a view with several parts. */
  part: number;
  filter: string;
  /** The keys of the rows that the user chose in a chart; null: all rows are shown. */
  only: ReadonlySet<string> | null;
}

/** The rows with these keys, and the rows of their causes above them. */
export function rowsOf(rows: readonly Row[], only: Position['only']): readonly Row[] {
  if (only === null) return rows;
  const kept: Row[] = [];
  /** A row above with a smaller indent than this is a cause of the last row that was kept. */
  let inward = 0;
  for (const row of rows.toReversed()) {
    const { key, depth = 0, divides } = row;
    if (!only.has(key) && (depth >= inward || divides === 'day')) continue;
    kept.push(row);
    inward = depth;
  }
  return kept.reverse();
}

/** The line in place of rows that were not loaded. */
export const gapRow: Row = {
  key: 'gap',
  target: { type: 'note', text: 'Rows that were not loaded; they are as soon as you go there.' },
  cells: () => ['', dim('… more between, loaded as you go there …')],
};
