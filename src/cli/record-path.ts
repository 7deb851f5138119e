import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { wrongUsage } from './failure.ts';

/** @throws CommandFailure (wrong usage) if the folder of a file that an option names is not there */
export function checkFolderOf(file: string, option: string): void {
  if (statAt(dirname(resolve(file)))?.isDirectory() !== true)
    throw wrongUsage(`${option} ${file}: there is no folder ${dirname(file)}.`);
}

/** @throws CommandFailure (wrong usage) if a record cannot be written there */
export function checkRecordPath(file: string, option: string): void {
  checkFolderOf(file, option);
  const path = resolve(file);
  const folder = dirname(path);
  const there = statAt(path);
  if (there?.isDirectory() === true) {
    throw wrongUsage(`${option} ${file} is a folder; name a file in it: ${join(file, 'run.html')}`);
  }
  // A record takes the place of what is there.
  if (there?.isFile() === false) throw wrongUsage(`${option} ${file} is no regular file; name one, such as run.html.`);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw wrongUsage(`${option} ${file}: nothing may be written to ${folder}.`);
  }
}

const statAt = (path: string) => statSync(path, { throwIfNoEntry: false });
