import { crc32 } from 'node:zlib';
import { fileFormat } from './errors.ts';

/*
 * A line of the journal is a JSON array of a checksum (CRC-32 of the bytes between the comma and the closing bracket,
 * eight hexadecimal digits) and what it is about: first a head, then commits, and a note for each start.
 */

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
  format: fileFormat,
  emulator,
  seed,
  starts,
  after,
});

/** The bytes of the lines with these contents. */
export function encodeLines(contents: readonly string[]): Buffer {
  let length = 0;
  for (const content of contents) length += Buffer.byteLength(content) + prefixLength + suffixLength;
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const content of contents) {
    const start = at + prefixLength;
    const end = start + bytes.write(content, start);
    bytes.write(`["${checksumOf(bytes, start, end)}",`, at, 'latin1');
    bytes[end] = 0x5d;
    bytes[end + 1] = 0x0a;
    at = end + suffixLength;
  }
  return bytes;
}

const hexDigits = Buffer.from('0123456789abcdef');

/** The checksum of some bytes as it stands in a line. */
const checksumOf = (bytes: Buffer, start: number, end: number): string =>
  crc32(bytes.subarray(start, end)).toString(16).padStart(8, '0');

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
