import { closeSync, openSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { asideOf } from '../record/record-file.ts';
import { wrongUsage } from './failure.ts';

/** @throws CommandFailure (wrong usage) if the folder of a file that an option names is not there */
export function checkFolderOf(file: string, option: string): void {
  if (statAt(dirname(resolve(file)))?.isDirectory() !== true)
    throw wrongUsage(`${option} ${file}: there is no folder ${dirname(file)}.`);
}

/**
 * Tries whether a record can be written, so that nothing is lost when it ends.
 * @throws CommandFailure (wrong usage) if it cannot
 */
export function checkRecordPath(file: string, option: string): void {
  checkFolderOf(file, option);
  const path = resolve(file);
  const there = statAt(path);
  if (there?.isDirectory() === true) {
    throw wrongUsage(`${option} ${file} is a folder; name a file in it: ${join(file, 'run.html')}`);
  }
  // A record takes the place of what is there.
  if (there?.isFile() === false) throw wrongUsage(`${option} ${file} is no regular file; name one, such as run.html.`);
  const aside = asideOf(path);
  try {
    closeSync(openSync(aside, 'w'));
    rmSync(aside);
  } catch (error) {
    throw wrongUsage(`${option} ${file}: nothing can be written there (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** What is at a path; undefined where nothing is, or nothing can be. */
function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
