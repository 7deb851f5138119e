/** A request that is not answered yet. */
interface OpenRequest {
  /** The caller; null if the owner of the request's data is not known yet. */
  readonly caller: { readonly workspace: { readonly id: string } } | null;
}

/** The requests of every surface that are not answered yet, except those that only wait for a message. */
export class RequestsInProgress {
  readonly #open = new Set<OpenRequest>();
  readonly #listeners = new Set<() => void>();

  begin(request: OpenRequest): void {
    this.#open.add(request);
  }

  end(request: OpenRequest): void {
    this.#open.delete(request);
    for (const listener of this.#listeners) listener();
  }

  /** How many requests concern a workspace, or could concern it. */
  count(workspaceId: string): number {
    let count = 0;
    for (const { caller } of this.#open) if (caller === null || caller.workspace.id === workspaceId) count++;
    return count;
  }

  /** Calls the listener when a request ends. Returns a function that removes the listener. */
  onEnd(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
