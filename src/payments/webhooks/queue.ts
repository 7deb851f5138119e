import { getOrMake } from '../../core/base/maps.ts';
import { stopwatch, wakeAfter } from '../../core/base/time.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import type { Mode } from '../../core/kernel/workspace.ts';
import type { Delivery } from './deliveries.ts';

/** A due delivery in a queue. */
export interface QueueItem {
  readonly id: string;
  /** The emulated instant at which the delivery came due, in milliseconds. */
  readonly due: number;
  /** The reading of the stopwatch when the delivery was queued. */
  readonly queuedAt: number;
  readonly isFirstAttempt: boolean;
  /** Whether a fault has already held back this attempt. */
  isReordered: boolean;
  /** The adversity of the audit that injected the fault. */
  audit?: string | undefined;
}

/** A delivery that a fault holds back until another delivery has overtaken it. */
interface Held {
  readonly item: QueueItem;
  /** The object whose next event overtakes the delivery; null: any event does. */
  readonly subject: string | null;
  /** The item that overtakes the delivery; null until that item has started. */
  follower: QueueItem | null;
  /** Cancels the timer that releases the delivery without a follower. */
  readonly cancel: () => void;
}

/** How many attempts to one endpoint may be in flight, unless an option says otherwise. */
export const maxInFlight = 16;

/**
 * The due deliveries to one endpoint, in the order of their start. It stores only ids, so that thousands of deliveries
 * to a dead receiver need little memory.
 */
export class EndpointQueue {
  readonly key: string;
  readonly workspaceId: string;
  readonly mode: Mode;
  inFlight = 0;
  held: Held[] = [];
  /** Whether the loop that starts attempts is running. */
  isDraining = false;
  readonly #items = new Map<string, QueueItem>();
  /** Items that go first: resent and released deliveries. */
  readonly #urgent: QueueItem[] = [];
  #waiting: QueueItem[] = [];
  #head = 0;

  constructor(key: string, workspaceId: string, mode: Mode) {
    this.key = key;
    this.workspaceId = workspaceId;
    this.mode = mode;
  }

  /** How many deliveries wait or are in flight. */
  get size(): number {
    return this.#items.size;
  }

  /** The items that an event about an object would overtake. */
  waitingFor(subject: string | undefined): Held[] {
    return this.held.filter((held) => held.follower === null && (held.subject === null || held.subject === subject));
  }

  has(id: string): boolean {
    return this.#items.has(id);
  }

  add(delivery: Delivery, due: number): QueueItem {
    const isFirstAttempt = delivery.attempts.length === 0;
    const item: QueueItem = { id: delivery.id, due, queuedAt: stopwatch(), isFirstAttempt, isReordered: false };
    this.#items.set(item.id, item);
    if (delivery.manual) this.#urgent.push(item);
    else this.#waiting.push(item);
    return item;
  }

  putBack(item: QueueItem): void {
    this.#urgent.unshift(item);
  }

  /** The next item, which stays in the queue until `remove`. */
  next(): QueueItem | undefined {
    const urgent = this.#urgent.shift();
    if (urgent !== undefined) return urgent;
    const item = this.#waiting[this.#head];
    if (item === undefined) return undefined;
    this.#head++;
    if (this.#head > 1024 && this.#head * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  remove(item: QueueItem): void {
    this.#items.delete(item.id);
  }
}

interface Count {
  all: number;
  firstAttempts: number;
}

/** Counts the deliveries of each workspace that are due and have no recorded result yet. */
export class OutstandingDeliveries {
  readonly #engine: Engine;
  readonly #counts = new Map<string, Count>();
  readonly #waiters = new Set<() => void>();
  #isStopped = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  add(workspaceId: string, { isFirstAttempt }: QueueItem): void {
    const count = getOrMake(this.#counts, workspaceId, () => ({ all: 0, firstAttempts: 0 }));
    count.all++;
    if (isFirstAttempt) count.firstAttempts++;
  }

  remove(workspaceId: string, { isFirstAttempt }: QueueItem): void {
    const count = this.#counts.get(workspaceId);
    if (count === undefined) return;
    count.all--;
    if (isFirstAttempt) count.firstAttempts--;
    if (count.all === 0) this.#counts.delete(workspaceId);
    for (const check of [...this.#waiters]) check();
  }

  /** How many deliveries of a workspace are due or in flight. */
  count(workspaceId: string, which: keyof Count = 'all'): number {
    return this.#counts.get(workspaceId)?.[which] ?? 0;
  }

  /** Calls the listener whenever a delivery has ended; the returned function ends the calls. */
  onEnd(listener: () => void): () => void {
    this.#waiters.add(listener);
    return () => this.#waiters.delete(listener);
  }

  /** Ends every wait. */
  stop(): void {
    this.#isStopped = true;
    for (const check of [...this.#waiters]) check();
  }

  /**
   * Resolves when a workspace has no outstanding deliveries, or after `timeout` real milliseconds.
   * @param which `firstAttempts` counts only deliveries that were never attempted
   * @param leftOut how many deliveries are not awaited
   * @returns how many deliveries are left, including those not awaited
   */
  async drained(
    workspaceId: string,
    which: keyof Count,
    timeout: number,
    leftOut: () => number = () => 0,
  ): Promise<number> {
    const end = stopwatch() + timeout;
    const count = (): number => this.count(workspaceId, which);
    const isDone = (): boolean => this.#isStopped || count() <= leftOut();
    for (;;) {
      // Deliveries are queued after the commit. If the disk refuses the commit, no delivery was queued.
      await this.#engine.kept().catch(() => {});
      const left = end - stopwatch();
      if (isDone() || left <= 0) return count();
      await new Promise<void>((resolve) => {
        const finish = (): void => {
          unlisten();
          cancel();
          resolve();
        };
        const check = (): void => {
          if (isDone()) finish();
        };
        // A timer may fire a little early; the loop checks again.
        const cancel = wakeAfter(left, finish);
        const unlisten = this.onEnd(check);
      });
    }
  }
}
