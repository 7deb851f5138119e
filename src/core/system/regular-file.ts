import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { reasonOf } from '../base/system-errors.ts';

/** The size limit of a file that a user names (a fixture, a body, a certificate, the configuration), in bytes. */
export const largestInputFile = 16 * 1024 * 1024;

/**
 * The error for a path that is not a regular file or cannot be read as a whole. The message is a clause that starts
 * with the path.
 */
export class NotRegular extends Error {}

const sizeOf = (bytes: number): string => (bytes < 1_048_576 ? `${bytes / 1_024} KB` : `${bytes / 1_048_576} MB`);

/**
 * Reads a regular file. Pipes and devices are rejected, because they may never end.
 * @param most the size limit in bytes
 * @throws NotRegular if the path is not a regular file, or if the file is too large; Error if the file cannot be
 * opened
 */
export function readRegularFile(path: string, most = largestInputFile): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new NotRegular(`${path} is not a regular file`);
    if (stats.size > most)
      throw new NotRegular(`${path} has ${stats.size} bytes; the maximum is ${most} bytes (${sizeOf(most)})`);
    return readOpen(file, path, most);
  } finally {
    closeSync(file);
  }
}

/**
 * Reads a regular file as text. @throws NotRegular in the same cases as `readRegularFile`, and if the text is not
 * UTF-8
 */
export const readTextFile = (path: string, most = largestInputFile): string =>
  textOf(readRegularFile(path, most), path);

/**
 * Decodes UTF-8 text from a user's program, without the byte order mark that some editors add. The `>` operator of
 * Windows PowerShell 5 writes UTF-16 instead.
 * @param name the file that contains the text
 * @throws NotRegular if the text is UTF-16
 */
export function textOf(bytes: Buffer, name: string): string {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // Without a byte order mark, a zero byte next to an ASCII character indicates UTF-16.
  const isUnmarked = bytes.length > 1 && (first === 0) !== (second === 0);
  if (isMarked || isUnmarked) throw new NotRegular(`${name} is encoded in UTF-16; save it as UTF-8`);
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

/**
 * Reads a regular file that a user named with an option or a variable.
 * @param name the option or the variable: `--tls-cert`
 * @param refuse creates the error from a sentence: `--tls-cert cert.pem cannot be read: …`
 * @throws the error of `refuse`
 */
export function readNamedFile(
  name: string,
  path: string,
  refuse: (sentence: string) => Error,
  most = largestInputFile,
): Buffer {
  return orRefused(() => readRegularFile(path, most), name, path, refuse);
}

/** Reads such a file as text. @throws the error of `refuse`, also if the text is not UTF-8 */
export function readNamedText(
  name: string,
  path: string,
  refuse: (sentence: string) => Error,
  most = largestInputFile,
): string {
  return orRefused(() => readTextFile(path, most), name, path, refuse);
}

function orRefused<T>(read: () => T, name: string, path: string, refuse: (sentence: string) => Error): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotRegular) throw refuse(`${name} ${error.message}.`);
    throw refuse(`${name} ${path} cannot be read: ${reasonOf(error)}`);
  }
}

/**
 * Reads a file or a pipe to its end. Shells can pass the output of a command as a pipe.
 * @param path `-` reads stdin
 * @throws NotRegular if there are more bytes than the limit; Error if the file cannot be opened
 */
export function readToEnd(path: string, most = largestInputFile): Buffer {
  if (path === '-') return readOpen(0, 'stdin', most);
  const file = openSync(path, 'r');
  try {
    return readOpen(file, path, most);
  } finally {
    closeSync(file);
  }
}

const pieceSize = 65_536;

/**
 * Reads an open file to its end. The reported size is not used, because system files report 0, and other files can
 * grow during the read.
 */
function readOpen(file: number, name: string, most: number): Buffer {
  const pieces: Buffer[] = [];
  for (let size = 0; ; ) {
    const piece = Buffer.allocUnsafe(pieceSize);
    const read = readSync(file, piece);
    if (read === 0) return Buffer.concat(pieces, size);
    pieces.push(piece.subarray(0, read));
    size += read;
    if (size > most) throw new NotRegular(`${name} exceeds the maximum of ${most} bytes (${sizeOf(most)})`);
  }
}
