import type { FilterFacts } from '../../../core/base/filter-words.ts';
import type { KindView } from '../../../sandbox/control/wire.ts';
import { type Cell, type Column, dim, type Span } from '../cells.ts';
import type { ActionWords } from '../host.ts';
import type { LoadedList } from '../lists/loaded-list.ts';
import type { Session } from '../session.ts';
import type { RowSubject } from '../targets.ts';

/** One row of a list. */
export interface Row {
  readonly key: string;
  readonly target: RowSubject;
  /**
   * Creates the cells of the columns. If there are fewer cells than columns, the last cell fills the remaining space.
   * Called only for visible rows.
   */
  readonly cells: () => readonly Cell[];
  /** The number of levels by which the row is indented below its cause; if absent, the row is not indented. */
  readonly depth?: number;
  /** The kind of divider that the row represents; if absent, the row is not a divider. */
  readonly divides?: 'day' | 'mark';
  /** Whether the row is the mark at the end of a failed test. */
  readonly ends?: boolean;
  /** The facts that a filter matches, in views that the emulator does not search. */
  readonly facts?: () => FilterFacts;
}

export interface View {
  /** The view's one-word name, such as `payment-links`. */
  readonly name: string;
  /** The position of the view among all views, starting from 1. */
  readonly place: number;
  readonly title: string;
  /** A shorter title for limited space. */
  readonly brief: string;
  /**
   * The kinds of objects in the view. If there are several kinds, each kind is a part, and the view shows one part at
   * a time. Left and right switch between the parts.
   */
  readonly kinds?: readonly KindView[];
  readonly columns: readonly Column[];
  readonly rows: (session: Session, part: number) => readonly Row[];
  readonly lists: (session: Session, part: number) => readonly LoadedList[];
  /** The number of rows that the emulator has without a filter, if more exist than are loaded. */
  readonly total?: (session: Session, part: number) => number | undefined;
  /** Whether the emulator searches for the words of a filter. */
  readonly isSearched?: boolean;
  /** Whether the newest row is the last one and stays visible. */
  readonly isLog?: boolean;
  /** Whether the view's tab appears only if it has a badge, is shown, or fits into the remaining space. */
  readonly isQuiet?: boolean;
  readonly badge?: (session: Session) => Span | null;
  /** The message to show if there are no rows. */
  readonly empty: (ways: ActionWords, session: Session) => string;
  /** What a filter cannot find in this view, as a sentence; empty if nothing is missing. */
  readonly lacks?: (session: Session) => string;
}

/** A count beside the name of a view. */
export const countBadge = (count = 0): Span | null => (count === 0 ? null : dim(count.toLocaleString('en-US')));
