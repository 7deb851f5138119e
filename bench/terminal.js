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

  /** Everything that it has written since its last command. */
  get text() {
    return this.#text;
  }

  /** Resolves with the milliseconds until it writes a matching text. */
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

  /** Opens a view; resolves with the milliseconds until the view is painted. */
  async goTo(key) {
    this.#text = '';
    this.#pty.write(key);
    return this.until(new RegExp(`▸(\u001b\\[[\\d;]*m)*${key} [A-Z]`));
  }

  /** How often it paints per second during some work. */
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
