/** A list that loads as far as the user scrolls, as views and renderers know it. */
export interface LoadedList {
  /** Whether the emulator may hold other data by now. */
  readonly isStale: boolean;
  readonly isLoaded: boolean;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  /** Why the last call failed; null if it did not. */
  readonly failure: string | null;
  /** The index of the first item after a gap of unloaded items; null: there is no gap. */
  readonly gap: number | null;
  /** Whether the items are the results for these words. */
  holds(search: string): boolean;
  search(text: string): Promise<void>;
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  loadEnd(): Promise<void>;
}
