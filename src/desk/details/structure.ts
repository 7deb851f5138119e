import type { ObjectView } from '../../control/wire.ts';
import type { Line } from '../cells.ts';
import type { LongText } from './long-text.ts';

/** Lines of the details: one, or those of a text of any length. */
export type Part = Line | LongText;

/** A part of the details with a heading. Its lines are wrapped when they are drawn. */
export interface Section {
  readonly heading: string;
  readonly lines: readonly Part[];
}

export interface Details {
  readonly title: string;
  /** The object that they show, as it is now. */
  readonly object?: ObjectView;
  readonly sections: readonly Section[];
  /** What `Y` copies and `o` opens in the pager. */
  readonly json: string;
}
