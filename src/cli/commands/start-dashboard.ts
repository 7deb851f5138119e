import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { RunningSandbox } from '../../sandbox.ts';
import type { Left } from '../../tui/open.tsx';
import { giveScreenBack, ignoreInterrupts, whyNoDashboard } from '../../tui/terminal/terminal.ts';
import type { FromDashboard, Opening, ToDashboard } from '../dashboard-messages.ts';
import type { Output } from '../output.ts';

/** Beside the bundle of the program. */
const script = join(import.meta.dirname, 'dashboard-program.js');
/** How long the dashboard may take to give the terminal back, in milliseconds. */
const longestClose = 1_000;

/** Whether `start` opens the dashboard: where somebody sits at a terminal, and asked for nothing else. */
export const opensDashboard = (out: Output, noTui: boolean | undefined): boolean =>
  noTui !== true && !out.json && !out.quiet && whyNoDashboard(process.stdin, process.stdout, process.env) === null;

/** Warnings of the emulator. While the dashboard is open it shows them, and they are printed when it has closed. */
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
 * The process that has the terminal while the dashboard is open, so that no drawing ever holds up an answer. It ends with
 * this one; where it dies before, the terminal is given back for it.
 */
export class DashboardProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #outcome: Extract<FromDashboard, { type: 'left' | 'broke' }> | null = null;
  #hearInterrupts: (() => void) | null = null;
  readonly #takeTerminal = (): void => this.#kill();

  /** Starts it; it draws nothing before it is told to. It holds this process up only while it has the terminal. */
  static async begin(): Promise<DashboardProcess> {
    const { fork } = await import('node:child_process');
    const child = fork(script, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
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

  /** @returns how it was left @throws what broke it; the terminal is given back either way */
  async show(opening: Opening): Promise<Left> {
    process.on('exit', this.#takeTerminal);
    // The report of a crash must stand on the ordinary screen, so that this listener comes before the one that prints it.
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
    throw new Error(outcome?.why ?? `its process ended with ${signalCode ?? exitCode}`);
  }

  warn(text: string): void {
    this.#send({ type: 'warn', text });
  }

  close(): void {
    this.#send({ type: 'close' });
    // One that was stopped, or hangs, gives nothing back.
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), longestClose);
    void this.#ended.then(() => clearTimeout(timer));
  }

  #send(message: ToDashboard): void {
    // Where it has gone, its end tells.
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

  /** At the end of this process, which itself puts the terminal into the mode that it had. */
  #kill(): void {
    if (this.#outcome !== null) return;
    this.#child.kill('SIGKILL');
    giveScreenBack(process.stdout.fd);
  }

  /** After a sudden end: the terminal takes lines and Ctrl-C again. */
  async #restoreTerminal(): Promise<void> {
    giveScreenBack(process.stdout.fd);
    if (process.platform === 'win32') return;
    const { startProgram } = await import('../../spawn.ts');
    await startProgram('stty', ['sane'], { stdio: 'inherit' });
  }
}

/**
 * Shows the dashboard of the emulator that runs here, over its address like any other one, until it is left.
 * @returns the signal that ended it, or that Ctrl-C stands for; null where it was left or asked to stop
 * @throws what broke the dashboard
 */
export async function untilLeft(
  dashboard: DashboardProcess,
  { url, token, certificate, stopRequested }: RunningSandbox,
  signalled: Promise<NodeJS.Signals>,
  warnings: Warnings,
  look: Pick<Opening, 'accept' | 'color' | 'mouse'>,
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
    if (left === 'told') throw new Error('its process was told to end');
    return left === 'interrupt' ? 'SIGINT' : null;
  } catch (error) {
    if (isTold) return await ended;
    throw error;
  } finally {
    warnings.printShown();
  }
}
