import type { Run } from './run.ts';
import type { LogOptions } from './trial-log.ts';

/** Control runs: runs without adversities, with which all other runs are compared. */

/** The scenario fails without any adversity, so a trial cannot show anything. */
export class ScenarioFailed extends Error {
  readonly run: Run;

  constructor(run: Run, message: string) {
    super(message);
    this.run = run;
  }
}

/** Whether a control run can be compared with other runs. */
export const isSound = (run: Run, { stateLets }: LogOptions): boolean =>
  run.failure === null && !run.ended.timedOut && run.ended.status === 0 && (stateLets === null || run.state !== null);

export const unsoundWords = ({ ended: { status, timedOut } }: Run): string =>
  `The scenario ran again without any adversity and ${timedOut ? 'did not end in time' : `ended with status ${status}`}, so it may be unreliable.`;

/** @throws ScenarioFailed if the control run cannot be compared */
export function checkControl(run: Run, { stateLets, timeout, jobs, forwardTo }: LogOptions): void {
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
  if (stateLets !== null && run.state === null) {
    throw new ScenarioFailed(
      run,
      `The audit could not read the application's state: ${run.stateFailure}. ${stateLets}`,
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
