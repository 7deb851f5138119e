import { crc32 } from 'node:zlib';
import { isObject } from '../../../core/base/json-values.ts';
import { Fault } from '../errors.ts';
import { textOf } from './line-reader.ts';

/*
 * A checksummed line is a JSON array of a checksum and an object. The checksum is the CRC-32 of the bytes between the
 * comma and the closing bracket, as eight hexadecimal digits.
 */

/** The bytes before the content of a line: `["89abcdef",`. */
const prefixLength = 12;
/** The bytes after the content of a line: `]` and the newline. */
const suffixLength = 2;

/** The bytes of the lines with these contents. */
export const encodeLines = (contents: readonly string[]): Buffer => new LineEncoder().encode(contents);

const initialLength = 4_096;
/**
 * The largest buffer that is kept, in bytes. A larger buffer, which a large batch needed, is dropped at the next
 * batch.
 */
const keptLength = 1_048_576;
/** The maximum number of bytes in UTF-8 for one UTF-16 unit. */
const bytesAUnit = 3;

/** Encodes all batches in the same buffer, because a new buffer for each batch would cost more than the encoding. */
export class LineEncoder {
  #bytes = Buffer.allocUnsafe(initialLength);

  /** Returns the bytes of the lines with these contents. They stay valid until the next call. */
  encode(contents: readonly string[]): Buffer {
    if (this.#bytes.length > keptLength) this.#bytes = Buffer.allocUnsafe(initialLength);
    let at = 0;
    for (const content of contents) {
      const longest = content.length > keptLength ? Buffer.byteLength(content) : content.length * bytesAUnit;
      this.#reserve(at, longest + prefixLength + suffixLength);
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

  #reserve(used: number, length: number): void {
    if (used + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(used + length, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, used);
    this.#bytes = larger;
  }
}

/** A CRC-32 in the form that files use: eight hexadecimal digits. */
export const hexOf = (sum: number): string => sum.toString(16).padStart(8, '0');

const hexDigits = Buffer.from('0123456789abcdef');

/** Writes the start of a line, before its content: `["89abcdef",`. */
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

/**
 * The content of the line from `start` to its newline at `end`.
 * @throws Fault if the line differs from what was written
 */
export function decodeLine(
  bytes: Buffer,
  start: number,
  end: number,
  file: 'journal' | 'snapshot',
): Record<string, unknown> {
  if (!isFramed(bytes, start, end)) throw new Fault(`the line does not have the format of a ${file} line`);
  if (!isSound(bytes, start, end)) throw new Fault('the checksum of the line does not match');
  const text = textOf(bytes, start + prefixLength, end - 1);
  const content: unknown = text === null ? null : JSON.parse(text);
  if (!isObject(content)) throw new Fault('the line does not contain an object');
  return content;
}

const isFramed = (bytes: Buffer, start: number, end: number): boolean =>
  end - start > prefixLength &&
  bytes[start] === 0x5b &&
  bytes[start + 1] === 0x22 &&
  bytes[start + 10] === 0x22 &&
  bytes[start + 11] === 0x2c &&
  bytes[end - 1] === 0x5d;

/** Whether the checksum of a framed line matches its content. */
function isSound(bytes: Buffer, start: number, end: number): boolean {
  let sum = crc32(bytes.subarray(start + prefixLength, end - 1));
  for (let at = start + 9; at > start + 1; at--) {
    if (bytes[at] !== hexDigits[sum & 15]) return false;
    sum >>>= 4;
  }
  return true;
}
