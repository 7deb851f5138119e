import { spawn } from '@lydell/node-pty';

/** The beginning of every painting. */
const painting = '\u001b[?2026h';

/** A program that draws a dashboard, in a pseudo-terminal. */
export class Dashboard {
  #pty;
  #text = '';
  #heard = () => {};

  constructor([command, ...args]) {
    const { CI: _ci, CONTINUOUS_INTEGRATION: _other, ...env } = process.env;
    this.#pty = spawn(command, args, {
      cols: 120,
      rows: 40,
      name: 'xterm-256color',
      env,
    });
    this.#pty.onData((text) => {
      this.#text += text;
      this.#heard();
    });
  }

  get pid() {
    return this.#pty.pid;
  }

  /** All that it has written since it was last asked to do something. */
  get text() {
    return this.#text;
  }

  /** Resolves with the milliseconds until something is written that fits. */
  async until(sought) {
    const begun = performance.now();
    while (!sought.test(this.#text)) {
      if (performance.now() - begun > 20_000) throw new Error(`the dashboard never showed ${sought}`);
      await new Promise((resolve) => {
        this.#heard = resolve;
      });
    }
    return performance.now() - begun;
  }

  /** Goes to a view; resolves with the milliseconds until it is painted as the one that is shown. */
  async goTo(key) {
    this.#text = '';
    this.#pty.write(key);
    return this.until(new RegExp(`▸(\u001b\\[[\\d;]*m)*${key} [A-Z]`));
  }

  /** How often it paints a second while something goes on. */
  async paintings(work) {
    this.#text = '';
    const begun = performance.now();
    const result = await work();
    const seconds = (performance.now() - begun) / 1_000;
    return { result, perSecond: (this.#text.split(painting).length - 1) / seconds };
  }

  end() {
    return new Promise((resolve) => {
      this.#pty.onExit(resolve);
      this.#pty.write('\u0003');
    });
  }
}
