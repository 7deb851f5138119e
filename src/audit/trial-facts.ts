import { getOrMake } from '../engine/maps.ts';
import type { Adversity, Armament } from './arming.ts';
import { lastLines } from './command.ts';
import { type EffectBaseline, type EffectsDifference, effectLines } from './effects.ts';
import { type Asked, type DeliveryView, type EventView, evidenceOf, type RunRecord } from './record.ts';
import {
  combine,
  type Finding,
  type Inapplicable,
  inapplicable,
  incomplete,
  pass,
  type Verdict,
  violation,
} from './rule.ts';
import type { Run } from './run.ts';
import type { StateBaseline } from './state.ts';

/** A run under an adversity, compared with the controls. */
export interface TrialRun {
  readonly adversity: Adversity;
  readonly armament: Armament;
  /** By which it chose, and its emulator made its ids. */
  readonly seed: number;
  readonly run: Run;
  readonly effects: EffectsDifference;
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
  readonly skipped: ReadonlyMap<string, Inapplicable>;
}

/** Where the scenario itself is all that tells. */
export const giveState =
  "tell what the application itself keeps: --state URL, or --state-command 'CMD' that prints it as JSON" as const;

/** Judges each run of some adversities, and says what they say together; null where none of them was part of the trial. */
export function overRuns(trial: Trial, names: readonly string[], judge: (run: TrialRun) => Verdict): Verdict | null {
  const verdicts = trial.runs.filter(({ adversity }) => names.includes(adversity.name)).map(judge);
  // What a run lacked says more than why there was none.
  const skipped = names.flatMap((name) => trial.skipped.get(name) ?? []);
  return verdicts.length + skipped.length === 0 ? null : combine([...verdicts, ...skipped]);
}

/**
 * The same for adversities that hold back nothing that a scenario waits for: where it fails all the same, a rule that saw
 * nothing wrong in what it did until then does not say that nothing is.
 */
export const overFullRuns = (
  trial: Trial,
  names: readonly string[],
  judge: (run: TrialRun) => Verdict,
): Verdict | null =>
  overRuns(trial, names, (run) => {
    const verdict = judge(run);
    // Nothing says that a scenario must outlive a restart.
    if (passed(run) || run.run.restarted || (verdict.state !== 'pass' && verdict.state !== 'inapplicable'))
      return verdict;
    const { name } = run.adversity;
    return incomplete(
      `Under ${name} the scenario ${run.run.ended.timedOut ? 'did not end in time' : 'failed'}, and what it did until then shows no reason`,
      'look at its output below',
      [findingOf(run, name, `The scenario, which ends with 0 without any adversity, ${endOf(run)}.`)],
    );
  });

/** Several verdicts on one trial, those that were made. */
export const together = (...verdicts: readonly (Verdict | null)[]): Verdict | null => {
  const made = verdicts.filter((verdict) => verdict !== null);
  return made.length === 0 ? null : combine(made);
};

export const passed = ({ run }: TrialRun): boolean => run.ended.status === 0 && !run.ended.timedOut;

/** Deliveries that a fault acted on; where there are none, those of what came of calls that one acted on. */
function touchedDeliveries(record: RunRecord): DeliveryView[] {
  const { deliveries } = record;
  const touched = deliveries.filter(({ attempts }) => attempts.some(({ fault }) => fault !== null));
  if (touched.length > 0) return touched;
  const calls = new Set(touchedRequests(record).map(({ id }) => id));
  return deliveries.filter(({ event_id }) => {
    const cause = record.event(event_id)?.cause;
    return cause !== undefined && calls.has((cause.origin ?? cause).id);
  });
}

/** Requests that a fault acted on. */
const touchedRequests = ({ requests }: RunRecord): Asked[] => requests.filter(({ view }) => view.fault !== null);

/** Nothing of what the adversity does took place in this run. */
export const noOccasion = ({ adversity }: TrialRun): Verdict =>
  inapplicable(
    `Under ${adversity.name} nothing happened that it could act on`,
    'let the scenario wait until what it does has had its effect',
  );

/** How the scenario ended, in the middle of a sentence. */
export function endOf({ run }: TrialRun): string {
  const last = lastLines(run.output).slice(-2).join(' | ');
  const said = last === '' ? '' : `: ${last.length > 300 ? `${last.slice(0, 300)}…` : last}`;
  return run.ended.timedOut ? `did not end in time${said}` : `ended with status ${run.ended.status}${said}`;
}

/** A finding of a run, with the differences that it shows. */
export function findingOf(
  trialRun: TrialRun,
  where: string,
  message: string,
  shown: {
    requests?: readonly Asked[];
    deliveries?: readonly DeliveryView[];
    /** What happened of which nothing was delivered. */
    events?: readonly EventView[];
    effects?: boolean;
    state?: readonly string[] | null;
  } = {},
): Finding {
  const { adversity, run, effects, state } = trialRun;
  const { record } = run;
  const deliveries = shown.deliveries ?? [];
  const caused = shown.events ?? deliveries.flatMap(({ event_id }) => record.event(event_id) ?? []);
  const surplus = effects.more.flatMap((each) => each.effects.map(({ asked }) => asked));
  return {
    message,
    where,
    adversity: adversity.name,
    evidence: {
      ...evidenceOf({ requests: shown.requests ?? surplus, deliveries, events: caused }),
      effects: shown.effects === false ? [] : effectLines(effects).slice(0, mostLines),
      state: (shown.state === undefined ? state : shown.state)?.slice(0, mostLines) ?? [],
    },
  };
}

const mostLines = 12;

/** A violation that rests on what differs from the controls. */
export const byComparison = (findings: readonly Finding[]): Verdict =>
  violation(findings.map((finding) => ({ ...finding, isCompared: true })));

/** What an application is held to under an adversity that a right one does not notice. */
export interface Held {
  /** What the finding is about where nothing tells it more exactly. */
  readonly where: string;
  /** What is wrong, with the difference: `payment.refunded, delivered twice, had a second effect`. */
  readonly message: (of: TrialRun) => string;
  /** Whether the scenario's own failure is enough, where it waits for nothing that the adversity holds back. */
  readonly scenarioTells: boolean;
  /** Whether what the application did not do counts, where the scenario passed. */
  readonly lackTells: boolean;
}

/** Judges a run by the three oracles: the scenario, effects, own state. */
export function judgeRun(trialRun: TrialRun, held: Held): Verdict {
  const { run, effects, state, adversity } = trialRun;
  const deliveries = touchedDeliveries(run.record);
  if (deliveries.length === 0 && touchedRequests(run.record).length === 0 && !run.restarted)
    return noOccasion(trialRun);
  const found = (message: string) => byComparison([findingOf(trialRun, held.where, message, { deliveries })]);
  if (effects.more.length > 0) return found(held.message(trialRun));
  if (!passed(trialRun)) {
    const said = `The scenario, which ends with 0 without any adversity, ${endOf(trialRun)}`;
    if (held.scenarioTells) return found(`${held.message(trialRun)} ${said}.`);
    return incomplete(
      `Under ${adversity.name} the scenario ${run.ended.timedOut ? 'did not end' : 'failed'}, which may be its own impatience`,
      'let the scenario wait for what it expects, and look at its output below',
      [findingOf(trialRun, held.where, `${said}.`, { deliveries })],
    );
  }
  if (state !== null && state.length > 0) return found(held.message(trialRun));
  if (held.lackTells && effects.less.length > 0) return found(held.message(trialRun));
  return pass;
}

/** The events by their type that deliveries told of, for a sentence: `payment.completed, payout.paid`. */
export function typesOf(deliveries: readonly DeliveryView[]): string {
  const counts = new Map<string, number>();
  for (const { event_type } of deliveries) counts.set(event_type, getOrMake(counts, event_type, () => 0) + 1);
  const names = [...counts.keys()];
  return names.length > 4 ? `${names.slice(0, 4).join(', ')}, …` : names.join(', ');
}
