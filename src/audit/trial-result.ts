import type { Adversity, Armament } from './arming.ts';
import type { EffectBaseline, EffectsDifference } from './effects.ts';
import type { Run } from './run.ts';
import type { StateBaseline } from './state.ts';
import type { Untried } from './verdict.ts';

/** A run under an adversity, compared with the controls. */
export interface TrialRun {
  readonly adversity: Adversity;
  readonly armament: Armament;
  /** By which it chose, and its emulator made its ids. */
  readonly seed: number;
  readonly run: Run;
  readonly effects: EffectsDifference;
  /** The kinds of events, or of calls, that the adversity was tried on in it, and those that it found no moment for. */
  readonly tried: readonly string[];
  readonly notTried: readonly string[];
  /** How many kinds there are in all, where only some of them were meant: a sample. */
  readonly sampledOf: number | null;
  /** How the application's own state differs in the end, a line each; null where it is not known. */
  readonly state: readonly string[] | null;
}

/** What a trial left behind. */
export interface Trial {
  readonly controls: readonly Run[];
  readonly baseline: EffectBaseline;
  /** Null where nobody asked for the application's own state. */
  readonly stateBaseline: StateBaseline | null;
  readonly runs: readonly TrialRun[];
  /** By the name of an adversity: why it had no occasion. */
  readonly skipped: ReadonlyMap<string, Untried>;
}
