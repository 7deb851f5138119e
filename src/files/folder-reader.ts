import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from '../kernel/declare/registry.ts';
import type { State } from '../kernel/state.ts';
import type { ReadDatabase } from './database-parts.ts';
import { damaged, StorageError } from './errors.ts';
import { type Replay, replayJournal } from './journal-reader.ts';

/** The files of a data folder. */
export const filesOf = (directory: string) => ({
  db: join(directory, 'db.json'),
  journal: join(directory, 'journal.ndjson'),
  cache: join(directory, 'db.cache'),
  lock: join(directory, 'lock'),
});

/**
 * Refuses a data folder in which something else stands where a file should: a pipe would be waited for, and a device read
 * until memory is gone.
 * @throws StorageError that names it
 */
export function checkRegular(directory: string): void {
  for (const file of Object.values(filesOf(directory))) {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
      throw new StorageError(`${file} is no regular file. Remove it, or choose another --data-dir.`);
  }
}

/**
 * Replays the journal of a data folder over what was read of its `db.json`. Where somebody edited that, what comes of
 * both must go together: a start, a repair and a look at the folder ask the same. Nothing is changed.
 * @param saved null where there is no `db.json`
 * @returns null for the journal where there is none
 * @throws StorageError with the file, the line, the record and the reason
 */
export async function replayOver(
  directory: string,
  saved: ReadDatabase | null,
  registry: Registry,
  signal?: AbortSignal,
): Promise<Replay | null> {
  const { journal } = filesOf(directory);
  const replay = existsSync(journal) ? await replayJournal(journal, saved, registry, signal) : null;
  if (saved !== null) await checkEdit(directory, saved, replay?.state ?? saved.state, registry, signal);
  return replay;
}

/**
 * Checks that a state goes together which somebody may have edited; one that is as an emulator wrote it is trusted.
 * @param saved what was read of `db.json`, from which the state comes
 * @throws StorageError with the line, the record and the reason
 */
export async function checkEdit(
  directory: string,
  saved: ReadDatabase,
  state: State,
  registry: Registry,
  signal?: AbortSignal,
): Promise<void> {
  if (saved.isAsWritten) return;
  const { faultsInState } = await import('./state-checks.ts');
  for await (const { set, record, reason } of faultsInState(state, registry, signal)) {
    throw damaged(filesOf(directory).db, saved.placeOf(record ?? set), reason);
  }
}
