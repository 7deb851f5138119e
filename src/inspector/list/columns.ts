import { useRef } from 'preact/hooks';
import { type Cell, type Column, spanOf } from '../../desk/cells.ts';
import type { View } from '../../desk/views/view.ts';

/** A column that needs more letters than this shares the remaining width with others like it. */
const longestFixed = 16;
/** The least width of a sharing column, in letters, and how many more letters make it wider. */
const leastShare = 12;
const mostShare = 28;
/** The average width of a letter and the gap between two columns, in pixels. */
const letter = 7.4;
const gap = 14;

interface Columns {
  /** Which columns fit. */
  readonly shown: readonly boolean[];
  /** Their widths, as a CSS value. */
  readonly style: string;
}

/**
 * Chooses the columns that fit. Each is as wide as the longest text that was drawn in it so far, so that columns do not
 * move while rows scroll by. When room is short, columns of the highest rank are left out first.
 * @param drawn the cells of the visible rows
 * @param room the total width in pixels
 * @param empty the names of columns that are empty in all rows
 */
export function useColumns(
  view: View,
  part: number,
  drawn: readonly (readonly Cell[])[],
  room: number,
  empty: ReadonlySet<string>,
): Columns {
  const { columns } = view;
  const kept = useRef({ of: '', widths: [] as number[] });
  const of = `${view.name} ${part}`;
  if (kept.current.of !== of) kept.current = { of, widths: columns.map(({ name }) => name.length) };
  const { widths } = kept.current;
  for (const cells of drawn) {
    // If there are fewer cells than columns, the last cell fills the rest and widens no column.
    const whole = cells.length < columns.length ? cells.slice(0, -1) : cells;
    for (const [at, cell] of whole.entries()) {
      const { text, shorter } = spanOf(cell);
      widths[at] = Math.max(
        widths[at]!,
        Math.min(mostShare, (text.length <= longestFixed ? text : (shorter?.[0] ?? text)).length),
      );
    }
  }
  const shown = fitting(columns, widths, room, empty);
  const tracks = columns.flatMap((column, at) => (shown[at] === true ? [trackOf(column, widths[at]!)] : []));
  return { shown, style: tracks.join(' ') };
}

const isFixed = ({ isTree }: Column, width: number): boolean => isTree !== true && width <= longestFixed;

const leastOf = (column: Column, width: number): number =>
  (isFixed(column, width) ? width + 1 : leastShare) * letter + gap;

const trackOf = (column: Column, width: number): string =>
  isFixed(column, width)
    ? `${Math.ceil((width + 1) * letter)}px`
    : `minmax(${Math.ceil(leastShare * letter)}px, ${column.isTree === true ? mostShare : width}fr)`;

function fitting(columns: readonly Column[], widths: readonly number[], room: number, empty: ReadonlySet<string>) {
  const shown = columns.map(({ name }) => !empty.has(name));
  const need = () =>
    columns.reduce((sum, column, at) => sum + (shown[at] === true ? leastOf(column, widths[at]!) : 0), 0);
  const byRank = columns.map(({ rank }, at) => ({ rank, at })).sort((a, b) => b.rank - a.rank || b.at - a.at);
  for (const { rank, at } of byRank) {
    if (rank === 0 || need() <= room) break;
    shown[at] = false;
  }
  return shown;
}
