import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import type { Place } from './errors.ts';

const newline = 10;
const largestPiece = 1024 * 1024;

/**
 * Takes one line: the bytes from `start` up to its newline at `end`; valid only during the call, or until the promise is
 * kept that it returns where it needs a while.
 */
export type LineReader = (buffer: Buffer, start: number, end: number, place: Place) => Promise<void> | void;

export interface Ending {
  /** The size of the file in bytes. */
  readonly size: number;
  /** What follows the last newline. */
  readonly tail: Buffer;
  /** Where that begins. */
  readonly place: Place;
}

/** Reads a file line by line, never holding more of it than one piece and one line. */
export async function readLines(path: string, take: LineReader): Promise<Ending> {
  const file = await open(path, 'r');
  try {
    return await readFrom(file, take);
  } finally {
    await file.close();
  }
}

async function readFrom(file: FileHandle, take: LineReader): Promise<Ending> {
  const { size } = await file.stat();
  // While one piece is looked through, the next one is read.
  let piece = Buffer.allocUnsafe(Math.min(size + 1, largestPiece));
  let other = Buffer.allocUnsafe(size < largestPiece ? 1 : largestPiece);
  let reading = file.read(piece, 0, piece.length, 0);
  /** The beginning of a line whose end is in a later piece. */
  let begun: Buffer[] = [];
  let offset = 0;
  let line = 1;
  for (let base = 0; ; ) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) return { size: base, tail: Buffer.concat(begun), place: { offset, line } };
    const read = piece.subarray(0, bytesRead);
    base += bytesRead;
    reading = file.read(other, 0, other.length, base);
    let start = 0;
    try {
      for (let end = read.indexOf(newline); end !== -1; end = read.indexOf(newline, start)) {
        if (begun.length === 0) {
          const busy = take(read, start, end, { offset, line });
          if (busy instanceof Promise) await busy;
        } else {
          const whole = Buffer.concat([...begun, read.subarray(0, end)]);
          const busy = take(whole, 0, whole.length, { offset, line });
          if (busy instanceof Promise) await busy;
          begun = [];
        }
        start = end + 1;
        offset = base - bytesRead + start;
        line++;
      }
    } catch (error) {
      await reading.catch(() => {});
      throw error;
    }
    if (start < bytesRead) begun.push(Buffer.from(read.subarray(start)));
    [piece, other] = [other, piece];
  }
}

/** The text of some bytes; null where they are not UTF-8. */
export function textOf(buffer: Buffer, start: number, end: number): string | null {
  const text = buffer.toString('utf8', start, end);
  // What stands for broken bytes may also have been written on purpose.
  return text.includes('\ufffd') && !isUtf8(buffer.subarray(start, end)) ? null : text;
}
