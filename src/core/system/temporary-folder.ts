import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../base/system-errors.ts';

/**
 * Makes a folder for temporary files, with a name that begins with the prefix.
 * @throws Error with the remedy if the system's folder for them is missing or cannot be written
 */
export function makeTemporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (error) {
    throw new Error(
      `The folder for temporary files, ${tmpdir()}, cannot be used (${codeOf(error) ?? reasonOf(error)}). Set TMPDIR to a folder that you can write.`,
    );
  }
}
