import { type ChildProcess, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { execa, type Options, type Result, type ResultPromise } from 'execa';

/** The exit statuses that shells use: program not found, and program not executable. */
const notFound = 127;
const notRunnable = 126;

/**
 * Starts a program without a shell, which could change the arguments. The program is found in the same way as by a
 * shell. It ends with this process, unless it has its own process group (`detached`). The promise resolves when the
 * program ends, and never rejects.
 * @param options `env` is the program's complete environment
 */
export const startProgram = (program: string, words: readonly string[], options: Options): ResultPromise<Options> =>
  execa(program, words, { extendEnv: options.env === undefined, reject: false, ...options });

/**
 * The exit status for a program that could not be started, and the reason as a sentence; null if the program was
 * started.
 */
export function whyNotStarted(program: string, result: Result<Options>): { status: number; reason: string } | null {
  const { exitCode, signal, code, originalMessage } = result;
  if (code === 'ENOENT' || (exitCode === 1 && isUnknownToWindows(program))) {
    return { status: notFound, reason: `${program} was not found. Check that it is installed and on the PATH.` };
  }
  if (exitCode !== undefined || signal !== undefined) return null;
  return { status: notRunnable, reason: `${program} cannot be run: ${originalMessage}` };
}

/**
 * Whether Windows does not find a program. Windows starts a file other than an `.exe` in its shell, and the shell
 * exits with 1 if the program does not exist.
 */
const isUnknownToWindows = (program: string): boolean =>
  process.platform === 'win32' &&
  !/[\\/:]/.test(program) &&
  spawnSync('where', ['/q', program], { stdio: 'ignore' }).status === 1;

/** The exit status of a program, or 128 plus the number of the signal that ended it. */
export const statusOf = (code: number | null | undefined, signal: NodeJS.Signals | null | undefined): number =>
  code ?? 128 + (signal == null ? 0 : constants.signals[signal]);

/**
 * Sends a signal to a program and to all programs that it started. The program must be the leader of a process group.
 * Windows has no process groups or signals, so any signal ends all of these programs.
 * @param signal 0 only checks
 * @returns whether any of these programs was running
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
 * Whether a process of a group is running. A process that has ended stays in the group until its parent waits for it,
 * which the first process in a container may never do. Only Linux shows whether a process has ended. On other
 * systems, every process of a group counts as running.
 */
function runsInGroup(group: number): boolean {
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The process name is in parentheses and can contain any character. The state, the parent and the group follow
      // it.
      const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(itsGroup) === group && state !== 'Z' && state !== 'X';
    } catch {
      // The process ended in the meantime.
      return false;
    }
  });
}
