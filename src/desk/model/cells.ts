/**
 * Green means fine, yellow waiting, red a problem; dim is context and bold stands out. Words always say the same as the
 * tone, because colors may be off.
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
  /** Shorter spellings of the text, the longest first, for a column where the whole text does not fit. */
  readonly shorter?: readonly string[];
  /** The id that the text stands for; following it opens the object. */
  readonly id?: string;
  /** A page of the emulator that the text stands for. */
  readonly address?: string;
  /** The instant that the text stands for, in ISO 8601. */
  readonly at?: string;
}

/** A column of a list. */
export interface Column {
  readonly name: string;
  /** Whether the column's texts are aligned on the right, as amounts and latencies are. */
  readonly right?: boolean;
  /** Whether the column indents each row below the row that caused it. */
  readonly isTree?: boolean;
  /** Whether the column joins rows by characters; a renderer that can draw lines leaves the column out. */
  readonly isBranch?: boolean;
  /** When room is short, columns of the highest rank are left out first; rank 0 always stays. */
  readonly rank: number;
}

export const spanOf = (cell: Cell): CellSpan => (typeof cell === 'string' ? { text: cell } : cell);
