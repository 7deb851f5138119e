import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Cell, type Column, spanOf } from '../../model/cells.ts';
import { visit } from '../../model/details/follow-links.ts';
import { placeOf } from '../../model/place.ts';
import { hasDetails, idOf } from '../../model/targets.ts';
import type { Row } from '../../model/views/view.ts';
import type { PageState } from '../keyboard-focus.ts';
import { CellText } from './cell.tsx';
import { useColumns } from './columns.ts';
import { useVirtual } from './use-virtual.ts';

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 30;
/** The distance from the end of a log, in pixels, within which the view follows new rows. */
const nearEnd = 8 * rowHeight;

/** The space beside the columns of a row in pixels, as in the style sheet. */
const besideRows = 24;

/** The rows of the view; only the visible ones are drawn. */
export function Grid({ look }: { readonly look: PageState }) {
  const { desk } = look;
  const { view, rows, index, position } = desk;
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(box, rows.length, rowHeight);
  const last = virtual.items.at(-1)?.index ?? 0;
  // A log is scrolled to its end when it is first drawn.
  const scrolled = useRef({ view: '', list: '', place: '' });
  const isPlaced = scrolled.current.view === view.name;
  const first = isPlaced ? Math.floor((box.current?.scrollTop ?? 0) / rowHeight) : index;
  // The user can scroll to the end of the loaded rows (in a log, to their start) without selecting a row there.
  desk.shows(Math.max(20, view.isLog === true ? index - first + 20 : last - index + 20));
  const isFollowed = view.isLog === true && position.key === null;

  const anchor = useRef<{ readonly key: string; readonly at: number } | null>(null);
  useLayoutEffect(() => {
    const { current } = box;
    const known = anchor.current;
    // When earlier rows of a log are loaded, the visible rows keep their position.
    if (view.isLog === true && known !== null && current !== null && rows[known.at]?.key !== known.key) {
      const at = rows.findIndex(({ key }) => key === known.key);
      if (at > known.at) current.scrollTop += (at - known.at) * rowHeight;
    }
    const row = rows[first];
    anchor.current = row === undefined ? null : { key: row.key, at: first };
  });

  useLayoutEffect(() => {
    const { current } = box;
    const { part, filter, only, key } = position;
    const list = `${view.name} ${part} ${filter} ${only instanceof Set ? only.size : only}`;
    const place = `${list} ${key ?? (isFollowed ? rows.length : '')}`;
    if (place === scrolled.current.place || current === null || rows.length === 0) return;
    // If the user has scrolled up in a log, new rows do not change the scroll position.
    const left = current.scrollHeight - current.scrollTop - current.clientHeight;
    const isSameList = list === scrolled.current.list;
    scrolled.current = { view: view.name, list, place };
    if (isFollowed && isSameList && left > nearEnd) return;
    virtual.scrollTo(index, isFollowed ? 'end' : 'auto');
  });
  const { columns } = view;
  const drawn = virtual.items.flatMap(({ index: at, start }) => {
    const row = rows[at];
    return row === undefined ? [] : [{ row, cells: row.cells(), at, top: start }];
  });
  const room = (box.current?.clientWidth ?? 900) - besideRows;
  const { shown, isShort, style } = useColumns(view, position.part, drawn, room);
  return (
    <div
      ref={box}
      class="grid"
      data-place="grid"
      role="grid"
      aria-label={view.title}
      aria-rowcount={Math.max(rows.length, placeOf(desk).of) + 1}
      aria-activedescendant={desk.selected === null ? undefined : domId(index)}
      tabIndex={0}
      data-view={view.name}
      style={{ '--columns': style }}
    >
      <div class="grid-row grid-head" role="row" aria-rowindex={1}>
        {columns.map(
          (column, at) => shown[at] && <Head key={column.name} column={column} place={placeIn(shown, at)} />,
        )}
      </div>
      <div class="grid-space" role="rowgroup" style={{ height: `${virtual.height}px` }}>
        {drawn.map((each) => (
          <GridRow
            key={each.row.key}
            look={look}
            {...each}
            isSelected={each.at === index}
            shown={shown}
            isShort={isShort}
          />
        ))}
      </div>
    </div>
  );
}

const domId = (at: number): string => `row-${at}`;

/**
 * The grid position of a column among the shown columns, as a CSS value. The last column fills the rest of the row.
 */
function placeIn(shown: readonly boolean[], at: number): string {
  const place = shown.slice(0, at + 1).filter(Boolean).length;
  return at === shown.lastIndexOf(true) ? `${place} / -1` : `${place}`;
}

const Head = ({ column: { name, right }, place }: { readonly column: Column; readonly place: string }) => (
  <span
    role="columnheader"
    class={`cell${right === true ? ' is-right' : ''}`}
    data-column={name}
    style={{ gridColumn: place }}
  >
    {name === '' ? <span class="visually-hidden">remark</span> : name}
  </span>
);

interface RowOptions {
  readonly look: PageState;
  readonly row: Row;
  readonly cells: readonly Cell[];
  readonly at: number;
  /** The distance of the row from the first row, in pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  readonly shown: readonly boolean[];
  /** Whether each column shows the shorter forms of its texts. */
  readonly isShort: readonly boolean[];
}

function GridRow({ look, row, cells, at, top, isSelected, shown, isShort }: RowOptions) {
  const { desk } = look;
  const { columns } = desk.view;
  const id = idOf(row.target);
  const isMarked = desk.marks.all.has(row.key);
  const go = (other: string): void => {
    desk.select(at);
    visit(desk, other);
    look.focus('details');
    desk.touched();
  };
  return (
    <div
      id={domId(at)}
      class={`grid-row${isSelected ? ' is-selected' : ''}${isMarked ? ' is-marked' : ''}${row.divides === undefined ? '' : ` divides-${row.divides}`}`}
      role="row"
      aria-rowindex={at + 2}
      aria-selected={isSelected}
      data-id={id ?? undefined}
      data-key={row.key}
      style={{ transform: `translateY(${top}px)` }}
      onMouseDown={(event) => {
        // A double-click opens the row, and must not select a word in it.
        if (event.detail > 1) event.preventDefault();
      }}
      onClick={() => {
        desk.select(at);
        // On a narrow screen, the details cover the list and have no preview.
        const isNarrow = matchMedia('(max-width: 64rem)').matches;
        if ((desk.details !== null || isNarrow) && hasDetails(row.target)) desk.open(row.target);
        desk.touched();
      }}
      onDblClick={() => {
        if (!hasDetails(row.target)) return;
        desk.open(row.target);
        look.focus('details');
      }}
    >
      {cells.map((cell, column) => {
        if (shown[column] === false) return null;
        const { name = '', right, isTree } = columns[column] ?? {};
        // If there are fewer cells than columns, the last cell fills the remaining space.
        const isRest = column === cells.length - 1 && cells.length < columns.length;
        const place = placeIn(shown, column);
        return (
          <span
            key={name}
            role="gridcell"
            class={`cell${right === true && !isRest ? ' is-right' : ''}${isTree === true ? ` depth-${row.depth ?? 0}` : ''}`}
            data-column={name}
            style={{ gridColumn: isRest ? `${Number.parseInt(place, 10)} / -1` : place }}
            aria-colspan={isRest ? columns.length - cells.length + 1 : undefined}
          >
            {spanOf(cell).text === '' ? null : (
              <CellText
                cell={cell}
                isShort={isShort[column] === true}
                visit={spanOf(cell).id === id ? undefined : go}
              />
            )}
          </span>
        );
      })}
    </div>
  );
}
