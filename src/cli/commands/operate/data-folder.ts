import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from '../../../../package.json';
import type { DataFolder } from '../../../sandbox/files/data-folder.ts';
import { CommandFailure, complain, exitCodes } from '../../failure.ts';
import { resolveSettings, startCommandOptions } from '../../options/settings.ts';
import type { Session } from '../../session.ts';

/** The data folder that a start with these flags, variables and configuration would use. */
export function folderOf({ flags, file }: Session): string {
  const { dataDir } = startCommandOptions;
  return resolve(resolveSettings({ dataDir }, flags, file).dataDir ?? dataDir.default);
}

/**
 * Works on a data folder that no emulator uses.
 * @throws CommandFailure if the folder is in use, is damaged, or has no data
 */
export async function onFolder<R>(session: Session, work: (folder: DataFolder) => Promise<R>): Promise<R> {
  const directory = folderOf(session);
  const [{ openDataFolder }, { filesOf }, { declarations }] = await Promise.all([
    import('../../../sandbox/files/data-folder.ts'),
    import('../../../sandbox/files/folder-reader.ts'),
    import('../../../sandbox/declarations.ts'),
  ]);
  const files = filesOf(directory);
  if (!existsSync(files.db) && !existsSync(files.journal)) {
    throw new CommandFailure(exitCodes.refused, `${directory} contains no data. Name the folder with --data-dir.`);
  }
  return refusing(async () => {
    const folder = await openDataFolder({
      directory,
      registry: declarations(),
      seed: null,
      version,
      fsync: false,
      warn: complain,
    });
    try {
      return await work(folder);
    } finally {
      await folder.close();
    }
  });
}

/** Does work on a data folder. @throws CommandFailure instead of StorageError */
export async function refusing<R>(work: () => Promise<R>): Promise<R> {
  const { StorageError } = await import('../../../sandbox/files/errors.ts');
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageError ? new CommandFailure(exitCodes.refused, error.message) : error;
  }
}
