import { clean } from '../../../core/base/terminal-text.ts';
import { bold, type Cell, type CellSpan, type Column, dim, type Line, type Span, spanOf } from '../../model/cells.ts';
import { beginningFor, endOfFit, mostColumns, widthOf } from '../texts/text-width.ts';
import type { RoomyColumn } from './column-rooms.ts';

export { widthOf };

const plainText = /^[\x20-\x7e]*$/;

/** The part of a text that fits, with an ellipsis if the text was truncated. The result never moves the cursor. */
export function truncate(text: string, width: number): string {
  if (width <= 0) return '';
  const beginning = beginningFor(text, width);
  const safe = clean(beginning);
  if (beginning.length === text.length && widthOf(safe) <= width) return safe;
  if (plainText.test(safe)) return `${safe.slice(0, width - 1)}…`;
  return `${width === 1 ? '' : safe.slice(0, fitting(safe, width - 1))}…`;
}

/** The number of code units of a text that fit; 0 if the first character is too wide. */
function fitting(text: string, width: number): number {
  const end = endOfFit(text, 0, width);
  return widthOf(text.slice(0, end)) <= width ? end : 0;
}

/** A text padded or truncated to an exact width. */
export function pad(text: string, width: number, right = false): string {
  const taken = truncate(text, width);
  const gap = ' '.repeat(Math.max(0, width - widthOf(taken)));
  return right ? gap + taken : taken + gap;
}

export const lineWidth = (line: Line): number =>
  line.reduce((sum, { text }) => sum + widthOf(clean(beginningFor(text, mostColumns))), 0);

/** A line padded or truncated to an exact width. */
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

/** Puts two texts at the two ends of a line. If both do not fit, the more important text is not truncated. */
export function justify(left: Line, right: Line, width: number, matters: 'left' | 'right'): Line {
  const room = width - lineWidth(right);
  if (room < lineWidth(left) + 2 && (matters === 'left' || room < 10)) return fitLine(left, width);
  return [...fitLine(left, room), ...right];
}

/** The spaces between two columns. */
export const gap = 2;

/** The width of each column; 0 if the column does not fit. */
export function columnWidths(columns: readonly RoomyColumn[], width: number): number[] {
  const shown = new Set([...columns.keys()].filter((at) => columns[at]!.width > 0));
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

/** The longest form of a cell that fits. */
const formIn = ({ text, shorter = [] }: CellSpan, width: number): string =>
  [text, ...shorter].find((form) => widthOf(form) <= width) ?? shorter.at(-1) ?? text;

/** Puts cells into their columns. */
export function row(cells: readonly Cell[], columns: readonly Column[], widths: readonly number[]): Line {
  const line: Span[] = [];
  for (const [at, { right }] of columns.entries()) {
    const width = widths[at]!;
    if (width === 0) continue;
    if (line.length > 0) line.push({ text: ' '.repeat(gap) });
    const cell = spanOf(cells[at] ?? '');
    line.push({ text: pad(formIn(cell, width), width, right), tone: cell.tone });
  }
  return line;
}

/** Pads or truncates a list of lines to an exact number of lines. */
export const filled = (lines: readonly Line[], height: number): Line[] =>
  Array.from({ length: Math.max(0, height) }, (_, at) => lines[at] ?? []);

/** A horizontal rule with a title at its start. */
export const titleRule = (title: string, width: number): Line => {
  const name = truncate(title, width - 4);
  const rest = Math.max(0, width - 3 - widthOf(name));
  return [dim('─ '), bold(name), dim(` ${'─'.repeat(rest)}`)];
};

/** A line of the selected row. */
export const selectedLine = (line: Line): Line => line.map((span) => ({ ...span, isSelected: true }));
