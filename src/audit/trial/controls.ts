import { EffectBaseline, effectsOf } from '../observed/effects.ts';
import type { Run, RunOptions } from './run.ts';
import { StateBaseline } from './state.ts';
import type { Trial } from './trial-result.ts';

/** Control runs: runs without adversities, with which all other runs are compared. */

export interface ControlOptions extends Pick<RunOptions, 'stateSource' | 'timeout'> {
  /** How many runs may run at the same time. */
  readonly jobs: number;
  readonly ignore: readonly ((path: string) => boolean)[];
  /** The webhook address from the command line. */
  readonly forwardTo: string | undefined;
}

/** The scenario fails without any adversity, so a trial cannot show anything. */
export class ScenarioFailed extends Error {
  readonly run: Run;

  constructor(run: Run, message: string) {
    super(message);
    this.run = run;
  }
}

/** How many control runs come first. */
export const controlRuns = 2;

/** The writes that all control runs share, and the application's state if all of them reported it. */
export function baselinesOf(
  controls: readonly Run[],
  { ignore }: Pick<ControlOptions, 'ignore'>,
): Pick<Trial, 'baseline' | 'stateBaseline'> {
  const states = controls.flatMap(({ state, record }) => (state === null ? [] : [{ ...state, record }]));
  return {
    baseline: new EffectBaseline(controls.map(({ record }) => effectsOf(record))),
    stateBaseline: states.length === controls.length ? new StateBaseline(states, ignore) : null,
  };
}

/** Whether a control run can be compared with other runs. */
export const isSound = (run: Run, { stateSource }: ControlOptions): boolean =>
  run.failure === null && !run.ended.timedOut && run.ended.status === 0 && (stateSource === null || run.state !== null);

export const unsoundWords = ({ ended: { status, timedOut } }: Run): string =>
  `The scenario ran again without any adversity and ${timedOut ? 'did not end in time' : `ended with status ${status}`}, so it may be unreliable.`;

/** @throws ScenarioFailed if the control run cannot be compared */
export function checkControl(run: Run, { stateSource, timeout, jobs, forwardTo }: ControlOptions): void {
  if (run.failure !== null) throw new ScenarioFailed(run, run.failure);
  if (run.ended.timedOut) {
    throw new ScenarioFailed(
      run,
      `The scenario did not end within ${timeout / 1_000} s without any adversity. Give it more time with --timeout, or make it end.`,
    );
  }
  if (run.ended.status !== 0) {
    throw new ScenarioFailed(
      run,
      `The scenario fails without any adversity: it ended with status ${run.ended.status}.${hintOf(run, jobs)}`,
    );
  }
  if (stateSource !== null && run.state === null) {
    throw new ScenarioFailed(
      run,
      `The audit could not read the application's state: ${run.stateFailure}. ${stateSource.lets}`,
    );
  }
  if (forwardTo === undefined) return;
  const to = new URL(forwardTo).href;
  const attempts = run.record.deliveries.filter(({ url }) => url === to).flatMap((delivery) => delivery.attempts);
  if (attempts.length === 0 || attempts.some(({ status }) => status !== null)) return;
  throw new ScenarioFailed(
    run,
    `No webhook arrived at ${forwardTo}: ${attempts.at(-1)?.error}. Make the command start the application and wait until it listens there, or leave out --forward-to.`,
  );
}

const portTaken = /EADDRINUSE|address already in use|port is already allocated/i;

/** A hint about the likely fault of a scenario, based on its output, as a sentence to append. */
function hintOf({ output }: Run, jobs: number): string {
  if (!portTaken.test(output)) return '';
  return jobs > 1
    ? ` A port was in use: --jobs ${jobs} starts several runs at the same time, so each run needs its own port; or leave out --jobs.`
    : ' A port was in use: stop the program that uses it, or let the application use any free port.';
}
