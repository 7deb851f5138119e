import { type ChildProcess, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { execa, type Options, type Result, type ResultPromise } from 'execa';

/** The exit statuses of shells: program not found, and program not executable. */
const notFound = 127;
const notRunnable = 126;

/**
 * Starts a program as a shell would find it, its words untouched by any shell. It ends with this process, unless it leads
 * a group of its own (`detached`). The promise tells how it ended, and never rejects.
 * @param options `env` is all of its environment
 */
export const startProgram = (program: string, words: readonly string[], options: Options): ResultPromise<Options> =>
  execa(program, words, { extendEnv: options.env === undefined, reject: false, ...options });

/** The exit status of a program that could not be started, and why in a sentence; null: it was started. */
export function whyNotStarted(program: string, result: Result<Options>): { status: number; reason: string } | null {
  const { exitCode, signal, code, originalMessage } = result;
  if (code === 'ENOENT' || (exitCode === 1 && isUnknownToWindows(program))) {
    return { status: notFound, reason: `${program} was not found: is it installed, and on the PATH?` };
  }
  if (exitCode !== undefined || signal !== undefined) return null;
  return { status: notRunnable, reason: `${program} cannot be run: ${originalMessage}` };
}

/** Windows has its shell start what is no `.exe`, and the shell ends with 1 where there is no such program. */
const isUnknownToWindows = (program: string): boolean =>
  process.platform === 'win32' &&
  !/[\\/:]/.test(program) &&
  spawnSync('where', ['/q', program], { stdio: 'ignore' }).status === 1;

/** The exit status of a program that ended, or 128 and the number of the signal that ended it. */
export const statusOf = (code: number | null | undefined, signal: NodeJS.Signals | null | undefined): number =>
  code ?? 128 + (signal == null ? 0 : constants.signals[signal]);

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
    return process.kill(-pid, signal) && (signal !== 0 || runsInGroup(pid));
  } catch {
    return false;
  }
}

/**
 * Whether a process of a group runs. One that has ended is in it until its parent takes note, which the first process of
 * a container may never do. Only Linux tells the two apart: elsewhere every process of a group counts as running.
 */
function runsInGroup(group: number): boolean {
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name, in brackets, may hold anything; behind it come the state, the parent and the group.
      const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(itsGroup) === group && state !== 'Z' && state !== 'X';
    } catch {
      // It has ended in between.
      return false;
    }
  });
}
