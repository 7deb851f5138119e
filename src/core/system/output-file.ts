import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, rmSync, type Stats, statSync } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { putInPlace } from './file-replacement.ts';

/** A kind of file that the emulator writes to a path from the user. */
export interface OutputKind {
  /** The name of the kind, without an article: `record of a run`. */
  readonly noun: string;
  /** A typical file name: `run.html`. */
  readonly example: string;
  /** Whether the emulator wrote a file that starts with this text. */
  readonly isOwn: (beginning: string) => boolean;
  /** Whether the path can be a pipe or a device. */
  readonly isStreamable?: boolean;
}

/** Options for replacing an existing file. */
export interface OutputOptions {
  /** Whether to replace a file even if the emulator did not write it. */
  readonly force?: boolean;
}

/** The emulator must not write to a path. The message starts with the path. */
export class OutputRefused extends Error {
  /** Whether `force` would allow the write. */
  readonly isForeign: boolean;

  constructor(message: string, isForeign = false) {
    super(message);
    this.isForeign = isForeign;
  }
}

const beginningLength = 4_096;

/**
 * Checks an output path before the work starts. A file that the emulator did not write is not replaced unless `force`
 * is set.
 * @throws OutputRefused
 */
export function checkOutput(file: string, kind: OutputKind, { force = false }: OutputOptions = {}): void {
  const { noun, example, isOwn, isStreamable = false } = kind;
  const path = resolve(file);
  if (statAt(dirname(path))?.isDirectory() !== true)
    throw new OutputRefused(`${file} cannot be written, because the folder ${dirname(file)} does not exist.`);
  const there = statAt(path);
  if (there?.isDirectory() === true)
    throw new OutputRefused(`${file} is a folder. Specify a file in the folder, such as ${join(file, example)}`);
  if (there === undefined) return;
  if (!there.isFile()) {
    if (isStreamable) return;
    throw new OutputRefused(`${file} is not a regular file. Specify a regular file, such as ${example}.`);
  }
  if (there.size > 0 && !force && !isOwn(beginningOf(path)))
    throw new OutputRefused(`${file} already exists and is not a ${noun} written by the emulator.`, true);
}

/**
 * Creates a test file to check that the folder of a path allows new files. It also removes temporary files of
 * processes that were killed.
 * @throws OutputRefused
 */
export function tryOutput(file: string): void {
  const aside = asideOf(resolve(file));
  try {
    removeLeftovers(resolve(file));
    closeSync(openSync(aside, 'wx', 0o600));
    rmSync(aside);
  } catch (error) {
    throw new OutputRefused(
      `${file} cannot be written (${(error as NodeJS.ErrnoException).code}). Check the permissions of its folder.`,
    );
  }
}

/**
 * Writes a complete file or nothing, after `checkOutput`. For a pipe or a device, it writes directly.
 * @param mode the permissions of the file
 * @throws OutputRefused; the system's error if the file cannot be written
 */
export async function writeOutput(
  file: string,
  text: string,
  kind: OutputKind,
  { force, mode = 0o600 }: OutputOptions & { readonly mode?: number } = {},
): Promise<void> {
  checkOutput(file, kind, { force });
  const path = resolve(file);
  if (statAt(path)?.isFile() === false) {
    await writeFile(path, text);
    return;
  }
  removeLeftovers(path);
  const aside = asideOf(path);
  // The name is random and the file must be new, so that an existing file or link is never opened.
  const handle = await open(aside, 'wx', mode);
  try {
    await handle.writeFile(text).finally(() => handle.close());
    await putInPlace(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** The process id in the name shows which process created the file. */
const asideOf = (path: string): string => `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
const asideName = /^\.(\d{1,10})-[0-9a-f]{12}\.tmp$/;

/** Removes temporary files of processes that were killed while they wrote the file. */
function removeLeftovers(path: string): void {
  const own = basename(path);
  for (const name of namesIn(dirname(path))) {
    const pid = name.startsWith(own) ? asideName.exec(name.slice(own.length))?.[1] : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(path), name), { force: true });
  }
}

/** Returns an empty list if the folder is writable but not readable. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The status of the file at a path; undefined if there is no file or if the path cannot be read. */
function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The first characters of a file; empty if the file cannot be read. */
function beginningOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(beginningLength);
      return bytes.toString('utf8', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
