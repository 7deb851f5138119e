import { startProgram, statusOf, whyNotStarted } from '../core/system/spawn.ts';
import type { CommandOutput } from './command-output.ts';
import { complain } from './failure.ts';
import type { Signals } from './signals.ts';

/**
 * Runs a command of the user, and passes signals on to it.
 * @returns its exit status; 128 plus the number of the signal if a signal ended it
 */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  env: Record<string, string | undefined>,
  signals: Signals,
  printed: CommandOutput,
): Promise<number> {
  // The command may need time to end; the sender of the signal decides how long.
  const child = startProgram(command, args, { stdio: printed.stdio, env, forceKillAfterDelay: false });
  printed.readFrom(child);
  child.once('spawn', () => signals.passTo((signal) => child.kill(signal)));
  const ended = await child;
  signals.passToNone();
  const failure = whyNotStarted(command, ended);
  if (failure === null) return statusOf(ended.exitCode, ended.signal);
  complain(failure.reason);
  return failure.status;
}
