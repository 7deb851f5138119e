import { textOf } from './reading.ts';

const quotationMark = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** Of the two brackets of a kind, one is the other with this bit. */
const bracketBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/** The text is not what was expected. */
export class Unexpected extends Error {}

/** Goes through JSON as `JSON.stringify` writes it, without making values of what it passes. */
export class LineCursor {
  readonly #bytes: Buffer;
  readonly #end: number;
  /** The place of the next byte. */
  at: number;

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes;
    this.at = start;
    this.#end = end;
  }

  /** Passes a text in ASCII, if it is the next. */
  takes(text: string): boolean {
    for (let offset = 0; offset < text.length; offset++) {
      if (this.#bytes[this.at + offset] !== text.charCodeAt(offset)) return false;
    }
    this.at += text.length;
    return true;
  }

  /** Passes a text in ASCII. @throws Unexpected where it is another */
  expect(text: string): void {
    if (!this.takes(text)) throw new Unexpected(`There is no ${text} at byte ${this.at}.`);
  }

  /** The next value. */
  value(): unknown {
    const start = this.at;
    this.skip();
    const text = textOf(this.#bytes, start, this.at);
    if (text === null) throw new Unexpected(`What stands at byte ${start} is no UTF-8.`);
    return JSON.parse(text);
  }

  /** The next value, which is a text. */
  string(): string {
    const start = this.at;
    if (this.#bytes[start] !== quotationMark) throw new Unexpected(`There is no text at byte ${start}.`);
    const hasEscapes = this.#skipString();
    const text = hasEscapes ? null : textOf(this.#bytes, start + 1, this.at - 1);
    return text ?? JSON.parse(this.#bytes.toString('utf8', start, this.at));
  }

  /** Passes the next value. */
  skip(): void {
    const bytes = this.#bytes;
    let depth = 0;
    do {
      const byte = bytes[this.at]!;
      if (byte === quotationMark) {
        this.#skipString();
      } else if ((byte | bracketBit) === opening) {
        depth++;
        this.at++;
      } else if (depth > 0 && (byte | bracketBit) === closing) {
        depth--;
        this.at++;
      } else if (depth > 0) {
        this.at++;
      } else {
        this.#skipPlain();
      }
      if (this.at > this.#end) throw new Unexpected('The line ends within a value.');
    } while (depth > 0);
  }

  /** Passes a number, true, false or null. */
  #skipPlain(): void {
    const start = this.at;
    for (; this.at < this.#end; this.at++) {
      const byte = this.#bytes[this.at]!;
      if (byte === comma || (byte | bracketBit) === closing) break;
    }
    if (this.at === start) throw new Unexpected(`There is no value at byte ${start}.`);
  }

  /** @returns whether the text has escapes */
  #skipString(): boolean {
    const bytes = this.#bytes;
    let hasEscapes = false;
    let at = this.at + 1;
    for (; at < this.#end && bytes[at] !== quotationMark; at++) {
      if (bytes[at] !== backslash) continue;
      hasEscapes = true;
      at++;
    }
    if (at >= this.#end) throw new Unexpected('The line ends within a text.');
    this.at = at + 1;
    return hasEscapes;
  }
}
