import stringWidth from 'string-width';
import { clean } from '../text.ts';

/**
 * Green is fine, yellow waits, red needs somebody; dim is context, bold matters. Nothing is said by a tone alone, because
 * colours may be off.
 */
export type Tone = 'plain' | 'dim' | 'bold' | 'good' | 'wait' | 'bad';

export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** Whether it is of the row that is selected. */
  readonly isSelected?: boolean;
}

export const dim = (text: string): Span => ({ text, tone: 'dim' });
export const bold = (text: string): Span => ({ text, tone: 'bold' });

/** One row of the screen. */
export type Line = readonly Span[];

export type Cell = string | Span;

/** A column of a list. */
export interface Column {
  readonly name: string;
  /** Its least width. */
  readonly width: number;
  /** Its share of the room that is left over. */
  readonly grow?: number;
  /** Its greatest width. */
  readonly most?: number;
  readonly right?: boolean;
  /** Its least width where the list has 62 columns and more, and where it has less than 60. */
  readonly roomy?: number;
  readonly tight?: number;
  /** Where there is little room, columns of the highest rank are left out first; 0 stays. */
  readonly rank: number;
}

const plainText = /^[\x20-\x7e]*$/;
/** Texts whose characters take one column each: measuring those is most of what is measured, and quick. */
const narrowText = /^[\x20-\x7e…─│└→←↑↓·▌▏▸›‹●○◆■▲▼├┬▁▂▃▄▅▆▇█]*$/;

/** Columns of the terminal that a text takes: wide characters take two, combining ones none. */
export const widthOf = (text: string): number => (narrowText.test(text) ? text.length : stringWidth(text));

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** As much of a text as fits, with an ellipsis where something is cut. Nothing in it moves the cursor. */
export function truncate(text: string, width: number): string {
  const safe = clean(text);
  if (width <= 0) return '';
  if (widthOf(safe) <= width) return safe;
  if (plainText.test(safe)) return `${safe.slice(0, width - 1)}…`;
  let taken = '';
  let used = 0;
  for (const { segment } of graphemes.segment(safe)) {
    const more = widthOf(segment);
    if (used + more > width - 1) break;
    taken += segment;
    used += more;
  }
  return `${taken}…`;
}

/** A text in exactly so many columns. */
export function pad(text: string, width: number, right = false): string {
  const taken = truncate(text, width);
  const gap = ' '.repeat(Math.max(0, width - widthOf(taken)));
  return right ? gap + taken : taken + gap;
}

export const spanOf = (cell: Cell): Span => (typeof cell === 'string' ? { text: cell } : cell);

export const lineWidth = (line: Line): number => line.reduce((sum, { text }) => sum + widthOf(clean(text)), 0);

/** A line in exactly so many columns. */
export function fitLine(line: Line, width: number): Line {
  const taken: Span[] = [];
  let left = width;
  for (const { text, tone, isSelected } of line) {
    if (left <= 0) break;
    const shown = truncate(text, left);
    if (shown !== '') taken.push({ text: shown, tone, isSelected });
    left -= widthOf(shown);
  }
  if (left > 0) taken.push({ text: ' '.repeat(left) });
  return taken;
}

/** Two texts at the two ends of a line. Where both do not fit, the one that matters more stays whole. */
export function justify(left: Line, right: Line, width: number, matters: 'left' | 'right'): Line {
  const room = width - lineWidth(right);
  if (room < lineWidth(left) + 2 && (matters === 'left' || room < 10)) return fitLine(left, width);
  return [...fitLine(left, room), ...right];
}

const gap = 2;

/** How wide each column is; 0: there is no room for it. */
export function columnWidths(columns: readonly Column[], width: number): number[] {
  const shown = new Set(columns.keys());
  const needed = () => [...shown].reduce((sum, at) => sum + columns[at]!.width + gap, -gap);
  while (needed() > width && shown.size > 1) {
    const [first] = [...shown].sort((a, b) => columns[b]!.rank - columns[a]!.rank || b - a);
    if (columns[first!]!.rank === 0) break;
    shown.delete(first!);
  }
  const widths = columns.map(({ width: own }, at) => (shown.has(at) ? own : 0));
  let left = width - needed();
  while (left > 0) {
    const open = [...shown].filter((at) => (columns[at]!.grow ?? 0) > 0 && widths[at]! < (columns[at]!.most ?? 999));
    if (open.length === 0) break;
    const shares = open.reduce((sum, at) => sum + columns[at]!.grow!, 0);
    const before = left;
    for (const at of open) {
      const { grow = 0, most = 999 } = columns[at]!;
      const more = Math.min(Math.floor((before * grow) / shares), most - widths[at]!, left);
      widths[at]! += more;
      left -= more;
    }
    if (left === before) {
      widths[open[0]!]! += left;
      left = 0;
    }
  }
  return widths;
}

/** Cells in their columns. */
export function row(cells: readonly Cell[], columns: readonly Column[], widths: readonly number[]): Line {
  const line: Span[] = [];
  for (const [at, { right }] of columns.entries()) {
    const width = widths[at]!;
    if (width === 0) continue;
    if (line.length > 0) line.push({ text: ' '.repeat(gap) });
    const { text, tone } = spanOf(cells[at] ?? '');
    line.push({ text: pad(text, width, right), tone });
  }
  return line;
}

/** A text as lines of at most so many columns, but at least one, broken at spaces where there are any. */
export function wrap(text: string, columns: number): string[] {
  const width = Math.max(1, columns);
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of clean(paragraph).split(/(?<=\s)/)) {
      if (widthOf(line + word.trimEnd()) <= width) {
        line += word;
        continue;
      }
      if (line !== '') lines.push(line.trimEnd());
      line = word;
      while (widthOf(line) > width) {
        const [head, rest] = splitAt(line, width);
        lines.push(head);
        line = rest;
      }
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

function splitAt(text: string, width: number): [string, string] {
  let at = 0;
  let used = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    const more = widthOf(segment);
    if (used + more > width && index > 0) break;
    used += more;
    at = index + segment.length;
  }
  return [text.slice(0, at), text.slice(at)];
}

/** Which lines hold a text. */
export const matchesOf = (lines: readonly Line[], text: string): number[] => {
  const sought = text.toLowerCase();
  return [...lines.keys()].filter((at) =>
    lines[at]!.map((span) => span.text)
      .join('')
      .toLowerCase()
      .includes(sought),
  );
};

/** Exactly so many lines. */
export const filled = (lines: readonly Line[], height: number): Line[] =>
  Array.from({ length: Math.max(0, height) }, (_, at) => lines[at] ?? []);

/** A rule that begins with a title. */
export const titleRule = (title: string, width: number): Line => {
  const name = truncate(title, width - 4);
  const rest = Math.max(0, width - 3 - widthOf(name));
  return [dim('─ '), bold(name), dim(` ${'─'.repeat(rest)}`)];
};
