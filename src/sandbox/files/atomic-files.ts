import { close as closeWithCallback, read, readSync, writeSync } from 'node:fs';
import { type FileHandle, open, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../../core/base/system-errors.ts';
import { putInPlace, syncFile } from '../../core/system/file-replacement.ts';

/** Reads from an open file. */
export const readSome = promisify(read);

/** Closes an open file. */
export const close = promisify(closeWithCallback);

/**
 * Writes a file next to its final path, and moves it there once it is complete and synced.
 * @param beforeReplace waits until the new file can replace the old file; throws if it must not
 * @throws the system error; the old file then stays
 */
export const replaceFile = (
  path: string,
  write: (file: FileHandle) => Promise<void>,
  beforeReplace?: () => Promise<void>,
): Promise<void> => replaceBy(path, (aside) => writeFile(aside, write), beforeReplace);

/**
 * Opens a new file, and first removes a file that an earlier process left at this path. If that file is a link, the
 * link itself is removed.
 */
export async function openAside(path: string): Promise<FileHandle> {
  await unlink(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  return open(path, 'wx', 0o600);
}

/** Writes a new file and syncs it before the promise resolves. */
export async function writeFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await openAside(path);
  try {
    await write(file);
    await syncFile(file.fd);
  } finally {
    await file.close();
  }
}

/**
 * Replaces a file with a new file, which `make` writes completely and syncs.
 * @param make receives the path to write to
 */
async function replaceBy(
  path: string,
  make: (aside: string) => Promise<void>,
  beforeReplace?: () => Promise<void>,
): Promise<void> {
  const aside = `${path}.new`;
  try {
    await make(aside);
    await beforeReplace?.();
    await putInPlace(aside, path);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw error;
  }
  await syncDirectory(dirname(path));
}

const noSync = ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP'];

/** Makes renames in a folder survive a power failure, on systems that support this. */
export async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    try {
      await syncFile(directory.fd);
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (!noSync.includes(codeOf(error) ?? '')) throw error;
  }
}

/**
 * Writes all bytes, starting at `position` in the file.
 * @throws the system error; some bytes may already be written then
 */
export function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
}

/** Reads `length` bytes, starting at `position`. */
export function readAll(file: number, length: number, position: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = readSync(file, bytes, done, length - done, position + done);
    if (read === 0) throw new Error('The file is shorter than the data that was written to it.');
    done += read;
  }
  return bytes;
}
