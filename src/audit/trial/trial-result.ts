import type { Adversity, Armament } from '../adversities/fault-plans.ts';
import type { EffectBaseline, EffectsDifference } from '../observed/effects.ts';
import type { Untried } from '../verdict.ts';
import type { Run } from './run.ts';
import type { StateBaseline } from './state.ts';

/** A run under an adversity, compared with the controls. */
export interface TrialRun {
  readonly adversity: Adversity;
  readonly armament: Armament;
  /** The seed of its choices and of its emulator's ids. */
  readonly seed: number;
  readonly run: Run;
  readonly effects: EffectsDifference;
  /** The kinds of events or calls that the adversity was tried on in it, and those without an occasion. */
  readonly tried: readonly string[];
  readonly notTried: readonly string[];
  /** How many kinds there are in all, if only a sample was to be tried. */
  readonly sampledOf: number | null;
  /** The differences of the application's state in the end, a line each; null if it is unknown. */
  readonly state: readonly string[] | null;
}

/** The results of a trial. */
export interface Trial {
  readonly controls: readonly Run[];
  readonly baseline: EffectBaseline;
  /** Null if nobody asked for the application's own state. */
  readonly stateBaseline: StateBaseline | null;
  readonly runs: readonly TrialRun[];
  /** By the name of an adversity: why it had no occasion. */
  readonly skipped: ReadonlyMap<string, Untried>;
}
