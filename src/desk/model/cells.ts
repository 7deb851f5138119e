/**
 * Green means success, yellow means waiting, and red means a problem. Dim text is context, and bold text stands out.
 * The text always repeats the meaning of the tone, because colors can be off.
 */
export type Tone = 'plain' | 'dim' | 'bold' | 'good' | 'wait' | 'bad';

export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** Whether the cell belongs to the selected row. */
  readonly isSelected?: boolean;
}

export const dim = (text: string): Span => ({ text, tone: 'dim' });
export const bold = (text: string): Span => ({ text, tone: 'bold' });

/** One row of the screen. */
export type Line = readonly Span[];

/** The content of one column in a row. */
export type Cell = string | CellSpan;

export interface CellSpan extends Span {
  /** Shorter forms of the text, longest first, for a column where the whole text does not fit. */
  readonly shorter?: readonly string[];
  /** The id that the text represents; following it opens the object. */
  readonly id?: string;
  /** The emulator page that the text represents. */
  readonly address?: string;
  /** The instant that the text represents, in ISO 8601. */
  readonly at?: string;
}

/** A column of a list. */
export interface Column {
  readonly name: string;
  /** Whether the column is right-aligned, as for amounts and latencies. */
  readonly right?: boolean;
  /** Whether the column indents each row below the row that caused it. */
  readonly isTree?: boolean;
  /** Whether the column connects rows with characters. A renderer that can draw lines omits the column. */
  readonly isBranch?: boolean;
  /** When space is limited, columns with the highest rank are hidden first; columns with rank 0 always stay. */
  readonly rank: number;
}

export const spanOf = (cell: Cell): CellSpan => (typeof cell === 'string' ? { text: cell } : cell);
