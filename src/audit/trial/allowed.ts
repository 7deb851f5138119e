import { failedTests } from '../../core/system/failed-tests.ts';
import type { Run, RunOptions } from './run.ts';
import { controlRuns, firstControlsIn, type TrialLog } from './trial-log.ts';

/** `--allow-failing`: what fails in all control runs says nothing about an adversity. */

const namesIn = (output: string): readonly string[] | null => failedTests(output)?.names ?? null;

/**
 * Whether a command failed only as in all control runs: with the same tests, or with the same status if the output
 * names no tests.
 */
function isAsInControls(controls: readonly Run[], status: number, output: string): boolean {
  const names = namesIn(output);
  const known = controls.map((run) => namesIn(run.output));
  if (names === null || known.includes(null)) return controls.every(({ ended }) => ended.allowedStatus === status);
  return names.every((name) => known.every((others) => others?.includes(name)));
}

const firstControls = (log: TrialLog): Run[] => firstControlsIn(log).map(({ run }) => run);

/** Which failures of the next run are allowed. */
export function allowedFailures(log: TrialLog): RunOptions['allows'] {
  if (log.options.allowFailing !== true) return undefined;
  const controls = firstControls(log);
  // Only the last of the control runs shows what all of them have in common.
  if (controls.length < controlRuns) return () => true;
  return (status, output) => isAsInControls(controls, status, output);
}

/** A control run whose failures are not those of the other; null if there is none. */
export const otherwiseFailing = (log: TrialLog): Run | null => {
  const controls = firstControls(log);
  const isOther = ({ ended: { allowedStatus }, output }: Run): boolean =>
    allowedStatus !== undefined && !isAsInControls(controls, allowedStatus, output);
  return controls.length < controlRuns ? null : (controls.find(isOther) ?? null);
};

/** What the audit ignores, as a sentence; empty if nothing failed. */
export function allowedWords(log: TrialLog): string[] {
  const [first] = firstControls(log).filter(({ ended }) => ended.allowedStatus !== undefined);
  if (first === undefined) return [];
  const names = namesIn(first.output)?.join(', ') ?? `exit status ${first.ended.allowedStatus}`;
  return [`The scenario fails without any adversity, which --allow-failing ignores: ${names}.`];
}
