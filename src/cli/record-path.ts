import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { asideOf } from '../record/record-file.ts';
import { wrongUsage } from './failure.ts';

/** @throws CommandFailure (wrong usage) if the folder of a file that an option names is not there */
export function checkFolderOf(file: string, option: string): void {
  if (!existsSync(dirname(resolve(file)))) throw wrongUsage(`${option} ${file}: there is no folder ${dirname(file)}.`);
}

/**
 * Tries whether a record can be written, so that nothing is lost when it ends.
 * @throws CommandFailure (wrong usage) if it cannot
 */
export function checkRecordPath(file: string, option: string): void {
  checkFolderOf(file, option);
  const path = resolve(file);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory() === true) {
    throw wrongUsage(`${option} ${file} is a folder; name a file in it: ${file.replace(/\/+$/, '')}/run.html`);
  }
  // A record takes the place of what is there.
  if (there?.isFile() === false) throw wrongUsage(`${option} ${file} is no file; name one: run.html`);
  const aside = asideOf(path);
  try {
    closeSync(openSync(aside, 'w'));
    rmSync(aside);
  } catch (error) {
    throw wrongUsage(`${option} ${file}: nothing can be written there (${(error as NodeJS.ErrnoException).code}).`);
  }
}
