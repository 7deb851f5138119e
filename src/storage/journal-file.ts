import { closeSync, fdatasyncSync, fstatSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Journal } from '../engine/engine.ts';
import { reasonOf } from './errors.ts';
import { close, readAll, readSome, syncData, syncDirectory, syncDirectoryNow, writeAll } from './files.ts';
import { encodeLines, type JournalHead, journalFormat, LineEncoder } from './journal-format.ts';

/** A moment in a journal: the last commit before it, and where the next line begins. */
export interface Mark {
  readonly seq: number;
  readonly offset: number;
}

/** Where a journal ends. */
export interface JournalEnd {
  /** Its last commit. */
  readonly seq: number;
  /** How many bytes of it are whole lines; null: all of it. */
  readonly length: number | null;
  /** The format that its head tells. */
  readonly format: number;
}

export interface JournalFileOptions {
  path: string;
  /** Whether the system is asked to put each batch on the disk before `write` returns. */
  fsync: boolean;
}

const copiedAtOnce = 64 * 1024;
const copyLength = 1024 * 1024;

/** Makes a journal that holds its head alone, in the place of whatever is there. */
export function createJournal(path: string, head: JournalHead): void {
  const aside = `${path}.new`;
  try {
    const file = openSync(aside, 'w', 0o600);
    try {
      writeAll(file, encodeLines([JSON.stringify(head)]), 0);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
  syncDirectoryNow(dirname(path));
}

/** The journal of a running emulator: whole lines are put at its end, or nothing is. */
export class JournalFile implements Journal {
  readonly #options: JournalFileOptions;
  readonly #encoder = new LineEncoder();
  #file: number;
  #length: number;
  #seq: number;
  #format: number;
  /** Whether something that was refused may still stand behind the last line. */
  #spoilt = false;
  #closed = false;
  #refusal: string | null = null;
  /** How many batches were refused. */
  refusals = 0;
  /** Called when a batch is written: at that moment nothing that was committed waits. */
  afterWrite: () => void = () => {};
  /** Called when a batch is refused, before the engine undoes it. */
  afterRefusal: () => void = () => {};

  private constructor(options: JournalFileOptions, file: number, end: Omit<JournalEnd, 'length'> & { length: number }) {
    this.#options = options;
    this.#file = file;
    this.#seq = end.seq;
    this.#length = end.length;
    this.#format = end.format;
  }

  /** Opens a journal to go on with it; what stands behind its last whole line is cut off. */
  static open(options: JournalFileOptions, { seq, length, format }: JournalEnd): JournalFile {
    const file = openSync(options.path, 'r+');
    try {
      const { size } = fstatSync(file);
      if (length !== null && length < size) ftruncateSync(file, length);
      return new JournalFile(options, file, { seq, length: length ?? size, format });
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Its size in bytes. */
  get length(): number {
    return this.#length;
  }

  /** The last commit that is written. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether a commit may name a file in place of records: an older emulator must not read what it does not know. */
  get takesFiles(): boolean {
    return this.#format >= 2;
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

  /** Writes that the emulator was started. */
  note(starts: number, emulator: string): void {
    this.#append([JSON.stringify({ starts, emulator })]);
  }

  /** Puts everything that is written on the disk. */
  async sync(): Promise<void> {
    await syncData(this.#file);
  }

  /**
   * Leaves out all lines before `mark`, which a snapshot holds by now: what is behind it is copied beside the file
   * while writing goes on, the rest of it and the swap are one step.
   */
  async trim(mark: Mark, head: JournalHead): Promise<void> {
    const { path, fsync } = this.#options;
    const aside = `${path}.new`;
    const before = this.#file;
    try {
      const begin = encodeLines([JSON.stringify(head)]);
      const copied = await this.#copyFrom(mark.offset, begin, aside);
      const file = openSync(aside, 'r+');
      const length = begin.length + (this.#length - mark.offset);
      try {
        const rest = this.#length - copied;
        writeAll(file, readAll(this.#file, rest, copied), length - rest);
        if (fsync) fdatasyncSync(file);
        renameSync(aside, path);
      } catch (error) {
        closeSync(file);
        throw error;
      }
      this.#file = file;
      this.#length = length;
      this.#format = journalFormat;
      this.#spoilt = false;
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {});
      throw error;
    }
    // With the last hold on it the system frees the longer journal, which takes it a while.
    await close(before);
    await syncDirectory(dirname(path));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#file);
  }

  /** Copies all but a little of what is behind `offset`; gives the offset up to which it did. */
  async #copyFrom(offset: number, begin: Buffer, aside: string): Promise<number> {
    const target = await open(aside, 'w', 0o600);
    try {
      await target.writeFile(begin);
      let at = offset;
      while (this.#length - at > copiedAtOnce) {
        const piece = Buffer.allocUnsafe(Math.min(copyLength, this.#length - at));
        const { bytesRead } = await readSome(this.#file, piece, 0, piece.length, at);
        if (bytesRead === 0) throw new Error(`${this.#options.path} is shorter than what was written to it`);
        await target.writeFile(piece.subarray(0, bytesRead));
        at += bytesRead;
      }
      await target.sync();
      return at;
    } finally {
      await target.close();
    }
  }

  #append(lines: readonly string[]): void {
    if (this.#closed) throw new Error('The data folder is closed.');
    try {
      if (this.#spoilt) this.#cutOff();
      this.#refuseStrangers();
      const bytes = this.#encoder.encode(lines);
      this.#spoilt = true;
      writeAll(this.#file, bytes, this.#length);
      if (this.#options.fsync) fdatasyncSync(this.#file);
      this.#length += bytes.length;
      this.#spoilt = false;
      this.#refusal = null;
    } catch (error) {
      this.refusals++;
      this.#refusal = reasonOf(error);
      try {
        if (this.#spoilt) this.#cutOff();
      } catch {
        // The next write tries again, and is refused where it fails.
      }
      this.afterRefusal();
      throw error;
    }
  }

  #cutOff(): void {
    ftruncateSync(this.#file, this.#length);
    this.#spoilt = false;
  }

  /** What is written to a file that somebody removed or changed would be lost: better it is refused. */
  #refuseStrangers(): void {
    const { nlink, size } = fstatSync(this.#file);
    if (nlink === 0) throw new Error(`${this.#options.path} was removed while the emulator ran; start it again`);
    if (size !== this.#length)
      throw new Error(`${this.#options.path} was changed while the emulator ran; start it again`);
  }
}
