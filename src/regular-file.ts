import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** How many bytes a file may have that somebody names: a fixture, a body, a certificate, the configuration. */
export const largestGiven = 16 * 1024 * 1024;

/** A path that leads to no file that can be read in one go: one clause that begins with the path. */
export class NotRegular extends Error {}

const sizeOf = (bytes: number): string => (bytes < 1_048_576 ? `${bytes / 1_024} KB` : `${bytes / 1_048_576} MB`);

/**
 * The bytes of a regular file. A pipe is not waited for and a device is not read: neither may ever end.
 * @param most how many bytes it may have
 * @throws NotRegular for what is no file, or a larger one; Error where it cannot be opened
 */
export function readRegularFile(path: string, most = largestGiven): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new NotRegular(`${path} is no regular file`);
    if (stats.size > most)
      throw new NotRegular(`${path} has ${stats.size} bytes; ${most} (${sizeOf(most)}) are the most`);
    return readOpen(file, path, most);
  } finally {
    closeSync(file);
  }
}

/**
 * The bytes of whatever can be read to its end, a pipe too, which is waited for: a shell gives the output of a command so.
 * @param path `-`: stdin
 * @throws NotRegular where more comes than it may; Error where it cannot be opened
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

/** The size that a file names is not believed: that of a system's own is 0, and another may grow meanwhile. */
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
