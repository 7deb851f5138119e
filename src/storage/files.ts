import {
  close as closeCallingBack,
  closeSync,
  fdatasync,
  fsyncSync,
  openSync,
  read,
  readSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from './errors.ts';

/** Puts what was written to an open file on the disk. By its number, as somebody may have removed its name. */
export const syncData = promisify(fdatasync);

/** Reads from an open file. */
export const readSome = promisify(read);

/** Closes an open file. */
export const close = promisify(closeCallingBack);

/** Makes renames in a folder last through a loss of power, where the system has such a thing. */
export async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (!cannotSync(error)) throw error;
  }
}

export function syncDirectoryNow(path: string): void {
  try {
    const directory = openSync(path, 'r');
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  } catch (error) {
    if (!cannotSync(error)) throw error;
  }
}

const cannotSync = (error: unknown): boolean => ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP'].includes(codeOf(error) ?? '');

/** Writes all of the bytes, beginning at `position` of the file. @throws what the system says, having written some. */
export function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
}

/** Reads `length` bytes from `position` on. */
export function readAll(file: number, length: number, position: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = readSync(file, bytes, done, length - done, position + done);
    if (read === 0) throw new Error('The file is shorter than what was written to it.');
    done += read;
  }
  return bytes;
}
