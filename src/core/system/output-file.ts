import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, rmSync, type Stats, statSync } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { putInPlace } from './file-replacement.ts';

/** A kind of file that the emulator writes to a path that a user gives. */
export interface OutputKind {
  /** The name of the kind, after "no": `record of a run`. */
  readonly noun: string;
  /** A usual file name: `run.html`. */
  readonly example: string;
  /** Whether the emulator wrote the file with this beginning. */
  readonly isOwn: (beginning: string) => boolean;
  /** Whether the path may be a pipe or a device. */
  readonly isStreamable?: boolean;
}

/** Whether the emulator may replace an existing file. */
export interface OutputOptions {
  /** Whether a file is replaced even if the emulator did not write it. */
  readonly force?: boolean;
}

/** The emulator must not write to a path. The message begins with the path. */
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
 * Checks a path before the work whose result goes there. A file that the emulator did not write stays, unless `force`
 * is set.
 * @throws OutputRefused
 */
export function checkOutput(file: string, kind: OutputKind, { force = false }: OutputOptions = {}): void {
  const { noun, example, isOwn, isStreamable = false } = kind;
  const path = resolve(file);
  if (statAt(dirname(path))?.isDirectory() !== true)
    throw new OutputRefused(`${file}: there is no folder ${dirname(file)}.`);
  const there = statAt(path);
  if (there?.isDirectory() === true)
    throw new OutputRefused(`${file} is a folder; name a file in it: ${join(file, example)}`);
  if (there === undefined) return;
  if (!there.isFile()) {
    if (isStreamable) return;
    throw new OutputRefused(`${file} is not a regular file; name one, such as ${example}.`);
  }
  if (there.size > 0 && !force && !isOwn(beginningOf(path)))
    throw new OutputRefused(`${file} is there, and is no ${noun} that the emulator wrote.`, true);
}

/**
 * Checks, with a trial file, that the folder of a path allows new files, and removes what a killed process left there.
 * @throws OutputRefused
 */
export function tryOutput(file: string): void {
  const aside = asideOf(resolve(file));
  try {
    removeLeftovers(resolve(file));
    closeSync(openSync(aside, 'wx', 0o600));
    rmSync(aside);
  } catch (error) {
    throw new OutputRefused(`${file}: the emulator cannot write there (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Writes a whole file or nothing, after `checkOutput`. A pipe or a device is written to directly.
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

/** The number of the process tells whose file it is. */
const asideOf = (path: string): string => `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
const asideName = /^\.(\d{1,10})-[0-9a-f]{12}\.tmp$/;

/** Removes what a process left that was killed while it wrote the file. */
function removeLeftovers(path: string): void {
  const own = basename(path);
  for (const name of namesIn(dirname(path))) {
    const pid = name.startsWith(own) ? asideName.exec(name.slice(own.length))?.[1] : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(path), name), { force: true });
  }
}

/** A folder may be written to and not be read. */
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
    // A process of somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The facts about the file at a path; undefined if no file is there or the path cannot be read. */
function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The first characters of a file; empty for a file that cannot be read. */
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
