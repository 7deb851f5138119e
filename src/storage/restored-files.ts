import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { copyFile, link, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { getOrMake } from '../engine/maps.ts';
import type { Hold } from '../engine/saved-state.ts';
import { codeOf } from './errors.ts';
import { syncDirectory } from './files.ts';

/** A commit of a journal that names a file in place of records. */
export interface Naming {
  readonly seq: number;
  readonly file: string;
  readonly records: number;
}

const ours = /^[\w-]+\.ndjson(\.new)?$/;

/** What the lines of a record come to in a journal, in bytes, about. */
const bytesARecord = 500;

/**
 * The folder `restored` beside the journal: the snapshots that commits of it name, under second names of their files, so
 * that they stay when a snapshot is deleted. A file goes when what it holds is in `db.json`.
 */
export class RestoredFiles {
  readonly #folder: string;
  /** By file, the commits that name it, and how many restores are about to. */
  readonly #files = new Map<string, { holds: number; lastSeq: number }>();
  #namings: Naming[];

  /** Removes what no commit names: a crash left it. */
  constructor(folder: string, namings: readonly Naming[]) {
    this.#folder = folder;
    this.#namings = [...namings];
    for (const { seq, file } of namings) this.#files.set(file, { holds: 0, lastSeq: seq });
    for (const file of filesIn(folder)) {
      if (ours.test(file) && !this.#files.has(file)) rmSync(join(folder, file), { force: true });
    }
    this.#removeEmpty();
  }

  /** What the files stand for, as if their records were in the journal, in bytes. */
  get weight(): number {
    let records = 0;
    for (const naming of this.#namings) records += naming.records;
    return records * bytesARecord;
  }

  /** Keeps a snapshot's file, which is whole and on the disk. @throws what the system says */
  async hold(path: string, id: string, sum: string, records: number): Promise<Hold> {
    const file = `${id}-${sum}.ndjson`;
    const kept = getOrMake(this.#files, file, () => ({ holds: 0, lastSeq: 0 }));
    kept.holds++;
    try {
      await this.#keep(path, join(this.#folder, file));
    } catch (error) {
      this.#end(file, 0);
      throw error;
    }
    return { origin: { file, sum, records }, end: (seq) => this.#end(file, seq, records) };
  }

  /** Removes the files that no commit after `seq` names. */
  release(seq: number): void {
    this.#namings = this.#namings.filter((naming) => naming.seq > seq);
    for (const [file, { holds, lastSeq }] of this.#files) {
      if (holds > 0 || lastSeq > seq) continue;
      this.#files.delete(file);
      // At once: a restore that begins now must not find it and lose it.
      rmSync(join(this.#folder, file), { force: true });
    }
    this.#removeEmpty();
  }

  #end(file: string, seq: number, records = 0): void {
    const kept = this.#files.get(file);
    if (kept === undefined) return;
    kept.holds--;
    kept.lastSeq = Math.max(kept.lastSeq, seq);
    if (records > 0) this.#namings.push({ seq, file, records });
  }

  async #keep(from: string, to: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      await link(from, to);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      if (codeOf(error) === 'ENOENT') throw error;
      // A file system without second names.
      await copyFile(from, `${to}.new`);
      await rename(`${to}.new`, to);
    }
    await syncDirectory(this.#folder);
    await syncDirectory(join(this.#folder, '..'));
  }

  #removeEmpty(): void {
    if (this.#files.size > 0) return;
    try {
      rmdirSync(this.#folder);
    } catch {
      // It is not there, or somebody put a file of theirs into it.
    }
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
