/** A request that is not answered yet. */
interface OpenRequest {
  /** Null: nobody knows yet whose data it is about. */
  readonly caller: { readonly workspace: { readonly id: string } } | null;
}

/** The requests that are not answered yet, of every surface, without those that only wait for something to happen. */
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

  /** How many requests are about a workspace, or may be. */
  count(workspaceId: string): number {
    let count = 0;
    for (const { caller } of this.#open) if (caller === null || caller.workspace.id === workspaceId) count++;
    return count;
  }

  /** Calls back when a request ends; the returned function stops it. */
  onEnd(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
