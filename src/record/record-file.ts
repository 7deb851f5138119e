import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The file that a record is written to first, beside its place. @param path absolute */
export const asideOf = (path: string): string => `${path}.${process.pid}.tmp`;

/** Writes a record whole or not at all. @throws Error in one line where it cannot be written */
export async function writeRecordFile(file: string, page: string): Promise<void> {
  const path = resolve(file);
  const aside = asideOf(path);
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
