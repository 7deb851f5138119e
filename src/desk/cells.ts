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

/** What stands in a column of a row. */
export type Cell = string | CellSpan;

export interface CellSpan extends Span {
  /** The same in fewer letters, the longest first, for where there is no room for all of it. */
  readonly shorter?: readonly string[];
  /** The id that it stands for, which leads somewhere. */
  readonly id?: string;
  /** The instant that it stands for, ISO 8601. */
  readonly at?: string;
}

/** A column of a list. */
export interface Column {
  readonly name: string;
  /** Whether what stands in it ends alike: amounts, latencies. */
  readonly right?: boolean;
  /** Whether rows that came of others stand further in here. */
  readonly isTree?: boolean;
  /** Where there is little room, columns of the highest rank are left out first; 0 stays. */
  readonly rank: number;
}

export const spanOf = (cell: Cell): CellSpan => (typeof cell === 'string' ? { text: cell } : cell);
