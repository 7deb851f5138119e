import { bold, type Cell, type Column, dim, type Line, type Span, spanOf } from '../../model/cells.ts';
import type { Desk } from '../../model/desk.ts';
import { emptyStateOf } from '../../model/views/empty-state.ts';
import type { Row } from '../../model/views/view.ts';
import type { Area } from '../area.ts';
import { wrap } from '../texts/wrapping.ts';
import type { UiState } from '../ui-state.ts';
import { columnWidths, filled, fitLine, gap, row, selectedLine, widthOf } from './cells.ts';
import { columnsIn, type RoomyColumn } from './column-rooms.ts';

/** The visible rows of the current list. */
export function listPanel(ui: UiState, columns: readonly RoomyColumn[], { width, height }: Area): Line[] {
  const { rows, view, session, index, marks, position } = ui.desk;
  const { top } = ui.list;
  if (rows.length === 0) return filled(emptyLines(ui.desk, width), height);
  const widths = columnWidths(columns, width - 2);
  const marked = marks.all;
  const lines = rows.slice(top, top + height).map((each, at): Line => {
    const own = rowLine(each, columns, widths, width - 2);
    const mark: Span = marked.has(each.key) ? bold('◆') : { text: ' ' };
    if (top + at !== index) return fitLine([{ text: ' ' }, mark, ...own], width);
    return selectedLine(fitLine([{ text: '▌' }, mark, ...own], width));
  });
  const isShort = lines.length < height && view.isLog !== true;
  const lists = view.lists(session, position.part);
  if (isShort && lists.some((list) => list.hasMore)) lines.push([dim('  looking further …')]);
  return filled(lines, height);
}

/**
 * The columns of the current list at a width. The contents of the columns determine their widths. Names and texts get
 * space first, then ids and other texts with shorter forms, which are shown in full if they fit. A column without a
 * value in any row that was visible so far is hidden.
 */
export function columnsOf({ desk, list }: UiState, width: number): readonly RoomyColumn[] {
  const { view, rows } = desk;
  const { columns } = view;
  if (rows.length === 0) return columnsIn(view, width);
  const drawn = rows.slice(list.top, list.top + list.height).map((each) => drawnCells(each, columns));
  const spans = drawn.map((cells) =>
    // A last cell that fills the rest of the row does not widen a column.
    (cells.length < columns.length ? cells.slice(0, -1) : cells).map(spanOf),
  );
  const { long, short } = list.widest(spans, columns.length);
  let own = columnsIn(view, width).map((column, at): RoomyColumn => {
    const content = short[at] === 0 ? 0 : Math.max(short[at]!, widthOf(column.name));
    return { ...column, width: Math.min(column.width, content), grow: column.grow ?? 1, most: content };
  });
  for (const [at, content] of long.entries()) {
    const widths = columnWidths(own, width - 2);
    const left = width - 2 - widths.reduce((sum, each) => (each === 0 ? sum : sum + each + gap), -gap);
    const is = widths[at]!;
    if (is > 0 && content > is && content - is <= left)
      own = own.with(at, { ...own[at]!, width: content, most: content });
  }
  return own;
}

const stems = ['', '└ ', '  └ '];

/** The text before and after the last cell of a dividing row. */
const divisions = { day: ['── ', ' ──'], mark: ['── ', ''] } as const;

/** The cells of a row, with the tree branch of an effect or the dashes of a divider. */
function drawnCells({ cells, depth = 0, divides }: Row, columns: readonly Column[]): readonly Cell[] {
  const own = cells();
  const at = divides === undefined ? columns.findIndex(({ isTree }) => isTree === true) : own.length - 1;
  const cell = own[at];
  if (cell === undefined || (depth === 0 && divides === undefined)) return own;
  const [before, behind] = divides === undefined ? [stems[depth] ?? '', ''] : divisions[divides];
  const { text, tone } = spanOf(cell);
  return own.with(at, { text: `${before}${text}${behind}`, tone });
}

/** A row in its columns. If there are fewer cells than columns, the last cell fills the remaining space. */
function rowLine(own: Row, columns: readonly Column[], widths: readonly number[], width: number): Line {
  const cells = drawnCells(own, columns);
  if (cells.length >= columns.length) return row(cells, columns, widths);
  const head = row(cells.slice(0, -1), columns.slice(0, cells.length - 1), widths.slice(0, cells.length - 1));
  const last = spanOf(cells.at(-1) ?? '');
  return fitLine([...head, ...(head.length > 0 ? [{ text: '  ' }] : []), last], width);
}

function emptyLines(desk: Desk, width: number): Line[] {
  const { text, isFailure } = emptyStateOf(desk);
  return [[], ...wrap(text, width - 4).map((line): Line => [{ text: `  ${line}`, tone: isFailure ? 'bad' : 'dim' }])];
}
