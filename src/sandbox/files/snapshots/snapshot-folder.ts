import { type Dirent, rmSync } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { remembering } from '../../../core/base/once.ts';
import { codeOf } from '../../../core/base/system-errors.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type {
  Snapshot,
  SnapshotContent,
  SnapshotPin,
  SnapshotStore,
  StoredSnapshot,
} from '../../../core/kernel/snapshots.ts';
import { dataSetKey, type State } from '../../../core/kernel/state.ts';
import { syncDirectory } from '../atomic-files.ts';
import { Fault } from '../errors.ts';
import type { RestoredFiles } from '../journal/restored-snapshots.ts';
import { keyOf, newestFirst } from '../memory.ts';
import {
  readSnapshot,
  readSnapshotHead,
  SnapshotFault,
  type SnapshotRead,
  snapshotSuffix,
  sumOf,
  writeSnapshot,
} from './snapshot-file.ts';

interface SnapshotEntry {
  readonly snapshot: Snapshot;
  /** The content of the snapshot's file; null until a caller needs it. */
  read: Promise<SnapshotRead> | null;
}

export interface SnapshotFolderOptions {
  folder: string;
  registry: Registry;
  /** The running state. A record in both the running state and a snapshot is one object in memory. */
  state: State;
  /** Keeps the files that the journal refers to. */
  restored: RestoredFiles;
  /** Called with the number of snapshots after a change. */
  counted: (count: number) => void;
  /**
   * Called before a file is written or removed.
   * @throws if the folder no longer belongs to this emulator
   */
  check: () => void;
  warn: (message: string) => void;
}

/**
 * Rejects a link, because files of another folder would be written and removed through it.
 * @throws Error that says what to do
 */
async function refuseLink(folder: string): Promise<void> {
  const stats = await lstat(folder).catch(() => null);
  if (stats?.isSymbolicLink() === true)
    throw new Error(
      `${folder} is a symbolic link. Replace it with a folder, or use the data folder that the link points to.`,
    );
}

/**
 * Snapshots in the files of a folder. The snapshots that this process has saved or read also stay in memory, for quick
 * restores.
 */
export class SnapshotFolder implements SnapshotStore {
  readonly #options: SnapshotFolderOptions;
  readonly #all = remembering(() => this.#readHeads());

  constructor(options: SnapshotFolderOptions) {
    this.#options = options;
  }

  async save(snapshot: Snapshot, content: SnapshotContent): Promise<void> {
    const all = await this.#all();
    const key = keyOf(snapshot.workspace_id, snapshot.name);
    const earlier = all.get(key);
    this.#options.check();
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    await refuseLink(this.#options.folder);
    const sum = await writeSnapshot(this.#pathOf(snapshot), snapshot, content);
    all.delete(key);
    all.set(key, { snapshot, read: Promise.resolve({ content, sum }) });
    this.#options.counted(all.size);
    if (earlier !== undefined) await rm(this.#pathOf(earlier.snapshot), { force: true });
  }

  async find(workspaceId: string, name: string): Promise<StoredSnapshot | null> {
    const kept = (await this.#all()).get(keyOf(workspaceId, name));
    if (kept === undefined) return null;
    const { content } = await this.#readOnce(kept);
    return { content, pin: () => this.#pin(kept) };
  }

  async list(workspaceId: string): Promise<Snapshot[]> {
    return newestFirst((await this.#all()).values(), workspaceId);
  }

  async delete(workspaceId: string, name: string): Promise<boolean> {
    const all = await this.#all();
    const kept = all.get(keyOf(workspaceId, name));
    if (kept === undefined) return false;
    this.#options.check();
    await rm(this.#pathOf(kept.snapshot), { force: true });
    await syncDirectory(this.#options.folder);
    all.delete(keyOf(workspaceId, name));
    this.#options.counted(all.size);
    return true;
  }

  /** Reads the newest snapshot in the background, because it is the most likely one to be restored. */
  async readAhead(): Promise<void> {
    const newest = [...(await this.#all()).values()].at(-1);
    // A later caller of the snapshot gets the error.
    if (newest !== undefined) await this.#readOnce(newest).catch(() => {});
  }

  async #pin(kept: SnapshotEntry): Promise<SnapshotPin> {
    const { snapshot } = kept;
    const path = this.#pathOf(snapshot);
    this.#options.check();
    const { content, sum } = await this.#readOnce(kept);
    if ((await sumOf(path)) === sum) return this.#options.restored.pin(path, snapshot.id, sum, snapshot.records);
    // Another process or call changed or removed the file after it was read.
    const current = (await this.#all()).get(keyOf(snapshot.workspace_id, snapshot.name));
    if (current !== kept) throw new Error('it was deleted or saved again in the meantime');
    const written = await writeSnapshot(path, snapshot, content);
    kept.read = Promise.resolve({ content, sum: written });
    return this.#options.restored.pin(path, snapshot.id, written, snapshot.records);
  }

  #pathOf({ id }: Snapshot): string {
    return join(this.#options.folder, id + snapshotSuffix);
  }

  async #readOnce(kept: SnapshotEntry): Promise<SnapshotRead> {
    kept.read ??= this.#read(kept.snapshot);
    try {
      return await kept.read;
    } catch (error) {
      kept.read = null;
      throw error;
    }
  }

  async #read(snapshot: Snapshot): Promise<SnapshotRead> {
    const { registry, state } = this.#options;
    const path = this.#pathOf(snapshot);
    try {
      return await readSnapshot(path, {
        registry,
        running: (workspaceId, set) => (set === 'own' ? state.root : state.set(dataSetKey(workspaceId, set))),
      });
    } catch (error) {
      if (!(error instanceof SnapshotFault)) throw error;
      throw new Error(`The snapshot ${path} is damaged: ${error.message}.`);
    }
  }

  #isOurs(): boolean {
    try {
      this.#options.check();
      return true;
    } catch {
      return false;
    }
  }

  async #readHeads(): Promise<Map<string, SnapshotEntry>> {
    const { folder, warn } = this.#options;
    await refuseLink(folder);
    const found: (SnapshotEntry & { saved: number })[] = [];
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (path.endsWith('.new')) {
        // A crash interrupted the writing of the file. If the folder has another owner now, that owner may be writing
        // the file.
        if (this.#isOurs()) rmSync(path, { force: true });
        continue;
      }
      try {
        // Reading a pipe would wait, and a link leads out of the folder.
        if (!entry.isFile()) throw new Fault('it is not a regular file');
        found.push({ ...(await readSnapshotHead(path)), read: null });
      } catch (error) {
        const reason = error instanceof Fault ? error.message : 'it is not compressed like a snapshot';
        warn(`${path} is not a snapshot that this emulator can read, and was not changed: ${reason}.`);
      }
    }
    found.sort((a, b) => a.saved - b.saved);
    return new Map(found.map((kept) => [keyOf(kept.snapshot.workspace_id, kept.snapshot.name), kept]));
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
