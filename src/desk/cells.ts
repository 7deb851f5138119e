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

export const spanOf = (cell: Cell): Span => (typeof cell === 'string' ? { text: cell } : cell);
