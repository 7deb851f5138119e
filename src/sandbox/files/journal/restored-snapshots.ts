import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { copyFile, link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject } from '../../../core/base/json-values.ts';
import { codeOf } from '../../../core/base/system-errors.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { fillSet, type SnapshotPin } from '../../../core/kernel/snapshots.ts';
import type { DataSet, State } from '../../../core/kernel/state.ts';
import type { DataSetFile } from '../../../core/kernel/unit-of-work.ts';
import type { Mode } from '../../../core/kernel/workspace.ts';
import { putInPlace } from '../../../core/system/file-replacement.ts';
import { syncDirectory } from '../atomic-files.ts';
import { damaged, Fault } from '../errors.ts';
import { readSnapshot, SnapshotFault, type SnapshotRead, snapshotSuffix } from '../snapshots/snapshot-file.ts';
import { isCount } from './line-reader.ts';

/*
 * A commit that restores many records names a snapshot instead. The snapshot's file is linked into the folder
 * `restored` beside the journal, so that the file stays when the snapshot is deleted.
 */

/** The folder of the snapshots that a journal refers to. */
export const restoredFolder = (journal: string): string => join(dirname(journal), 'restored');

/** A commit that refers to a snapshot. */
export interface Reference {
  readonly seq: number;
  readonly file: string;
  readonly records: number;
}

/** The approximate size of the lines of a record in a journal, in bytes. */
const bytesARecord = 500;

/** The snapshots that a journal refers to. A file is removed once `db.json` has the restored records. */
export class RestoredFiles {
  readonly #folder: string;
  /** The references of commits, and of running restores, whose commit can be any later one. */
  #references: Reference[];

  constructor(folder: string, references: readonly Reference[]) {
    this.#folder = folder;
    this.#references = [...references];
  }

  /** Removes files that no commit refers to, because they come from a crash. */
  clean(): void {
    this.#removeUnnamed(filesIn(this.#folder).filter((file) => /^[\w-]+\.snapshot(\.new)?$/.test(file)));
  }

  /** The size in bytes that the records of the files would have in the journal. */
  get weight(): number {
    return this.#references.reduce((sum, { records }) => sum + records * bytesARecord, 0);
  }

  /**
   * Keeps a snapshot's file, which is complete and synced.
   * @throws the system error
   */
  async pin(path: string, id: string, sum: string, records: number): Promise<SnapshotPin> {
    const file = `${id}-${sum}${snapshotSuffix}`;
    const pin: Reference = { seq: Number.POSITIVE_INFINITY, file, records };
    this.#references.push(pin);
    try {
      await this.#keep(path, join(this.#folder, file));
    } catch (error) {
      this.#references = this.#references.filter((reference) => reference !== pin);
      throw error;
    }
    return {
      origin: { file, sum, records },
      release: (seq) => {
        this.#references = this.#references.map((reference) => (reference === pin ? { ...pin, seq } : reference));
      },
    };
  }

  /** Removes the files that no commit after `seq` refers to. */
  release(seq: number): void {
    const before = this.#references;
    this.#references = before.filter((reference) => reference.seq > seq);
    this.#removeUnnamed(before.map(({ file }) => file));
  }

  /**
   * Removes files synchronously, so that a restore that starts in the meantime does not find a file and then lose it.
   */
  #removeUnnamed(files: readonly string[]): void {
    const named = new Set(this.#references.map(({ file }) => file));
    for (const file of files) if (!named.has(file)) rmSync(join(this.#folder, file), { force: true });
    if (named.size > 0) return;
    try {
      rmdirSync(this.#folder);
    } catch {
      // The folder is missing, or another program put a file into it.
    }
  }

  async #keep(from: string, to: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      await link(from, to);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      if (codeOf(error) === 'ENOENT') throw error;
      // The file system does not support links.
      await copyFile(from, `${to}.new`);
      await putInPlace(`${to}.new`, to);
    }
    await syncDirectory(this.#folder);
    await syncDirectory(dirname(this.#folder));
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The part of a commit for a replaced data set (`UnitOfWork.adopt`). */
interface Replaced extends DataSetFile {
  readonly key: string;
  readonly mode: Mode;
}

/** Reads the snapshots that the commits of a journal refer to. */
export class RestoredReader {
  readonly #folder: string;
  readonly #registry: Registry;
  readonly #leaveOut: ((file: string, fault: SnapshotFault) => void) | undefined;
  /** The snapshot that was read last, because a commit can refer to a snapshot twice, and the next commit again. */
  #last: { file: string; read: SnapshotRead } | null = null;
  /** The commits that refer to snapshots, among the commits that were read. */
  readonly references: Reference[] = [];

  /** @param leaveOut called for records that cannot be read; if absent, a damaged file is rejected */
  constructor(folder: string, registry: Registry, leaveOut?: (file: string, fault: SnapshotFault) => void) {
    this.#folder = folder;
    this.#registry = registry;
    this.#leaveOut = leaveOut;
  }

  /**
   * The data sets that a commit replaced.
   * @throws StorageError if a snapshot is damaged; Fault if a snapshot is missing, or if the line is invalid
   */
  async replacementsOf(state: State, { seq, from }: Readonly<Record<string, unknown>>): Promise<DataSet[]> {
    const sets: DataSet[] = [];
    for (const { key, mode, file, sum, records } of replacedIn(from)) {
      const { content } = await this.#read(file, sum);
      const set = state.detached(key);
      await fillSet(set, content.sets[mode]);
      sets.push(set);
      this.references.push({ seq: Number(seq), file, records });
    }
    return sets;
  }

  async #read(file: string, sum: string): Promise<SnapshotRead> {
    const path = join(this.#folder, file);
    const leaveOut = this.#leaveOut;
    if (this.#last?.file !== file) {
      try {
        const options = leaveOut && { leaveOut: (fault: SnapshotFault) => leaveOut(file, fault) };
        this.#last = { file, read: await readSnapshot(path, { registry: this.#registry, ...options }) };
      } catch (error) {
        if (codeOf(error) === 'ENOENT') throw new Fault(`it restores data from ${path}, which is missing`);
        if (!(error instanceof SnapshotFault)) throw error;
        if (leaveOut === undefined) throw damaged(path, null, error.message);
        throw new Fault(`it restores data from ${path}: ${error.message}`);
      }
    }
    const { read } = this.#last!;
    if (read.sum !== sum && leaveOut === undefined) {
      throw damaged(path, null, 'it is not the file that the journal refers to');
    }
    return read;
  }
}

function replacedIn(from: unknown): Replaced[] {
  if (!isObject(from)) throw new Fault('the line does not identify the data to restore');
  return Object.entries(from).map(([key, origin]) => {
    const { file, sum, records } = isObject(origin) ? origin : {};
    const mode = key.slice(key.lastIndexOf('/') + 1);
    const isFile = typeof file === 'string' && /^[\w-]+\.snapshot$/.test(file);
    if (!isFile || typeof sum !== 'string' || !isCount(records) || (mode !== 'test' && mode !== 'live')) {
      throw new Fault('the line does not identify the data to restore');
    }
    return { key, mode, file, sum, records };
  });
}
