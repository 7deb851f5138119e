import { dim } from '../cells.ts';
import type { Row } from '../views/view.ts';

/** The user's position in a view. */
export interface Position {
  /** The key of the selected row; null to always select the newest row. */
  key: string | null;
  /** The key of the newest row when the user selected another row; null while the newest row is selected. */
  seen: string | null;
  /** The index of the selected row, for use after that row is gone. */
  index: number;
  /** The shown part of a view with several parts. */
  part: number;
  filter: string;
  /** The keys of the rows that the user selected in a chart; null if all rows are shown. */
  only: ReadonlySet<string> | null;
}

/** The rows with these keys, and the rows of their causes above them. */
export function rowsOf(rows: readonly Row[], only: Position['only']): readonly Row[] {
  if (only === null) return rows;
  const kept: Row[] = [];
  /** A row above with a smaller indent than this is a cause of the last kept row. */
  let inward = 0;
  for (const row of rows.toReversed()) {
    const { key, depth = 0, divides } = row;
    if (!only.has(key) && (depth >= inward || divides === 'day')) continue;
    kept.push(row);
    inward = depth;
  }
  return kept.reverse();
}

/** The row that represents rows that were not loaded. */
export const gapRow: Row = {
  key: 'gap',
  target: { type: 'note', text: 'These rows are not loaded yet; scroll here to load them.' },
  cells: () => ['', dim('… more rows; scroll here to load them …')],
};
