import { rename, rm, writeFile } from 'node:fs/promises';
import { wrongUsage } from './failure.ts';

/**
 * Writes a file that only its owner may read. What was there stays until the new text is whole.
 * @throws CommandFailure (wrong usage) where it cannot be written
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const aside = `${file}.${process.pid}.new`;
  try {
    await writeFile(aside, text, { mode: 0o600 });
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw wrongUsage(`${file} cannot be written: ${(error as Error).message}`);
  }
}
