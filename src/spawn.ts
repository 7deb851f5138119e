import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
// On Windows a plain spawn starts neither `npm`, which is a shell script there, nor files that begin with `#!`.
import spawn from 'cross-spawn';

/** The exit statuses of shells: program not found, and program not executable. */
const notFound = 127;
const notRunnable = 126;

/** Starts a program that is found as by a shell; no shell interprets its arguments. */
export const startProgram = (program: string, words: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn(program, words, options);

/** The exit status for a program that could not be started, and the reason in a sentence. */
export function whyNotStarted(program: string, error: NodeJS.ErrnoException): { status: number; reason: string } {
  if (error.code === 'ENOENT') {
    return { status: notFound, reason: `${program} was not found: is it installed, and on the PATH?` };
  }
  return { status: notRunnable, reason: `${program} cannot be run: ${error.message}` };
}

/** The exit status of a program that ended; 128 plus the signal's number if a signal ended it. */
export const statusOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

/**
 * Sends a signal to a program and to everything that it started: its process group, which it must lead. Windows has no
 * groups and no signals; there any signal ends all of them.
 * @param signal 0 only checks
 * @returns whether any of them ran
 */
export function signalAll({ pid, exitCode }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  if (process.platform === 'win32') {
    if (signal !== 0) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return exitCode === null;
  }
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
