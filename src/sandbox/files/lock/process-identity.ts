import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { codeOf } from '../../../core/base/system-errors.ts';

/**
 * Distinguishes a process from a later process with the same number. A field is null if the system does not provide it.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the format of the system. */
  readonly process_start: string | null;
  /** The boot of the machine during which the process started. */
  readonly boot_id: string | null;
  /** The namespace that the number belongs to. On Linux, each container counts its processes from 1. */
  readonly pid_namespace: string | null;
}

export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  process_start: startOf(process.pid),
  boot_id: bootId(),
  pid_namespace: pidNamespace(),
});

/** Whether a process ran before the last start of the machine. */
export function isOfEarlierBoot({ boot_id }: ProcessIdentity): boolean {
  const boot = bootId();
  return boot_id !== null && boot !== null && boot_id !== boot;
}

/**
 * Whether the system can be asked about a process by its number. A process in another container has a different
 * number here.
 */
export const isOfOwnNamespace = ({ pid_namespace }: ProcessIdentity): boolean =>
  pid_namespace === null || pid_namespace === pidNamespace();

/** The namespace of processes outside of containers. Its number is always the same on Linux. */
const outermost = 'pid:[4026531836]';

/** Whether this process runs in a container, so that processes outside of it cannot look it up by its number. */
export const isInContainer = (): boolean => {
  const own = pidNamespace();
  return own !== null && own !== outermost;
};

/**
 * Whether exactly this process runs, in this namespace. If the start of the process is unknown, any process with its
 * number counts.
 */
export function isRunning({ pid, process_start }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const start = startOf(pid);
  return start !== 'ended' && (process_start === null || start === null || process_start === start);
}

/** The start of a process; `ended` if the process only waits to be reaped by its parent; null if it is unknown. */
function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    const stat = read(`/proc/${pid}/stat`);
    if (stat === null) return null;
    // The name in parentheses can contain any characters. After the name come the state and, as the 20th field, the
    // start time in clock ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? null);
  }
  return process.platform === 'darwin' ? ask('ps', ['-o', 'lstart=', '-p', String(pid)]) : null;
}

function pidNamespace(): string | null {
  try {
    return process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : null;
  } catch {
    return null;
  }
}

function bootId(): string | null {
  if (process.platform === 'linux') return read('/proc/sys/kernel/random/boot_id');
  return process.platform === 'darwin' ? ask('sysctl', ['-n', 'kern.bootsessionuuid']) : null;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

function ask(command: string, args: string[]): string | null {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    const answer = execFileSync(command, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return answer === '' ? null : answer;
  } catch {
    return null;
  }
}
