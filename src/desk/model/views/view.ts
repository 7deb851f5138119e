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
   * Makes the cells of the columns. If there are fewer cells than columns, the last cell fills the rest. Called only
   * for visible rows.
   */
  readonly cells: () => readonly Cell[];
  /** How many levels the row is indented below its cause; absent: it is not indented. */
  readonly depth?: number;
  /** The kind of divider that the row is; absent: the row is not a divider. */
  readonly divides?: 'day' | 'mark';
  /** The facts that a filter matches, in views that the emulator does not search. */
  readonly facts?: () => FilterFacts;
}

export interface View {
  /** The view's one-word name: `payment-links`. */
  readonly name: string;
  /** The place of the view among all views, from 1. */
  readonly place: number;
  readonly title: string;
  /** A shorter title for when room is short. */
  readonly brief: string;
  /**
   * The kinds of objects in the view. Several kinds are parts, shown one at a time; left and right switch between them.
   */
  readonly kinds?: readonly KindView[];
  readonly columns: readonly Column[];
  /** The columns that are empty in every row: they are left out first when room is short. */
  readonly emptyColumns?: (session: Session, part: number) => ReadonlySet<string>;
  readonly rows: (session: Session, part: number) => readonly Row[];
  readonly lists: (session: Session, part: number) => readonly LoadedList[];
  /** The emulator's number of rows without a filter, if more exist than are loaded. */
  readonly total?: (session: Session, part: number) => number | undefined;
  /** Whether the emulator searches for the words of a filter. */
  readonly isSearched?: boolean;
  /** Whether the newest row is the last one and stays in sight. */
  readonly isLog?: boolean;
  /** Whether the view's tab appears only if it has a badge, is shown, or room is left. */
  readonly isQuiet?: boolean;
  readonly badge?: (session: Session) => Span | null;
  /** The message when there are no rows. */
  readonly empty: (ways: ActionWords, session: Session) => string;
}

/** A count beside the name of a view. */
export const countBadge = (count = 0): Span | null => (count === 0 ? null : dim(count.toLocaleString('en-US')));
