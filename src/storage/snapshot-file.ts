import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Adapter } from 'lowdb';
import type { Registry } from '../engine/registry.ts';
import type { State } from '../engine/state.ts';
import { codeOf } from './errors.ts';
import { syncDirectory } from './files.ts';
import { readSnapshot } from './snapshot-reader.ts';
import { outlineOf, writeSnapshot } from './snapshot-writer.ts';

export interface SnapshotFileOptions {
  path: string;
  registry: Registry;
  /** The emulator's version, for the head of the file. */
  version: string;
}

/** lowdb's way to `db.json`: the state streams in and out, and the old file stays until the new one is whole. */
export class SnapshotFile implements Adapter<State> {
  readonly #options: SnapshotFileOptions;
  /** Called before each piece that is written; throws to give the snapshot up. */
  proceed: () => void = () => {};
  /** Waits until the new file may take the place of the old one; throws where it must not. */
  beforeReplace: () => Promise<void> = async () => {};
  /** The size of the file in bytes; 0 where there is none. */
  size = 0;

  constructor(options: SnapshotFileOptions) {
    this.#options = options;
  }

  /** @throws StorageError where the file is damaged. */
  async read(): Promise<State | null> {
    const { path, registry } = this.#options;
    try {
      this.size = (await stat(path)).size;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
    return readSnapshot(path, registry);
  }

  /** Must be called at a moment when every commit is written. What it holds is noted before it first waits. */
  async write(state: State): Promise<void> {
    const outline = outlineOf(state);
    const { path, version } = this.#options;
    const aside = `${path}.new`;
    try {
      const file = await open(aside, 'w', 0o600);
      let size: number;
      try {
        size = await writeSnapshot(file, outline, version, this.proceed);
      } finally {
        await file.close();
      }
      await this.beforeReplace();
      await rename(aside, path);
      this.size = size;
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {});
      throw error;
    }
    await syncDirectory(dirname(path));
  }
}
