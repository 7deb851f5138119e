import { counted } from '../../core/base/terminal-text.ts';
import { failedTests } from '../../core/system/failed-tests.ts';
import { otherwiseFailing } from './allowed.ts';
import type { Run } from './run.ts';
import { firstControlsIn, type LogOptions, type TrialLog } from './trial-log.ts';

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
export const isSound = (run: Run, { stateNextStep }: LogOptions): boolean =>
  run.failure === null &&
  !run.ended.timedOut &&
  run.ended.status === 0 &&
  (stateNextStep === null || run.state !== null);

export const unsoundWords = ({ ended: { status, timedOut } }: Run): string =>
  `The scenario ran again without any adversity and ${timedOut ? 'did not end in time' : `ended with status ${status}`}, so it may be unreliable.`;

/** @throws ScenarioFailed if a control run cannot be compared */
export function checkControls(log: TrialLog): void {
  const controls = firstControlsIn(log);
  for (const { run } of controls) {
    const reason = run.failure ?? whyFailed(run, log.options) ?? whySilent(run, log.options);
    if (reason !== null) throw new ScenarioFailed(run, reason);
  }
  const other = otherwiseFailing(log);
  if (other === null) return;
  throw new ScenarioFailed(
    other,
    `The scenario fails differently in each control run, so --allow-failing cannot ignore it.${leftOut(other)}`,
  );
}

/** Why a control run failed; null if it passed. */
function whyFailed(run: Run, { timeout, jobs }: LogOptions): string | null {
  const { status, timedOut, isServer } = run.ended;
  if (timedOut) {
    return `The scenario did not end within ${timeout / 1_000} s without any adversity. Give it more time with --timeout, or make it end.`;
  }
  if (isServer === true) {
    return `The application that --serve starts ended with status ${status} before the command did. Make it listen until it is stopped, and look at its output above.`;
  }
  if (status === 0) return null;
  const hint = hintOf(run, jobs);
  return `The scenario fails without any adversity: it ended with status ${status}.${hint === '' ? leftOut(run) : hint}`;
}

/** How to leave out the tests that fail, as a sentence to append; empty if the output names none. */
function leftOut({ output }: Run): string {
  const failed = failedTests(output);
  if (failed === null) return '';
  const { runner, names, leaveOut } = failed;
  const [first, ...others] = names;
  const tests = `${first}${others.length === 0 ? '' : ` and ${counted(others.length, 'more test')}`}`;
  return ` Leave out ${tests} (${runner} ${leaveOut}), or ignore what always fails with --allow-failing.`;
}

/** Why a control run shows nothing; null if it shows something. */
function whySilent(run: Run, { stateNextStep, forwardTo }: LogOptions): string | null {
  if (stateNextStep !== null && run.state === null) {
    return `The audit could not read the application's state: ${run.stateFailure}. ${stateNextStep}`;
  }
  if (forwardTo === undefined) return null;
  const to = new URL(forwardTo).href;
  const attempts = run.record.deliveries.filter(({ url }) => url === to).flatMap((delivery) => delivery.attempts);
  if (attempts.length === 0 || attempts.some(({ status }) => status !== null)) return null;
  return `No webhook arrived at ${forwardTo}: ${attempts.at(-1)?.error}. Make the command start the application and wait until it listens there, or leave out --forward-to.`;
}

const portTaken = /EADDRINUSE|address already in use|port is already allocated/i;

/** A hint about the likely fault of a scenario, based on its output, as a sentence to append. */
function hintOf({ output }: Run, jobs: number): string {
  if (!portTaken.test(output)) return '';
  return jobs > 1
    ? ` A port was in use: --jobs ${jobs} starts several runs at the same time, so each run needs its own port; or leave out --jobs.`
    : ' A port was in use: stop the program that uses it, or let the application use any free port.';
}
