import { startProgram, statusOf, whyNotStarted } from '../core/system/spawn.ts';
import type { CommandOutput } from './command-output.ts';
import { complain } from './failure.ts';

/**
 * The signals that are passed on. SIGTSTP stops the whole process group without help, and SIGUSR1 belongs to the
 * debugger.
 */
const passed = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
/** The signals that the terminal also sends to the command. */
const fromTerminal: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/** Catches the signals of this process, and passes them on once the command runs. */
export class Signals {
  readonly #early: NodeJS.Signals[] = [];
  #pass: ((signal: NodeJS.Signals) => void) | null = null;
  readonly #hear = (signal: NodeJS.Signals): void => {
    // On a terminal the command gets these signals itself, because it is in the same process group; on Windows no other
    // signals exist.
    if (process.platform === 'win32' || (process.stdin.isTTY === true && fromTerminal.includes(signal))) return;
    if (this.#pass === null) this.#early.push(signal);
    else this.#pass(signal);
  };

  constructor() {
    for (const signal of passed) process.on(signal, this.#hear);
  }

  passTo(pass: (signal: NodeJS.Signals) => void): void {
    this.#pass = pass;
    for (const signal of this.#early.splice(0)) pass(signal);
  }

  release(): void {
    for (const signal of passed) process.off(signal, this.#hear);
  }
}

/**
 * Runs a command of the user, and passes signals on to it.
 * @returns its exit status; 128 plus the signal's number if a signal ended it
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  signals: Signals,
  printed: CommandOutput,
): Promise<number> {
  // The command may take its time to end: the sender of the signal decides how long.
  const child = startProgram(command, args, { stdio: printed.stdio, env, forceKillAfterDelay: false });
  printed.readFrom(child);
  child.once('spawn', () => signals.passTo((signal) => child.kill(signal)));
  const ended = await child;
  const failure = whyNotStarted(command, ended);
  if (failure === null) return statusOf(ended.exitCode, ended.signal);
  complain(failure.reason);
  return failure.status;
}
