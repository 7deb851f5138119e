import { stopwatch, wakeAfter } from '../engine/clock.ts';
import type { Engine } from '../engine/engine.ts';
import { getOrMake } from '../engine/maps.ts';
import type { Item } from './lane.ts';

interface Tally {
  all: number;
  first: number;
}

/** Counts the deliveries of each workspace that are due and have no recorded result yet, and waits for them. */
export class UnderWay {
  readonly #engine: Engine;
  readonly #tallies = new Map<string, Tally>();
  readonly #waiters = new Set<() => void>();
  #givenUp = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  enter(workspaceId: string, item: Item): void {
    const tally = getOrMake(this.#tallies, workspaceId, () => ({ all: 0, first: 0 }));
    tally.all++;
    if (item.first) tally.first++;
  }

  leave(workspaceId: string, item: Item): void {
    const tally = this.#tallies.get(workspaceId);
    if (tally === undefined) return;
    tally.all--;
    if (item.first) tally.first--;
    if (tally.all === 0) this.#tallies.delete(workspaceId);
    for (const check of [...this.#waiters]) check();
  }

  /** Lets all who wait go on. */
  giveUp(): void {
    this.#givenUp = true;
    for (const check of [...this.#waiters]) check();
  }

  /**
   * Resolves when nothing of a workspace is left, or after `timeout` real milliseconds.
   * @param which `first`: only deliveries that were never attempted before
   * @returns how many are left
   */
  async none(workspaceId: string, which: keyof Tally, timeout: number): Promise<number> {
    const end = stopwatch() + timeout;
    const count = (): number => this.#tallies.get(workspaceId)?.[which] ?? 0;
    for (;;) {
      // What was just done is heard of when it is kept; where the disk refuses it, there is nothing to wait for.
      await this.#engine.kept().catch(() => {});
      const left = end - stopwatch();
      if (this.#givenUp || count() === 0 || left <= 0) return count();
      await new Promise<void>((resolve) => {
        const go = (): void => {
          this.#waiters.delete(check);
          cancel();
          resolve();
        };
        const check = (): void => {
          if (this.#givenUp || count() === 0) go();
        };
        // A timer may come a little early; the loop asks again.
        const cancel = wakeAfter(left, go);
        this.#waiters.add(check);
      });
    }
  }
}
