import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { wrongUsage } from './failure.ts';

/** @throws CommandFailure (wrong usage) if the folder of a file that an option names is not there */
export function checkFolderOf(file: string, option: string): void {
  if (!existsSync(dirname(resolve(file)))) throw wrongUsage(`${option} ${file}: there is no folder ${dirname(file)}.`);
}

/** @throws CommandFailure (wrong usage) if a record cannot be written there */
export function checkRecordPath(file: string, option: string): void {
  checkFolderOf(file, option);
  const path = resolve(file);
  const folder = dirname(path);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw wrongUsage(`${option} ${file} is a folder; name a file in it: ${file.replace(/\/+$/, '')}/run.html`);
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw wrongUsage(`${option} ${file}: nothing may be written to ${folder}.`);
  }
}
