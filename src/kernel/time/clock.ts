import { lastInstant } from '../../base/instants.ts';
import { realNow } from '../../base/time.ts';

/** What a clock is, in the form that is saved with its workspace. */
export interface ClockState {
  mode: 'running' | 'frozen';
  /** Milliseconds between the machine's clock and this one (running); with a rate, at the instant from which on it counts. */
  offset_ms: number;
  /** The instant at which a frozen clock stands, in milliseconds; null while it runs. */
  frozen_at: number | null;
  /** How many seconds pass in a real one (running); 1 where it is left out. */
  rate?: number;
  /** The machine's instant in milliseconds from which on the rate counts; there where the rate is. */
  rate_from?: number;
}

/** The fastest that a clock runs: a day in a second. */
export const mostRate = 86_400;

/** The machine's instant, with what a rate adds to it. */
const rated = (real: number, rate: number, from: number): number => Math.floor(from + (real - from) * rate);

/** The state of a clock that stands at `target` milliseconds, or runs on from there. */
export function clockStateAt(target: number, mode: ClockState['mode'], rate = 1): ClockState {
  const real = realNow();
  const offset_ms = target - real;
  if (mode === 'frozen') return { mode, offset_ms, frozen_at: target };
  return rate === 1
    ? { mode, offset_ms, frozen_at: null }
    : { mode, offset_ms, frozen_at: null, rate, rate_from: real };
}

/** The emulated clock of one workspace. It never runs backwards. */
export class Clock {
  #state: ClockState;
  #held: number | null = null;
  #last = Number.NEGATIVE_INFINITY;
  /** The latest instant at which something was done. */
  #used: number;

  /** @param used the latest instant at which something was done by this clock before, in milliseconds */
  constructor(state: ClockState = { mode: 'running', offset_ms: 0, frozen_at: null }, used = Number.NEGATIVE_INFINITY) {
    this.#state = state;
    // An edited record may tell of a time to come, which is not one at which anything was done.
    this.#used = Math.min(used, this.now());
  }

  /** The emulated now, in milliseconds. */
  now(): number {
    if (this.#held !== null) return this.#held;
    if (this.#state.frozen_at !== null) return this.#state.frozen_at;
    const { offset_ms, rate = 1, rate_from = 0 } = this.#state;
    const real = realNow();
    // It ends with the last year of four digits, as everything that is written of it does.
    const now = Math.min(lastInstant, offset_ms + (rate === 1 ? real : rated(real, rate, rate_from)));
    if (now > this.#last) this.#last = now;
    return this.#last;
  }

  get state(): ClockState {
    return this.#state;
  }

  /** How many of its seconds pass in a real one while it runs. */
  get rate(): number {
    return this.#state.rate ?? 1;
  }

  /** Real milliseconds until it reaches an instant by itself: 0 or less where it has; infinite for one that stands. */
  realUntil(instant: number): number {
    const left = instant - this.now();
    if (left <= 0) return left;
    return this.#state.mode === 'frozen' ? Number.POSITIVE_INFINITY : Math.ceil(left / this.rate);
  }

  /** Takes over a saved state, also an earlier one: the way back of a snapshot. */
  restore(state: ClockState): void {
    this.#state = state;
    this.#last = Number.NEGATIVE_INFINITY;
    this.#used = Math.min(this.#used, this.now());
  }

  /** The state in which this clock stands at `target` milliseconds, in its present mode and rate or in others. */
  stateAt(target: number, mode: ClockState['mode'] = this.#state.mode, rate = this.rate): ClockState {
    return clockStateAt(target, mode, rate);
  }

  /** Something was done at this instant, in milliseconds: what comes later is not done before it. */
  use(at: number): void {
    if (at > this.#used) this.#used = at;
  }

  /**
   * Holds the clock at the instant at which a job was due, while it runs; or where something was done since, as jobs of a
   * busy emulator run late, at the instant of that.
   */
  hold(at: number): void {
    this.#held = Math.max(at, this.#used);
  }

  release(): void {
    this.#held = null;
  }
}
