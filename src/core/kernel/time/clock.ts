import { dayMs, lastInstant } from '../../base/instants.ts';
import { realNow } from '../../base/time.ts';

/** The state of a clock, as saved with its workspace. */
export interface ClockState {
  mode: 'running' | 'frozen';
  /**
   * Milliseconds between the machine's clock and this clock while it runs. With a rate, this is the difference at the
   * instant when the rate starts.
   */
  offset_ms: number;
  /** The instant of a frozen clock, in milliseconds; null while it runs. */
  frozen_at: number | null;
  /** Emulated seconds per real second while the clock runs; 1 by default. */
  rate?: number;
  /** The time on the machine's clock when the rate starts, in milliseconds. Only present with a rate. */
  rate_from?: number;
}

/** The maximum rate of a clock: one day per second. */
export const mostRate = 86_400;

/** The time on the machine's clock, scaled by a rate. */
const rated = (real: number, rate: number, from: number): number => Math.floor(from + (real - from) * rate);

/** The state of a clock that is frozen at `target` milliseconds, or that continues from there. */
export function clockStateAt(target: number, mode: ClockState['mode'], rate = 1): ClockState {
  const real = realNow();
  const offset_ms = target - real;
  if (mode === 'frozen') return { mode, offset_ms, frozen_at: target };
  return rate === 1
    ? { mode, offset_ms, frozen_at: null }
    : { mode, offset_ms, frozen_at: null, rate, rate_from: real };
}

/** The time of a clock with a state, when the machine's clock is at `real`. Both are in milliseconds. */
export function instantAt({ frozen_at, offset_ms, rate = 1, rate_from = 0 }: ClockState, real: number): number {
  // The clock stops at the last instant of the last year with four digits. All stored instants have the same limit.
  return frozen_at ?? Math.min(lastInstant, offset_ms + (rate === 1 ? real : rated(real, rate, rate_from)));
}

/**
 * A machine's clock is never set back this far, in milliseconds. A record that is later than this comes from a
 * fixture with a distant date, not from a change.
 */
const farAhead = 100 * 366 * dayMs;

/** The emulated clock of one workspace. It never runs backwards. */
export class Clock {
  #state: ClockState;
  #held: number | null = null;
  #last = Number.NEGATIVE_INFINITY;
  /** The latest instant of a change. */
  #used: number;

  /** @param used the latest instant of a previous change, in milliseconds */
  constructor(state: ClockState = { mode: 'running', offset_ms: 0, frozen_at: null }, used = Number.NEGATIVE_INFINITY) {
    this.#state = state;
    // If the machine's clock was set back in the meantime, this clock stops until the machine's clock has caught up. It
    // does the same in a running emulator.
    this.#last = used - instantAt(state, realNow()) > farAhead ? Number.NEGATIVE_INFINITY : used;
    // An edit may have frozen the clock at an earlier instant. The records do not move such a clock.
    this.#used = Math.min(used, this.now());
  }

  /** The current emulated time, in milliseconds. */
  now(): number {
    if (this.#held !== null) return this.#held;
    if (this.#state.frozen_at !== null) return this.#state.frozen_at;
    const now = instantAt(this.#state, realNow());
    if (now > this.#last) this.#last = now;
    return this.#last;
  }

  get state(): ClockState {
    return this.#state;
  }

  /** Emulated seconds per real second while the clock runs. */
  get rate(): number {
    return this.#state.rate ?? 1;
  }

  /**
   * Real milliseconds until the clock reaches an instant without being moved: 0 or less if the clock has reached it;
   * infinite while the clock is frozen.
   */
  realUntil(instant: number): number {
    const left = instant - this.now();
    if (left <= 0) return left;
    return this.#state.mode === 'frozen' ? Number.POSITIVE_INFINITY : Math.ceil(left / this.rate);
  }

  /** Sets the clock to a saved state, even an earlier one, to restore a snapshot. */
  restore(state: ClockState): void {
    this.#state = state;
    this.#last = Number.NEGATIVE_INFINITY;
    this.#used = Math.min(this.#used, this.now());
  }

  /** The state of this clock at `target` milliseconds, by default in its current mode and with its current rate. */
  stateAt(target: number, mode: ClockState['mode'] = this.#state.mode, rate = this.rate): ClockState {
    return clockStateAt(target, mode, rate);
  }

  /** Records that a change happens at this instant, in milliseconds. Later changes cannot happen before it. */
  use(at: number): void {
    if (at > this.#used) this.#used = at;
  }

  /**
   * While a job runs, holds the clock at the due time of the job, or at the latest change if that is later, because
   * jobs run late in a busy emulator.
   */
  hold(at: number): void {
    this.#held = Math.max(at, this.#used);
  }

  release(): void {
    this.#held = null;
  }
}
