import type { Client } from '../../../client/node-client.ts';
import type { ObjectView } from '../../../sandbox/control/wire.ts';

/** The maximum number of objects to cache. */
const mostKept = 200;

/** The objects of rows that have only an id. The objects are loaded one at a time, when their rows are shown. */
export class Subjects {
  readonly #client: () => Client | null;
  readonly #changed: () => void;
  readonly #kept = new Map<string, { readonly state: string | null; readonly object: ObjectView | null }>();
  #isAsking = false;

  /** @param client null while no emulator is connected */
  constructor(client: () => Client | null, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
  }

  /** @param state the object's last known state; a loaded object in another state is out of date */
  get(id: string, state: string | null): ObjectView | null {
    const known = this.#kept.get(id);
    if (known !== undefined && known.state === state) return known.object;
    void this.#ask(id, state);
    return null;
  }

  clear(): void {
    this.#kept.clear();
  }

  async #ask(id: string, state: string | null): Promise<void> {
    const client = this.#client();
    if (this.#isAsking || client === null) return;
    this.#isAsking = true;
    // A deleted object has no moves, and is not requested again.
    const object = await client.call('objects.get', { id }).catch(() => null);
    this.#isAsking = false;
    if (client !== this.#client()) return;
    if (this.#kept.size > mostKept) this.#kept.clear();
    this.#kept.set(id, { state, object });
    this.#changed();
  }
}
