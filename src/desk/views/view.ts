import type { KindView } from '../../control/wire.ts';
import type { Filtered } from '../../filter-words.ts';
import { type Cell, type Column, dim, type Span } from '../cells.ts';
import type { Ways } from '../host.ts';
import type { AnyList } from '../lists/paged-list.ts';
import type { Session } from '../session.ts';
import type { Target } from '../targets.ts';

/** One row of a list. */
export interface Row {
  readonly key: string;
  readonly target: Target;
  /** What stands in its columns; of fewer cells than columns the last one takes what is left. Called only for rows that are seen. */
  readonly cells: () => readonly Cell[];
  /** How far in it stands, below what it came of; absent: not at all. */
  readonly depth?: number;
  /** What it divides those above it and below it by; absent: it is a row like others. */
  readonly divides?: 'day' | 'mark';
  /** What a filter knows of it, where the emulator does not look itself. */
  readonly facts?: () => Filtered;
}

export interface View {
  /** What it is called where it is named in one word: `payment-links`. */
  readonly name: string;
  /** Where it stands among all views, the first one at 1. */
  readonly place: number;
  readonly title: string;
  /** Its title where there is little room. */
  readonly brief: string;
  /** The kinds of objects in it. Several are its parts, one shown at a time: left and right change it. */
  readonly kinds?: readonly KindView[];
  readonly columns: readonly Column[];
  /** The names of columns in which no row has anything: where there is little room they are left out before all others. */
  readonly emptyColumns?: (session: Session, part: number) => ReadonlySet<string>;
  readonly rows: (session: Session, part: number) => readonly Row[];
  readonly lists: (session: Session, part: number) => readonly AnyList[];
  /** How many rows the emulator has without a filter, where more than are loaded. */
  readonly total?: (session: Session, part: number) => number | undefined;
  /** Whether the emulator looks for the words of a filter. */
  readonly isSearched?: boolean;
  /** Whether the newest row is the last one, and followed. */
  readonly isLog?: boolean;
  /** Whether it is named among the views only where it has a badge, is shown, or there is room to spare. */
  readonly isQuiet?: boolean;
  readonly badge?: (session: Session) => Span | null;
  /** Said instead of rows where there are none. */
  readonly empty: (ways: Ways) => string;
}

/** How many there are, beside the name of a view. */
export const countBadge = (count = 0): Span | null => (count === 0 ? null : dim(count.toLocaleString('en-US')));
