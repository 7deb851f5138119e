import { getOrMake } from '../../core/base/maps.ts';
import { stopwatch, wakeAfter } from '../../core/base/time.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import type { Mode } from '../../core/kernel/workspace.ts';
import type { Delivery } from './deliveries.ts';

/** A due delivery in a queue. */
export interface QueueItem {
  readonly id: string;
  /** The emulated instant when the delivery became due, in milliseconds. */
  readonly due: number;
  /** The stopwatch reading when the delivery was queued. */
  readonly queuedAt: number;
  readonly isFirstAttempt: boolean;
  /** Whether a fault has already held this attempt. */
  isReordered: boolean;
  /** The audit's adversity that injected the fault. */
  audit?: string | undefined;
}

/** A delivery that a fault holds until another delivery has overtaken it. */
interface HeldDelivery {
  readonly item: QueueItem;
  /** The object whose next event overtakes the delivery; null if any event does. */
  readonly subject: string | null;
  /** The item that overtakes the delivery; null until this item starts. */
  follower: QueueItem | null;
  /** Cancels the timer that releases the delivery if no other delivery follows. */
  readonly cancel: () => void;
}

/** The default limit for attempts in flight to the same endpoint. */
export const maxInFlight = 16;

/**
 * The due deliveries to one endpoint, in the order in which they start. The queue stores only ids, so that thousands
 * of deliveries to an unavailable receiver need little memory.
 */
export class EndpointQueue {
  readonly key: string;
  readonly workspaceId: string;
  readonly mode: Mode;
  inFlight = 0;
  held: HeldDelivery[] = [];
  /** Whether the loop that starts attempts is currently running. */
  isDraining = false;
  readonly #items = new Map<string, QueueItem>();
  /** The items that start first: resent and released deliveries. */
  readonly #urgent: QueueItem[] = [];
  #waiting: QueueItem[] = [];
  #head = 0;

  constructor(key: string, workspaceId: string, mode: Mode) {
    this.key = key;
    this.workspaceId = workspaceId;
    this.mode = mode;
  }

  /** The number of deliveries that are waiting or in flight. */
  get size(): number {
    return this.#items.size;
  }

  /** The held items that an event about an object would overtake. */
  waitingFor(subject: string | undefined): HeldDelivery[] {
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

  /** The next item, which remains in the queue until `remove` is called. */
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

/** Counts the deliveries of each workspace that are due and have no recorded result. */
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

  /** The number of deliveries of a workspace that are due or in flight. */
  count(workspaceId: string, which: keyof Count = 'all'): number {
    return this.#counts.get(workspaceId)?.[which] ?? 0;
  }

  /** Calls the listener whenever a delivery has ended. The returned function removes the listener. */
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
   * @param which `firstAttempts` counts only deliveries that have never been attempted
   * @param leftOut returns the number of deliveries not to wait for
   * @returns the number of remaining deliveries, including those not waited for
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
      // Deliveries are queued after the commit. If the commit cannot be written to the disk, no delivery is queued.
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
        // A timer can fire slightly early, so the loop checks again.
        const cancel = wakeAfter(left, finish);
        const unlisten = this.onEnd(check);
      });
    }
  }
}
