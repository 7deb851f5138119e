/** Writes to the terminal. stdout receives only data; remarks about the data go to stderr. */

import { clean, cleanLines, cleanStyled, safeJson } from '../core/base/terminal-text.ts';

export { clean, counted, instant, markdownText, safeJson, sizeText, spell } from '../core/base/terminal-text.ts';

export interface OutputOptions {
  json: boolean;
  quiet: boolean;
  color: boolean;
  /** The destination of the output. Default: stdout and stderr of this process. */
  sink?: Sink;
}

/** Receives the output of a command. */
export interface Sink {
  /** The requested data. */
  data(text: string): void;
  /** A remark about the data. */
  remark(text: string): void;
}

const terminal: Sink = {
  data: (text) => void process.stdout.write(text),
  remark: (text) => void process.stderr.write(text),
};

/** A cell: plain text, or text with a style. */
export type Cell = string | number | null | undefined | Styled;

export interface Styled {
  text: string;
  style: Style;
}

export type Style = keyof typeof styles;

const styles = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export class Output {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly #sink: Sink;
  #isMoving = false;

  constructor({ json, quiet, color, sink = terminal }: OutputOptions) {
    this.#sink = sink;
    this.json = json;
    this.quiet = quiet;
    this.color = color;
  }

  /** One result: the document with `--json`, or text for a person. */
  document(value: unknown, human: () => string): void {
    this.print(this.json ? safeJson(value, process.stdout.isTTY === true ? 2 : undefined) : human());
  }

  /** One item of a stream, as a line. */
  item(value: unknown, human: () => string): void {
    this.print(this.json ? safeJson(value) : human());
  }

  /** The line that `item` would print. */
  line(value: unknown, human: string): string {
    return this.json ? safeJson(value) : human;
  }

  /** Text for a person, on stdout. Only the styles of this class can control the terminal. */
  print(text: string): void {
    this.#write(this.#cleaned(text));
  }

  /** A document for a program, on stdout. It is unchanged, unless stdout is a terminal. */
  raw(text: string): void {
    this.#write(process.stdout.isTTY === true ? cleanLines(text) : text);
  }

  #write(text: string): void {
    if (text !== '') this.#sink.data(text.endsWith('\n') ? text : `${text}\n`);
  }

  /** A remark on stderr. `--quiet` omits it. */
  note(text: string): void {
    if (!this.quiet) this.#sink.remark(`${this.#erased()}${this.#cleaned(text)}\n`);
  }

  /**
   * Writes a line to a terminal's stderr. The line stays visible until the next remark. If stderr is not a terminal,
   * the line is omitted.
   */
  moving(text: string): void {
    if (this.quiet || process.stderr.isTTY !== true) return;
    this.#sink.remark(`${this.#erased()}${this.#cleaned(text).slice(0, process.stderr.columns - 1)}`);
    this.#isMoving = true;
  }

  /** The characters that remove the line of `moving`. */
  #erased(): string {
    const isThere = this.#isMoving;
    this.#isMoving = false;
    return isThere ? '\r\u001b[2K' : '';
  }

  #cleaned(text: string): string {
    return this.color ? cleanStyled(text) : cleanLines(text);
  }

  paint(style: Style, text: string): string {
    return this.color ? `\u001b[${styles[style]}m${text}\u001b[0m` : text;
  }

  /** A table. Each column is as wide as its widest cell. `empty` is printed if there are no rows. */
  table(headings: readonly string[], rows: readonly (readonly Cell[])[], empty: string): string {
    if (rows.length === 0) return this.quiet ? '' : empty;
    const texts = rows.map((row) => row.map(textOf));
    const widths = headings.map((heading, column) =>
      Math.max(this.quiet ? 0 : heading.length, ...texts.map((row) => widthOf(row[column] ?? ''))),
    );
    const numeric = headings.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
    const line = (row: readonly Cell[]): string =>
      row
        .map((cell, column) => {
          const text = textOf(cell);
          const gap = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(text)));
          const painted = isStyled(cell) ? this.paint(cell.style, text) : text;
          return numeric[column] === true ? gap + painted : painted + gap;
        })
        .join('  ')
        .trimEnd();
    const lines = rows.map(line);
    if (!this.quiet) lines.unshift(line(headings.map((text) => ({ text, style: 'dim' as const }))));
    return lines.join('\n');
  }

  /** Names and values, one pair per line. */
  pairs(pairs: readonly (readonly [name: string, value: Cell])[]): string {
    const width = Math.max(...pairs.map(([name]) => name.length));
    return pairs
      .map(([name, value]) => {
        const text = textOf(value);
        const shown = isStyled(value) ? this.paint(value.style, text) : text;
        return `${this.paint('dim', name.padEnd(width))}  ${shown}`.trimEnd();
      })
      .join('\n');
  }
}

const isStyled = (cell: Cell): cell is Styled => typeof cell === 'object' && cell !== null;

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '-';
  return clean(isStyled(cell) ? cell.text : String(cell));
}

/**
 * The width of a text in columns. East Asian wide characters and emoji take two columns. The dashboard's library for
 * widths creates a segmenter when it is loaded, which would cost each command 20 ms.
 */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : /\p{M}/u.test(character) ? 0 : 1;
  return width;
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
