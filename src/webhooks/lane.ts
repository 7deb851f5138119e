import type { Mode } from '../engine/workspace.ts';
import type { Delivery } from './deliveries.ts';

/** A due delivery in its lane. */
export interface Item {
  readonly id: string;
  /** The emulated instant at which it came due, in milliseconds. */
  readonly due: number;
  /** The stopwatch when it joined the lane. */
  readonly since: number;
  /** Whether it has not been attempted before. */
  readonly first: boolean;
  /** The fault that was taken for this attempt when its turn came first. */
  reordered: boolean;
}

/** A delivery that a fault lets the next one overtake. */
export interface Held {
  readonly item: Item;
  /** The one that overtakes it; null until it has started. */
  follower: Item | null;
  /** Takes back the call that lets it go if none follows. */
  readonly cancel: () => void;
}

/** How many attempts are in flight to one endpoint. */
export const laneWidth = 16;

/**
 * The due deliveries to one endpoint, in the order in which they start. Only ids are kept, so that thousands that
 * wait for a dead receiver cost little.
 */
export class Lane {
  readonly key: string;
  readonly workspaceId: string;
  readonly mode: Mode;
  active = 0;
  held: Held | null = null;
  /** Whether the loop that starts attempts is running. */
  pumping = false;
  readonly #items = new Map<string, Item>();
  /** What goes before all others: what somebody asked for, and what a fault held back. */
  readonly #urgent: Item[] = [];
  #queue: Item[] = [];
  #head = 0;

  constructor(key: string, workspaceId: string, mode: Mode) {
    this.key = key;
    this.workspaceId = workspaceId;
    this.mode = mode;
  }

  get isIdle(): boolean {
    return this.#items.size === 0;
  }

  has(id: string): boolean {
    return this.#items.has(id);
  }

  add(delivery: Delivery, due: number, since: number): Item {
    const item: Item = { id: delivery.id, due, since, first: delivery.attempts.length === 0, reordered: false };
    this.#items.set(item.id, item);
    if (delivery.manual) this.#urgent.push(item);
    else this.#queue.push(item);
    return item;
  }

  /** Puts an item that had its turn before all others. */
  putBack(item: Item): void {
    this.#urgent.unshift(item);
  }

  /** The item whose turn it is. It stays in the lane until `leave`. */
  next(): Item | undefined {
    const urgent = this.#urgent.shift();
    if (urgent !== undefined) return urgent;
    const item = this.#queue[this.#head];
    if (item === undefined) return undefined;
    this.#head++;
    if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  leave(item: Item): void {
    this.#items.delete(item.id);
  }
}
