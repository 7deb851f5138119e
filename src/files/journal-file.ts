import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, renameSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Journal } from '../kernel/engine.ts';
import type { Seed } from '../kernel/ids.ts';
import { encodeLines, LineEncoder } from './checksummed-lines.ts';
import { reasonOf } from './errors.ts';
import { close, readAll, readSome, replaceFile, syncData, syncDirectory, writeAll } from './files.ts';
import type { ColumnsByKind } from './journal-rows.ts';

/*
 * A journal is a file of checksummed lines: first a head, then commits, and a note for each start.
 */

/**
 * The format of journals. Since 2, a commit may name a snapshot in place of records; since 3, that is a compressed file;
 * since 4, records are rows, whose columns the head names.
 */
export const journalFormat = 4;

/** The first line: what the file is, and from which commit it goes on. */
export interface JournalHead {
  readonly journal: 'payments-emulator';
  readonly format: number;
  readonly emulator: string;
  readonly seed: Seed;
  readonly starts: number;
  /** The sequence number of the last commit before its own. */
  readonly after: number;
  /** The columns of the rows of each kind of records. */
  readonly columns: ColumnsByKind;
}

/** What the head of a new journal says beside what every journal does. */
export const headOf = (told: Omit<JournalHead, 'journal' | 'format'>): JournalHead => ({
  journal: 'payments-emulator',
  format: journalFormat,
  ...told,
});

/** A moment in a journal: the last commit before it, and where the next line begins. */
export interface Mark {
  readonly seq: number;
  readonly offset: number;
}

export interface JournalFileOptions {
  path: string;
  /** Whether the system is asked to put each batch on the disk before `write` returns. */
  fsync: boolean;
}

/** What is copied while commits are written may grow; the last piece, of at most this size, is copied in one step. */
const lastCopy = 64 * 1024;
const copyLength = 1024 * 1024;
/** After how many bytes the disk is asked to take what was written: asked for much at once, it holds up the next write. */
const bytesASync = 16 * 1024 * 1024;

/** Windows puts nothing in the place of a file that is open. */
const closesFirst = process.platform === 'win32';

const headLine = (head: JournalHead): Buffer => encodeLines([JSON.stringify(head)]);

/** Makes a journal that holds its head alone, in the place of whatever is there. */
export const createJournal = (path: string, head: JournalHead): Promise<void> =>
  replaceFile(path, (file) => file.writeFile(headLine(head)));

/** The journal of a running emulator: whole lines are put at its end, or nothing is. */
export class JournalFile implements Journal {
  readonly #options: JournalFileOptions;
  readonly #encoder = new LineEncoder();
  #file = -1;
  #length = 0;
  #seq: number;
  /** Whether a part of a batch that was refused may still stand behind the last line. */
  #hasRest = false;
  /** How many bytes the disk was not asked to take yet. */
  #unsynced = 0;
  #isOpen = false;
  #refusal: string | null = null;
  /** How many batches were refused. */
  refusals = 0;
  /** Called when a batch is written: at that moment nothing that was committed waits. */
  afterWrite: () => void = () => {};
  /** Called when a batch is refused, before the engine undoes it. */
  afterRefusal: () => void = () => {};

  /** @param seq its last commit */
  constructor(options: JournalFileOptions, seq: number) {
    this.#options = options;
    this.#seq = seq;
  }

  /**
   * Opens the file to go on with it.
   * @param length how many bytes of it are whole lines, the rest is cut off; null: all
   */
  open(length: number | null): void {
    const file = openSync(this.#options.path, 'r+');
    try {
      const { size } = fstatSync(file);
      if (length !== null && length < size) ftruncateSync(file, length);
      this.#file = file;
      this.#length = length ?? size;
      this.#isOpen = true;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Takes back everything behind the first `length` bytes, and closes the file. */
  close(length = this.#length): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      if (length < this.#length) ftruncateSync(this.#file, length);
    } finally {
      closeSync(this.#file);
    }
  }

  get path(): string {
    return this.#options.path;
  }

  /** Its size in bytes. */
  get length(): number {
    return this.#length;
  }

  /** The last commit that is written. */
  get seq(): number {
    return this.#seq;
  }

  /** Why the last batch was refused; null where it was not. */
  get refusal(): string | null {
    return this.#refusal;
  }

  get mark(): Mark {
    return { seq: this.#seq, offset: this.#length };
  }

  /** Writes the lines of commits. @throws what the system says, after which none of them is there. */
  write(lines: readonly string[]): void {
    const due = this.#seq + 1;
    if (lines[0]?.startsWith(`{"seq":${due},`) !== true) throw new Error(`The next commit must be ${due}.`);
    this.#append(lines);
    this.#seq += lines.length;
    this.afterWrite();
  }

  /** Writes that the emulator was started. @param columns those of the rows that follow, where they are others than before */
  note(starts: number, emulator: string, columns: ColumnsByKind | undefined): void {
    this.#append([JSON.stringify({ starts, emulator, columns })]);
  }

  /** Puts everything that is written on the disk. */
  async sync(): Promise<void> {
    await syncData(this.#file);
  }

  /**
   * Leaves out all lines before `mark`, which `db.json` holds by now: what is behind it is copied beside the file
   * while writing goes on; the last piece and the swap are one step.
   */
  async trim(mark: Mark, head: JournalHead): Promise<void> {
    const { path, fsync } = this.#options;
    const aside = `${path}.new`;
    const before = this.#file;
    try {
      const begin = headLine(head);
      const copied = await this.#copyFrom(mark.offset, begin, aside);
      const file = openSync(aside, 'r+');
      const length = begin.length + (this.#length - mark.offset);
      try {
        const rest = this.#length - copied;
        writeAll(file, readAll(this.#file, rest, copied), length - rest);
        if (fsync) fdatasyncSync(file);
        this.#moveInPlace(aside);
      } catch (error) {
        closeSync(file);
        throw error;
      }
      this.#file = file;
      this.#length = length;
      this.#hasRest = false;
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {});
      throw error;
    }
    // Closing the last descriptor frees the longer file, which takes the system a while.
    if (!closesFirst) await close(before);
    await syncDirectory(dirname(path));
  }

  /** Puts a file in the place of this one. @throws what the system says; then this one is open as before */
  #moveInPlace(aside: string): void {
    const { path } = this.#options;
    if (closesFirst) closeSync(this.#file);
    try {
      renameSync(aside, path);
    } catch (error) {
      if (closesFirst) this.#file = openSync(path, 'r+');
      throw error;
    }
  }

  /** Copies all but a little of what is behind `offset`; gives the offset up to which it did. */
  async #copyFrom(offset: number, begin: Buffer, aside: string): Promise<number> {
    const target = await open(aside, 'w', 0o600);
    try {
      await target.writeFile(begin);
      let at = offset;
      while (this.#length - at > lastCopy) {
        const piece = Buffer.allocUnsafe(Math.min(copyLength, this.#length - at));
        const { bytesRead } = await readSome(this.#file, piece, 0, piece.length, at);
        if (bytesRead === 0) throw new Error(`${this.#options.path} is shorter than what was written to it`);
        await target.writeFile(piece.subarray(0, bytesRead));
        at += bytesRead;
        if ((at - offset) % bytesASync < copyLength) await target.datasync();
      }
      await target.sync();
      return at;
    } finally {
      await target.close();
    }
  }

  #append(lines: readonly string[]): void {
    if (!this.#isOpen) throw new Error('The data folder is closed.');
    try {
      if (this.#hasRest) this.#cutOff();
      this.#checkUnchanged();
      const bytes = this.#encoder.encode(lines);
      this.#hasRest = true;
      writeAll(this.#file, bytes, this.#length);
      if (this.#options.fsync) fdatasyncSync(this.#file);
      else this.#syncNowAndThen(bytes.length);
      this.#length += bytes.length;
      this.#hasRest = false;
      this.#refusal = null;
    } catch (error) {
      this.refusals++;
      this.#refusal = reasonOf(error);
      try {
        if (this.#hasRest) this.#cutOff();
      } catch {
        // The next write tries again, and is refused where it fails.
      }
      this.afterRefusal();
      throw error;
    }
  }

  /** So that little is left for the moment at which a compaction needs all of it on the disk. */
  #syncNowAndThen(written: number): void {
    this.#unsynced += written;
    if (this.#unsynced < bytesASync) return;
    this.#unsynced = 0;
    // What goes wrong is told by the next write, or by the compaction.
    void this.sync().catch(() => {});
  }

  #cutOff(): void {
    ftruncateSync(this.#file, this.#length);
    this.#hasRest = false;
  }

  /** @throws where somebody removed or changed the file: what is written to it then would be lost. */
  #checkUnchanged(): void {
    const { nlink, size } = fstatSync(this.#file);
    const { path } = this.#options;
    if (nlink === 0) throw new Error(`${path} was removed while the emulator ran; start it again`);
    if (size !== this.#length) throw new Error(`${path} was changed while the emulator ran; start it again`);
  }
}
