/** A page of a list, and what the next one begins after; null: there is no more. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export type FetchPage<T> = (after: string | null, search: string) => Promise<Page<T>>;

/** A list that is loaded page by page, as far as somebody looks. */
export class PagedList<T> {
  readonly #fetch: FetchPage<T>;
  readonly #keyOf: (item: T) => string;
  readonly #changed: () => void;
  items: readonly T[] = [];
  #next: string | null = null;
  #search = '';
  /** Answers that come after a later question are dropped. */
  #asked = 0;
  /** Whether what is shown is of another search. */
  #isOther = false;
  isLoading = false;
  isLoaded = false;
  /** Whether it may no longer be what the emulator holds. */
  isStale = true;
  failure: string | null = null;

  constructor(fetch: FetchPage<T>, keyOf: (item: T) => string, changed: () => void) {
    this.#fetch = fetch;
    this.#keyOf = keyOf;
    this.#changed = changed;
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** Whether what is shown is what these words find. */
  isOf(search: string): boolean {
    return !this.#isOther && this.#search === search;
  }

  /** Looks for other words, from the beginning. */
  async searchFor(text: string): Promise<void> {
    if (text === this.#search) return;
    this.#search = text;
    this.#isOther = true;
    await this.#load(null);
  }

  /** Loads what came at the beginning since; what was loaded beyond the first page is kept where it still fits. */
  refresh(): Promise<void> {
    return this.#load(null);
  }

  /** Loads the next page, where there is one. */
  async more(): Promise<void> {
    if (this.isLoading || this.#next === null) return;
    await this.#load(this.#next);
  }

  forget(): void {
    this.#asked++;
    this.items = [];
    this.#next = null;
    this.isLoaded = false;
    this.isLoading = false;
    this.isStale = true;
  }

  /** Changes an item that is shown, where it is, until the next refresh. */
  patch(key: string, change: (item: T) => T): void {
    const at = this.items.findIndex((item) => this.#keyOf(item) === key);
    if (at !== -1) this.items = this.items.with(at, change(this.items[at]!));
  }

  async #load(after: string | null): Promise<void> {
    const asked = ++this.#asked;
    this.isLoading = true;
    if (after === null) this.isStale = false;
    try {
      const page = await this.#fetch(after, this.#search);
      if (asked !== this.#asked) return;
      this.#take(page, after);
      this.failure = null;
      this.isLoaded = true;
    } catch (error) {
      if (asked === this.#asked) this.failure = error instanceof Error ? error.message : String(error);
    } finally {
      if (asked === this.#asked) {
        this.isLoading = false;
        this.#changed();
      }
    }
  }

  #take({ items, next }: Page<T>, after: string | null): void {
    if (after !== null) {
      this.items = [...this.items, ...items];
      this.#next = next;
      return;
    }
    const last = items.at(-1);
    const lastKey = last === undefined ? null : this.#keyOf(last);
    const isOther = this.#isOther;
    this.#isOther = false;
    const at =
      isOther || lastKey === null || next === null ? -1 : this.items.findIndex((item) => this.#keyOf(item) === lastKey);
    // What was loaded further down stands as it is, unless more came than a page holds.
    if (at !== -1 && at < this.items.length - 1) {
      this.items = [...items, ...this.items.slice(at + 1)];
      return;
    }
    this.items = items;
    this.#next = next;
  }
}

/** A list of whatever kind. */
export type AnyList = Omit<PagedList<unknown>, 'items' | 'patch'>;
