import {
  type Cell,
  type Column,
  fitLine,
  type Line,
  matchesOf,
  row,
  type Span,
  spanOf,
  widthOf,
  widthsOf,
  wrap,
} from './cells.ts';
import type { Desk } from './desk.ts';
import type { Chooser, Form, Help } from './dialogs.ts';
import { keyTable } from './keys.ts';

/** The lines of the panels, each as wide and as high as it is told. */

export interface Panel {
  readonly lines: readonly Line[];
  /** Which line stands out; -1: none. */
  readonly strong: number;
}

const blank = (count: number): Line[] => Array.from({ length: Math.max(0, count) }, () => []);

/** As many lines as there is room for. */
const filled = (lines: readonly Line[], height: number): Line[] => [
  ...lines.slice(0, height),
  ...blank(height - lines.length),
];

export function listPanel(desk: Desk, width: number, height: number): Panel {
  desk.listHeight = height;
  const { rows, view, session } = desk;
  if (rows.length === 0) return { lines: filled(emptyLines(desk, width), height), strong: -1 };
  const { top, index } = desk;
  desk.loadMore();
  const columns = columnsOf(view.columns, width);
  const widths = widthsOf(columns, width - 2);
  const lines = rows.slice(top, top + height).map(({ cells }, at): Line => {
    const isSelected = top + at === index;
    const mark: Span = isSelected ? { text: '▌ ' } : { text: '  ' };
    return fitLine([mark, ...joined(cells(widths), columns, widths, width - 2)], width);
  });
  const isShort = lines.length < height && desk.view.isLog !== true;
  const lists = view.lists(session, desk.place.part);
  if (isShort && lists.some((list) => list.hasMore)) lines.push([{ text: '  looking further …', tone: 'dim' }]);
  return { lines: filled(lines, height), strong: index - top };
}

const columnsOf = (columns: readonly Column[], width: number): readonly Column[] =>
  // Where there is much room, the columns breathe before the last one takes it all.
  width > 160
    ? columns.map((column) => (column.right === true ? { ...column, width: column.width + 3 } : column))
    : columns;

/** Cells in their columns; where fewer cells than columns were given, the last one takes what is left. */
function joined(cells: readonly Cell[], columns: readonly Column[], widths: readonly number[], width: number): Line {
  if (cells.length >= columns.length) return row(cells, columns, widths);
  const head = row(cells.slice(0, -1), columns.slice(0, cells.length - 1), widths.slice(0, cells.length - 1));
  const last = spanOf(cells.at(-1) ?? '');
  return fitLine([...head, ...(head.length > 0 ? [{ text: '  ' }] : []), last], width);
}

function emptyLines(desk: Desk, width: number): Line[] {
  const { session, view, place } = desk;
  const lists = view.lists(session, place.part);
  const failure = lists.find((list) => list.failure !== null)?.failure ?? null;
  const text =
    failure ??
    (session.state === 'lost'
      ? `${session.failure ?? 'The emulator is gone.'} The dashboard goes on when it is back.`
      : session.state === 'connecting' || lists.some((list) => !list.isLoaded || (list.isLoading && list.hasMore))
        ? 'Loading …'
        : place.filter !== ''
          ? `Nothing fits '${place.filter}'.`
          : view.empty);
  return [
    [],
    ...wrap(text, width - 4).map((line): Line => [{ text: `  ${line}`, tone: failure === null ? 'dim' : 'bad' }]),
  ];
}

export function detailsPanel(desk: Desk, width: number, height: number): Panel {
  const { details } = desk;
  if (details === null) return { lines: blank(height), strong: -1 };
  const body = Math.max(1, height - 1);
  desk.detailsHeight = body;
  const lines = desk.detailLines(width - 2);
  const { content, failure, search } = details;
  details.top = Math.max(0, Math.min(details.top, lines.length - body));
  const { top } = details;
  const far = lines.length > body ? ` ${Math.min(100, Math.round(((top + body) / lines.length) * 100))}%` : '';
  const found = search === '' ? new Set<number>() : new Set(matchesOf(lines, search));
  const matches = search === '' ? '' : `  ${found.size} match${found.size === 1 ? '' : 'es'}`;
  const head: Line = [
    { text: content?.title ?? (failure === null ? 'Loading …' : 'Not there'), tone: 'bold' },
    { text: `${matches}${far}`, tone: 'dim' },
  ];
  const shown =
    failure !== null && content === null
      ? wrap(failure, width - 2).map((text): Line => [{ text, tone: 'bad' }])
      : lines
          .slice(top, top + body)
          .map((line, at) => (found.has(top + at) ? [{ text: '› ', tone: 'wait' as const }, ...line] : line));
  const indented = [head, ...shown].map((line): Line => fitLine([{ text: ' ' }, ...line], width));
  return { lines: filled(indented, height), strong: -1 };
}

/** How many rows a dialog wants; it gets no more than there are. */
export function dialogHeight(dialog: Chooser | Form | Help, width: number, room: number): number {
  if (dialog.type === 'help') return room;
  if (dialog.type === 'chooser') return Math.min(room, 14);
  const about = aboutLines(dialog, width).length;
  return Math.min(room, 3 + about + dialog.fields.length + (dialog.refusal === null ? 0 : 2));
}

export function dialogPanel(dialog: Chooser | Form | Help, width: number, height: number): Panel {
  if (dialog.type === 'chooser') return chooserPanel(dialog, width, height);
  return dialog.type === 'form' ? formPanel(dialog, width, height) : helpPanel(dialog, width, height);
}

const edge = (title: string, width: number): Line =>
  fitLine(
    [
      { text: '─ ', tone: 'dim' },
      { text: title, tone: 'bold' },
      { text: ` ${'─'.repeat(width)}`, tone: 'dim' },
    ],
    width,
  ).map((span) =>
    span.text.endsWith('…') && span.text.includes('─') ? { ...span, text: span.text.replace('…', '─') } : span,
  );

const caret = (before: string, under: string, after: string): Span[] => [
  { text: before },
  { text: '▏' },
  { text: under.trimEnd() + after },
];

function chooserPanel(chooser: Chooser, width: number, height: number): Panel {
  const { field, choices, at } = chooser;
  const input: Line =
    field.text === ''
      ? [{ text: ' › ' }, { text: '▏' }, { text: chooser.placeholder, tone: 'dim' }]
      : [{ text: ' › ' }, ...caret(field.before, field.under, field.after)];
  const room = Math.max(1, height - 2);
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), choices.length - room));
  const widest = choices
    .slice(top, top + room)
    .reduce((most, { cells }) => Math.max(most, widthOf(spanOf(cells[0]).text)), 0);
  const name = Math.max(8, Math.min(widest, Math.floor(width * 0.55)));
  const columns: Column[] = [
    { name: '', width: name, rank: 0 },
    { name: '', width: 6, grow: 1, rank: 1 },
  ];
  const widths = widthsOf(columns, width - 4);
  const rows = choices.slice(top, top + room).map(({ cells }, index): Line => {
    const mark = top + index === at ? ' ▌ ' : '   ';
    return fitLine([{ text: mark }, ...row(cells, columns, widths)], width);
  });
  if (choices.length === 0) rows.push([{ text: field.text === '' ? '   None yet.' : '   Nothing fits.', tone: 'dim' }]);
  return {
    lines: filled([edge(chooser.title, width), fitLine(input, width), ...rows], height),
    strong: choices.length === 0 ? -1 : 2 + at - top,
  };
}

const aboutLines = ({ about }: Form, width: number): Line[] =>
  wrap(about, width - 2).map((text): Line => fitLine([{ text: ` ${text}`, tone: 'dim' }], width));

function formPanel(form: Form, width: number, height: number): Panel {
  const { title, fields, at, refusal, isBusy, verb } = form;
  const widest = Math.max(0, ...fields.map(({ label }) => widthOf(label)));
  const inputs = fields.map(({ label, usual, field }, index): Line => {
    const isHere = index === at;
    const name: Span = { text: ` ${isHere ? '›' : ' '} ${label.padEnd(widest)}  `, tone: isHere ? 'bold' : 'dim' };
    if (field.text === '') return fitLine([name, { text: isHere ? '▏' : '' }, { text: usual, tone: 'dim' }], width);
    return fitLine([name, ...(isHere ? caret(field.before, field.under, field.after) : [{ text: field.text }])], width);
  });
  const ask: Line = isBusy
    ? [{ text: ' …', tone: 'wait' }]
    : [{ text: ' Enter', tone: 'bold' }, { text: ` ${verb}   ` }, { text: 'Esc', tone: 'bold' }, { text: ' leave it' }];
  const why =
    refusal === null
      ? []
      : wrap(refusal, width - 4)
          .slice(0, 2)
          .map((text): Line => fitLine([{ text: ` ! ${text}`, tone: 'bad' }], width));
  const lines = [edge(title, width), ...aboutLines(form, width), ...inputs, ...why, fitLine(ask, width)];
  return { lines: filled(lines, height), strong: -1 };
}

function helpPanel(help: Help, width: number, height: number): Panel {
  const groups = [...new Set(Object.values(keyTable).map(({ group }) => group))];
  const blocks = groups.map((group) => [
    [{ text: group, tone: 'bold' }] as Line,
    ...Object.values(keyTable)
      .filter((each) => each.group === group)
      .map(({ shown, about }): Line => [{ text: ` ${shown.padEnd(14)} ` }, { text: about, tone: 'dim' }]),
    [] as Line,
  ]);
  const columns = width >= 120 ? 2 : 1;
  const each = Math.floor((width - 2) / columns);
  const all = columns === 1 ? blocks.flat() : besides(blocks, each);
  const room = Math.max(1, height - 1);
  help.top = Math.max(0, Math.min(help.top, all.length - room));
  const lines = all.slice(help.top, help.top + room).map((line) => fitLine([{ text: ' ' }, ...line], width));
  return { lines: filled([edge('Keys', width), ...lines], height), strong: -1 };
}

/** Blocks in two columns of about the same height. */
function besides(blocks: readonly Line[][], width: number): Line[] {
  const total = blocks.reduce((sum, block) => sum + block.length, 0);
  const left: Line[] = [];
  const right: Line[] = [];
  for (const block of blocks)
    (left.length + block.length <= total / 2 + 4 && right.length === 0 ? left : right).push(...block);
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [
    ...fitLine(left[at] ?? [], width),
    ...(right[at] ?? []),
  ]);
}
