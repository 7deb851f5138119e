import type { Desk } from '../desk.ts';
import { after } from '../time/timer.ts';

/** Knows whether the rows and views that a key is meant for are still loading. */
export class PendingRows {
  readonly #desk: Desk;
  /** Whether the rows of this view took so long that keys no longer wait for them. */
  #isTooSlow = false;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Starts again, because another view is shown. */
  begin(): void {
    this.#isTooSlow = false;
  }

  /** Whether the views of objects are still loading. */
  get views(): boolean {
    const { session } = this.#desk;
    return !this.#isTooSlow && session.state === 'connecting' && session.kinds.length === 0;
  }

  /** Whether rows are still loading: there are none yet, or those of another search. */
  get rows(): boolean {
    const { session, view, position, details, rows, filterRefusal } = this.#desk;
    if (this.views) return true;
    if (filterRefusal !== null || this.#isTooSlow || session.state === 'lost' || details !== null) return false;
    const lists = view.lists(session, position.part);
    if (view.isSearched && lists.some((list) => !list.holds(position.filter) && list.failure === null)) return true;
    if (rows.length > 0) return false;
    if (session.isClockVisible) return session.clock === null;
    return lists.some(
      ({ isLoaded, isLoading, hasMore, failure }) => isLoading || (failure === null && (!isLoaded || hasMore)),
    );
  }

  /**
   * Whether the rows still belong to another filter, because the emulator has not answered or has found nothing yet.
   */
  get isSearching(): boolean {
    const { session, view, position, rows, filterRefusal } = this.#desk;
    if (filterRefusal !== null) return false;
    const lists = view.lists(session, position.part);
    if (view.isSearched === true && lists.some((list) => !list.holds(position.filter))) return true;
    const isUnfinished = lists.some(({ hasMore, failure }) => hasMore && failure === null);
    return position.filter !== '' && isUnfinished && rows.length === 0;
  }

  /** Resolves when the rows are loaded, or took too long. */
  async rowsLoaded(): Promise<void> {
    await new Promise<void>((resolve) => {
      const unsubscribe = this.#desk.session.subscribe(() => {
        if (!this.rows) end();
      });
      const cancel = after(this.#desk.session.pace.rowsTimeout, () => {
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
