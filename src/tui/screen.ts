import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';

const enter = '\u001b[?1049h\u001b[2J\u001b[H';
const leave = '\u001b[?25h\u001b[?1049l';

/**
 * The terminal while the dashboard has it: its other screen, so that what stood there before stands there again
 * afterwards, whichever way the process ends.
 */
export class Screen {
  readonly #stdout: NodeJS.WriteStream;
  #isOpen = false;
  readonly #onExit = (): void => this.close();
  readonly #onCrash = (): void => this.close();

  constructor(stdout: NodeJS.WriteStream) {
    this.#stdout = stdout;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    process.on('exit', this.#onExit);
    // Before whoever tells of the crash: what it says must stand on the ordinary screen.
    process.prependListener('uncaughtException', this.#onCrash);
    this.#stdout.write(enter);
  }

  /** Gives the terminal back, at once: the process may be ending. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    process.off('exit', this.#onExit);
    process.off('uncaughtException', this.#onCrash);
    try {
      writeSync((this.#stdout as NodeJS.WriteStream & { fd: number }).fd, leave);
    } catch {
      // The terminal has gone.
    }
  }

  /** Puts a text on the clipboard of the terminal, also through ssh and tmux, where it allows that (OSC 52). */
  copy(text: string): void {
    const sequence = `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;
    this.#stdout.write(sequence);
    if (process.env.TMUX !== undefined) {
      this.#stdout.write(`\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`);
    }
  }
}

/**
 * Shows a text in a pager that gets the terminal as it is, and waits until it is closed.
 * @throws Error where the pager cannot be started
 */
export async function showInPager(command: string, text: string): Promise<void> {
  // Ctrl-C is the pager's while it is open.
  const heard = process.listeners('SIGINT');
  process.removeAllListeners('SIGINT');
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  try {
    await new Promise<void>((resolve, reject) => {
      const pager = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
      pager.on('error', reject);
      pager.on('close', (status) =>
        status === 0 || status === null
          ? resolve()
          : reject(new Error(`'${command}' ended with ${status}; set PAGER.`)),
      );
      // A pager that is closed early reads no further.
      pager.stdin.on('error', ignore);
      pager.stdin.end(text);
    });
  } finally {
    process.off('SIGINT', ignore);
    for (const listener of heard) process.on('SIGINT', listener as NodeJS.SignalsListener);
  }
}
