/** A request that is not answered yet. */
interface OpenRequest {
  /** The caller; null: the owner of the request's data is not known yet. */
  readonly caller: { readonly workspace: { readonly id: string } } | null;
}

/** The requests that are not answered yet, of every surface, without the requests that only wait for a message. */
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

  /** How many requests concern a workspace, or may concern it. */
  count(workspaceId: string): number {
    let count = 0;
    for (const { caller } of this.#open) if (caller === null || caller.workspace.id === workspaceId) count++;
    return count;
  }

  /** Calls back when a request ends; the returned function ends the calls. */
  onEnd(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
