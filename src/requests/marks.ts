/** What a mark stands for: a marker that somebody set, or something that happened to the sandbox as a whole. */
export const markKinds = ['marker', 'clock', 'settle', 'snapshot', 'restore', 'reset', 'fixture'] as const;

/** A line between what came before and what comes after it. */
export interface Mark {
  /** ISO 8601, emulated. */
  readonly at: string;
  readonly workspace_id: string;
  readonly kind: (typeof markKinds)[number];
  readonly text: string;
  /** Whether it ends a section that went wrong, as the test of its name did. */
  readonly failed: boolean;
  /** Where a move of the clock leads, ISO 8601; null for all else. */
  readonly to: string | null;
}

const kept = 1_000;

/** The latest marks of every workspace. They outlast resets and restores, which are marks themselves. */
export class MarkLog {
  #marks: Mark[] = [];
  readonly #listeners: ((mark: Mark) => void)[] = [];

  add(mark: Mark): void {
    this.#marks.push(mark);
    // Dropping the older half now and then costs less than shifting one each time.
    if (this.#marks.length >= kept * 2) this.#marks = this.#marks.slice(kept);
    for (const listener of this.#listeners) listener(mark);
  }

  onAdd(listener: (mark: Mark) => void): void {
    this.#listeners.push(listener);
  }

  /** Of a workspace, newest first. */
  list(workspaceId: string): Mark[] {
    return this.#marks.filter(({ workspace_id }) => workspace_id === workspaceId).reverse();
  }
}
