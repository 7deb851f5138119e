import { exitCodes } from './failure.ts';

/** Signals within this time of the first one count as one, in milliseconds. */
const signalWindow = 100;

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

/** The exit status after a signal; null: no signal came. */
export const statusAfter = (signal: NodeJS.Signals | null): number =>
  signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.done;

/** The first signal that asks the process to end; a second signal ends it at once. */
export function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolveWith) => {
    let first: number | null = null;
    const hear = (signal: NodeJS.Signals): void => {
      if (first === null) {
        first = performance.now();
        resolveWith(signal);
      } else if (performance.now() - first > signalWindow) {
        process.exit(statusAfter(signal));
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.on(signal, hear);
  });
}
