import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from '../engine/registry.ts';
import {
  countRecords,
  type Hold,
  type SavedState,
  type Shelved,
  type Snapshot,
  type SnapshotShelf,
} from '../engine/saved-state.ts';
import { dataSetKey, type State } from '../engine/state.ts';
import type { Mode } from '../engine/workspace.ts';
import { codeOf } from './errors.ts';
import { syncDirectory } from './files.ts';
import type { RestoredFiles } from './restored-files.ts';
import { readSaved, readShelfHead, SnapshotFault, sumOf } from './shelf-reader.ts';
import { writeSaved } from './shelf-writer.ts';
import { keyOf, newestFirst } from './shelves.ts';

interface Kept {
  readonly snapshot: Snapshot;
  /** The real instant at which its file was saved, in milliseconds, where that was read; null: this process saved it. */
  readonly saved: number | null;
  /** What it holds, and the checksum of its file; null until somebody asks for what only the file has. */
  read: Promise<Read> | null;
}

interface Read {
  readonly state: SavedState;
  /** Null where an earlier emulator wrote the file: no journal may name it. */
  readonly sum: string | null;
}

export interface FolderShelfOptions {
  folder: string;
  registry: Registry;
  /** The running state: records that it shares with a snapshot are one in memory. */
  state: State;
  /** Keeps the files that the journal names. */
  restored: RestoredFiles;
  /** Whether a commit may name a file now. */
  takesFiles: () => boolean;
  warn: (message: string) => void;
}

/** Snapshots in files of a folder. What this process has saved or read stays in memory too: going back is quick then. */
export class FolderShelf implements SnapshotShelf {
  readonly #options: FolderShelfOptions;
  #kept: Promise<Map<string, Kept>> | null = null;

  constructor(options: FolderShelfOptions) {
    this.#options = options;
  }

  async put(snapshot: Snapshot, state: SavedState): Promise<void> {
    const all = await this.#all();
    const key = keyOf(snapshot.workspace_id, snapshot.name);
    const earlier = all.get(key);
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    const sum = await writeSaved(this.#pathOf(snapshot), snapshot, state, null);
    all.delete(key);
    all.set(key, { snapshot, saved: null, read: Promise.resolve({ state, sum }) });
    if (earlier !== undefined) await rm(this.#pathOf(earlier.snapshot), { force: true });
  }

  async get(workspaceId: string, name: string): Promise<Shelved | null> {
    const kept = (await this.#all()).get(keyOf(workspaceId, name));
    if (kept === undefined) return null;
    const { state } = await this.#readOnce(kept);
    return { state, isNameable: this.#options.takesFiles(), hold: () => this.#hold(kept) };
  }

  async #hold(kept: Kept): Promise<Hold> {
    const { snapshot, saved } = kept;
    const path = this.#pathOf(snapshot);
    const read = await this.#readOnce(kept);
    const { state } = read;
    let { sum } = read;
    // An earlier emulator may have written the file, and anybody may have changed it since.
    if (sum === null || (await sumOf(path)) !== sum) {
      const current = (await this.#all()).get(keyOf(snapshot.workspace_id, snapshot.name));
      if (current !== kept) throw new Error('it was deleted or saved anew meanwhile');
      sum = await writeSaved(path, snapshot, state, saved);
      kept.read = Promise.resolve({ state, sum });
    }
    return this.#options.restored.hold(path, snapshot.id, sum, countRecords(state));
  }

  /** Reads the newest snapshot while nobody waits for it: it is the one that is most likely gone back to. */
  async readAhead(): Promise<void> {
    const newest = [...(await this.#all()).values()].at(-1);
    // What cannot be read is told to who asks for it.
    if (newest !== undefined) await this.#readOnce(newest).catch(() => {});
  }

  async list(workspaceId: string): Promise<Snapshot[]> {
    return newestFirst((await this.#all()).values(), workspaceId);
  }

  async delete(workspaceId: string, name: string): Promise<boolean> {
    const all = await this.#all();
    const kept = all.get(keyOf(workspaceId, name));
    if (kept === undefined) return false;
    await rm(this.#pathOf(kept.snapshot), { force: true });
    await syncDirectory(this.#options.folder);
    return all.delete(keyOf(workspaceId, name));
  }

  #pathOf({ id }: Snapshot): string {
    return join(this.#options.folder, `${id}.ndjson`);
  }

  async #readOnce(kept: Kept): Promise<Read> {
    kept.read ??= this.#read(kept.snapshot);
    try {
      return await kept.read;
    } catch (error) {
      kept.read = null;
      throw error;
    }
  }

  async #read(snapshot: Snapshot): Promise<Read> {
    const { registry, state: running } = this.#options;
    const path = this.#pathOf(snapshot);
    const known = (part: string, kind: string, id: string) => {
      const def = registry.collections.get(kind);
      const set = part === 'own' ? running.root : running.set(dataSetKey(snapshot.workspace_id, part as Mode));
      return def === undefined ? undefined : set.of(def).get(id);
    };
    try {
      const { state, sum } = await readSaved(path, { registry, known });
      return { state, sum };
    } catch (error) {
      if (!(error instanceof SnapshotFault)) throw error;
      const { offset, line } = error.place;
      throw new Error(`The snapshot ${path} is damaged at byte ${offset} (line ${line}): ${error.message}.`);
    }
  }

  #all(): Promise<Map<string, Kept>> {
    this.#kept ??= this.#readHeads();
    return this.#kept;
  }

  async #readHeads(): Promise<Map<string, Kept>> {
    const { folder, warn } = this.#options;
    const heads: (Kept & { saved: number })[] = [];
    for (const file of await filesIn(folder)) {
      const path = join(folder, file);
      if (!file.endsWith('.ndjson')) {
        // A crash while it was written left it.
        await rm(path, { force: true });
        continue;
      }
      const head = await readShelfHead(path);
      if (head === null) warn(`${path} is no snapshot of the emulator; it is left alone.`);
      else heads.push({ snapshot: head.snapshot, saved: head.saved, read: null });
    }
    heads.sort((a, b) => a.saved - b.saved);
    return new Map(heads.map((kept) => [keyOf(kept.snapshot.workspace_id, kept.snapshot.name), kept]));
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
