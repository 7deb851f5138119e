import { Listeners, type Warn } from '../../core/kernel/listeners.ts';

/** A request that is not answered yet. */
interface OpenRequest {
  /** The caller; null if the owner of the request's data is not known yet. */
  readonly caller: { readonly workspace: { readonly id: string } } | null;
}

/** The requests of every surface that are not answered yet, except those that only wait for a message. */
export class RequestsInProgress {
  readonly #open = new Set<OpenRequest>();
  readonly #listeners: Listeners<[]>;

  constructor(warn?: Warn) {
    this.#listeners = new Listeners('requests in progress', warn);
  }

  begin(request: OpenRequest): void {
    this.#open.add(request);
  }

  end(request: OpenRequest): void {
    this.#open.delete(request);
    this.#listeners.call();
  }

  /** How many requests concern a workspace, or could concern it. */
  count(workspaceId: string): number {
    let count = 0;
    for (const { caller } of this.#open) if (caller === null || caller.workspace.id === workspaceId) count++;
    return count;
  }

  /** Calls the listener when a request ends. Returns a function that removes the listener. */
  onEnd(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }
}
