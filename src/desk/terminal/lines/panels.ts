import { bold, type Cell, type Column, dim, type Line, type Span, spanOf } from '../../model/cells.ts';
import type { Desk } from '../../model/desk.ts';
import { shortId } from '../../model/format.ts';
import type { Chooser } from '../../model/forms/chooser.ts';
import type { Form } from '../../model/forms/form.ts';
import { emptyStateOf } from '../../model/views/empty-state.ts';
import type { Row } from '../../model/views/view.ts';
import type { Area } from '../area.ts';
import type { DetailsPane } from '../details-pane.ts';
import type { Help } from '../keys/dialogs.ts';
import { keyOf, keyTable } from '../keys/keys.ts';
import { inputOf } from '../keys/text-inputs.ts';
import { wrap } from '../texts/wrapping.ts';
import type { UiState } from '../ui-state.ts';
import { columnWidths, filled, fitLine, gap, row, titleRule, truncate, widthOf } from './cells.ts';
import { columnsIn, type RoomyColumn } from './column-rooms.ts';
import { formHeight, formPanel } from './form-panel.ts';

/** The panels: functions from the state to lines of an exact width and number. */

const selected = (line: Line): Line => line.map((span) => ({ ...span, isSelected: true }));

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
    return selected(fitLine([{ text: '▌' }, mark, ...own], width));
  });
  const isShort = lines.length < height && view.isLog !== true;
  const lists = view.lists(session, position.part);
  if (isShort && lists.some((list) => list.hasMore)) lines.push([dim('  looking further …')]);
  return filled(lines, height);
}

/** The rank of columns that are left out before all others. */
const leastRank = 99;

/**
 * The columns of the current list at a width. They share the room by what is in them: names and texts first, then ids and
 * other texts with shorter spellings, which are whole where there is room for the whole of them.
 */
export function columnsOf({ desk, list }: UiState, width: number): readonly RoomyColumn[] {
  const { view, session, position, rows } = desk;
  const empty = view.emptyColumns?.(session, position.part) ?? new Set();
  const { columns } = view;
  const drawn = rows.slice(list.top, list.top + list.height).map((each) => drawnCells(each, columns));
  const spans = drawn.map((cells) =>
    // A last cell that fills the rest widens no column.
    (cells.length < columns.length ? cells.slice(0, -1) : cells).map(spanOf),
  );
  const { long, short } = list.widest(
    spans,
    columns.map(({ name }) => name),
  );
  let own = columnsIn(view, width).map((column, at): RoomyColumn => {
    if (empty.has(column.name)) return { ...column, rank: leastRank };
    const content = short[at]!;
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

/** A row in its columns. If there are fewer cells than columns, the last cell fills the rest. */
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

/** Whether the trail of previous details is shown above them. */
export const hasTrail = ({ desk }: UiState, { details }: DetailsPane): boolean =>
  details === desk.details && desk.trail.length > 0;

/** The open details, or the details beside the list, which take no keys and have a dimmer heading. */
export function detailsPanel(ui: UiState, pane: DetailsPane, { width, height }: Area): Line[] {
  const { matches, percent, details } = pane;
  const { content, failure } = details;
  const isOpen = details === ui.desk.details;
  const trail = hasTrail(ui, pane) ? [trailLine(ui.desk, width - 2)] : [];
  const head: Line = [
    { text: content?.title ?? (failure === null ? 'Loading …' : 'Not there'), tone: isOpen ? 'bold' : 'dim' },
    dim(`${matches === '' ? '' : `  ${matches}`}${percent === null ? '' : ` ${percent}%`}`),
  ];
  const body =
    content === null
      ? wrap(failure ?? '', width - 2).map((text): Line => [{ text: ` ${text}`, tone: 'bad' }])
      : pane.shown.map(({ line, hasLink, isFound }): Line => {
          if (isOpen && hasLink) return [{ text: '▌', isSelected: true }, ...line];
          return [{ text: isFound ? '›' : ' ', tone: 'wait' }, ...line];
        });
  const indented = [[{ text: isOpen ? '▌' : ' ' }, ...head], ...trail, ...body];
  return filled(
    indented.map((line) => fitLine(line, width)),
    height,
  );
}

/** The trail of previous details: `‹ payment txn_8sQ…  ‹ customer cus_Zp…`. */
function trailLine({ trail }: Desk, width: number): Line {
  const steps = trail.map(({ content }) => {
    const title = truncate(content?.title ?? '', width);
    return `‹ ${title.replace(idsAtEnd, (id) => shortId(id))}`;
  });
  while (steps.length > 1 && widthOf(steps.join('  ')) > width) steps.shift();
  return [{ text: ' ' }, dim(steps.join('  '))];
}

const idsAtEnd = /\b[a-z]{2,6}_[A-Za-z0-9]{8,}$/;

/** How many of the available rows a dialog takes. */
export function dialogHeight(dialog: Chooser | Form | Help, width: number, room: number): number {
  if (dialog.type === 'help') return room;
  if (dialog.type === 'chooser') return Math.min(room, 14);
  return Math.min(room, formHeight(dialog, width));
}

export function dialogPanel(ui: UiState, dialog: Chooser | Form | Help, area: Area): Line[] {
  if (dialog.type === 'chooser') return chooserPanel(dialog, area);
  if (dialog.type === 'form') return formPanel(dialog, area.width, area.height, ui.takesEnter);
  return helpPanel(ui.desk, dialog, area.width, area.height);
}

/** The choices that fit around the selected one, and how many lines stand above them. */
export function shownChoices(chooser: Chooser, { width, height }: Area) {
  const { choices, at, refusal } = chooser;
  const why = refusal === null ? [] : wrap(refusal, width - 4);
  const head = 2 + why.length;
  const room = Math.max(1, height - head);
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), choices.length - room));
  return { choices: choices.slice(top, top + room), top, why, head };
}

function chooserPanel(chooser: Chooser, area: Area): Line[] {
  const { width, height } = area;
  const { text, at } = chooser;
  const { choices: shown, top, why } = shownChoices(chooser, area);
  const input: Line = [
    { text: ` › ${inputOf(chooser).shownIn(width - 4)}` },
    dim(text === '' ? chooser.placeholder : ''),
  ];
  const refusal = why.map((line): Line => [{ text: ` ! ${line}`, tone: 'bad' }]);
  const widest = Math.max(8, ...shown.map(({ name }) => widthOf(name)));
  const columns: RoomyColumn[] = [
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
  else if (shown.length === 0) {
    const none = text === '' ? 'None yet.' : chooser.nothingFits(text.trim());
    rows.push(...wrap(none, width - 4).map((line): Line => [dim(`   ${line}`)]));
  }
  return filled([titleRule(chooser.title, width), fitLine(input, width), ...refusal, ...rows], height);
}

/** The width of the keys in the help. */
const keysWidth = 19;

/** The views with their keys, and all keys, group by group, in one or two columns. */
function helpLines({ views }: Desk, width: number): Line[] {
  const columns = width >= 120 ? 2 : 1;
  const columnWidth = Math.floor((width - 2) / columns);
  const groups = [...new Set(Object.values(keyTable).map(({ group }) => group))];
  const ofViews: Line[] = [
    [bold('Views')],
    ...views.map(({ title, place }): Line => [{ text: ` ${keyOf(place)}`.padEnd(keysWidth) }, dim(title)]),
    [],
  ];
  const ofGroups = groups.map((group) => [
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
  const blocks = [ofViews, ...ofGroups];
  return columns === 1 ? blocks.flat() : inTwoColumns(blocks, columnWidth);
}

/** How many lines the help needs. */
export const helpHeight = (desk: Desk, width: number): number => helpLines(desk, width).length;

function helpPanel(desk: Desk, { top }: Help, width: number, height: number): Line[] {
  const lines = helpLines(desk, width)
    .slice(top, top + Math.max(1, height - 1))
    .map((line) => fitLine([{ text: ' ' }, ...line], width));
  return filled([titleRule('Keys', width), ...lines], height);
}

/** Divides blocks between two columns so that the taller one is as short as possible. */
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
