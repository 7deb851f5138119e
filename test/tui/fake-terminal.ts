import { PassThrough, Writable } from 'node:stream';
import { EmulatedScreen } from './emulated-screen.ts';

/** The two streams of a terminal that somebody sits at, in this process. */
export class FakeTerminal {
  readonly screen: EmulatedScreen;
  readonly #input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {}, ref() {}, unref() {} });
  readonly #output: Writable & { columns: number; rows: number };

  /** A terminal of 0 by 0 does not tell its size; it has 80 by 24. */
  constructor(columns: number, rows: number) {
    const screen = new EmulatedScreen(columns || 80, rows || 24);
    const output = new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        screen.write(text);
        done();
      },
    });
    this.screen = screen;
    // No such descriptor: what is written past the stream, as the process ends, goes nowhere.
    this.#output = Object.assign(output, { isTTY: true, columns, rows, fd: -1 });
  }

  get stdin(): NodeJS.ReadStream {
    return this.#input as unknown as NodeJS.ReadStream;
  }

  get stdout(): NodeJS.WriteStream & { fd: number } {
    return this.#output as unknown as NodeJS.WriteStream & { fd: number };
  }

  type(bytes: string): void {
    this.#input.write(bytes);
  }

  resize(columns: number, rows: number): void {
    this.screen.resize(columns, rows);
    Object.assign(this.#output, { columns, rows });
    this.#output.emit('resize');
  }
}
