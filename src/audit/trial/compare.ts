import { rememberedBy } from '../../core/base/once.ts';
import { triedKindsIn } from '../adversities/adversity-marks.ts';
import { type Armament, kindsOf, stepsOf } from '../adversities/fault-plans.ts';
import { EffectBaseline, effectsOf } from '../observed/effects.ts';
import type { ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { isReported } from '../planner/selection.ts';
import { stateOfRun } from './copies.ts';
import type { Run } from './run.ts';
import { fieldFilter, StateBaseline } from './state.ts';
import { adversityOf, firstControlsIn, type LoggedRun, type LogOptions, type TrialLog } from './trial-log.ts';
import type { Trial, TrialRun } from './trial-result.ts';

type Baselines = Pick<Trial, 'baseline' | 'stateBaseline'>;

/** The writes that all control runs share, and the application's state if all of them reported it. */
export const baselinesOf = rememberedBy(
  (options: LogOptions, controls: readonly LoggedRun[], before: readonly LoggedRun[] = []) => [
    options,
    ...controls,
    ...before,
  ],
  ({ ignore }, controls, before = []): Baselines => {
    const filters = ignore.flatMap((path) => fieldFilter(path) ?? []);
    const states = controls.flatMap(({ run }) => (run.state === null ? [] : stateOfRun(run, run.state)));
    const further = before.flatMap(({ run }) => (run.stateBefore === null ? [] : stateOfRun(run, run.stateBefore)));
    return {
      baseline: new EffectBaseline(controls.map(({ run }) => effectsOf(run.record))),
      stateBaseline: states.length === controls.length ? new StateBaseline(states, filters, further) : null,
    };
  },
);

/**
 * The runs whose adversity came only after the scenario, and whose state differed from the control runs before it came.
 * Until then they were control runs.
 */
export function differingBefore(options: LogOptions, controls: readonly LoggedRun[], runs: readonly LoggedRun[]) {
  const baselines = baselinesOf(options, controls);
  return runs.filter((ran) => differsBefore(baselines, ran));
}

const differsBefore = rememberedBy(
  (baselines: Baselines, ran: LoggedRun) => [baselines, ran],
  ({ stateBaseline }, { armament, run }): boolean => {
    const isControl = stepsOf(armament?.afterwards).length === 1 && run.ended.status === 0;
    const { stateBefore: before } = run;
    return isControl && before !== null && (stateBaseline?.compare(stateOfRun(run, before)) ?? []).length > 0;
  },
);

/** The kinds that a run tried its adversity on. */
export const triedIn = (ran: LoggedRun): readonly string[] =>
  triedKindsIn({ adversity: adversityOf(ran), armament: ran.armament ?? {}, run: ran.run });

/** The kinds that a run left for a further one, because its scenario failed midway. */
export function kindsLeftBy(ran: LoggedRun): readonly string[] {
  const { kind, run, armament } = ran;
  if ((kind !== 'adversity' && kind !== 'rest') || run.ended.status === 0 || armament?.faults === undefined) return [];
  const tried = triedIn(ran);
  return tried.length === 0 ? [] : kindsOf(armament).filter((each) => !tried.includes(each));
}

/** The runs with which others are compared. */
export interface Compared {
  readonly controls: readonly LoggedRun[];
  /** What `differingBefore` gives; absent if it does not matter. */
  readonly before?: readonly LoggedRun[];
}

/** The runs, compared with the common results of the control runs. */
export function compare(
  options: LogOptions,
  { controls, before }: Compared,
  runs: readonly LoggedRun[],
  skipped: Trial['skipped'],
): Trial {
  const baselines = baselinesOf(options, controls, before);
  const controlResults = controls.map((ran) => ownRun(baselines, ran));
  const tried = new Map(runs.map((ran) => [ran, triedIn(ran)]));
  const isTried = ({ adversity, seed }: LoggedRun, kind: string): boolean =>
    runs.some((ran) => ran.adversity === adversity && ran.seed === seed && tried.get(ran)!.includes(kind));
  const compared = (ran: LoggedRun): TrialRun => {
    const { armament: armed, seed, sampledOf } = ran;
    const armament = armed ?? {};
    const run = ownRun(baselines, ran);
    return {
      adversity: adversityOf(ran),
      armament,
      seed,
      sampledOf,
      run,
      controls: controlResults,
      isBeside: !isReported(adversityOf(ran), options),
      tried: tried.get(ran)!,
      notTried: kindsOf(armament).filter((kind) => !isTried(ran, kind)),
      // An adversity that has a run is skipped only if the audit ended before a further one.
      isCutShort:
        skipped.has(ran.adversity ?? '') ||
        (kindsLeftBy(ran).length > 0 && !runs.some(({ kind, of }) => kind === 'rest' && of === ran.run.number)),
      ...differencesOf(baselines, ran),
    };
  };
  return { controls: controlResults, ...baselines, skipped, runs: runs.map(compared) };
}

const onlyCopies = 'it only repeats what the application reads from the platform when the audit asks';

/** A run whose states have only what the application itself knows. */
const ownRun = rememberedBy(
  (baselines: Baselines, ran: LoggedRun) => [baselines, ran],
  ({ stateBaseline }, { run }): Run => {
    const { state, stateBefore } = run;
    if (stateBaseline === null || state === null) return run;
    const states = [state, stateBefore ?? state].map((each) => stateOfRun(run, each));
    const [after, before] = stateBaseline.own(states);
    if (after === null && state.value !== null) return { ...run, state: null, stateFailure: onlyCopies };
    return {
      ...run,
      state: { ...state, value: after },
      stateBefore: stateBefore === null ? null : { ...stateBefore, value: before },
    };
  },
);

/** The differences of a run to the control runs, which stay the same while further runs are added. */
const differencesOf = rememberedBy(
  (baselines: Baselines, ran: LoggedRun) => [baselines, ran],
  (baselines, ran): Pick<TrialRun, 'effects' | 'state'> => {
    const { armament, run } = ran;
    const { record, state } = run;
    const isKnown = ownRun(baselines, ran).state !== null;
    return {
      effects: baselines.baseline.compare(effectsOf(record, wasPerformed(armament ?? {}, record))),
      state: isKnown && state !== null ? (baselines.stateBaseline?.compare(stateOfRun(run, state)) ?? null) : null,
    };
  },
);

/** The operations that cause an event, unless they are declined. */
const causingEvents = ['charges.create', 'subscriptions.create', 'payouts.create', 'transactions.refund'];

/**
 * Whether a write was performed although its response was not 2xx: the response was lost, or the write succeeded
 * later.
 */
const wasPerformed =
  ({ faults = [] }: Armament, record: ObservedRun) =>
  ({ id, view, operation, isUnknown }: ObservedRequest): boolean => {
    // A call that meets the fault may still be declined, because of its card or a rule of the scenario.
    if (!isUnknown) return false;
    const kind = view.fault?.split(' ', 1)[0];
    if (kind === 'answer_lost') {
      const hasEvent = record.events.some(({ cause }) => (cause.origin ?? cause).id === id);
      return hasEvent || !causingEvents.includes(operation ?? '');
    }
    return (
      kind === 'unavailable' &&
      faults.some((fault) => fault.on === operation && fault.kind === kind && fault.resolve === 'approved')
    );
  };

/**
 * Whether an adversity run failed or has other effects than the control runs. Only the complete trial shows whether
 * that is wrong.
 */
export function differs(log: TrialLog, { kind, run }: LoggedRun): boolean {
  if (kind === 'control') return false;
  const { ended, record, state } = run;
  const { baseline, stateBaseline } = baselinesOf(log.options, firstControlsIn(log));
  const { more, less } = baseline.compare(effectsOf(record));
  const differences = state === null ? [] : (stateBaseline?.compare(stateOfRun(run, state)) ?? []);
  return ended.status !== 0 || more.length + less.length + differences.length > 0;
}
