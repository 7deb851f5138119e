import xterm from '@xterm/headless';

/** What is looked for on a screen: a text, a pattern, or whatever a function says. */
export type Sought = string | RegExp | ((screen: string) => boolean);

/** Whether a screen has a rule from one side to the other, whatever stands in it. */
export const hasRule = (screen: string, columns: number): boolean =>
  screen.split('\n').some((line) => line.length === columns && /^─.*─$/.test(line));

/** A terminal emulator that is fed what a program writes. */
export class EmulatedScreen {
  readonly #terminal: xterm.Terminal;
  /** Every byte that was written. */
  written = '';

  constructor(columns: number, rows: number) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  }

  write(text: string): void {
    this.written += text;
    this.#terminal.write(text);
  }

  /** Resolves when all that was written is on the screen. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#terminal.write('', resolve));
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  /** What a person sees, row by row. */
  text(): string {
    const { active } = this.#terminal.buffer;
    const rows = Array.from(
      { length: this.#terminal.rows },
      (_, at) => active.getLine(active.baseY + at)?.translateToString(true) ?? '',
    );
    return rows.join('\n');
  }

  /** Whether the program has the terminal's alternate screen. */
  isAlternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  /** The colour of the foreground of each cell that has one. */
  colors(): Set<number> {
    const found = new Set<number>();
    const { active } = this.#terminal.buffer;
    for (let y = 0; y < this.#terminal.rows; y++) {
      const line = active.getLine(active.baseY + y);
      for (let x = 0; x < this.#terminal.cols; x++) {
        const cell = line?.getCell(x);
        if (cell !== undefined && !cell.isFgDefault()) found.add(cell.getFgColor());
      }
    }
    return found;
  }

  /** Waits until something is on the screen. */
  async until(sought: Sought, milliseconds = 25_000): Promise<string> {
    const deadline = performance.now() + milliseconds;
    for (;;) {
      await this.settled();
      const text = this.text();
      if (isOn(text, sought)) return text;
      if (performance.now() > deadline) throw new Error(`The screen never showed ${String(sought)}:\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }
}

function isOn(screen: string, sought: Sought): boolean {
  if (typeof sought === 'string') return screen.includes(sought);
  return typeof sought === 'function' ? sought(screen) : sought.test(screen);
}
