import { bold, type Cell, type Column, dim, type Line, type Span, spanOf } from '../desk/cells.ts';
import { shortId } from '../desk/format.ts';
import { columnWidths, filled, fitLine, row, titleRule, truncate, widthOf } from './cells.ts';
import type { DetailsPane } from './details-pane.ts';
import type { Chooser, Form, Help } from './dialogs.ts';
import { formHeight, formPanel } from './form-panel.ts';
import { keyTable } from './keys.ts';
import { clickChoice, clickDetails, clickRow, clickTrail, scrollList } from './mouse.ts';
import type { UiState } from './ui-state.ts';
import { wrap } from './wrapping.ts';

/** The panels: functions from the state to lines, as wide and as many as they are told. */

const selected = (line: Line): Line => line.map((span) => ({ ...span, isSelected: true }));

/** Where a panel stands on the screen. */
export interface Place {
  readonly column: number;
  readonly row: number;
}

export function listPanel(ui: UiState, width: number, height: number, place: Place): Line[] {
  ui.listHeight = height;
  const { rows, view, session } = ui;
  ui.loadMore();
  if (rows.length === 0) return filled(emptyLines(ui, width), height);
  const { top, index } = ui;
  ui.regions.add({
    ...place,
    width,
    height,
    click: (line) => clickRow(ui, rows[top + line]?.key),
    scroll: (step) => scrollList(ui, step),
  });
  const columns = columnsOf(ui, width);
  const widths = columnWidths(columns, width - 2);
  const marked = ui.marks.all;
  const lines = rows.slice(top, top + height).map(({ key, cells }, at): Line => {
    const own = rowLine(cells(widths), columns, widths, width - 2);
    const mark: Span = marked.has(key) ? bold('◆') : { text: ' ' };
    if (top + at !== index) return fitLine([{ text: ' ' }, mark, ...own], width);
    return selected(fitLine([{ text: '▌' }, mark, ...own], width));
  });
  const isShort = lines.length < height && view.isLog !== true;
  const lists = view.lists(session, ui.position.part);
  if (isShort && lists.some((list) => list.hasMore)) lines.push([dim('  looking further …')]);
  return filled(lines, height);
}

/** From so many columns on a list has room for the hour beside the date. */
const roomyFrom = 62;

/** The columns in a width: wide terminals get some more room before amounts, and for dates. */
const columnsIn = (columns: readonly Column[], width: number): readonly Column[] =>
  columns.map((column) => {
    const { right = false, roomy, tight } = column;
    if (width > 160 && right) return { ...column, width: column.width + 3 };
    const own = width >= roomyFrom ? roomy : width < 60 ? tight : undefined;
    return own === undefined ? column : { ...column, width: own };
  });

/** What is left out before every other column. */
const leastRank = 99;

/** The columns of the list that is shown, in a width. */
export function columnsOf({ view, session, position }: UiState, width: number): readonly Column[] {
  const empty = view.emptyColumns?.(session, position.part) ?? new Set();
  return columnsIn(view.columns, width).map((column) =>
    empty.has(column.name) ? { ...column, rank: leastRank } : column,
  );
}

/** Cells in their columns. Of fewer cells than columns the last one takes what is left. */
function rowLine(cells: readonly Cell[], columns: readonly Column[], widths: readonly number[], width: number): Line {
  if (cells.length >= columns.length) return row(cells, columns, widths);
  const head = row(cells.slice(0, -1), columns.slice(0, cells.length - 1), widths.slice(0, cells.length - 1));
  const last = spanOf(cells.at(-1) ?? '');
  return fitLine([...head, ...(head.length > 0 ? [{ text: '  ' }] : []), last], width);
}

function emptyLines(ui: UiState, width: number): Line[] {
  const { session, view, position } = ui;
  const lists = view.lists(session, position.part);
  const failure = ui.filterRefusal ?? lists.find((list) => list.failure !== null)?.failure ?? null;
  const text =
    failure ??
    (session.state === 'lost'
      ? `${session.failure ?? 'The emulator is gone.'} The dashboard goes on when it is back.`
      : session.state === 'connecting' || lists.some((list) => !list.isLoaded)
        ? 'Loading …'
        : lists.some((list) => list.hasMore)
          ? 'Looking further …'
          : position.filter !== ''
            ? `Nothing fits '${position.filter}'.`
            : view.empty);
  return [
    [],
    ...wrap(text, width - 4).map((line): Line => [{ text: `  ${line}`, tone: failure === null ? 'dim' : 'bad' }]),
  ];
}

/** The details that are open, or those beside the list, which take no keys and are headed less loudly. */
export function detailsPanel(ui: UiState, details: DetailsPane, width: number, height: number, place: Place): Line[] {
  const isOpen = details === ui.details;
  const trail = isOpen && ui.trail.length > 0 ? [trailLine(ui, width - 2)] : [];
  const room = Math.max(1, height - 1 - trail.length);
  const rows = details.layOut(width - 2, room);
  const { content, failure, matches, percent } = details;
  if (trail.length > 0) {
    ui.regions.add({ ...place, row: place.row + 1, width, height: 1, click: () => clickTrail(ui) });
  }
  ui.regions.add({
    ...place,
    width,
    height,
    // Below the heading and the trail, and behind the mark of a line.
    click: (line, column) => clickDetails(ui, details, line - 1 - trail.length, column - 1),
    scroll: (step) => details.scroll(step),
  });
  const head: Line = [
    { text: content?.title ?? (failure === null ? 'Loading …' : 'Not there'), tone: isOpen ? 'bold' : 'dim' },
    dim(`${matches === '' ? '' : `  ${matches}`}${percent === null ? '' : ` ${percent}%`}`),
  ];
  const body =
    content === null
      ? wrap(failure ?? '', width - 2).map((text): Line => [{ text: ` ${text}`, tone: 'bad' }])
      : rows.map(({ line, hasLink, isFound }): Line => {
          if (isOpen && hasLink) return [{ text: '▌', isSelected: true }, ...line];
          return [{ text: isFound ? '›' : ' ', tone: 'wait' }, ...line];
        });
  const indented = [[{ text: isOpen ? '▌' : ' ' }, ...head], ...trail, ...body];
  return filled(
    indented.map((line) => fitLine(line, width)),
    height,
  );
}

/** The details that led to those that are open: `‹ payment txn_8sQ…  ‹ customer cus_Zp…`. */
function trailLine({ trail }: UiState, width: number): Line {
  const steps = trail.map(({ content }) => {
    const title = truncate(content?.title ?? '', width);
    return `‹ ${title.replace(idsAtEnd, (id) => shortId(id))}`;
  });
  while (steps.length > 1 && widthOf(steps.join('  ')) > width) steps.shift();
  return [{ text: ' ' }, dim(steps.join('  '))];
}

const idsAtEnd = /\b[a-z]{2,6}_[A-Za-z0-9]{8,}$/;

/** How many rows a dialog takes, of those that there are. */
export function dialogHeight(dialog: Chooser | Form | Help, width: number, room: number): number {
  if (dialog.type === 'help') return room;
  if (dialog.type === 'chooser') return Math.min(room, 14);
  return Math.min(room, formHeight(dialog, width));
}

export function dialogPanel(
  ui: UiState,
  dialog: Chooser | Form | Help,
  width: number,
  height: number,
  place: Place,
): Line[] {
  if (dialog.type === 'chooser') return chooserPanel(ui, dialog, width, height, place);
  // A question is answered by keys alone.
  if (dialog.type === 'form') return formPanel(dialog, width, height, ui.takesEnter);
  const scroll = (step: number): void => {
    dialog.top += step;
  };
  ui.regions.add({ ...place, width, height, scroll });
  return helpPanel(dialog, width, height);
}

function chooserPanel(ui: UiState, chooser: Chooser, width: number, height: number, place: Place): Line[] {
  const { field, choices, at } = chooser;
  const input: Line = [{ text: ` › ${field.shownIn(width - 4)}` }, dim(field.text === '' ? chooser.placeholder : '')];
  const why = chooser.refusal === null ? [] : wrap(chooser.refusal, width - 4);
  const refusal = why.map((text): Line => [{ text: ` ! ${text}`, tone: 'bad' }]);
  const room = Math.max(1, height - 2 - refusal.length);
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), choices.length - room));
  const shown = choices.slice(top, top + room);
  ui.regions.add({
    column: place.column,
    row: place.row + 2 + refusal.length,
    width,
    height: room,
    // What was loaded since it was drawn may have moved the choice, or taken it away.
    click: (line) => clickChoice(ui, chooser, shown[line]),
    scroll: (step) => chooser.select(chooser.at + step),
  });
  const widest = Math.max(8, ...shown.map(({ name }) => widthOf(name)));
  const columns: Column[] = [
    { name: '', width: Math.max(8, Math.min(widest, Math.floor(width * 0.55))), rank: 0 },
    { name: '', width: 6, grow: 1, rank: 1 },
  ];
  const widths = columnWidths(columns, width - 4);
  const rows = shown.map(({ name, about }, index): Line => {
    const own = row([name, about], columns, widths);
    if (top + index !== at) return fitLine([{ text: '   ' }, ...own], width);
    return selected(fitLine([{ text: ' ▌ ' }, ...own], width));
  });
  if (chooser.isLooking) rows.push([dim('   looking further …')]);
  else if (choices.length === 0) {
    const none = field.text === '' ? 'None yet.' : chooser.nothingFits(field.text.trim());
    rows.push(...wrap(none, width - 4).map((text): Line => [dim(`   ${text}`)]));
  }
  return filled([titleRule(chooser.title, width), fitLine(input, width), ...refusal, ...rows], height);
}

/** The room that the keys of the help have. */
const keysWidth = 18;

function helpPanel(help: Help, width: number, height: number): Line[] {
  const columns = width >= 120 ? 2 : 1;
  const columnWidth = Math.floor((width - 2) / columns);
  const groups = [...new Set(Object.values(keyTable).map(({ group }) => group))];
  const blocks = groups.map((group) => [
    [bold(group)] as Line,
    ...Object.values(keyTable)
      .filter((each) => each.group === group)
      .flatMap(({ shown, about }) =>
        wrap(about, columnWidth - keysWidth - 2).map((text, at): Line => {
          const keys = at === 0 ? ` ${shown}` : '';
          return [{ text: keys.padEnd(keysWidth) }, dim(text)];
        }),
      ),
    [] as Line,
  ]);
  const all = columns === 1 ? blocks.flat() : inTwoColumns(blocks, columnWidth);
  const room = Math.max(1, height - 1);
  help.top = Math.max(0, Math.min(help.top, all.length - room));
  const lines = all.slice(help.top, help.top + room).map((line) => fitLine([{ text: ' ' }, ...line], width));
  return filled([titleRule('Keys', width), ...lines], height);
}

/** Blocks in two columns, shared out so that the higher one is as low as may be. */
function inTwoColumns(blocks: readonly Line[][], width: number): Line[] {
  const shares = Array.from({ length: 2 ** (blocks.length - 1) }, (_, share) => {
    const isLeft = (_block: unknown, at: number): boolean => at === 0 || (share & (2 ** (at - 1))) !== 0;
    const left = blocks.filter(isLeft).flat();
    const right = blocks.filter((block, at) => !isLeft(block, at)).flat();
    return { left, right, height: Math.max(left.length, right.length) };
  });
  const { left, right, height } = shares.reduce((best, each) => (each.height < best.height ? each : best));
  return Array.from({ length: height }, (_, at) => [...fitLine(left[at] ?? [], width), ...(right[at] ?? [])]);
}
