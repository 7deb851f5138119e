import { openMemory, openMemoryWith } from '../../sandbox/files/memory.ts';
import type { Store } from '../../sandbox/files/persistence.ts';
import type { Start } from './start.ts';

/**
 * The data folder or the memory that stores the state. Nothing is written yet.
 * @throws StorageError, StateError with a message of one line
 */
export async function createStorage({ options, registry, begun, named, warn }: Start): Promise<Store> {
  const { dataDir: directory, version, fsync = false, signal, seed = null } = options;
  if (directory === null) return begun === null ? openMemory({ seed }) : openMemoryWith(begun.state);
  const { readDataFolder } = await import('../../sandbox/files/data-folder.ts');
  if (begun !== null) {
    const { beginFolder } = await import('../../sandbox/files/folder-from-state.ts');
    await beginFolder(directory, begun.state, version);
  }
  return readDataFolder({ directory, registry, seed, seedName: named('seed'), version, fsync, warn, signal });
}
