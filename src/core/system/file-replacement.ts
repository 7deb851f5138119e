import { fdatasync, fsync, renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { codeOf } from '../base/system-errors.ts';
import { pause } from '../base/time.ts';

/*
 * The only place that renames files. Neither of the known libraries fits: `graceful-fs` tries again only where there is
 * no file to replace, and has no synchronous rename; `stubborn-fs`, the core of `atomically`, also tries again on
 * systems where the error is final, and waits without a pause.
 */

/** Errors on Windows if another process, such as a virus scanner or an indexer, has one of the files open. */
const inUse = ['EPERM', 'EACCES', 'EBUSY'];

/** The maximum time to wait for another process, and the time between two attempts, in milliseconds. */
const patience = 2_000;
const interval = 20;

const mayPass = (error: unknown, waited: number): boolean =>
  process.platform === 'win32' && waited < patience && inUse.includes(codeOf(error) ?? '');

/**
 * Replaces a file with another file or a folder, by renaming. @throws the system's error; in this case both files are
 * unchanged
 */
export async function putInPlace(from: string, to: string): Promise<void> {
  for (let waited = 0; ; waited += interval) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!mayPass(error, waited)) throw error;
      await pause(interval);
    }
  }
}

/** Does the same as `putInPlace`, but synchronously. On Windows, it can block the program for two seconds. */
export function putInPlaceSync(from: string, to: string): void {
  for (let waited = 0; ; waited += interval) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!mayPass(error, waited)) throw error;
      block(interval);
    }
  }
}

/** Blocks the process for a number of milliseconds. */
function block(delay: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, delay);
}

/**
 * Write an open file, or only its data, to the disk. The functions use the file descriptor, because the `FileHandle`
 * of Yarn's Plug'n'Play has neither `sync` nor `datasync`, and because another process may have removed the path.
 */
export const syncFile = (file: number): Promise<void> => done((end) => fsync(file, end));
export const syncData = (file: number): Promise<void> => done((end) => fdatasync(file, end));

const done = (work: (end: (error: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    work((error) => (error === null ? resolve() : reject(error)));
  });
