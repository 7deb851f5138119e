import { copyFile, open, rename, rm, stat } from 'node:fs/promises';
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
  /** Told where an edit by hand was put that a new snapshot would have written over; null: nobody edits. */
  onEdit: ((path: string) => void) | null = null;
  /** What tells the file as it was last read or written from another one. */
  #identity: string | null = null;

  constructor(options: SnapshotFileOptions) {
    this.#options = options;
  }

  /** @throws StorageError where the file is damaged. */
  async read(): Promise<State | null> {
    const { path, registry } = this.#options;
    try {
      const found = await stat(path);
      this.size = found.size;
      this.#identity = identityOf(found);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
    return readSnapshot(path, registry);
  }

  /** Whether the file is what was last read or written here, or none. */
  async isOwn(): Promise<boolean> {
    try {
      return identityOf(await stat(this.#options.path)) === this.#identity;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return true;
      throw error;
    }
  }

  /** Takes the file as it is now for the own one: what somebody wrote there is known. */
  async adopt(): Promise<void> {
    this.#identity = identityOf(await stat(this.#options.path));
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
      if (this.onEdit !== null && !(await this.isOwn())) {
        await copyFile(path, `${path}.edited`);
        this.onEdit(`${path}.edited`);
      }
      await rename(aside, path);
      this.size = size;
      this.#identity = identityOf(await stat(path));
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {});
      throw error;
    }
    await syncDirectory(dirname(path));
  }
}

const identityOf = ({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string =>
  `${ino}/${size}/${mtimeMs}`;
