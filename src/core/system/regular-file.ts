import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { reasonOf } from '../base/system-errors.ts';

/** The size limit of a file that a user names (a fixture, a body, a certificate, the configuration), in bytes. */
export const largestGiven = 16 * 1024 * 1024;

/**
 * The error for a path that is not a file that can be read in one go. The message is one clause that begins with the
 * path.
 */
export class NotRegular extends Error {}

const sizeOf = (bytes: number): string => (bytes < 1_048_576 ? `${bytes / 1_024} KB` : `${bytes / 1_048_576} MB`);

/**
 * Reads a regular file. Pipes and devices are refused, because they may never end.
 * @param most the size limit in bytes
 * @throws NotRegular for a path that is not a regular file, or for a larger file; Error if the file cannot be opened
 */
export function readRegularFile(path: string, most = largestGiven): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new NotRegular(`${path} is not a regular file`);
    if (stats.size > most)
      throw new NotRegular(`${path} has ${stats.size} bytes; ${most} (${sizeOf(most)}) are the most`);
    return readOpen(file, path, most);
  } finally {
    closeSync(file);
  }
}

/** Reads a regular file as a text. @throws NotRegular as `readRegularFile` does, and for another text than UTF-8 */
export const readTextFile = (path: string, most = largestGiven): string => textOf(readRegularFile(path, most), path);

/**
 * A text that a user's program wrote as UTF-8, without the mark that some editors set before it. The `>` of Windows
 * PowerShell 5 writes UTF-16 instead.
 * @param name the file that holds the text
 * @throws NotRegular for UTF-16
 */
export function textOf(bytes: Buffer, name: string): string {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // Without the mark, one zero byte beside a sign of ASCII shows it.
  const isUnmarked = bytes.length > 1 && (first === 0) !== (second === 0);
  if (isMarked || isUnmarked) throw new NotRegular(`${name} is UTF-16; save it as UTF-8`);
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

/**
 * Reads a regular file that a user names by an option or a variable.
 * @param name the option or the variable: `--tls-cert`
 * @param refuse makes the error of a sentence: `--tls-cert cert.pem cannot be read: …`
 * @throws the error of `refuse`
 */
export function readNamedFile(
  name: string,
  path: string,
  refuse: (sentence: string) => Error,
  most = largestGiven,
): Buffer {
  return orRefused(() => readRegularFile(path, most), name, path, refuse);
}

/** Reads such a file as a text. @throws the error of `refuse`, also for another text than UTF-8 */
export function readNamedText(
  name: string,
  path: string,
  refuse: (sentence: string) => Error,
  most = largestGiven,
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
 * Reads a file or a pipe to its end. Shells pass the output of a command as a pipe.
 * @param path `-`: stdin
 * @throws NotRegular for more bytes than the limit; Error if the file cannot be opened
 */
export function readToEnd(path: string, most = largestGiven): Buffer {
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
 * Reads an open file to its end. The reported size is not used: files of the system report 0, and other files may grow
 * meanwhile.
 */
function readOpen(file: number, name: string, most: number): Buffer {
  const pieces: Buffer[] = [];
  for (let size = 0; ; ) {
    const piece = Buffer.allocUnsafe(pieceSize);
    const read = readSync(file, piece);
    if (read === 0) return Buffer.concat(pieces, size);
    pieces.push(piece.subarray(0, read));
    size += read;
    if (size > most) throw new NotRegular(`${name} has more than ${most} bytes (${sizeOf(most)})`);
  }
}
