import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../base/system-errors.ts';

/**
 * Creates a folder for temporary files. Its name starts with the prefix.
 * @throws Error with a solution if the system's folder for temporary files is missing or not writable
 */
export function makeTemporaryFolder(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (error) {
    throw new Error(
      `The temporary folder ${tmpdir()} cannot be used (${codeOf(error) ?? reasonOf(error)}). Set TMPDIR to a writable folder.`,
      { cause: error },
    );
  }
}
