import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { wrongUsage } from './failure.ts';

/** @throws CommandFailure (wrong usage) where a record cannot be written there */
export function checkRecordPath(file: string, option: string): void {
  const path = resolve(file);
  const folder = dirname(path);
  if (!existsSync(folder)) throw wrongUsage(`${option} ${file}: there is no folder ${folder}.`);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw wrongUsage(`${option} ${file} is a folder; name a file in it: ${file.replace(/\/+$/, '')}/run.html`);
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw wrongUsage(`${option} ${file}: nothing may be written to ${folder}.`);
  }
}

/** Writes a record whole or not at all. @throws Error in one line where it cannot be written */
export async function writeRecordFile(file: string, page: string): Promise<void> {
  const path = resolve(file);
  const aside = `${path}.${process.pid}.tmp`;
  try {
    const handle = await open(aside, 'w');
    try {
      await handle.writeFile(page);
    } finally {
      await handle.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw new Error(`The record was not written to ${file}: ${(error as Error).message}`);
  }
}
