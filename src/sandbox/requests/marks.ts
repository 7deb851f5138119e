import { Listeners, type Warn } from '../../core/kernel/listeners.ts';

/** The meaning of a mark: a marker that a user set, or an event of the sandbox as a whole. */
export const markKinds = ['marker', 'clock', 'settle', 'snapshot', 'restore', 'reset', 'fixture'] as const;

/** The marks of a replaced state. The new state reuses the ids of jobs, events and deliveries. */
export const marksOfNewState: ReadonlySet<(typeof markKinds)[number]> = new Set(['restore', 'reset', 'fixture']);

/** A line in the log that separates the requests before it from the requests after it. */
export interface Mark {
  /** The time of the mark (ISO 8601, emulated). */
  readonly at: string;
  readonly workspace_id: string;
  readonly kind: (typeof markKinds)[number];
  readonly text: string;
  /** Whether the section before the mark failed, such as the test with the mark's name. */
  readonly failed: boolean;
  /** The target of a clock move (ISO 8601); null for other marks. */
  readonly to: string | null;
  /** The text of the mark of the snapshot that a mark restored; absent for other marks, and empty if the log has none. */
  readonly restores?: string | undefined;
}

/** The messages between the start of a state and the mark that undid it. */
interface UndoneSpan {
  /** The number of the last message before the undone messages. */
  readonly since: number;
  /** The number of the mark. */
  readonly by: number;
  readonly text: string;
}

/**
 * The log messages of each workspace that a restore, a reset or a fixture undid. The new state reuses their ids for
 * other objects.
 */
export class UndoneMessages {
  readonly #spans = new Map<string, readonly UndoneSpan[]>();
  /** The number of the last message before each snapshot, by workspace and mark. */
  readonly #saved = new Map<string, number>();

  /** Takes every mark in order. @param number the number of the mark's message */
  add(number: number, { workspace_id: workspace, kind, text, restores }: Omit<Mark, 'at' | 'failed' | 'to'>): void {
    if (kind === 'snapshot') this.#saved.set(`${workspace} ${text}`, number);
    if (!marksOfNewState.has(kind) || (kind === 'restore' && restores === undefined)) return;
    // Messages without a positive number are about events that the current state still has.
    const since = this.#saved.get(`${workspace} ${restores}`) ?? 0;
    // A snapshot brings back what was not yet undone when it was saved.
    const kept = (this.#spans.get(workspace) ?? []).filter(({ by }) => by <= since);
    this.#spans.set(workspace, [...kept, { since, by: number, text }]);
  }

  /** The text of the mark that undid a message; null if the message was not undone. */
  undoneBy(number: number, workspace: string | null): string | null {
    const spans = workspace === null ? [] : (this.#spans.get(workspace) ?? []);
    return spans.find(({ since, by }) => since < number && number < by)?.text ?? null;
  }

  clear(workspace: string): void {
    this.#spans.delete(workspace);
  }
}

const kept = 1_000;

/** The latest marks of every workspace. The marks survive resets and restores, which add marks themselves. */
export class MarkLog {
  #marks: Mark[] = [];
  readonly #listeners: Listeners<[mark: Mark]>;

  constructor(warn?: Warn) {
    this.#listeners = new Listeners('list of marks', warn);
  }

  add(mark: Mark): void {
    this.#marks.push(mark);
    // Dropping half of them at a time costs less than one shift per mark.
    if (this.#marks.length >= kept * 2) this.#marks = this.#marks.slice(kept);
    this.#listeners.call(mark);
  }

  /** Drops the marks of a removed workspace, because a later workspace can have the same id. */
  endLife(workspaceId: string): void {
    this.#marks = this.#marks.filter(({ workspace_id }) => workspace_id !== workspaceId);
  }

  onAdd(listener: (mark: Mark) => void): void {
    this.#listeners.add(listener);
  }

  /** The marks of a workspace, newest first. */
  list(workspaceId: string): Mark[] {
    return this.#marks.filter(({ workspace_id }) => workspace_id === workspaceId).reverse();
  }
}
