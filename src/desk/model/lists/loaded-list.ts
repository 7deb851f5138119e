import type { SumsView } from '../../../sandbox/control/wire.ts';

/** A list that loads as far as the user scrolls. This is the interface for views and renderers. */
export interface LoadedList {
  /** Whether the emulator's data can have changed since the list was loaded. */
  readonly isStale: boolean;
  readonly isLoaded: boolean;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  /** Why the last call failed; null if the last call succeeded. */
  readonly failure: string | null;
  /** The index of the first item after a gap of items that are not loaded; null if no items are missing. */
  readonly gap: number | null;
  /** The sums of all items; null for a list without sums, or until they are loaded. */
  readonly sums?: SumsView | null;
  /** Whether the items are the results for these words. */
  holds(search: string): boolean;
  search(text: string): Promise<void>;
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  loadEnd(): Promise<void>;
}
