import { crc32 } from 'node:zlib';

/*
 * A line of the journal is a JSON array of a checksum (CRC-32 of the bytes between the comma and the closing bracket,
 * eight hexadecimal digits) and what it is about: first a head, then commits, and a note for each start.
 */

/** The format that journals are written in. Since 2, a commit may name a file in place of the records of a data set. */
export const journalFormat = 2;

/** How many bytes stand before the content of a line: `["89abcdef",`. */
export const prefixLength = 12;
/** How many stand behind it: `]` and the newline. */
export const suffixLength = 2;

/** The first line: what the file is, and from which commit it goes on. */
export interface JournalHead {
  readonly journal: 'payments-emulator';
  readonly format: number;
  readonly emulator: string;
  readonly seed: number;
  readonly starts: number;
  /** The sequence number of the last commit before its own. */
  readonly after: number;
}

export const headOf = (emulator: string, seed: number, starts: number, after: number): JournalHead => ({
  journal: 'payments-emulator',
  format: journalFormat,
  emulator,
  seed,
  starts,
  after,
});

/** The bytes of the lines with these contents. */
export const encodeLines = (contents: readonly string[]): Buffer => new LineEncoder().encode(contents);

const leastLength = 4_096;
/** Memory that a large batch took is given back with the next one. */
const mostLength = 1_048_576;
/** How many bytes a character of a text takes at most. */
const longestCharacter = 3;

/** Encodes lines again and again in the same memory: a new piece for each batch would cost more than the encoding. */
export class LineEncoder {
  #bytes = Buffer.allocUnsafe(leastLength);

  /** The bytes of the lines with these contents; they hold until the next call. */
  encode(contents: readonly string[]): Buffer {
    if (this.#bytes.length > mostLength) this.#bytes = Buffer.allocUnsafe(leastLength);
    let at = 0;
    for (const content of contents) {
      const longest = content.length > mostLength ? Buffer.byteLength(content) : content.length * longestCharacter;
      this.#makeRoom(at, longest + prefixLength + suffixLength);
      const bytes = this.#bytes;
      const start = at + prefixLength;
      const end = start + bytes.write(content, start);
      writePrefix(bytes, at, crc32(bytes.subarray(start, end)));
      bytes[end] = 0x5d;
      bytes[end + 1] = 0x0a;
      at = end + suffixLength;
    }
    return this.#bytes.subarray(0, at);
  }

  #makeRoom(used: number, length: number): void {
    if (used + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(used + length, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, used);
    this.#bytes = larger;
  }
}

const hexDigits = Buffer.from('0123456789abcdef');

/** Writes what stands before the content of a line: `["89abcdef",`. */
function writePrefix(bytes: Buffer, at: number, checksum: number): void {
  bytes[at] = 0x5b;
  bytes[at + 1] = 0x22;
  bytes[at + 10] = 0x22;
  bytes[at + 11] = 0x2c;
  let sum = checksum;
  for (let digit = at + 9; digit > at + 1; digit--) {
    bytes[digit] = hexDigits[sum & 15]!;
    sum >>>= 4;
  }
}

/** A checksum in eight hexadecimal digits. */
export const hexOf = (sum: number): string => sum.toString(16).padStart(8, '0');

/** Adds the checksum of the line that begins at `start` to the one of the lines before it. */
export const addChecksum = (sum: number, bytes: Buffer, start: number): number =>
  crc32(bytes.subarray(start + 2, start + 10), sum);

/** Whether a line from `start` to its newline at `end` has the form that `encodeLines` gives. */
export const isFramed = (bytes: Buffer, start: number, end: number): boolean =>
  end - start > prefixLength &&
  bytes[start] === 0x5b &&
  bytes[start + 1] === 0x22 &&
  bytes[start + 10] === 0x22 &&
  bytes[start + 11] === 0x2c &&
  bytes[end - 1] === 0x5d;

/** Whether the checksum of such a line is that of its content. */
export function isSound(bytes: Buffer, start: number, end: number): boolean {
  let sum = crc32(bytes.subarray(start + prefixLength, end - 1));
  for (let at = start + 9; at > start + 1; at--) {
    if (bytes[at] !== hexDigits[sum & 15]) return false;
    sum >>>= 4;
  }
  return true;
}
