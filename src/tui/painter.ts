import { EventEmitter } from 'node:events';
import stringWidth from 'string-width';

/** What a frame needs to know of the terminal. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

/** What the painter needs of a terminal. */
export interface PaintedOn extends TerminalSize {
  write(text: string): unknown;
}

/** The least between two paintings, in milliseconds: at most 15 a second. */
const paintEvery = 67;

/** Terminals that know of it show everything in between at once. */
const [begin, end] = ['\u001b[?2026h', '\u001b[?2026l'];
const wipe = '\u001b[2J';
const hideCursor = '\u001b[?25l';

/**
 * Stands between Ink and the terminal. Ink hands over every frame whole; of it only the rows that changed are written,
 * each at its own place, so that nothing flickers and nothing depends on where the cursor was.
 */
export class Painter extends EventEmitter implements TerminalSize {
  readonly #terminal: PaintedOn;
  #frame: string | null = null;
  #painted: readonly string[] = [];
  #isWiped = false;
  #paintedAt = Number.NEGATIVE_INFINITY;
  #next: NodeJS.Timeout | null = null;
  #isClosed = false;
  readonly #resized = (): void => {
    this.repaint();
    this.emit('resize');
  };

  constructor(terminal: PaintedOn) {
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

  /** Takes a frame; it is painted at once, or when the one before has stood for a while. */
  write(frame: string): boolean {
    if (frame === '' || this.#isClosed) return true;
    this.#frame = frame;
    const wait = this.#paintedAt + paintEvery - performance.now();
    if (wait <= 0) this.#paint();
    else this.#next ??= setTimeout(() => this.#paint(), wait);
    return true;
  }

  /** Paints all rows anew with the next frame. */
  repaint(): void {
    this.#painted = [];
    this.#isWiped = false;
    if (this.#frame !== null) this.#next ??= setTimeout(() => this.#paint(), paintEvery);
  }

  /** Paints nothing further, also not what Ink still hands over while it goes: the screen may be another's by then. */
  close(): void {
    this.#isClosed = true;
    if (this.#next !== null) clearTimeout(this.#next);
    this.#next = null;
    this.#frame = null;
    this.#terminal.off('resize', this.#resized);
  }

  #paint(): void {
    if (this.#next !== null) clearTimeout(this.#next);
    this.#next = null;
    if (this.#frame === null) return;
    this.#paintedAt = performance.now();
    const lines = this.#frame.split('\n').slice(0, this.rows);
    let text = '';
    for (let at = 0; at < Math.max(lines.length, this.#painted.length); at++) {
      const line = lines[at] ?? '';
      if (line === this.#painted[at]) continue;
      // Erasing behind a row that fills its width would take its last character on some terminals.
      const erase = stringWidth(line) < this.columns ? '\u001b[K' : '';
      text += `\u001b[${at + 1};1H${line}${erase}`;
    }
    this.#painted = lines;
    if (text === '' && this.#isWiped) return;
    this.#terminal.write(`${begin}${hideCursor}${this.#isWiped ? '' : wipe}${text}${end}`);
    this.#isWiped = true;
  }
}
