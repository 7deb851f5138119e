import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, type Stats, statSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** A kind of file that the emulator writes where a user says. */
export interface OutputKind {
  /** What it is, after "no": `record of a run`. */
  readonly noun: string;
  /** A usual name: `run.html`. */
  readonly example: string;
  /** Whether a file that begins so is one that the emulator wrote. */
  readonly isOwn: (beginning: string) => boolean;
  /** Whether a pipe or a device can be written to instead. */
  readonly isStreamable?: boolean;
}

/** What may be done to a file that is there. */
export interface OutputOptions {
  /** Whether it is replaced even if the emulator did not write it. */
  readonly force?: boolean;
}

/** The place of a file does not allow it. The message begins with the path. */
export class OutputRefused extends Error {
  /** Whether `force` would allow it. */
  readonly isForeign: boolean;

  constructor(message: string, isForeign = false) {
    super(message);
    this.isForeign = isForeign;
  }
}

const beginningLength = 4_096;

/**
 * Checks a place before the work whose result goes there: a file that the emulator did not write stays, unless `force`
 * says otherwise.
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
    throw new OutputRefused(`${file} is no regular file; name one, such as ${example}.`);
  }
  if (there.size > 0 && !force && !isOwn(beginningOf(path)))
    throw new OutputRefused(`${file} is there, and is no ${noun} that the emulator wrote.`, true);
}

/** Tries whether a file can be written beside a place. @throws OutputRefused */
export function tryOutput(file: string): void {
  const aside = asideOf(resolve(file));
  try {
    closeSync(openSync(aside, 'wx', 0o600));
    rmSync(aside);
  } catch (error) {
    throw new OutputRefused(`${file}: nothing can be written there (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Writes a file whole or not at all, after `checkOutput`. A pipe or a device is written to as it is.
 * @param mode the permissions of the file
 * @throws OutputRefused; the system's error if it cannot be written
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
  const aside = asideOf(path);
  // Nobody knows the name before, and neither a file nor a link that is there is opened.
  const handle = await open(aside, 'wx', mode);
  try {
    await handle.writeFile(text).finally(() => handle.close());
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

const asideOf = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.tmp`;

/** What is at a path; undefined where nothing is, or nothing can be. */
function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The first characters of a file; none of one that cannot be read. */
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
