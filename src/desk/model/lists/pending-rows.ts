import { after } from '../time/timer.ts';
import type { VisibleRows } from './visible-rows.ts';

/** Reports whether the rows and views that a key acts on are still loading. */
export class PendingRows {
  readonly #shown: VisibleRows;
  /** Whether the rows of this view took so long that keys no longer wait for them. */
  #isTooSlow = false;

  constructor(shown: VisibleRows) {
    this.#shown = shown;
  }

  /** Starts again for another view. */
  begin(): void {
    this.#isTooSlow = false;
  }

  /** Whether the views of objects are still loading. */
  get views(): boolean {
    const { session } = this.#shown;
    return !this.#isTooSlow && session.state === 'connecting' && session.kinds.length === 0;
  }

  /** Whether rows are still loading: either no rows are loaded, or only the rows of another search. */
  get rows(): boolean {
    const { session, view, position, details, rows, filterRefusal } = this.#shown;
    if (this.views) return true;
    if (filterRefusal !== null || this.#isTooSlow || session.state === 'lost' || details !== null) return false;
    const lists = view.lists(session, position.part);
    if (view.isSearched && lists.some((list) => !list.holds(position.filter) && list.failure === null)) return true;
    if (rows.length > 0) return false;
    return lists.some(
      ({ isLoaded, isLoading, hasMore, failure }) => isLoading || (failure === null && (!isLoaded || hasMore)),
    );
  }

  /**
   * Whether the rows still belong to another filter, because the emulator has not responded or has not found anything
   * yet.
   */
  get isSearching(): boolean {
    const { session, view, position, rows, filterRefusal } = this.#shown;
    if (filterRefusal !== null) return false;
    const lists = view.lists(session, position.part);
    if (view.isSearched === true && lists.some((list) => !list.holds(position.filter))) return true;
    const isUnfinished = lists.some(({ hasMore, failure }) => hasMore && failure === null);
    return position.filter !== '' && isUnfinished && rows.length === 0;
  }

  /** Resolves when the rows are loaded, or when loading takes too long. */
  async rowsLoaded(): Promise<void> {
    await new Promise<void>((resolve) => {
      const unsubscribe = this.#shown.session.subscribe(() => {
        if (!this.rows) end();
      });
      const cancel = after(this.#shown.session.pace.rowsTimeout, () => {
        this.#isTooSlow = true;
        end();
      });
      const end = (): void => {
        unsubscribe();
        cancel();
        resolve();
      };
    });
  }
}
