import { dayMs, lastInstant } from '../../base/instants.ts';
import { realNow } from '../../base/time.ts';

/** The state of a clock, as it is saved with its workspace. */
export interface ClockState {
  mode: 'running' | 'frozen';
  /**
   * Milliseconds between the machine's clock and this clock while it runs; with a rate, at the instant where the rate
   * starts.
   */
  offset_ms: number;
  /** The instant of a frozen clock, in milliseconds; null while it runs. */
  frozen_at: number | null;
  /** Emulated seconds for each real second while the clock runs; default 1. */
  rate?: number;
  /** The machine's instant at which the rate starts, in milliseconds; present with a rate. */
  rate_from?: number;
}

/** The highest rate of a clock: a day in a second. */
export const mostRate = 86_400;

/** The machine's instant, scaled by a rate. */
const rated = (real: number, rate: number, from: number): number => Math.floor(from + (real - from) * rate);

/** The state of a clock that is frozen at `target` milliseconds, or runs on from there. */
export function clockStateAt(target: number, mode: ClockState['mode'], rate = 1): ClockState {
  const real = realNow();
  const offset_ms = target - real;
  if (mode === 'frozen') return { mode, offset_ms, frozen_at: target };
  return rate === 1
    ? { mode, offset_ms, frozen_at: null }
    : { mode, offset_ms, frozen_at: null, rate, rate_from: real };
}

/** The time of a clock in a state at an instant of the machine's clock; both in milliseconds. */
export function instantAt({ frozen_at, offset_ms, rate = 1, rate_from = 0 }: ClockState, real: number): number {
  // The clock ends with the last year of four digits, as all stored instants do.
  return frozen_at ?? Math.min(lastInstant, offset_ms + (rate === 1 ? real : rated(real, rate, rate_from)));
}

/**
 * No machine's clock is set back so far, in milliseconds: a later record is no trace of a change, but one of a fixture
 * that is to last.
 */
const farAhead = 100 * 366 * dayMs;

/** The emulated clock of one workspace. It never runs backwards. */
export class Clock {
  #state: ClockState;
  #held: number | null = null;
  #last = Number.NEGATIVE_INFINITY;
  /** The latest instant of a change. */
  #used: number;

  /** @param used the latest instant of an earlier change, in milliseconds */
  constructor(state: ClockState = { mode: 'running', offset_ms: 0, frozen_at: null }, used = Number.NEGATIVE_INFINITY) {
    this.#state = state;
    // If the machine's clock was set back since, this clock stands until the machine's clock has caught up, as it does
    // in a running emulator.
    this.#last = used - instantAt(state, realNow()) > farAhead ? Number.NEGATIVE_INFINITY : used;
    // An edit may have frozen the clock at an earlier instant; the records do not move such a clock.
    this.#used = Math.min(used, this.now());
  }

  /** The emulated now, in milliseconds. */
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

  /** Emulated seconds for each real second while the clock runs. */
  get rate(): number {
    return this.#state.rate ?? 1;
  }

  /**
   * Real milliseconds until the clock reaches an instant by itself: 0 or less if the clock has; infinite while it is
   * frozen.
   */
  realUntil(instant: number): number {
    const left = instant - this.now();
    if (left <= 0) return left;
    return this.#state.mode === 'frozen' ? Number.POSITIVE_INFINITY : Math.ceil(left / this.rate);
  }

  /** Takes over a saved state, even an earlier one: a restore of a snapshot does this. */
  restore(state: ClockState): void {
    this.#state = state;
    this.#last = Number.NEGATIVE_INFINITY;
    this.#used = Math.min(this.#used, this.now());
  }

  /** The state of this clock at `target` milliseconds, in its present mode and rate unless others are given. */
  stateAt(target: number, mode: ClockState['mode'] = this.#state.mode, rate = this.rate): ClockState {
    return clockStateAt(target, mode, rate);
  }

  /** Notes that a change happens at this instant, in milliseconds; later changes cannot happen before it. */
  use(at: number): void {
    if (at > this.#used) this.#used = at;
  }

  /**
   * While it runs, holds the clock at the due time of a job; or at the latest change since, because jobs of a busy
   * emulator run late.
   */
  hold(at: number): void {
    this.#held = Math.max(at, this.#used);
  }

  release(): void {
    this.#held = null;
  }
}
