import { existsSync } from 'node:fs';
import type { Stored } from '../../src/core/store/collection.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { readDatabase } from '../../src/sandbox/files/database/database-reader.ts';
import { RecordChecks } from '../../src/sandbox/files/database/record-checks.ts';
import { faultsInState } from '../../src/sandbox/files/database/state-checks.ts';
import { filesOf, replayOver } from '../../src/sandbox/files/folder-reader.ts';

/**
 * What does not go together in a data folder that no emulator uses, held to all that an edited one is held to, though it
 * was written by an emulator: in words.
 */
export async function faultsInFolder(directory: string): Promise<string[]> {
  const registry = declarations();
  const { db } = filesOf(directory);
  const saved = existsSync(db) ? await readDatabase(db, registry) : null;
  const state = (await replayOver(directory, saved, registry))?.state ?? saved!.state;
  const checks = new RecordChecks(registry);
  const faults: string[] = [];
  for (const set of state.sets()) {
    for (const { def } of set.collections()) {
      for (const record of set.of<Stored>(def).oldestFirst()) {
        const fault = checks.faultOf(def, record);
        if (fault !== null) faults.push(fault);
      }
    }
  }
  for await (const { reason } of faultsInState(state, registry)) faults.push(reason);
  return faults;
}
