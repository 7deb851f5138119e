import type { Desk } from './desk.ts';

/** Where somebody is among the rows of a view, and which rows those are. */
export interface ListPlace {
  /** How many rows are marked, and how many of them are not among those that are shown. */
  readonly marked: number;
  readonly hidden: number;
  /** Whether the emulator still looks for what the filter asks for. */
  readonly isLooking: boolean;
  readonly filter: string;
  /** How many rows came since the newest one was left. */
  readonly newer: number;
  /** The place of the selected row, from 1 on; null where there are no rows. */
  readonly at: number | null;
  /** How many rows there are, and whether there may be more. */
  readonly of: number;
  readonly isMore: boolean;
}

export function placeOf(desk: Desk): ListPlace {
  const { rows, view, position, index, marks, session, gap } = desk;
  const { filter, part } = position;
  const marked = marks.all;
  const known = view.total?.(session, part);
  const total = known ?? rows.length;
  const isFiltered = filter !== '';
  // Behind a gap rows are counted from the end.
  const at = gap !== null && index >= gap && !isFiltered ? total - (rows.length - 1 - index) : index + 1;
  return {
    marked: marked.size,
    hidden: marked.size === 0 ? 0 : marked.size - rows.filter(({ key }) => marked.has(key)).length,
    isLooking: desk.pending.isSearching,
    filter,
    newer: desk.newer,
    at: rows.length === 0 ? null : at,
    of: isFiltered ? rows.length : Math.max(total, rows.length),
    isMore: desk.hasMore && (isFiltered || known === undefined),
  };
}
