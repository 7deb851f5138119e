import { realNow } from '../../core/base/time.ts';

/** When keys and workspaces were last used since the start, by the machine's clock. A use writes nothing to disk. */
export class LastUses {
  readonly #uses = new Map<string, number>();

  /** Notes a use of a key or a workspace, by its id. */
  note(id: string): void {
    this.#uses.set(id, realNow());
  }

  /** In milliseconds; null if not since the start. */
  at(id: string): number | null {
    return this.#uses.get(id) ?? null;
  }

  forget(id: string): void {
    this.#uses.delete(id);
  }
}
