import { counted } from '../../core/base/terminal-text.ts';
import { stopwatch } from '../../core/base/time.ts';
import type { Acceptance } from '../acceptance.ts';
import type { Adversity, Armament } from '../adversities/fault-plans.ts';
import type { Selection } from '../lint.ts';
import { type EffectBaseline, effectsOf } from '../observed/effects.ts';
import { baselinesOf, type ControlOptions, checkControl, controlRuns } from './controls.ts';
import { messageIn } from './judge-run.ts';
import { performRun, type Run, type RunOptions } from './run.ts';
import type { StateBaseline } from './state.ts';
import type { TrialRun } from './trial-result.ts';

/** Requirements for the emulator of a run. */
export interface EmulatorNeeds {
  /** Whether the emulator keeps its data for a restart. */
  readonly keepsData: boolean;
  readonly seed: number;
  /** Whether webhooks are delivered one after another. */
  readonly inOrder: boolean;
}

export interface TrialOptions extends ControlOptions, Pick<RunOptions, 'command' | 'launch' | 'settle' | 'signal'> {
  readonly start: (how: EmulatorNeeds) => ReturnType<RunOptions['start']>;
  readonly selection: Selection;
  readonly seed: number;
  /** How often each adversity is tried, each time with a different choice. */
  readonly rounds: number;
  /** Whether each adversity is tried only on some kinds of events and calls. The report mentions this. */
  readonly quick: boolean;
  readonly accept?: readonly Acceptance[];
  /** The options to repeat in the command for a finding, such as `--state-command 'cat state.json'`. */
  readonly again: readonly string[];
  /** The record of the runs that show findings; absent if no record is written. */
  readonly record?: {
    readonly file: string;
    /** The command that resumes a run at a given point. */
    readonly resumeCommand: (run: string, at: string | null) => string;
  };
  /** Returns the results of a run, instead of performing it. */
  readonly perform?: typeof performRun;
  /** Called with a line for each finished run, and with the number of runs that follow the control runs. */
  readonly told: (line: string) => void;
  /** Called with a line about a run that starts. The line stays visible until the run has ended. */
  readonly begins?: (line: string) => void;
}

/**
 * How long the state may take to become the expected one, in real milliseconds, in a run that resembles an earlier
 * run. The earlier run had the full time, but its state did not become the expected one.
 */
const patienceAgain = 3_000;

/** The maximum length of a command's message in the line about its run. */
const longestMessage = 80;

/** How a run's command ended, in a few words. */
function endOf({ failure, ended, output, record }: Run): string {
  if (failure !== null) return 'could not be started';
  if (ended.timedOut) return 'did not end in time';
  if (ended.status === 0) return 'passed';
  const message = messageIn(output, record.view.url);
  const why = message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
  return `failed with status ${ended.status}${why === '' ? '' : `: ${why}`}`;
}

/** An adversity to run, and the setup of its emulator. */
export type PlannedRun = Pick<TrialRun, 'adversity' | 'seed' | 'sampledOf'> & { readonly armament: Armament };

/** An adversity run. */
export type AdversityRun = PlannedRun & Pick<TrialRun, 'run'>;

/** The runs of a trial, several at the same time, each with its own emulator. */
export class TrialRuns {
  readonly #options: TrialOptions;
  readonly #failing = new AbortController();
  readonly #signal: AbortSignal;
  #number = 0;
  #controls = 0;
  /** How many runs were announced, and how many of them have started. */
  #announced = 0;
  #begun = 0;
  /** How many runs differed from the control runs. */
  #differing = 0;
  /** Whether the application outlives the command. */
  #outlived = false;
  #baseline: EffectBaseline | null = null;
  #stateBaseline: StateBaseline | null = null;
  /** The adversities of payments that the application did not notice, although it had the full time. */
  readonly #unnoticed = new Set<Adversity>();

  constructor(options: TrialOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#failing.signal]);
  }

  /** The first control runs. @throws ScenarioFailed if one of them fails */
  async controls(): Promise<Run[]> {
    const controls = await this.#inTurn(
      Array.from({ length: controlRuns }, () => async () => {
        const run = await this.control();
        checkControl(run, this.#options);
        return run;
      }),
    );
    this.#outlived = controls.every((run) => run.outlived);
    const { baseline, stateBaseline } = baselinesOf(controls, this.#options);
    [this.#baseline, this.#stateBaseline] = [baseline, stateBaseline];
    return controls;
  }

  /**
   * Reports how many runs follow, and about how long they take.
   * @param controls the first runs, which took about as long
   */
  announce(many: number, controls: readonly Run[]): void {
    this.#announced = many;
    const each = controls.reduce((sum, { took }) => sum + took, 0) / controls.length;
    const seconds = Math.ceil((each * many) / Math.min(this.#options.jobs, Math.max(1, many)));
    const about = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
    this.#options.told(
      `The command passed ${counted(controls.length, 'time')} without any adversity. The audit now runs it ${counted(many, 'time')} more with adversities, which takes about ${about}; if a run differs, the audit repeats it.`,
    );
  }

  /** Another control run. */
  control(): Promise<Run> {
    const name = `control ${++this.#controls}`;
    return this.#perform(name, this.#options.seed, {
      armament: null,
      comesDuring: false,
      isExpected: null,
      inOrder: true,
      patience: this.#options.settle,
    });
  }

  /** One more adversity run. @param isAgain whether it repeats a run that showed a finding */
  async another(planned: PlannedRun, name: string, isAgain: boolean): Promise<AdversityRun> {
    const { settle } = this.#options;
    const [ran] = await this.under([planned], () => name, isAgain ? Math.min(patienceAgain, settle) : settle);
    return ran!;
  }

  /** One run for each planned adversity. @param name returns the name of a run for messages to the user */
  under(
    chosen: readonly PlannedRun[],
    name: (planned: PlannedRun) => string,
    patience = this.#options.settle,
  ): Promise<AdversityRun[]> {
    return this.#inTurn(
      chosen.map((planned) => async () => {
        const { adversity, armament, seed } = planned;
        const baseline = this.#stateBaseline;
        const isSame = (state: unknown) => baseline?.compare(state).length === 0;
        // If another amount is paid, the problem is an end state that does not change.
        const looksAtState = /^webhook-|^answer-(failed|grown)$/.test(adversity.name);
        const isOther = armament.rules === undefined ? null : (state: unknown) => !isSame(state);
        const isExpected = baseline === null ? null : looksAtState ? isSame : isOther;
        const inOrder = adversity.isParallel !== true;
        const how = {
          armament: { ...armament, by: adversity.name },
          comesDuring: !this.#outlived,
          isExpected,
          inOrder,
          patience: this.#unnoticed.has(adversity) ? Math.min(patienceAgain, patience) : patience,
        };
        const run = await this.#perform(name(planned), seed, how);
        if (isOther !== null && run.state !== null && isSame(run.state.value)) this.#unnoticed.add(adversity);
        return { ...planned, run };
      }),
    );
  }

  async #perform(
    name: string,
    seed: number,
    how: Pick<RunOptions, 'armament' | 'comesDuring' | 'isExpected' | 'patience'> & Pick<EmulatorNeeds, 'inOrder'>,
  ): Promise<Run> {
    const { start, told, begins, perform = performRun } = this.#options;
    const since = stopwatch();
    const place =
      this.#begun < this.#announced && how.armament !== null ? `${++this.#begun} of ${this.#announced}  ` : '';
    const until = this.#differing === 0 ? '' : `; ${counted(this.#differing, 'run')} so far had a different outcome`;
    begins?.(`${place}${name} …${until}`);
    const run = await perform({
      ...this.#options,
      ...how,
      signal: this.#signal,
      number: ++this.#number,
      // If the control runs had different event orders, nothing could be compared with them.
      start: ({ keepsData }) => start({ keepsData, seed, inOrder: how.inOrder }),
    });
    const took = `${((stopwatch() - since) / 1_000).toFixed(1)} s`;
    const isOther = how.armament !== null && this.#differs(run);
    if (isOther) this.#differing++;
    told(
      `${place}${name}: ${endOf(run)}${isOther ? ', another outcome' : ''} (${took}, ${counted(run.record.requests.length, 'request')}, ${counted(run.record.deliveries.length, 'delivery', 'deliveries')})`,
    );
    return run;
  }

  /**
   * Whether a run failed or has other effects than the control runs. Only the complete trial shows whether that is
   * wrong.
   */
  #differs({ ended, record, state }: Run): boolean {
    const { more, less } = this.#baseline?.compare(effectsOf(record)) ?? { more: [], less: [] };
    const differences = state === null ? [] : (this.#stateBaseline?.compare(state.value, record) ?? []);
    return ended.status !== 0 || more.length + less.length + differences.length > 0;
  }

  /**
   * Runs tasks in order, several at the same time.
   * @throws the error of the first failed task, after the other tasks have ended
   */
  async #inTurn<A>(work: readonly (() => Promise<A>)[]): Promise<A[]> {
    const results: A[] = [];
    const failing = this.#failing;
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < work.length && !failing.signal.aborted) {
        const at = next++;
        results[at] = await work[at]!();
      }
    };
    const workers = Array.from({ length: Math.min(this.#options.jobs, work.length) }, () =>
      worker().catch((error) => failing.abort(error)),
    );
    await Promise.all(workers);
    failing.signal.throwIfAborted();
    return results;
  }
}
