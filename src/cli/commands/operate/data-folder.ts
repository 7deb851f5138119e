import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { version } from '../../../../package.json';
import { ConnectionError } from '../../../client/node-client.ts';
import type { DataFolder } from '../../../sandbox/files/data-folder.ts';
import { CommandFailure, complain, exitCodes } from '../../failure.ts';
import { resolveSettings, startCommandOptions } from '../../options/settings.ts';
import type { Session } from '../../session.ts';

/** The data folder that flags, variables or the configuration name. */
function namedFolder({ flags, file }: Session): string | undefined {
  const { dataDir } = startCommandOptions;
  return resolveSettings({ dataDir }, flags, file).dataDir;
}

/** The data folder that a start with these flags, variables and configuration would use. */
export const folderOf = (session: Session): string =>
  resolve(namedFolder(session) ?? startCommandOptions.dataDir.default);

/** Whether a flag or a variable names the emulator to call. */
export const isAddressNamed = ({ flags }: Session): boolean => flags.url !== undefined || !!process.env.EMULATOR_URL;

/**
 * The data folder to read: the named one, or else the folder of the running emulator, or else the usual one.
 * @throws CommandFailure if the emulator that runs has no folder that this process can read
 */
export async function folderInUse(session: Session): Promise<string> {
  const named = namedFolder(session);
  if (named !== undefined) return resolve(named);
  const status = await session.unscoped.call('status').catch((error: unknown) => {
    if (error instanceof ConnectionError && !isAddressNamed(session)) return null;
    throw error;
  });
  if (status === null) return folderOf(session);
  const refused = (message: string) => new CommandFailure(exitCodes.refused, message);
  const { kind, path } = status.storage;
  if (kind === 'memory') throw refused(`The emulator at ${status.url} stores nothing on disk.`);
  if (path === null) {
    throw refused('The token of one workspace does not show the data folder. Name the folder with --data-dir.');
  }
  const { ownerOf } = await import('../../../sandbox/files/lock/lock.ts');
  const owner = existsSync(path) ? await refusing(() => ownerOf(path)) : null;
  if (owner?.url === status.url) return path;
  throw refused(
    `${path} on this machine is not the folder of the emulator at ${status.url}. Run the command where the emulator runs, or name the folder with --data-dir.`,
  );
}

/**
 * Opens a data folder that no emulator uses.
 * @throws StorageError if the folder is in use or is damaged; CommandFailure if it has no data
 */
export async function openFolder(session: Session): Promise<DataFolder> {
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
  return openDataFolder({ directory, registry: declarations(), seed: null, version, fsync: false, warn: complain });
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
