import type { ChildProcess } from 'node:child_process';
import { pause, wakeAfter } from '../engine/clock.ts';
import { signalAll, startProgram, statusOf, whyNotStarted } from '../spawn.ts';

/** How a command ended. */
export interface Ended {
  /** The exit status, or 128 and the number of the signal that ended it. */
  readonly status: number;
  readonly timedOut: boolean;
}

/** How much of its output is kept: the last so many characters. */
const keptOutput = 16_384;
/** How long processes have to end after they were asked to, in milliseconds. */
const politeness = 1_500;

type Environment = Readonly<Record<string, string | undefined>>;

/** A command with all the processes that it starts: a group, which ends as a whole. */
export class RunningCommand {
  readonly ended: Promise<Ended>;
  /** Why it could not be started; null where it was. */
  failure: string | null = null;
  readonly #child: ChildProcess;
  #output = '';
  #timedOut = false;

  /** @param timeout real milliseconds after which it is ended */
  constructor([program = '', ...words]: readonly string[], env: Environment, timeout: number) {
    this.#child = startProgram(program, words, {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what it leaves behind ends with it.
      detached: process.platform !== 'win32',
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-keptOutput);
      });
    }
    this.ended = new Promise((resolve) => {
      const cancel = wakeAfter(timeout, () => {
        this.#timedOut = true;
        void this.end();
      });
      const finish = (status: number): void => {
        cancel();
        resolve({ status, timedOut: this.#timedOut });
      };
      this.#child.once('error', (error: NodeJS.ErrnoException) => {
        const { status, reason } = whyNotStarted(program, error);
        this.failure = reason;
        finish(status);
      });
      // Not 'close': what it left running may hold its output open.
      this.#child.once('exit', (code, signal) => finish(statusOf(code, signal)));
    });
  }

  /** The end of what it printed, on stdout and stderr. */
  get output(): string {
    return this.#output.trimEnd();
  }

  /** Whether any process of the group still runs. */
  get hasProcesses(): boolean {
    return signalAll(this.#child, 0);
  }

  /** Ends every process of the group: asked first, then made to. */
  async end(): Promise<void> {
    if (!signalAll(this.#child, 'SIGTERM')) return;
    for (let waited = 0; waited < politeness; waited += 25) {
      if (!this.hasProcesses) return;
      await pause(25);
    }
    signalAll(this.#child, 'SIGKILL');
  }

  /** Ends every process of the group at once: for when this process ends itself. */
  kill(): void {
    signalAll(this.#child, 'SIGKILL');
  }
}
