import type { Client } from '../client.ts';
import type { Session } from './session.ts';
import type { Target } from './targets.ts';
import type { Row } from './view.ts';

/** The rows that are marked, by their keys. */
export type Marked = ReadonlyMap<string, Target>;

const none: Marked = new Map();

/**
 * The rows that keys act on together. They stay marked while others come, are filtered or gone to, until somebody
 * takes the marks away or looks at another data set.
 */
export class Marks {
  readonly #session: Session;
  readonly #lists = new Map<string, Map<string, Target>>();
  #client: Client;

  constructor(session: Session) {
    this.#session = session;
    this.#client = session.client;
  }

  /** @param list the view, and its part where it has several */
  of(list: string): Marked {
    if (this.#client !== this.#session.client) {
      this.#client = this.#session.client;
      this.#lists.clear();
    }
    return this.#lists.get(list) ?? none;
  }

  /** Marks a row, or takes its mark away. */
  toggle(list: string, { key, target }: Row): void {
    const marked = new Map(this.of(list));
    if (!marked.delete(key)) marked.set(key, target);
    this.#lists.set(list, marked);
  }

  /** Takes marks away. @param keys the rows that have them; absent: all of the list */
  remove(list: string, keys: Iterable<string> = this.of(list).keys()): void {
    const marked = new Map(this.of(list));
    for (const key of keys) marked.delete(key);
    this.#lists.set(list, marked);
  }
}
