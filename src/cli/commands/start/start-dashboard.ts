import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { DashboardExit } from '../../../desk/terminal/open.tsx';
import { giveScreenBack, ignoreInterrupts, whyNoDashboard } from '../../../desk/terminal/terminal/terminal.ts';
import type { RunningSandbox } from '../../../emulator/sandbox-options.ts';
import type { FromDashboard, Opening, ToDashboard } from '../../dashboard-messages.ts';
import type { Output } from '../../output.ts';

/** The file next to the program's bundle. */
const script = (): string => join(import.meta.dirname, 'dashboard-program.js');
/** How long the dashboard may take to release the terminal, in milliseconds. */
const longestClose = 1_000;

/** Whether `start` opens the dashboard: on a terminal, unless an option selects another output. */
export const opensDashboard = (out: Output, noTui: boolean | undefined): boolean =>
  noTui !== true && !out.json && !out.quiet && whyNoDashboard(process.stdin, process.stdout, process.env) === null;

/** Warnings of the emulator. The open dashboard shows them. After it closes, this process prints them. */
export class Warnings {
  readonly #print: (text: string) => void;
  #show: ((text: string) => void) | null = null;
  #shown: string[] = [];

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  say(text: string): void {
    if (this.#show === null) {
      this.#print(text);
      return;
    }
    this.#shown.push(text);
    this.#show(text);
  }

  showBy(show: (text: string) => void): void {
    this.#show = show;
  }

  printShown(): void {
    this.#show = null;
    const shown = this.#shown;
    this.#shown = [];
    for (const text of shown) this.#print(text);
  }
}

/**
 * The process that owns the terminal while the dashboard is open, so that drawing never delays a response. It ends
 * with this process. If it ends unexpectedly, this process restores the terminal.
 */
export class DashboardProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #outcome: Extract<FromDashboard, { type: 'left' | 'broke' }> | null = null;
  #hearInterrupts: (() => void) | null = null;
  readonly #takeTerminal = (): void => this.#kill();

  /**
   * Starts the dashboard's process, which draws nothing before `show`. It keeps this process alive only while it owns
   * the terminal.
   */
  static async begin(): Promise<DashboardProcess> {
    const { fork } = await import('node:child_process');
    const child = fork(script(), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    child.unref();
    child.channel?.unref();
    return new DashboardProcess(child);
  }

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', (error) => {
        this.#outcome ??= { type: 'broke', why: error.message };
        resolve();
      });
    });
    child.on('message', (message: FromDashboard) => this.#hear(message));
  }

  /**
   * @returns how the user left the dashboard
   * @throws the error that broke the dashboard; the terminal is restored in either case
   */
  async show(opening: Opening): Promise<DashboardExit> {
    process.on('exit', this.#takeTerminal);
    // Restores the terminal first, because the listener that prints the crash needs the normal screen.
    process.prependListener('uncaughtException', this.#takeTerminal);
    this.#send({ type: 'open', opening });
    await this.#ended;
    this.#hearInterrupts?.();
    process.off('exit', this.#takeTerminal);
    process.off('uncaughtException', this.#takeTerminal);
    const outcome = this.#outcome;
    if (outcome?.type === 'left') return outcome.how;
    if (outcome === null) await this.#restoreTerminal();
    const { exitCode, signalCode } = this.#child;
    throw new Error(outcome?.why ?? `the dashboard process exited with ${signalCode ?? exitCode}`);
  }

  warn(text: string): void {
    this.#send({ type: 'warn', text });
  }

  close(): void {
    this.#send({ type: 'close' });
    // A stopped or hanging dashboard would never release the terminal.
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), longestClose);
    void this.#ended.then(() => clearTimeout(timer));
  }

  #send(message: ToDashboard): void {
    // If the process is gone, its exit event reports that.
    this.#child.send(message, () => {});
  }

  #hear(message: FromDashboard): void {
    if (message.type === 'lend') {
      this.#hearInterrupts ??= ignoreInterrupts();
      this.#send({ type: 'lent' });
    } else if (message.type === 'returned') {
      this.#hearInterrupts?.();
      this.#hearInterrupts = null;
    } else {
      this.#outcome = message;
    }
  }

  /** Kills the dashboard's process when this process ends. This process then restores the screen. */
  #kill(): void {
    if (this.#outcome !== null) return;
    this.#child.kill('SIGKILL');
    giveScreenBack(process.stdout.fd);
  }

  /** After a sudden end, makes the terminal accept lines and Ctrl-C again. */
  async #restoreTerminal(): Promise<void> {
    giveScreenBack(process.stdout.fd);
    if (process.platform === 'win32') return;
    const { startProgram } = await import('../../../core/system/spawn.ts');
    await startProgram('stty', ['sane'], { stdio: 'inherit' });
  }
}

/**
 * Shows the dashboard of this process's emulator, which it calls at its address, until the user leaves it.
 * @returns the signal that ended the dashboard, or the signal for Ctrl-C; null if the user left the dashboard, or
 * this process closed it
 * @throws the error that broke the dashboard
 */
export async function untilLeft(
  dashboard: DashboardProcess,
  { url, token, certificate, stopRequested }: RunningSandbox,
  signalled: Promise<NodeJS.Signals>,
  warnings: Warnings,
  look: Pick<Opening, 'accept' | 'color'>,
): Promise<NodeJS.Signals | null> {
  const ended = Promise.race([signalled, stopRequested.then(() => null)]);
  let isTold = false;
  void ended.then(() => {
    isTold = true;
    dashboard.close();
  });
  warnings.showBy((text) => dashboard.warn(text));
  try {
    const left = await dashboard.show({ url, token, certificate, ...look });
    if (isTold) return await ended;
    if (left === 'told') throw new Error('the dashboard process received a signal to end');
    return left === 'interrupt' ? 'SIGINT' : null;
  } catch (error) {
    if (isTold) return await ended;
    throw error;
  } finally {
    warnings.printShown();
  }
}
