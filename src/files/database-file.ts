import { copyFile, type FileHandle, stat } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import type { Registry } from '../kernel/declare/registry.ts';
import type { State } from '../kernel/state.ts';
import type { CachedState } from './cache-file.ts';
import type { ReadDatabase } from './database-parts.ts';
import { readDatabase } from './database-reader.ts';
import { outlineOf, writeDatabase } from './database-writer.ts';
import { codeOf, startOfFile } from './errors.ts';
import { replaceFile } from './files.ts';

export interface DatabaseFileOptions {
  path: string;
  registry: Registry;
  /** The emulator's version, for the head of the file. */
  version: string;
  /** Gives what the cache holds of this file and the journal; null where they must be read. */
  readCache?: () => Promise<CachedState | null>;
  /** Gives the reading up. */
  signal?: AbortSignal | undefined;
}

/** lowdb's way to `db.json`: the state streams in and out, and the old file stays until the new one is whole. */
export class DatabaseFile implements Adapter<State> {
  readonly #options: DatabaseFileOptions;
  /** Called before each piece that is written; throws to give up. */
  proceed: () => void = () => {};
  /** Waits until the new file may take the place of the old one; throws where it must not. */
  beforeReplace: () => Promise<void> = async () => {};
  /** Told where an edit by hand was kept that would have been written over; null: nobody edits. */
  onEditKept: ((path: string) => void) | null = null;
  /** The size of the file in bytes; 0 where there is none. */
  size = 0;
  /** What tells the file as it was last read or written, and the one that is about to replace it, from an edited one. */
  #known: readonly string[] = [];
  /** What was read last; null where there was no file, or where another was written since. */
  found: ReadDatabase | null = null;
  /** Whether what it holds was read from the cache. */
  isCached = false;
  /** The commit up to which the file that was read has everything; null where there was none. */
  seq: number | null = null;

  constructor(options: DatabaseFileOptions) {
    this.#options = options;
  }

  get path(): string {
    return this.#options.path;
  }

  /** What tells the file as it was last read or written from any other. */
  get identity(): string {
    return this.#known.at(-1) ?? '';
  }

  /** Null where there is none. @throws StorageError where the file is damaged */
  async read(): Promise<State | null> {
    try {
      const found = await stat(this.path);
      this.size = found.size;
      this.#known = [identityOf(found)];
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
    const cached = (await this.#options.readCache?.()) ?? null;
    this.isCached = cached !== null;
    if (cached !== null) {
      const { state, journalFrom } = cached;
      this.found = { state, isAsWritten: true, journalFrom, placeOf: () => startOfFile };
    }
    const { state } = this.found ?? (await this.readNow());
    this.seq = cached?.databaseSeq ?? state.seq;
    return state;
  }

  /** What the file holds now. @throws StorageError where it is damaged */
  async readNow(): Promise<ReadDatabase> {
    const { registry, signal } = this.#options;
    this.found = await readDatabase(this.path, registry, { signal });
    return this.found;
  }

  /** Whether somebody has written to the file since it was last read, written or accepted here. */
  async isEdited(): Promise<boolean> {
    try {
      return !this.#known.includes(identityOf(await stat(this.path)));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** The edit that was read is taken over: it may be written over. */
  async acceptEdit(): Promise<void> {
    this.#known = [identityOf(await stat(this.path))];
  }

  /** Must be called at a moment when every commit is written. What it holds is noted before it first waits. */
  async write(state: State): Promise<void> {
    const outline = outlineOf(state);
    const { version } = this.#options;
    let written = { identity: '', size: 0 };
    const write = (file: FileHandle) => writeDatabase(file, outline, version, this.proceed);
    await replaceFile(this.path, write, async () => {
      const found = await stat(`${this.path}.new`);
      written = { identity: identityOf(found), size: found.size };
      await this.beforeReplace();
      await this.#keepEdit();
      this.#known = [...this.#known, written.identity];
    });
    this.size = written.size;
    this.found = null;
    this.#known = [written.identity];
  }

  async #keepEdit(): Promise<void> {
    if (this.onEditKept === null || !(await this.isEdited())) return;
    const kept = `${this.path}.edited`;
    await copyFile(this.path, kept);
    this.onEditKept(kept);
  }
}

const identityOf = ({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string =>
  `${ino}/${size}/${mtimeMs}`;
