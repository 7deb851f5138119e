import { existsSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { State } from '../../core/kernel/state.ts';
import { putInPlace, syncData } from '../../core/system/file-replacement.ts';
import { openAside } from './atomic-files.ts';
import { outlineOf, writeDatabase } from './database/database-writer.ts';
import { StorageError, unusable } from './errors.ts';
import { filesOf } from './folder-reader.ts';

/**
 * Creates a data folder from a state, so that a start continues from this state.
 * @throws StorageError if the folder already has a state, or cannot be written
 */
export async function beginFolder(directory: string, state: State, version: string): Promise<void> {
  const { db, journal, counts } = filesOf(directory);
  if (existsSync(db) || existsSync(journal)) {
    throw new StorageError(
      `${directory} already contains a state, which --from would replace. Choose another --data-dir, or remove the folder.`,
    );
  }
  try {
    await mkdir(directory, { recursive: true });
    const aside = `${db}.${process.pid}.tmp`;
    const file = await openAside(aside);
    try {
      // The start that follows adds itself to the count.
      await writeDatabase(file, { ...outlineOf(state), starts: Math.max(0, state.starts - 1) }, version, () => {});
      await syncData(file.fd);
    } finally {
      await file.close();
    }
    rmSync(counts, { force: true });
    await putInPlace(aside, db);
  } catch (error) {
    throw unusable(directory, error);
  }
}
