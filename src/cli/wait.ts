import { setTimeout as sleep } from 'node:timers/promises';
import { durationForms, durationMs } from '../core/base/duration.ts';
import { CommandFailure, exitCodes, wrongUsage } from './failure.ts';

const pollEvery = 50;

/**
 * The milliseconds of a typed duration. A month counts as 30 days.
 * @throws CommandFailure (wrong usage) that shows the accepted forms
 */
export function millisecondsOf(text: string, what: string): number {
  const ms = durationMs(text);
  if (ms === null)
    throw wrongUsage(`${what} '${text}' is not a valid duration; use one of these forms: ${durationForms}.`);
  return ms;
}

/** The same for an option that is named after its unit. A bare number means milliseconds. */
export const bareMilliseconds = (text: string, what: string): number =>
  /^\d+$/.test(text) ? Number(text) : millisecondsOf(text, what);

/**
 * Asks repeatedly until there is an answer, in real time.
 * @throws CommandFailure (a wait that timed out) after `timeout` milliseconds, with the text of `why`
 */
export async function waitFor<A>(timeout: number, ask: () => Promise<A | null>, why: () => string): Promise<A> {
  const deadline = performance.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() >= deadline) throw new CommandFailure(exitCodes.waitEnded, why());
    await sleep(Math.min(pollEvery, Math.max(1, deadline - performance.now())));
  }
}
