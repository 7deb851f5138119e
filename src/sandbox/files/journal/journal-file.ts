import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf } from '../../../core/base/system-errors.ts';
import type { Journal } from '../../../core/kernel/engine.ts';
import type { Seed } from '../../../core/kernel/ids.ts';
import { putInPlaceSync, syncData, syncFile } from '../../../core/system/file-replacement.ts';
import { close, openAside, readAll, readSome, replaceFile, syncDirectory, writeAll } from '../atomic-files.ts';
import { encodeLines, LineEncoder } from './checksummed-lines.ts';
import { FileIdentity } from './file-identity.ts';

/*
 * A journal is a file of checksummed lines: first a head, then commits, and a note for each start.
 */

export const journalFormat = 2;

/** The first line: the type of the file, and the commit after which the journal starts. */
export interface JournalHead {
  readonly journal: 'payments-emulator';
  readonly format: number;
  readonly emulator: string;
  readonly seed: Seed;
  readonly starts: number;
  /** The sequence number of the last commit before the journal's first commit. */
  readonly after: number;
}

/** The head of a new journal: the fields that all journals have in common, and the passed fields. */
export const headOf = (told: Omit<JournalHead, 'journal' | 'format'>): JournalHead => ({
  journal: 'payments-emulator',
  format: journalFormat,
  ...told,
});

/** A point in a journal: the last commit before it, and the offset of the next line. */
export interface JournalPosition {
  readonly seq: number;
  readonly offset: number;
}

export interface JournalFileOptions {
  path: string;
  /** Whether `write` syncs each batch to the disk before it returns. */
  fsync: boolean;
  /** Called with the last commit in the file when a batch is written. */
  written: (seq: number) => void;
  /**
   * Called before the file is replaced.
   * @throws if the folder no longer belongs to this emulator
   */
  check: () => void;
}

/**
 * The maximum size of the last piece of a trim, in bytes, which is copied in one step. Earlier pieces are copied
 * while commits continue.
 */
const lastCopy = 64 * 1024;
const copyLength = 1024 * 1024;
/** The file is synced after this many bytes, because a larger sync would block the next write for longer. */
const bytesASync = 16 * 1024 * 1024;

/** Windows cannot replace an open file. */
const closesFirst = process.platform === 'win32';
/** The descriptor of a file that is not open. The system can reuse a closed descriptor for another file. */
const closed = -1;

const headLine = (head: JournalHead): Buffer => encodeLines([JSON.stringify(head)]);

/** Creates a journal that contains only its head. Replaces an existing journal. */
export const createJournal = (path: string, head: JournalHead): Promise<void> =>
  replaceFile(path, (file) => file.writeFile(headLine(head)));

const movedAway = (path: string): string => `${path} was moved or removed while the emulator ran`;

/** The journal of a running emulator. Each write appends either whole lines or nothing. */
export class JournalFile implements Journal {
  readonly #options: JournalFileOptions;
  readonly #encoder = new LineEncoder();
  #file = closed;
  readonly #identity: FileIdentity;
  #length = 0;
  #seq: number;
  /** Whether a part of a rejected batch may still follow the last line. */
  #hasRest = false;
  /** The number of bytes that are not synced yet. */
  #unsynced = 0;
  #isOpen = false;
  #refusal: string | null = null;
  /** How many batches the disk rejected. */
  refusals = 0;
  /** Called when a batch is written. At that moment, no commit is waiting. */
  afterWrite: () => void = () => {};
  /** Called when the disk rejects a batch, before the engine undoes it. */
  afterRefusal: () => void = () => {};

  /** @param seq the last commit in the journal */
  constructor(options: JournalFileOptions, seq: number) {
    this.#options = options;
    this.#identity = new FileIdentity(options.path);
    this.#seq = seq;
  }

  /**
   * Opens the file to continue it.
   * @param length how many bytes are whole lines; the rest is cut off. If null, all bytes are whole lines
   */
  open(length: number | null): void {
    const file = openSync(this.#options.path, 'r+');
    try {
      const { size } = fstatSync(file);
      if (length !== null && length < size) ftruncateSync(file, length);
      this.#file = file;
      this.#identity.accept();
      this.#length = length ?? size;
      this.#isOpen = true;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Cuts the file after the first `length` bytes, and closes it. */
  close(length = this.#length): void {
    if (!this.#isOpen) return;
    try {
      if (length < this.#length) ftruncateSync(this.#descriptor, length);
    } finally {
      this.#isOpen = false;
      this.#closeFile();
    }
  }

  #closeFile(): void {
    const file = this.#file;
    this.#file = closed;
    if (file !== closed) closeSync(file);
  }

  /**
   * The descriptor of the file. If a failed swap closed the file, it is opened again.
   * @throws the system error
   */
  get #descriptor(): number {
    if (!this.#isOpen) throw new Error('The data folder is closed.');
    if (this.#file === closed) {
      const { path } = this.#options;
      if (!this.#identity.isSame) throw new Error(movedAway(path));
      this.#file = openSync(path, 'r+');
    }
    return this.#file;
  }

  get path(): string {
    return this.#options.path;
  }

  /** The size of the journal in bytes. */
  get length(): number {
    return this.#length;
  }

  /** The last commit in the file. */
  get seq(): number {
    return this.#seq;
  }

  /** Why the disk rejected the last batch; null if it accepted the batch. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** How another process changed the open file, in words; null if the size and place of the file show no change. */
  get fault(): string | null {
    return this.#isOpen && !this.#identity.isSame ? movedAway(this.#options.path) : this.#faultOfFile;
  }

  /** How another process changed the file itself, wherever it is now. */
  get #faultOfFile(): string | null {
    if (!this.#isOpen) return null;
    const { path } = this.#options;
    try {
      const { size, nlink } = fstatSync(this.#descriptor);
      if (nlink === 0) return movedAway(path);
      return size === this.#length ? null : `${path} was changed while the emulator ran`;
    } catch (error) {
      return `${path} can no longer be opened (${reasonOf(error)})`;
    }
  }

  get mark(): JournalPosition {
    return { seq: this.#seq, offset: this.#length };
  }

  /**
   * Writes the lines of commits.
   * @throws the system error; the file then contains none of the lines
   */
  write(lines: readonly string[]): void {
    const due = this.#seq + 1;
    if (lines[0]?.startsWith(`{"seq":${due},`) !== true)
      throw new Error(`The next commit must have the number ${due}.`);
    this.#append(lines);
    this.#seq += lines.length;
    this.#options.written(this.#seq);
    this.afterWrite();
  }

  /** Writes a note that the emulator was started. */
  note(starts: number, emulator: string): void {
    this.#append([JSON.stringify({ starts, emulator })]);
  }

  /** Syncs all written lines to the disk. */
  async sync(): Promise<void> {
    await syncData(this.#descriptor);
  }

  /**
   * Removes all lines before `mark`, because their commits are now in `db.json`. The lines after `mark` are copied to a
   * temporary file while writing continues. The last piece and the swap happen in one step.
   */
  async trim(mark: JournalPosition, head: JournalHead): Promise<void> {
    const { path, fsync } = this.#options;
    const aside = `${path}.new`;
    const before = this.#descriptor;
    try {
      const begin = headLine(head);
      const copied = await this.#copyFrom(mark.offset, begin, aside);
      const file = openSync(aside, 'r+');
      const length = begin.length + (this.#length - mark.offset);
      try {
        const rest = this.#length - copied;
        writeAll(file, readAll(this.#descriptor, rest, copied), length - rest);
        if (fsync) fdatasyncSync(file);
        this.#moveInPlace(aside);
      } catch (error) {
        closeSync(file);
        throw error;
      }
      this.#file = file;
      this.#identity.accept();
      this.#length = length;
      this.#hasRest = false;
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {});
      throw error;
    }
    // Closing the last descriptor frees the longer file, which takes some time.
    if (!closesFirst) await close(before);
    await syncDirectory(dirname(path));
  }

  /**
   * Replaces this file with another file.
   * @throws the system error; this file then stays, and is opened when needed
   */
  #moveInPlace(aside: string): void {
    const { path, check } = this.#options;
    this.#checkUnchanged(this.fault);
    check();
    if (closesFirst) this.#closeFile();
    putInPlaceSync(aside, path);
  }

  /** Copies nearly all bytes from `offset` on. Returns the offset of the first byte that is not copied. */
  async #copyFrom(offset: number, begin: Buffer, aside: string): Promise<number> {
    const target = await openAside(aside);
    try {
      await target.writeFile(begin);
      let at = offset;
      while (this.#length - at > lastCopy) {
        const piece = Buffer.allocUnsafe(Math.min(copyLength, this.#length - at));
        const { bytesRead } = await readSome(this.#descriptor, piece, 0, piece.length, at);
        if (bytesRead === 0) throw new Error(`${this.#options.path} is shorter than the data that was written to it`);
        await target.writeFile(piece.subarray(0, bytesRead));
        at += bytesRead;
        if ((at - offset) % bytesASync < copyLength) await syncData(target.fd);
      }
      await syncFile(target.fd);
      return at;
    } finally {
      await target.close();
    }
  }

  #append(lines: readonly string[]): void {
    if (!this.#isOpen) throw new Error('The data folder is closed.');
    try {
      if (this.#hasRest) this.#cutOff();
      this.#checkUnchanged(this.#identity.isSameLately ? this.#faultOfFile : movedAway(this.#options.path));
      const bytes = this.#encoder.encode(lines);
      const file = this.#descriptor;
      this.#hasRest = true;
      writeAll(file, bytes, this.#length);
      if (this.#options.fsync) fdatasyncSync(file);
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
        // The next write cuts the file again, and fails if that is not possible.
      }
      this.afterRefusal();
      throw error;
    }
  }

  /** Syncs early, so that a compaction, which needs all lines on the disk, waits only briefly. */
  #syncNowAndThen(written: number): void {
    this.#unsynced += written;
    if (this.#unsynced < bytesASync) return;
    this.#unsynced = 0;
    // The next write or the compaction reports a failure.
    void this.sync().catch(() => {});
  }

  #cutOff(): void {
    ftruncateSync(this.#descriptor, this.#length);
    this.#hasRest = false;
  }

  /** @throws if another process moved, removed or changed the file, because later writes would be lost */
  #checkUnchanged(fault: string | null): void {
    if (fault !== null) throw new Error(`${fault}; restart the emulator`);
  }
}
