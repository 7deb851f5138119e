import { useRef } from 'preact/hooks';
import { type Cell, type Column, spanOf } from '../../model/cells.ts';
import type { View } from '../../model/views/view.ts';
import { widthOf } from '../text-width.ts';

/**
 * When space is limited, columns wider than `longestFixed` shrink to `leastWidth`, in pixels. Remark columns always
 * shrink. Columns that indent effects keep enough space for the indentation.
 */
const longestFixed = 130;
const leastWidth = 90;
const leastTree = 150;
/** Columns of this rank or higher are hidden before texts are shortened. */
const firstToGo = 5;
/** The maximum width, in pixels, to which texts widen a column. */
const mostWidth = 320;
/** The indentation of an effect below its cause, and the gap between two columns, in pixels, as in the style sheet. */
const indentation = 17.6;
const gap = 14;

interface Columns {
  /** Whether each column fits. */
  readonly shown: readonly boolean[];
  /** Whether each column has only enough space for the shorter forms. */
  readonly isShort: readonly boolean[];
  /** The widths of the columns, as a CSS value. */
  readonly style: string;
}

/** For each column, the largest width of the texts drawn so far and of their shorter forms, in pixels. */
interface Known {
  readonly of: string;
  readonly long: number[];
  readonly short: number[];
  /** Whether each column contains ids, and whether it contains any text. */
  readonly ids: boolean[];
  readonly filled: boolean[];
}

interface Drawn {
  readonly row: { readonly depth?: number };
  readonly cells: readonly Cell[];
}

/**
 * Chooses the columns that fit. Each column is as wide as the longest text drawn in it so far, so that columns do not
 * move while rows scroll. The last column fills the rest of the row. When space is limited, ids are shortened first,
 * then other texts; then the columns with the highest rank are hidden first.
 * @param drawn the visible rows
 * @param room the total width in pixels
 */
export function useColumns(view: View, part: number, drawn: readonly Drawn[], room: number): Columns {
  const { columns } = view;
  const kept = useRef<Known>({ of: '', long: [], short: [], ids: [], filled: [] });
  const of = `${view.name} ${part}`;
  if (kept.current.of !== of) {
    const heads = columns.map(({ name }) => widthOf(name));
    kept.current = { of, long: heads, short: [...heads], ids: [], filled: [] };
  }
  const { long, short, ids, filled } = kept.current;
  for (const { row, cells } of drawn) {
    // If there are fewer cells than columns, the last cell fills the remaining space and does not widen a column.
    const isSpanning = cells.length < columns.length;
    if (isSpanning) filled[cells.length - 1] = true;
    const whole = isSpanning ? cells.slice(0, -1) : cells;
    for (const [at, cell] of whole.entries()) {
      const { text, shorter, tone, id } = spanOf(cell);
      if (id !== undefined) ids[at] = true;
      if (text !== '') filled[at] = true;
      const inward = columns[at]?.isTree === true ? (row.depth ?? 0) * indentation : 0;
      const widen = (widths: number[], drawnText: string): void => {
        widths[at] = Math.max(widths[at]!, Math.min(mostWidth, inward + widthOf(drawnText, tone === 'bold')));
      };
      widen(long, text);
      widen(short, shorter?.[0] ?? text);
    }
  }
  const all = columns.map(({ isBranch }, at) => (drawn.length === 0 || filled[at] === true) && isBranch !== true);
  const leastsOf = (widths: readonly number[]): number[] => columns.map((column, at) => leastOf(column, widths[at]!));
  const staying = all.map((is, at) => is && columns[at]!.rank < firstToGo);
  // Ids are shortened first, because users rarely read them. Other texts are shortened if there is still not enough
  // space.
  const withRemark = long.map((width, at) => (columns[at]!.name === '' ? Math.min(width, leastWidth) : width));
  const areIdsShort = needOf(withRemark, staying) > room;
  const spelled = long.map((width, at) => (areIdsShort && ids[at] === true ? short[at]! : width));
  const isAllShort = needOf(leastsOf(spelled), staying) > room;
  // The style sheet would cut the end of a call, which is its verb.
  const isTreeShort = needOf(spelled, staying) > room;
  const isShort = columns.map(
    ({ isTree }, at) => isAllShort || (areIdsShort && ids[at] === true) || (isTreeShort && isTree === true),
  );
  const widths = isAllShort ? short : spelled;
  const leasts = leastsOf(widths);
  const shown = needOf(leasts, all) > room ? fitting(columns, leasts, room, all) : all;
  return { shown, isShort, style: styleOf(widths, leasts, shown) };
}

/** The space that columns of these widths need. */
const needOf = (widths: readonly number[], shown: readonly boolean[]): number =>
  widths.reduce((sum, width, at) => sum + (shown[at] === true ? width + gap : 0), 0);

function leastOf({ name, isTree }: Column, width: number): number {
  if (isTree === true) return Math.min(width, leastTree);
  if (name === '') return Math.min(width, leastWidth);
  return width <= longestFixed ? width : leastWidth;
}

/** One grid track for each column, and one for the rest of the row, into which the last cell extends. */
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
