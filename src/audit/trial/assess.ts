import { rememberedBy } from '../../core/base/once.ts';
import { findingsOf, runToItsEnd } from '../adversities/confirmation.ts';
import { isOf, isUnaffected, showingSideEffects } from '../alibi.ts';
import { plannedAdversities } from '../planner/planned-adversities.ts';
import { type SelectedRule, selectedRules } from '../planner/selection.ts';
import { combine, type Finding, incomplete, pass, type Rule, type Verdict } from '../rule.ts';
import { compare, differingBefore } from './compare.ts';
import { isSound } from './controls.ts';
import { stateOfRun } from './copies.ts';
import { leftOutOf } from './forecast.ts';
import type { Run } from './run.ts';
import {
  adversityOf,
  controlRuns,
  controlsIn,
  firstRunsIn,
  type LoggedRun,
  type LogOptions,
  type TrialLog,
} from './trial-log.ts';
import type { Trial } from './trial-result.ts';

/** What the first runs of a log show, before their findings are confirmed. */
export interface Assessment {
  /** The control runs that can be compared, and further ones that failed. */
  readonly controls: readonly LoggedRun[];
  /** Runs with other states before their adversity. */
  readonly before: readonly LoggedRun[];
  readonly unsound: readonly Run[];
  /** Whether events swapped places in the last control run without an adversity. */
  readonly isSwapped: boolean;
  readonly runs: readonly LoggedRun[];
  /** Why adversities were not tried, by name. */
  readonly skipped: Trial['skipped'];
  readonly verdicts: ReadonlyMap<Rule, Verdict>;
  /** The findings of a rule in a run that repeats another run, or in that run itself. */
  readonly findingsIn: (ran: LoggedRun, rule: Rule, first: LoggedRun) => readonly Finding[];
}

/** Judges the first runs of a log. */
export const assess = rememberedBy(
  (log: TrialLog) => [log.options, ...controlsIn(log), ...firstRunsIn(log)],
  (log): Assessment => {
    const { options } = log;
    const [all, runs] = [controlsIn(log), firstRunsIn(log)];
    const skipped = skippedIn(log);
    const further = all.slice(controlRuns);
    const sound = further.filter(({ run }) => isSound(run, options));
    const unsound = further.flatMap(({ run }) => (isSound(run, options) ? [] : [run]));
    const first = all.slice(0, controlRuns);
    const isSwapped = sound.some(({ run }) => isLikeSwapped(run, compare(options, { controls: first }, runs, skipped)));
    const before = differingBefore(options, first, runs);
    const judging = { options, first, controls: [...first, ...sound], before, isSwapped, skipped };
    const verdicts = judged(judging, runs, selectedRules(options));
    const findingsIn = rememberedBy(
      (ran: LoggedRun, rule: Rule, of: LoggedRun) => [ran, rule, of],
      (ran, rule, of) => {
        const beside = runs.filter((other) => other !== of && isBeside(other, ran, rule));
        const verdict = judged(judging, [...beside, ran], [{ rule, isLinted: false }]).get(rule);
        return findingsOf(verdict).filter(({ run }) => run === ran.run.number);
      },
    );
    return { controls: judging.controls, before, unsound, isSwapped, runs, skipped, verdicts, findingsIn };
  },
);

/** Why adversities were not tried: they had no opportunity, or the audit ended before. */
function skippedIn(log: TrialLog): Trial['skipped'] {
  const why = log.options.budget === undefined ? 'The audit was interrupted before' : '--budget left no time for';
  const left = leftOutOf(log).map(({ adversity }) => {
    const isPart = log.runs.some((ran) => ran.adversity === adversity);
    const what = isPart ? `further runs under ${adversity}` : adversity;
    return [adversity ?? '', incomplete(`${why} ${what}`, runToItsEnd)] as const;
  });
  return new Map([...plannedAdversities(log).skipped, ...left]);
}

/** The comparison of runs: with all control runs, or with the first ones alone. */
interface Judging {
  readonly options: LogOptions;
  readonly first: readonly LoggedRun[];
  readonly controls: readonly LoggedRun[];
  readonly before: readonly LoggedRun[];
  readonly isSwapped: boolean;
  readonly skipped: Trial['skipped'];
}

function judged(judging: Judging, ran: readonly LoggedRun[], selected: readonly SelectedRule[]): Map<Rule, Verdict> {
  const { options, first, controls, before, isSwapped, skipped } = judging;
  const trial = compare(options, { controls, before }, ran, skipped);
  const made = selected.flatMap(({ rule, isLinted }): [Rule, Verdict][] => {
    const verdicts = [isLinted ? seenIn(trial.controls, rule) : null, rule.trial?.(trial) ?? null];
    const judgedBy = verdicts.filter((verdict) => verdict !== null);
    return judgedBy.length === 0 ? [] : [[rule, combine(judgedBy)]];
  });
  const verdicts = new Map(made);
  if (!isSwapped) return verdicts;
  // A control run in which events swapped places cannot serve a rule about the order of events.
  const inOneOrder = compare(options, { controls: first, before }, ran, skipped);
  for (const rule of verdicts.keys()) {
    if (rule.needsControlsInOneOrder === true) verdicts.set(rule, rule.trial?.(inOneOrder) ?? pass);
  }
  return verdicts;
}

/** A lint's verdict on the control runs: that of the first run with a violation, because not every run shows it. */
function seenIn(controls: Trial['controls'], { lint }: Rule): Verdict | null {
  if (lint === undefined) return null;
  const verdicts = controls.map(({ record }) => combine([...record.parts, ...record.beside].map(lint)));
  return verdicts.find(({ state }) => state === 'violation') ?? verdicts[0]!;
}

/** Whether a control run differs from the others only in fields that differ when events swap places. */
const isLikeSwapped = (run: Run, { stateBaseline, runs }: Trial): boolean =>
  stateBaseline !== null &&
  run.state !== null &&
  isOf('order', stateBaseline.compare(stateOfRun(run, run.state)), runs);

/** Whether a run helps to judge another run: it has the same adversity, a needed one, or one that may explain it. */
function isBeside(other: LoggedRun, ran: LoggedRun, rule: Rule): boolean {
  const own = adversityOf(ran);
  const { name, beside = [], contains = [] } = own;
  const all = [name, ...beside, ...contains, ...showingSideEffects(own), ...(rule.beside ?? [])];
  const isUsual = isUnaffected({ adversity: adversityOf(other), run: other.run }, ran.armament ?? {});
  return isUsual || all.some((each) => each === other.adversity);
}
