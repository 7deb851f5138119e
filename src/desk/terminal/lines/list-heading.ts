import { bold, dim, type Line, type Span } from '../../model/cells.ts';
import type { Desk } from '../../model/desk.ts';
import { type ListPlace, placeOf } from '../../model/place.ts';
import type { View } from '../../model/views/view.ts';
import { columnWidths, fitLine, lineWidth, row, truncate, widthOf } from './cells.ts';
import type { RoomyColumn } from './column-rooms.ts';

/** The rule above the list. It shows the position of the selected row, the filter and, where they fit, the sums. */
export function placeLine(desk: Desk, width: number): Line {
  const at = placeOf(desk);
  const place = placeSpans(at, desk.view.isLog === true);
  if (place.length === 0 || width < 20) return [dim('─'.repeat(width))];
  const shown = fitLine(place, Math.min(lineWidth(place), width - 6));
  const before = Math.max(2, width - lineWidth(shown) - 5);
  const sums = at.sums === '' ? '' : truncate(`─ ${at.sums} `, before);
  return [
    { text: sums },
    dim('─'.repeat(before - widthOf(sums))),
    { text: ' ' },
    ...shown,
    dim(` ${'─'.repeat(width - before - lineWidth(shown) - 2)}`),
  ];
}

function placeSpans(place: ListPlace, isLog: boolean): Span[] {
  const { at, newer, isLooking, section } = place;
  const filter = [section === null ? '' : `only ${section}`, place.filter].filter(Boolean).join(' · ');
  const filtered: Span[] = filter === '' ? [] : [dim(' · '), { text: filter, tone: 'wait' }];
  const marks = markSpans(place);
  if (isLooking) return [...marks, dim('looking …'), ...filtered];
  if (at === null) return filter === '' ? marks.slice(0, -1) : [...marks, dim('nothing'), ...filtered];
  const newest: Span[] =
    newer === 0
      ? []
      : [
          { text: `${isLog ? '▼' : '▲'} ${newer.toLocaleString('en-US')} newer` },
          dim(isLog ? ', G to follow · ' : ', g to show · '),
        ];
  return [...marks, ...newest, dim(place.text), ...filtered];
}

function markSpans({ marked, hidden }: ListPlace): Span[] {
  if (marked === 0) return [];
  const where = hidden === 0 ? '' : `, ${hidden} not shown here`;
  return [bold(`◆ ${marked.toLocaleString('en-US')} marked`), dim(where), dim(' · ')];
}

/** The number of lines for the column names, including the names of the parts. */
export const headingHeight = ({ kinds = [] }: View): number => (kinds.length < 2 ? 1 : 2);

/** The column names, below the names of the parts in views with several parts. */
export function headingLines(desk: Desk, columns: readonly RoomyColumn[], width: number): Line[] {
  const widths = columnWidths(columns, width - 2);
  const names = row(
    columns.map(({ name }) => dim(name)),
    columns,
    widths,
  );
  return [...partsLines(desk, width), fitLine([{ text: '  ' }, ...names], width)];
}

function partsLines(desk: Desk, width: number): Line[] {
  const { kinds = [] } = desk.view;
  if (kinds.length < 2) return [];
  const counts = desk.session.status?.counts;
  const shown = desk.position.part;
  const names = kinds.map(({ brief, collection }, at): Line => {
    const isShown = at === shown;
    const number = counts?.[collection] ?? 0;
    return [
      dim(isShown ? ' ‹' : '  '),
      { text: `${brief}${number === 0 ? '' : ` ${number.toLocaleString('en-US')}`}`, tone: isShown ? 'bold' : 'dim' },
      dim(isShown ? '›' : ' '),
    ];
  });
  if (lineWidth(names.flat()) <= width) return [fitLine(names.flat(), width)];
  return [fitLine([...names[shown]!, dim(`  ${shown + 1} of ${kinds.length}, ← →`)], width)];
}
