import type { Adversity, Armament } from '../adversities/fault-plans.ts';
import type { EffectBaseline, EffectsDifference } from '../observed/effects.ts';
import type { UntriedVerdict } from '../verdict.ts';
import type { Run } from './run.ts';
import type { StateBaseline, StateDifference } from './state.ts';

/** An adversity run, compared with the control runs. */
export interface TrialRun {
  readonly adversity: Adversity;
  readonly armament: Armament;
  /** The seed of the run's choices and of its emulator's ids. */
  readonly seed: number;
  readonly run: Run;
  /** The control runs with which it was compared. */
  readonly controls: readonly Run[];
  /** Whether other adversities need the run, and the user did not ask for a verdict on it. */
  readonly isBeside: boolean;
  readonly effects: EffectsDifference;
  /** The kinds of events or calls that the run tried the adversity on, and the kinds without an opportunity. */
  readonly tried: readonly string[];
  readonly notTried: readonly string[];
  /** Whether the audit ended before a further run, which the kinds without an opportunity might have had. */
  readonly isCutShort: boolean;
  /** How many kinds exist if only a sample was to be tried; null if all kinds were. */
  readonly sampledOf: number | null;
  /** The differences in the application's state at the end; null if the state is unknown. */
  readonly state: readonly StateDifference[] | null;
}

export interface Trial {
  readonly controls: readonly Run[];
  readonly baseline: EffectBaseline;
  /** The common state of the control runs; null if no option names the source of the application's own state. */
  readonly stateBaseline: StateBaseline | null;
  readonly runs: readonly TrialRun[];
  /** Why an adversity had no opportunity, by its name. */
  readonly skipped: ReadonlyMap<string, UntriedVerdict>;
}

/** Whether the effects or the state of a run differ from those of the control runs. */
export const differs = ({ effects, state }: Pick<TrialRun, 'effects' | 'state'>): boolean =>
  effects.more.length + effects.less.length + (state ?? []).length > 0;

/** Whether the scenario of a run passed. */
export const hasPassed = ({ run }: Pick<TrialRun, 'run'>): boolean => run.ended.status === 0 && !run.ended.timedOut;

/** Whether the later steps of two runs act on objects that came about alike. */
export const hitsAlike = ({ armament: { afterwards } }: TrialRun, { armament }: TrialRun): boolean =>
  afterwards?.of?.join() === armament.afterwards?.of?.join();

/** The operations of the payments that a run hits, for a sentence: ` of charges.create`; empty if it hits all. */
export function hitText({ afterwards, rules = [] }: Armament): string {
  const operations = rules.flatMap(({ when }) => (when as { operation?: string }).operation ?? []);
  const all = new Set([...operations, ...(afterwards?.of ?? []).map((making) => making.split(' ', 1)[0])]);
  return all.size === 0 ? '' : ` of ${[...all].join(' and ')}`;
}
