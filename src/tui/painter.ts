import { EventEmitter } from 'node:events';
import { widthOf } from './cells.ts';

interface Resizable {
  readonly columns: number;
  readonly rows: number;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

/** What the dashboard is drawn on. */
export interface Surface extends Resizable {
  /** Takes the rows of the screen, as they are written; absent: Ink draws them. */
  paint?(rows: readonly string[]): void;
}

/** What the painter needs of a terminal. */
export interface Terminal extends Resizable {
  write(text: string): unknown;
}

/** Terminals that know of it show everything in between at once. */
const [begin, end] = ['\u001b[?2026h', '\u001b[?2026l'];
const wipe = '\u001b[2J';
const hideCursor = '\u001b[?25l';
// biome-ignore lint/suspicious/noControlCharactersInRegex: what turns looks on and off
const codes = /\u001b\[[\d;]*m/g;

/**
 * Writes the rows that changed to the terminal, each at its own place, so that nothing flickers and nothing depends on
 * where the cursor was.
 */
export class Painter extends EventEmitter implements Surface {
  readonly #terminal: Terminal;
  #painted: readonly string[] = [];
  #isWiped = false;
  #isClosed = false;
  readonly #resized = (): void => {
    this.forget();
    this.emit('resize');
  };

  constructor(terminal: Terminal) {
    super();
    this.#terminal = terminal;
    terminal.on('resize', this.#resized);
  }

  get columns(): number {
    return this.#terminal.columns || 80;
  }

  get rows(): number {
    return this.#terminal.rows || 24;
  }

  paint(rows: readonly string[]): void {
    if (this.#isClosed) return;
    const shown = rows.slice(0, this.rows);
    let text = '';
    for (let at = 0; at < Math.max(shown.length, this.#painted.length); at++) {
      const row = shown[at] ?? '';
      if (row === this.#painted[at]) continue;
      // Erasing behind a row that fills its width would take its last character on some terminals.
      const erase = widthOf(row.replace(codes, '')) < this.columns ? '\u001b[K' : '';
      text += `\u001b[${at + 1};1H${row}${erase}`;
    }
    this.#painted = shown;
    if (text === '' && this.#isWiped) return;
    this.#terminal.write(`${begin}${hideCursor}${this.#isWiped ? '' : wipe}${text}${end}`);
    this.#isWiped = true;
  }

  /** Whatever the terminal shows by now: the next painting writes all rows anew. */
  forget(): void {
    this.#painted = [];
    this.#isWiped = false;
  }

  /** What Ink itself would write: nothing, for the rows go past it. */
  write(_text: string): boolean {
    return true;
  }

  /** Paints nothing further: the screen may be another's by then. */
  close(): void {
    this.#isClosed = true;
    this.#terminal.off('resize', this.#resized);
  }
}
