import { setTimeout as sleep } from 'node:timers/promises';
import { durationForms, durationMs } from '../base/duration.ts';
import { CommandFailure, exitCodes, wrongUsage } from './failure.ts';

const pollEvery = 50;

/**
 * Milliseconds of a duration that was typed, months as 30 days.
 * @throws CommandFailure (wrong usage) that shows the accepted forms
 */
export function millisecondsOf(text: string, what: string): number {
  const ms = durationMs(text);
  if (ms === null) throw wrongUsage(`${what} '${text}' is no duration; write it like ${durationForms}.`);
  return ms;
}

/** The same of an option that is named after its unit: a number alone is milliseconds. */
export const heldBack = (text: string, what: string): number =>
  /^\d+$/.test(text) ? Number(text) : millisecondsOf(text, what);

/**
 * Asks again and again until there is an answer, in real time.
 * @throws CommandFailure (a wait that ended) after `timeout` milliseconds, with what `why` says
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
