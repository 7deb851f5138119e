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
  /** The keys of the rows that the user selected in a chart, or the mark of a section; null if all rows are shown. */
  only: ReadonlySet<string> | string | null;
}

const markOf = ({ target }: Row): string | null => (target.type === 'note' ? (target.mark ?? null) : null);

/** The latest section of a mark: its row and the rows up to the next mark. It includes the end of a failed test. */
export function sectionOf(rows: readonly Row[], mark: string): readonly Row[] {
  const isOwn = (row: Row | undefined): boolean => row !== undefined && markOf(row) === mark;
  const from = rows.findLastIndex((row) => isOwn(row) && row.ends !== true);
  if (from === -1) return rows.filter(isOwn).slice(-1);
  const next = rows.findIndex((row, at) => at > from && markOf(row) !== null);
  return rows.slice(from, next === -1 ? rows.length : next + Number(isOwn(rows[next])));
}

/** The rows of a section, or the rows with these keys and the rows of their causes above them. */
export function rowsOf(rows: readonly Row[], only: Position['only']): readonly Row[] {
  if (only === null) return rows;
  if (typeof only === 'string') return sectionOf(rows, only);
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
