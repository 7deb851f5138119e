import { counted } from '../../core/base/terminal-text.ts';
import { stopwatch } from '../../core/base/time.ts';
import type { Acceptance } from '../acceptance.ts';
import type { Armament } from '../adversities/fault-plans.ts';
import type { Selection } from '../lint.ts';
import { baselinesOf, type ControlOptions, checkControl, controlRuns } from './controls.ts';
import { performRun, type Run, type RunOptions } from './run.ts';
import type { StateBaseline } from './state.ts';
import type { TrialRun } from './trial-result.ts';

/** Requirements for the emulator of a run. */
export interface EmulatorNeeds {
  /** Whether the emulator keeps its data for a restart. */
  readonly keepsData: boolean;
  readonly seed: number;
  /** Whether webhooks come one after another. */
  readonly inOrder: boolean;
}

export interface TrialOptions extends ControlOptions, Pick<RunOptions, 'command' | 'launch' | 'settle' | 'signal'> {
  readonly start: (how: EmulatorNeeds) => ReturnType<RunOptions['start']>;
  readonly selection: Selection;
  readonly seed: number;
  /** How often each adversity is tried, each time with another choice. */
  readonly rounds: number;
  /** Whether each adversity is tried on some kinds of events and calls only; the report says so. */
  readonly quick: boolean;
  readonly accept?: readonly Acceptance[];
  /** The options to repeat in the command for a finding: `--state-command 'cat state.json'`. */
  readonly again: readonly string[];
  /** The record of the runs that show findings; absent: none is written. */
  readonly record?: {
    readonly file: string;
    /** The command that resumes a run at a place. */
    readonly wayBack: (run: string, at: string | null) => string;
  };
  /** Returns the results of a run, in place of a performance. */
  readonly perform?: typeof performRun;
  /** Called with a line for each finished run. */
  readonly told: (line: string) => void;
}

const endOf = ({ failure, ended: { timedOut, status } }: Run): string => {
  if (failure !== null) return 'could not be started';
  return timedOut ? 'did not end in time' : `ended with status ${status}`;
};

/** An adversity to run, and the preparation of its emulator. */
export type Planned = Pick<TrialRun, 'adversity' | 'seed' | 'sampledOf'> & { readonly armament: Armament };

/** A run under an adversity. */
export type Ran = Planned & Pick<TrialRun, 'run'>;

/** The runs of a trial, several at once, each beside an emulator of its own. */
export class TrialRuns {
  readonly #options: TrialOptions;
  readonly #failing = new AbortController();
  readonly #signal: AbortSignal;
  #number = 0;
  #controls = 0;
  /** Whether the application outlives the command. */
  #outlived = false;
  #stateBaseline: StateBaseline | null = null;

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
    this.#stateBaseline = baselinesOf(controls, this.#options).stateBaseline;
    return controls;
  }

  /** Another control run. */
  control(): Promise<Run> {
    const name = `control ${++this.#controls}`;
    return this.#perform(name, this.#options.seed, {
      armament: null,
      comesDuring: false,
      isExpected: null,
      inOrder: true,
    });
  }

  /** A run under each of some adversities. @param name their names in messages to the user */
  under(chosen: readonly Planned[], name: (planned: Planned) => string): Promise<Ran[]> {
    return this.#inTurn(
      chosen.map((planned) => async () => {
        const { adversity, armament, seed } = planned;
        const baseline = this.#stateBaseline;
        const isSame = (state: unknown) => baseline?.compare(state).length === 0;
        // If another amount is paid, an unchanged end state is the fault.
        const looksAtState = /^webhook-|^answer-(failed|grown)$/.test(adversity.name);
        const isOther = armament.rules === undefined ? null : (state: unknown) => !isSame(state);
        const isExpected = baseline === null ? null : looksAtState ? isSame : isOther;
        const inOrder = adversity.inOrder === true;
        const how = {
          armament: { ...armament, by: adversity.name },
          comesDuring: !this.#outlived,
          isExpected,
          inOrder,
        };
        return { ...planned, run: await this.#perform(name(planned), seed, how) };
      }),
    );
  }

  async #perform(
    name: string,
    seed: number,
    how: Pick<RunOptions, 'armament' | 'comesDuring' | 'isExpected'> & Pick<EmulatorNeeds, 'inOrder'>,
  ): Promise<Run> {
    const { start, told, perform = performRun } = this.#options;
    const since = stopwatch();
    const run = await perform({
      ...this.#options,
      ...how,
      signal: this.#signal,
      number: ++this.#number,
      // Controls with different event orders would leave nothing to compare with.
      start: ({ keepsData }) => start({ keepsData, seed, inOrder: how.inOrder }),
    });
    const took = `${((stopwatch() - since) / 1_000).toFixed(1)} s`;
    told(
      `${name}: ${endOf(run)} (${took}, ${counted(run.record.requests.length, 'request')}, ${counted(run.record.deliveries.length, 'delivery', 'deliveries')})`,
    );
    return run;
  }

  /**
   * Runs work in order, several at once.
   * @throws the error of the first failed piece of work, once the others have ended
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
