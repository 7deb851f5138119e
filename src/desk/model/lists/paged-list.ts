import { messageOf } from '../../../core/base/system-errors.ts';
import type { SumsView } from '../../../sandbox/control/wire.ts';
import type { LoadedList } from './loaded-list.ts';

/** A page of a list, and the cursor of the next page; null if this is the last page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
  /** The sums of the whole list, on the first page of a list that has sums. */
  readonly sums?: SumsView | undefined;
}

/** @param page `last` to fetch the last page instead of the page after an item */
export type FetchPage<T> = (after: string | null, search: string, page?: 'last') => Promise<Page<T>>;

export const pageSize = 50;

/**
 * The maximum number of consecutive calls for one search. After that, the search continues only while its results are
 * on the screen.
 */
const callsInARow = 10;

/**
 * Yields the results of a search, call by call. Each call searches only a part of the emulator's data, so an empty
 * result does not mean that the search has no matches.
 */
export async function* searchResults<T>(ask: (after: string | null) => Promise<Page<T>>): AsyncGenerator<readonly T[]> {
  let after: string | null = null;
  do {
    const page: Page<T> = await ask(after);
    yield page.items;
    after = page.next;
  } while (after !== null);
}

/** Fetches a page of a list that the emulator does not search. */
export type AskForPage<T> = (paging: { limit: number; starting_after?: string }) => Promise<{
  readonly data: readonly T[];
  readonly has_more: boolean;
}>;

export const pagesOf =
  <T extends { readonly id: string }>(ask: AskForPage<T>): FetchPage<T> =>
  async (after) => {
    const { data, has_more } = await ask({ limit: pageSize, starting_after: after ?? undefined });
    return { items: data, next: has_more ? (data.at(-1)?.id ?? null) : null };
  };

/** A list that loads page by page, as far as the user scrolls. */
export class PagedList<T extends { readonly id: string }> implements LoadedList {
  readonly #fetch: FetchPage<T>;
  readonly #changed: () => void;
  /** Whether items can appear and disappear anywhere in the list, not only at its start. */
  readonly #isReordered: boolean;
  items: readonly T[] = [];
  #next: string | null = null;
  /** The index of the first item after a gap of items that are not loaded; null if no items are missing. */
  gap: number | null = null;
  /** The ids that the first call returned. */
  #first: ReadonlySet<string> = new Set();
  #search = '';
  /** Counts the requests, because only the response to the last one is used. */
  #requests = 0;
  /** Whether the items still belong to the previous search. */
  #isSearchPending = false;
  /** The page that was loaded before the search. It is restored when the search ends. */
  #unsearched: Page<T> | null = null;
  isLoading = false;
  isLoaded = false;
  /** Whether the emulator's data can have changed since the list was loaded. */
  isStale = true;
  failure: string | null = null;
  sums: SumsView | null = null;

  constructor(fetch: FetchPage<T>, changed: () => void, order: 'newest first' | 'reordered' = 'newest first') {
    this.#fetch = fetch;
    this.#changed = changed;
    this.#isReordered = order === 'reordered';
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** Whether the items are the results for these words. */
  holds(search: string): boolean {
    return !this.#isSearchPending && this.#search === search;
  }

  /** Loads the results for these words, from the start. */
  async search(text: string): Promise<void> {
    if (text === this.#search) return;
    if (this.holds('') && this.isLoaded)
      this.#unsearched = { items: this.items.slice(0, this.gap ?? undefined), next: this.#next };
    this.#search = text;
    this.sums = null;
    const known = text === '' ? this.#unsearched : null;
    this.#isSearchPending = known === null;
    if (known !== null) {
      this.gap = null;
      this.items = known.items;
      this.#next = known.next;
      this.#changed();
    }
    await this.#load(null);
  }

  /** Loads the first page again, and keeps the items of later pages if they still follow the first page. */
  refresh(): Promise<void> {
    return this.#load(null);
  }

  /** Loads the next page if there is one. A search continues after calls without results. */
  async loadMore(): Promise<void> {
    const { length } = this.items;
    for (let calls = 0; calls < callsInARow && this.items.length === length; calls++) {
      if (this.isLoading || this.#next === null) return;
      await this.#load(this.#next);
      if (this.failure !== null) return;
    }
  }

  /** Loads the last page, so that the list ends with the emulator's last item. */
  async loadEnd(): Promise<void> {
    if (this.#next === null || this.gap !== null) return;
    const request = ++this.#requests;
    this.isLoading = true;
    try {
      const { items } = await this.#fetch(null, this.#search, 'last');
      if (request !== this.#requests) return;
      const known = new Set(this.items.map(({ id }) => id));
      const rest = items.filter(({ id }) => !known.has(id));
      if (rest.length === items.length) this.gap = this.items.length;
      else this.#next = null;
      this.items = [...this.items, ...rest];
    } catch (error) {
      if (request === this.#requests) this.failure = messageOf(error);
    } finally {
      if (request === this.#requests) {
        this.isLoading = false;
        this.#changed();
      }
    }
  }

  clear(): void {
    this.#requests++;
    this.gap = null;
    this.items = [];
    this.sums = null;
    this.#next = null;
    this.#unsearched = null;
    this.isLoaded = false;
    this.isLoading = false;
    this.isStale = true;
  }

  /** Changes an item until the next refresh. */
  patch(id: string, change: (item: T) => T): void {
    const at = this.items.findIndex((item) => item.id === id);
    if (at !== -1) this.items = this.items.with(at, change(this.items[at]!));
  }

  async #load(after: string | null): Promise<void> {
    const request = ++this.#requests;
    this.isLoading = true;
    if (after === null) this.isStale = false;
    try {
      const isAnew = after === null && this.#isReordered;
      const page = await (isAnew ? this.#loadedAgain() : this.#fetch(after, this.#search));
      if (request !== this.#requests) return;
      const below = after === null && this.#isPushedDown(page) ? await this.#fetch(page.next, this.#search) : null;
      if (request !== this.#requests) return;
      if (isAnew) this.#replace(page);
      else if (after !== null) this.#append(page);
      else if (this.#isPartOfSearch(page)) this.#mergeFound(page, below?.items ?? []);
      else this.#mergeFirst(page);
      if (after === null) [this.#first, this.sums] = [new Set(page.items.map(({ id }) => id)), page.sums ?? null];
      this.failure = null;
      this.isLoaded = true;
    } catch (error) {
      // The item before the page may have been removed.
      if (request === this.#requests && after !== null && this.#isReordered) return await this.#load(null);
      if (request === this.#requests) this.failure = messageOf(error);
    } finally {
      if (request === this.#requests) {
        this.isLoading = false;
        this.#changed();
      }
    }
  }

  /** The first pages, as many as are currently loaded. */
  async #loadedAgain(): Promise<Page<T>> {
    const wanted = this.#isSearchPending ? 0 : this.items.length;
    const search = this.#search;
    let page = await this.#fetch(null, search);
    for (let calls = 1; calls < callsInARow && page.next !== null && page.items.length < wanted; calls++) {
      const { items, next } = await this.#fetch(page.next, search);
      page = { items: [...page.items, ...items], next };
    }
    return page;
  }

  #replace({ items, next }: Page<T>): void {
    this.items = items;
    this.#next = next;
    this.gap = null;
    this.#isSearchPending = false;
  }

  #append({ items, next }: Page<T>): void {
    const head = this.gap === null ? this.items : this.items.slice(0, this.gap);
    const tail = this.gap === null ? [] : this.items.slice(this.gap);
    const [above, below] = [new Set(head.map(({ id }) => id)), new Set(tail.map(({ id }) => id))];
    const missing = items.filter(({ id }) => !above.has(id) && !below.has(id));
    const isJoined = items.some(({ id }) => below.has(id));
    const isClosed = isJoined || next === null;
    // If the new pages extend past the loaded end without overlapping it, the items at the loaded end no longer
    // exist.
    this.items = [...head, ...missing, ...(isClosed && !isJoined ? [] : tail)];
    this.gap = this.gap === null || isClosed ? null : head.length + missing.length;
    this.#next = tail.length > 0 && isClosed ? null : next;
  }

  /** Whether the first call of the same search ran again and covered less than a page. */
  #isPartOfSearch({ items, next }: Page<T>): boolean {
    return this.#search !== '' && !this.#isSearchPending && this.isLoaded && next !== null && items.length < pageSize;
  }

  /** Whether an item that the first call found before can now be further down. */
  #isPushedDown(page: Page<T>): boolean {
    if (this.#isReordered || !this.#isPartOfSearch(page)) return false;
    const ids = new Set(page.items.map(({ id }) => id));
    return [...this.#first].some((id) => !ids.has(id));
  }

  /**
   * Merges the new results of a search's first call. Results from further down stay, without a new search for them.
   */
  #mergeFound({ items }: Page<T>, below: readonly T[]): void {
    const found = [...items, ...below];
    const ids = new Set(found.map(({ id }) => id));
    const isKept = ({ id }: T): boolean => !ids.has(id) && !this.#first.has(id);
    const behindGap = this.gap === null ? [] : this.items.slice(this.gap).filter(isKept);
    this.items = [...found, ...this.items.filter(isKept)];
    this.gap = behindGap.length === 0 ? null : this.items.length - behindGap.length;
  }

  #mergeFirst({ items, next }: Page<T>): void {
    const isSameSearch = !this.#isSearchPending;
    this.#isSearchPending = false;
    const last = items.at(-1);
    const at = isSameSearch && next !== null ? this.items.findIndex(({ id }) => id === last?.id) : -1;
    if (at !== -1 && at < this.items.length - 1) {
      if (this.gap !== null) this.gap += items.length - (at + 1);
      this.items = [...items, ...this.items.slice(at + 1)];
    } else {
      // More than one page of new items arrived, so the loaded end stays after a gap.
      const known = new Set(items.map(({ id }) => id));
      const end =
        isSameSearch && this.#search === '' && next !== null ? this.#end.filter(({ id }) => !known.has(id)) : [];
      this.gap = end.length === 0 ? null : items.length;
      this.items = [...items, ...end];
      this.#next = next;
    }
  }

  /** The loaded items that extend to the emulator's last item; empty if there are none. */
  get #end(): readonly T[] {
    if (this.gap !== null) return this.items.slice(this.gap);
    return this.#next === null ? this.items : [];
  }
}

/** A paged list of any kind. */
export type AnyList = Omit<PagedList<{ readonly id: string }>, 'items' | 'patch'>;
