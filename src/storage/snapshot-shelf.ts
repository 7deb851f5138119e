import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stored } from '../engine/collection.ts';
import type { Registry } from '../engine/registry.ts';
import type { SavedRecords, SavedState, Snapshot, SnapshotShelf } from '../engine/saved-state.ts';
import type { Workspace } from '../engine/workspace.ts';
import { codeOf } from './errors.ts';
import { syncDirectory } from './files.ts';
import { readLines, textOf } from './lines.ts';
import { isCount, isObject } from './loading.ts';

/*
 * A snapshot is a file of JSON lines: a head, then for each kind of record a line that names it and its count, followed
 * by the records, and at last a line that says how many there were, so that a file cut short is known.
 */

interface Kept {
  readonly snapshot: Snapshot;
  /** Null until somebody asks for what only the file holds. */
  state: SavedState | null;
}

const keyOf = (workspaceId: string, name: string): string => `${workspaceId}/${name}`;
const newestFirst = (kept: Iterable<Kept>, workspaceId: string): Snapshot[] =>
  [...kept]
    .map(({ snapshot }) => snapshot)
    .filter((snapshot) => snapshot.workspace_id === workspaceId)
    .reverse();

/** Snapshots that last as long as the process. */
export class MemoryShelf implements SnapshotShelf {
  readonly #kept = new Map<string, Kept>();

  async put(snapshot: Snapshot, state: SavedState): Promise<void> {
    const key = keyOf(snapshot.workspace_id, snapshot.name);
    this.#kept.delete(key);
    this.#kept.set(key, { snapshot, state });
  }

  async get(workspaceId: string, name: string): Promise<SavedState | null> {
    return this.#kept.get(keyOf(workspaceId, name))?.state ?? null;
  }

  async list(workspaceId: string): Promise<Snapshot[]> {
    return newestFirst(this.#kept.values(), workspaceId);
  }

  async delete(workspaceId: string, name: string): Promise<boolean> {
    return this.#kept.delete(keyOf(workspaceId, name));
  }
}

/** Snapshots in files of a folder. What this process has saved or read stays in memory too: going back is quick then. */
export class FolderShelf implements SnapshotShelf {
  readonly #folder: string;
  readonly #registry: Registry;
  readonly #warn: (message: string) => void;
  #kept: Promise<Map<string, Kept>> | null = null;

  constructor(folder: string, registry: Registry, warn: (message: string) => void) {
    this.#folder = folder;
    this.#registry = registry;
    this.#warn = warn;
  }

  async put(snapshot: Snapshot, state: SavedState): Promise<void> {
    const all = await this.#all();
    const key = keyOf(snapshot.workspace_id, snapshot.name);
    const earlier = all.get(key);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await write(this.#pathOf(snapshot), snapshot, state);
    all.delete(key);
    all.set(key, { snapshot, state });
    if (earlier !== undefined) await rm(this.#pathOf(earlier.snapshot), { force: true });
  }

  async get(workspaceId: string, name: string): Promise<SavedState | null> {
    const kept = (await this.#all()).get(keyOf(workspaceId, name));
    if (kept === undefined) return null;
    kept.state ??= await readState(this.#pathOf(kept.snapshot), this.#registry);
    return kept.state;
  }

  async list(workspaceId: string): Promise<Snapshot[]> {
    return newestFirst((await this.#all()).values(), workspaceId);
  }

  async delete(workspaceId: string, name: string): Promise<boolean> {
    const all = await this.#all();
    const kept = all.get(keyOf(workspaceId, name));
    if (kept === undefined) return false;
    await rm(this.#pathOf(kept.snapshot), { force: true });
    await syncDirectory(this.#folder);
    return all.delete(keyOf(workspaceId, name));
  }

  #pathOf({ id }: Snapshot): string {
    return join(this.#folder, `${id}.ndjson`);
  }

  #all(): Promise<Map<string, Kept>> {
    this.#kept ??= this.#readHeads();
    return this.#kept;
  }

  async #readHeads(): Promise<Map<string, Kept>> {
    const heads: { saved: number; kept: Kept }[] = [];
    for (const file of await filesIn(this.#folder)) {
      const path = join(this.#folder, file);
      if (!file.endsWith('.ndjson')) {
        // A crash while it was written left it.
        await rm(path, { force: true });
        continue;
      }
      const head = await readHead(path);
      if (head === null) this.#warn(`${path} is no snapshot of the emulator; it is left alone.`);
      else heads.push({ saved: head.saved, kept: { snapshot: head.snapshot, state: null } });
    }
    heads.sort((a, b) => a.saved - b.saved);
    return new Map(heads.map(({ kept }) => [keyOf(kept.snapshot.workspace_id, kept.snapshot.name), kept]));
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

const format = 1;
const pieceLength = 256 * 1024;

async function write(path: string, snapshot: Snapshot, state: SavedState): Promise<void> {
  const aside = `${path}.new`;
  const { workspace, at, own, sets } = state;
  const file = await open(aside, 'w', 0o600);
  try {
    try {
      const saved = (await file.stat()).mtimeMs;
      let text = `${JSON.stringify({ format, ...snapshot, saved, workspace, now: at })}\n`;
      let count = 0;
      const part = async (set: string, drawn: number, kinds: readonly SavedRecords[]): Promise<void> => {
        text += `${JSON.stringify({ set, count: drawn })}\n`;
        for (const { def, records } of kinds) {
          text += `${JSON.stringify({ kind: def.name, records: records.length })}\n`;
          for (const record of records) {
            text += `${JSON.stringify(record)}\n`;
            count++;
            if (text.length < pieceLength) continue;
            await file.writeFile(text);
            text = '';
          }
        }
      };
      await part('own', 0, own);
      await part('test', sets.test.count, sets.test.kinds);
      await part('live', sets.live.count, sets.live.kinds);
      await file.writeFile(`${text}${JSON.stringify({ end: count })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw error;
  }
  await syncDirectory(join(path, '..'));
}

interface Head {
  readonly snapshot: Snapshot;
  readonly saved: number;
  readonly workspace: Workspace;
  readonly now: number;
}

function headOf(value: unknown): Head | null {
  if (!isObject(value) || value.format !== format) return null;
  const { id, name, workspace_id, at, records, saved, workspace, now } = value;
  const isWhole =
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof workspace_id === 'string' &&
    typeof at === 'string' &&
    isCount(records) &&
    typeof saved === 'number' &&
    isObject(workspace) &&
    typeof now === 'number';
  if (!isWhole) return null;
  return {
    snapshot: { id, name, workspace_id, at, records },
    saved,
    workspace: workspace as unknown as Workspace,
    now,
  };
}

/** The first line of a snapshot; null where the file is none. */
async function readHead(path: string): Promise<Head | null> {
  const file = await open(path, 'r');
  try {
    for await (const line of file.readLines({ autoClose: false })) return headOf(JSON.parse(line));
    return null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

/** @throws Error that names the file and the line where it is not as it was written */
async function readState(path: string, registry: Registry): Promise<SavedState> {
  let head: Head | null = null;
  let records: Stored[] = [];
  let left = 0;
  let total = 0;
  let isOver = false;
  const parts = new Map<string, { count: number; kinds: SavedRecords[] }>();
  let part: { count: number; kinds: SavedRecords[] } | undefined;
  const take = (line: unknown): string | null => {
    if (head === null) {
      head = headOf(line);
      return head === null ? 'it is no head' : null;
    }
    if (!isObject(line)) return 'it holds no object';
    if (left > 0) {
      if (typeof line.id !== 'string') return 'it holds no record';
      records.push(Object.freeze(line) as unknown as Stored);
      left--;
      total++;
    } else if (typeof line.set === 'string' && isCount(line.count)) {
      part = { count: line.count, kinds: [] };
      parts.set(line.set, part);
    } else if (typeof line.kind === 'string' && isCount(line.records) && part !== undefined) {
      const def = registry.collections.get(line.kind);
      if (def === undefined) return `it is of the unknown kind '${line.kind}'`;
      records = [];
      left = line.records;
      part.kinds.push({ def, records });
    } else if (line.end === total) {
      isOver = true;
    } else {
      return 'it does not belong there';
    }
    return null;
  };
  await readLines(path, (buffer, start, end, place) => {
    const text = textOf(buffer, start, end);
    let fault: string | null = 'it is not UTF-8';
    try {
      if (text !== null) fault = take(JSON.parse(text));
    } catch {
      fault = 'it is not JSON';
    }
    if (fault !== null) throw new Error(`The snapshot ${path} is damaged at line ${place.line}: ${fault}.`);
  });
  const [own, test, live] = [parts.get('own'), parts.get('test'), parts.get('live')];
  if (!isOver || head === null || own === undefined || test === undefined || live === undefined) {
    throw new Error(`The snapshot ${path} is damaged: it ends too early.`);
  }
  const { workspace, now } = head as Head;
  return { workspace, at: now, own: own.kinds, sets: { test, live } };
}
