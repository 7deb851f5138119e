import { nextTurn, pause, wakeAfter } from '../base/time.ts';
import { processesWith } from './local-processes.ts';
import { signalAll, startProgram, statusOf, whyNotStarted } from './spawn.ts';

/** How a command ended. */
export interface CommandEnd {
  /** The exit status; 128 plus the number of the signal if a signal ended the command. */
  readonly status: number;
  readonly timedOut: boolean;
}

/** How many characters at the end of the output are kept. */
const keptOutput = 16_384;
/** How long processes may take to end after SIGTERM, in milliseconds. */
const politeness = 1_500;
/** How long the output of a failed command may take to end, in milliseconds. */
const longestRest = 250;

type Environment = Readonly<Record<string, string | undefined>>;

export interface CommandOptions {
  readonly env: Environment;
  /** The time limit, in real milliseconds; absent if there is none. */
  readonly timeout?: number | undefined;
  /** Whether the command is a shell command line. Default: a program and its arguments. */
  readonly inShell?: boolean;
  /**
   * Environment variables unique to this command. They identify processes that left the process group, which then
   * also end with the command. Only on Linux, where these variables can be read.
   */
  readonly marks?: readonly string[];
  /** Receives the command's stdout. Without it, stdout is kept together with stderr. */
  readonly printed?: (text: string) => void;
}

/** A command with all the processes that it starts. They all end together. */
export class RunningCommand {
  readonly ended: Promise<CommandEnd>;
  /** Resolves once the command has ended and all its output was read. */
  readonly closed: Promise<unknown>;
  /** Why the command could not be started; null if it was started. */
  failure: string | null = null;
  readonly #child: ReturnType<typeof startProgram>;
  readonly #marks: readonly string[];
  #output = '';
  #timedOut = false;

  constructor([program = '', ...words]: readonly string[], options: CommandOptions) {
    const { env, timeout, inShell = false, marks = [], printed } = options;
    this.#marks = marks.map((name) => `${name}=${env[name]}`);
    this.#child = startProgram(program, words, {
      env,
      shell: inShell,
      stdio: ['ignore', 'pipe', 'pipe'],
      buffer: false,
      // A separate process group, so that leftover processes end with it.
      detached: process.platform !== 'win32',
    });
    const keep = (text: string): void => {
      this.#output = (this.#output + text).slice(-keptOutput);
    };
    this.#child.stdout?.setEncoding('utf8').on('data', printed ?? keep);
    this.#child.stderr?.setEncoding('utf8').on('data', keep);
    this.closed = this.#child;
    this.ended = new Promise((resolve) => {
      const cancel =
        timeout === undefined
          ? () => {}
          : wakeAfter(timeout, () => {
              this.#timedOut = true;
              void this.end();
            });
      const finish = (status: number): void => {
        cancel();
        resolve({ status, timedOut: this.#timedOut });
      };
      void this.#child.then((result) => {
        const failure = whyNotStarted(program, result);
        if (failure === null) return;
        this.failure = failure.reason;
        finish(failure.status);
      });
      // A leftover process can keep the output open, and the promise would wait for it.
      this.#child.once('exit', (code, signal) => {
        if (code === 0) finish(0);
        // The output names the reason of a failure, and its end may arrive after the exit.
        else void Promise.race([this.#child, pause(longestRest)]).then(() => finish(statusOf(code, signal)));
      });
    });
  }

  /** The end of the command's output, from stdout and stderr. */
  get output(): string {
    return this.#output.trimEnd();
  }

  /** Whether the command, or any process that it started, is still running. */
  get hasProcesses(): boolean {
    return this.#signal(0);
  }

  /** Ends every process, first with SIGTERM, then with SIGKILL. */
  async end(): Promise<void> {
    if (this.#signal('SIGTERM')) {
      let waited = 0;
      for (; waited < politeness && this.hasProcesses; waited += 25) await pause(25);
      if (waited >= politeness) this.#signal('SIGKILL');
    }
    this.#letGo();
  }

  /** Kills every process immediately, when this process itself ends. */
  kill(): void {
    this.#signal('SIGKILL');
    this.#letGo();
  }

  /**
   * Reads the last output in the next turn. After that, a process that keeps the output open does not keep this
   * process alive.
   */
  #letGo(): void {
    nextTurn(() => {
      this.#child.stdout?.destroy();
      this.#child.stderr?.destroy();
    });
  }

  #signal(signal: NodeJS.Signals | 0): boolean {
    const isGroupThere = signalAll(this.#child, signal);
    // Signal 0 only checks: if the group has a process, a search for the marks is not needed.
    return (isGroupThere && signal === 0) || this.#signalOthers(signal) || isGroupThere;
  }

  /** Signals the processes that have left the group and that have the marks. @returns whether such processes exist */
  #signalOthers(signal: NodeJS.Signals | 0): boolean {
    let isAnyThere = false;
    for (const pid of processesWith(this.#marks)) {
      try {
        process.kill(pid, signal);
        isAnyThere = true;
      } catch {
        // The process has ended, or belongs to another user.
      }
    }
    return isAnyThere;
  }
}
