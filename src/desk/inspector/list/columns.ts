import { useRef } from 'preact/hooks';
import { type Cell, type Column, spanOf } from '../../model/cells.ts';
import type { View } from '../../model/views/view.ts';
import { widthOf } from '../text-width.ts';

/**
 * When room is short, columns of more pixels than `longestFixed` shrink to `leastWidth`, as remarks always do. Effects
 * keep room for their indentation.
 */
const longestFixed = 130;
const leastWidth = 90;
const leastTree = 170;
/** Columns of this rank and of higher ranks are left out before texts have their shorter spellings. */
const firstToGo = 5;
/** Texts widen a column up to this many pixels. */
const mostWidth = 320;
/** The indentation of an effect below its cause, and the gap between two columns, in pixels, as in the style sheet. */
const indentation = 17.6;
const gap = 14;

interface Columns {
  /** Whether each column fits. */
  readonly shown: readonly boolean[];
  /** Whether the room of each column suffices only for the shorter spellings. */
  readonly isShort: readonly boolean[];
  /** The widths of the columns, as a CSS value. */
  readonly style: string;
}

/** The widths of the texts that were drawn in each column so far, and of their shorter spellings, in pixels. */
interface Known {
  readonly of: string;
  readonly long: number[];
  readonly short: number[];
  /** Whether each column has ids. */
  readonly ids: boolean[];
}

interface Drawn {
  readonly row: { readonly depth?: number };
  readonly cells: readonly Cell[];
}

/**
 * Chooses the columns that fit. Each column is as wide as the longest text that was drawn in it so far, so that columns
 * do not move while rows scroll by; the last column takes the rest of the row. When room is short, ids and then other
 * texts have their shorter spellings, and then the columns of the highest rank are left out first.
 * @param drawn the visible rows
 * @param room the total width in pixels
 * @param empty the names of columns that are empty in all rows
 */
export function useColumns(
  view: View,
  part: number,
  drawn: readonly Drawn[],
  room: number,
  empty: ReadonlySet<string>,
): Columns {
  const { columns } = view;
  const kept = useRef<Known>({ of: '', long: [], short: [], ids: [] });
  const of = `${view.name} ${part}`;
  if (kept.current.of !== of) {
    const heads = columns.map(({ name }) => widthOf(name));
    kept.current = { of, long: heads, short: [...heads], ids: [] };
  }
  const { long, short, ids } = kept.current;
  for (const { row, cells } of drawn) {
    // If there are fewer cells than columns, the last cell fills the rest and widens no column.
    const whole = cells.length < columns.length ? cells.slice(0, -1) : cells;
    for (const [at, cell] of whole.entries()) {
      const { text, shorter, tone, id } = spanOf(cell);
      if (id !== undefined) ids[at] = true;
      const inward = columns[at]?.isTree === true ? (row.depth ?? 0) * indentation : 0;
      const widen = (widths: number[], drawnText: string): void => {
        widths[at] = Math.max(widths[at]!, Math.min(mostWidth, inward + widthOf(drawnText, tone === 'bold')));
      };
      widen(long, text);
      widen(short, shorter?.[0] ?? text);
    }
  }
  const all = columns.map(({ name, isBranch }) => !empty.has(name) && isBranch !== true);
  const leastsOf = (widths: readonly number[]): number[] => columns.map((column, at) => leastOf(column, widths[at]!));
  const staying = all.map((is, at) => is && columns[at]!.rank < firstToGo);
  // Ids are shortened first, because nobody reads them. Other texts are shortened if the room is still too little.
  const withRemark = long.map((width, at) => (columns[at]!.name === '' ? Math.min(width, leastWidth) : width));
  const areIdsShort = needOf(withRemark, staying) > room;
  const spelled = long.map((width, at) => (areIdsShort && ids[at] === true ? short[at]! : width));
  const isAllShort = needOf(leastsOf(spelled), staying) > room;
  const isShort = columns.map((_column, at) => isAllShort || (areIdsShort && ids[at] === true));
  const widths = isAllShort ? short : spelled;
  const leasts = leastsOf(widths);
  const shown = needOf(leasts, all) > room ? fitting(columns, leasts, room, all) : all;
  return { shown, isShort, style: styleOf(widths, leasts, shown) };
}

/** The room for columns of these widths. */
const needOf = (widths: readonly number[], shown: readonly boolean[]): number =>
  widths.reduce((sum, width, at) => sum + (shown[at] === true ? width + gap : 0), 0);

function leastOf({ name, isTree }: Column, width: number): number {
  if (isTree === true) return Math.min(width, leastTree);
  if (name === '') return Math.min(width, leastWidth);
  return width <= longestFixed ? width : leastWidth;
}

/** A track for each column, and a track for the rest of the row, into which the last cell continues. */
function styleOf(widths: readonly number[], leasts: readonly number[], shown: readonly boolean[]): string {
  const tracks = widths.flatMap((width, at) =>
    shown[at] === true ? [`minmax(${Math.ceil(leasts[at]!)}px, ${Math.ceil(width)}px)`] : [],
  );
  return [...tracks, 'minmax(0, 1fr)'].join(' ');
}

function fitting(
  columns: readonly Column[],
  leasts: readonly number[],
  room: number,
  all: readonly boolean[],
): readonly boolean[] {
  const shown = [...all];
  const byRank = columns.map(({ rank }, at) => ({ rank, at })).sort((a, b) => b.rank - a.rank || b.at - a.at);
  for (const { rank, at } of byRank) {
    if (rank === 0 || needOf(leasts, shown) <= room) break;
    shown[at] = false;
  }
  return shown;
}
