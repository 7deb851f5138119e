import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import type { State } from '../../core/kernel/state.ts';
import { readCounts } from './counts-file.ts';
import type { DatabaseContent } from './database/database-reader.ts';
import { damaged, StorageError } from './errors.ts';
import { type Replay, replayJournal } from './journal/journal-reader.ts';

/** The files of a data folder. */
export const filesOf = (directory: string) => ({
  db: join(directory, 'db.json'),
  journal: join(directory, 'journal.ndjson'),
  counts: join(directory, 'counts'),
  snapshots: join(directory, 'snapshots'),
  lock: join(directory, 'lock'),
});

/**
 * Rejects a data folder in which the path of a file is not a regular file. Reading a pipe would wait, and reading a
 * device would fill the memory.
 * @throws StorageError that names the path
 */
export function checkRegular(directory: string): void {
  const { snapshots: _folder, ...files } = filesOf(directory);
  for (const file of Object.values(files)) {
    // A lock that is a broken link could be neither read nor created.
    const look = file === files.lock ? lstatSync : statSync;
    if (look(file, { throwIfNoEntry: false })?.isFile() === false)
      throw new StorageError(`${file} is not a regular file. Remove it, or choose another --data-dir.`);
  }
}

/**
 * Replays the journal of a data folder over the content of its `db.json`. If a user edited that file, the result is
 * checked for consistency. This applies to a start, a repair and an inspection. No file is changed.
 * @param saved the content of `db.json`; null if the folder has no `db.json`
 * @returns null if the folder has no journal
 * @throws StorageError with the file, the line, the record and the reason
 */
export async function replayOver(
  directory: string,
  saved: DatabaseContent | null,
  registry: Registry,
  signal?: AbortSignal,
): Promise<Replay | null> {
  const { journal } = filesOf(directory);
  const replay = existsSync(journal) ? await replayJournal(journal, saved, registry, signal) : null;
  if (saved !== null) await checkEdit(directory, saved, replay?.state ?? saved.state, { registry, signal });
  return replay;
}

/** What a user can do about losses. */
export const afterLosses =
  'Restore a complete copy of the folder if you have one. If not, continue; the warning stops after the next change.';

/** What a folder used to have and no longer has, although its files are valid, in clauses. */
export function lossesIn(directory: string, { seed, seq }: Pick<State, 'seed' | 'seq'>): string[] {
  const files = filesOf(directory);
  const counts = readCounts(files.counts, seed);
  if (counts === null) return [];
  const losses: string[] = [];
  const commits = counts.commits - seq;
  if (commits > 0) {
    const those = commits === 1 ? '1 commit' : `${commits} commits`;
    const held = existsSync(files.journal) ? `${files.journal} ends` : `${files.journal} is missing, and db.json ends`;
    losses.push(`${held} with commit ${seq}, but ${counts.commits} were written: ${those} could not be found`);
  }
  if (counts.snapshots > 0 && !existsSync(files.snapshots)) {
    const those = counts.snapshots === 1 ? 'its snapshot' : `its ${counts.snapshots} snapshots`;
    losses.push(`${files.snapshots} is missing: ${those} could not be found`);
  }
  return losses;
}

/**
 * Checks the consistency of a state that a user may have edited. A state that an emulator wrote is trusted.
 * @param saved the content of `db.json` that the state comes from
 * @throws StorageError with the line, the record and the reason
 */
export async function checkEdit(
  directory: string,
  saved: DatabaseContent,
  state: State,
  { registry, signal }: { readonly registry: Registry; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  if (saved.isAsWritten) return;
  const { faultsInState } = await import('./database/state-checks.ts');
  for await (const { set, record, reason } of faultsInState(state, registry, signal)) {
    throw damaged(filesOf(directory).db, saved.placeOf(record ?? set), reason);
  }
}
