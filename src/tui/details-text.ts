import type { ObjectView } from '../control/wire.ts';
import type { Line } from './cells.ts';

/** A part of the details. Its lines are wrapped when they are drawn. */
export interface Section {
  readonly heading: string;
  readonly lines: readonly Line[];
}

export interface Details {
  readonly title: string;
  /** The object that they show, as it is now. */
  readonly object?: ObjectView;
  readonly sections: readonly Section[];
  /** What `Y` copies and `o` opens in the pager. */
  readonly json: string;
}
