import { copyFile, type FileHandle, stat } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import { codeOf } from '../../../core/base/system-errors.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { State } from '../../../core/kernel/state.ts';
import { replaceFile } from '../atomic-files.ts';
import { startOfFile } from '../errors.ts';
import { type DatabaseContent, readDatabase } from './database-reader.ts';
import { outlineOf, recordsIn, writeDatabase } from './database-writer.ts';

export interface DatabaseFileOptions {
  path: string;
  registry: Registry;
  /** The emulator's version, for the file header. */
  version: string;
  /** Aborts the reading. */
  signal?: AbortSignal | undefined;
}

/**
 * The lowdb adapter for `db.json`. It reads and writes the state as a stream, and the old file stays until the new
 * file is complete.
 */
export class DatabaseFile implements Adapter<State> {
  readonly #options: DatabaseFileOptions;
  /** Called before each piece that is written; throws to give up. */
  proceed: () => void = () => {};
  /** Waits until the new file, of this size, can replace the old file; throws if it must not. */
  beforeReplace: (size: number) => Promise<void> = async () => {};
  /** Called with the path of a copy if a manual edit would have been overwritten; null if no edits are expected. */
  onEditKept: ((path: string) => void) | null = null;
  /** The size of the file in bytes; 0 if no file exists. */
  size = 0;
  /** How many records the file had when it was last read or written, including records that were removed since. */
  records = 0;
  /**
   * The identities of the file as it was last read or written, and of the file that is about to replace it. An edited
   * file matches neither identity.
   */
  #known: readonly string[] = [];
  /** The content that was read last; null if no file existed, or if a new file was written since. */
  found: DatabaseContent | null = null;
  /** The last commit in the file that was read; null if no file existed. */
  seq: number | null = null;

  constructor(options: DatabaseFileOptions) {
    this.#options = options;
  }

  get path(): string {
    return this.#options.path;
  }

  /** The state in the file; null if no file exists. @throws StorageError if the file is damaged */
  async read(): Promise<State | null> {
    try {
      const found = await stat(this.path);
      this.size = found.size;
      this.#known = [identityOf(found)];
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
    const { state } = await this.readNow();
    this.seq = state.seq;
    this.records = state.size;
    return state;
  }

  /** The current content of the file. @throws StorageError if the file is damaged */
  async readNow(): Promise<DatabaseContent> {
    const { registry, signal } = this.#options;
    this.found = await readDatabase(this.path, registry, signal);
    return this.found;
  }

  /**
   * Forgets the places of the records after the records are checked. Otherwise, the text of an edited file would stay
   * in memory.
   */
  forgetPlaces(): void {
    if (this.found !== null) this.found = { ...this.found, placeOf: () => startOfFile };
  }

  /** Whether another process has written to the file since it was last read, written or accepted here. */
  async isEdited(): Promise<boolean> {
    try {
      return !this.#known.includes(identityOf(await stat(this.path)));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** Accepts the edit that was read, so that the file can be overwritten. */
  async acceptEdit(): Promise<void> {
    this.#known = [identityOf(await stat(this.path))];
  }

  /**
   * Writes the state. Call this only when every commit is written, because the content is recorded before the first
   * wait.
   */
  async write(state: State): Promise<void> {
    const outline = outlineOf(state);
    const { version } = this.#options;
    let written = { identity: '', size: 0 };
    const write = (file: FileHandle) => writeDatabase(file, outline, version, this.proceed);
    await replaceFile(this.path, write, async () => {
      const found = await stat(`${this.path}.new`);
      written = { identity: identityOf(found), size: found.size };
      await this.beforeReplace(found.size);
      await this.#keepEdit();
      this.#known = [...this.#known, written.identity];
    });
    this.size = written.size;
    this.records = recordsIn(outline);
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
