import { constants } from 'node:os';
import { exitCodes } from './failure.ts';

/** Signals within this time of the first one count as one, in milliseconds. */
const signalWindow = 100;

/**
 * The signals that are passed on. SIGTSTP stops the whole process group without being passed on, and SIGUSR1 belongs
 * to the debugger.
 */
const passed = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
/** The signals that the terminal also sends to the command. */
const fromTerminal: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
/** The signals that ask a process to end. */
const ending: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'];

/** Returns whether a signal comes after an earlier one, and is not part of it. */
function secondSignals(): () => boolean {
  let first: number | null = null;
  return () => {
    first ??= performance.now();
    return performance.now() - first > signalWindow;
  };
}

/**
 * Catches the signals of this process, and passes them on while the command runs, so that the command decides when it
 * ends. Before and after the command, a second signal ends this process immediately.
 */
export class Signals {
  readonly #early: NodeJS.Signals[] = [];
  readonly #isSecond = secondSignals();
  #pass: ((signal: NodeJS.Signals) => void) | null = null;
  readonly #hear = (signal: NodeJS.Signals): void => {
    const isSecond = ending.includes(signal) && this.#isSecond();
    if (this.#pass === null) {
      if (isSecond) process.exit(128 + constants.signals[signal]);
      this.#early.push(signal);
      return;
    }
    // On a terminal, the command gets these signals itself, because it is in the same process group. On Windows,
    // there are no other signals.
    if (process.platform === 'win32' || (process.stdin.isTTY === true && fromTerminal.includes(signal))) return;
    this.#pass(signal);
  };

  constructor() {
    for (const signal of passed) process.on(signal, this.#hear);
  }

  /** Passes on signals from now on, and also the signals that came before the command. */
  passTo(pass: (signal: NodeJS.Signals) => void): void {
    this.#pass = pass;
    for (const signal of this.#early.splice(0)) pass(signal);
  }

  /** The command has ended. */
  passToNone(): void {
    this.#pass = null;
  }

  release(): void {
    for (const signal of passed) process.off(signal, this.#hear);
  }
}

/** The exit status after a signal; null if no signal came. */
export const statusAfter = (signal: NodeJS.Signals | null): number =>
  signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.done;

const asking = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/**
 * Listens for the signals that ask the process to end.
 * @param hear called with the first signal
 * @param endNow called with a second signal; ends the process
 * @returns a function that stops listening
 */
export function onSignals(hear: (signal: NodeJS.Signals) => void, endNow: (signal: NodeJS.Signals) => void) {
  const isSecond = secondSignals();
  let isHeard = false;
  const listen = (signal: NodeJS.Signals): void => {
    if (isSecond()) endNow(signal);
    else if (!isHeard) hear(signal);
    isHeard = true;
  };
  for (const signal of asking) process.on(signal, listen);
  return () => {
    for (const signal of asking) process.off(signal, listen);
  };
}

/** The first signal that asks the process to end. A second signal ends it immediately. */
export const nextSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolveWith) => {
    onSignals(resolveWith, (signal) => process.exit(statusAfter(signal)));
  });
