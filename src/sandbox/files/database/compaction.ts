import type { Low } from 'lowdb';
import { reasonOf } from '../../../core/base/system-errors.ts';
import { wakeAfter } from '../../../core/base/time.ts';
import type { State } from '../../../core/kernel/state.ts';
import type { JournalFile, JournalHead, JournalPosition } from '../journal/journal-file.ts';
import type { RestoredFiles } from '../journal/restored-snapshots.ts';
import type { DatabaseFile } from './database-file.ts';

export interface CompactionOptions {
  db: Low<State>;
  database: DatabaseFile;
  journal: JournalFile;
  /** The snapshots that the journal refers to. Their records count towards the journal's size. */
  restored: RestoredFiles;
  /** The head of a journal that starts after a commit. */
  journalHead: (after: number) => JournalHead;
  warn: (message: string) => void;
  /**
   * Called before `db.json` is replaced.
   * @throws if the folder no longer belongs to this emulator
   */
  check: () => void;
  /** The journal is compacted when it exceeds both this many bytes and the size of `db.json`. */
  compactAt: number;
  /** The last commit in `db.json`; null if there is no such file. */
  compactedSeq: number | null;
}

/** Ends a compaction that would make the files larger. */
class NotSmaller extends Error {}

/** The journal is compacted after this many milliseconds without a commit. */
const calm = 1_000;
/** `db.json` is compacted when it has more than this many records for each record that still exists. */
export const mostRecordsForOne = 2;
/** While commits continue, the journal can grow to this many times its limit. */
const mostGrowth = 2;

/**
 * Moves the journal into `db.json`, in the background. This happens when the journal is larger than `db.json` and no
 * commits are made, or at the latest when the journal reaches twice its limit. It also happens, without commits, when
 * most records of a large `db.json` were removed. The records in memory are written in pieces, and calls are answered
 * in between. If any step fails, the journal still has all commits that are not in the current `db.json`:
 *
 * - until the new `db.json` replaces the old file, the old file and the whole journal contain all commits;
 * - until the shorter journal then replaces the longer journal, the longer journal repeats commits of `db.json`;
 * - after that, the shorter journal continues from the last commit in `db.json`.
 */
export class Compaction {
  readonly #options: CompactionOptions;
  #compactedSeq: number | null;
  #compactAt: number;
  #running: Promise<void> | null = null;
  #stopWaitingForCalm: (() => void) | null = null;
  /** The functions to call as soon as no commit waits to be written. */
  #waiting: (() => void)[] = [];
  #refusals = 0;
  /** How many bytes the running compaction can remove in addition to `db.json`. */
  #lengthAtMark = 0;
  #givenUp = false;
  #isClosing = false;
  /** Whether the running compaction stops before it makes the files larger. */
  #mustReduce = false;
  /** Whether the last compaction failed. Removed records are then no reason for another one. */
  #hasFailed = false;

  constructor(options: CompactionOptions) {
    const { database, journal } = options;
    this.#options = options;
    this.#compactedSeq = options.compactedSeq;
    this.#compactAt = this.#limit;
    database.proceed = () => this.#proceed();
    database.beforeReplace = (size) => this.#beforeReplace(size);
    journal.afterWrite = () => this.#afterWrite();
    // The engine undoes the batch first.
    journal.afterRefusal = () => setImmediate(() => this.#resumeWaiting());
  }

  /** The last commit in `db.json`; null if there is no such file. */
  get compactedSeq(): number | null {
    return this.#compactedSeq;
  }

  /** Compacts soon if most records of the file were removed before the emulator started. */
  begin(): void {
    if (this.#hasRemovedRecords) this.#waitForCalm();
  }

  /**
   * Compacts all commits so far.
   * @throws the disk error; the old `db.json` and the journal then stay
   */
  async run(): Promise<void> {
    while (this.#running !== null) await this.#running.catch(() => {});
    await this.#start();
  }

  /**
   * Compacts all commits so far, if that makes the files smaller. A journal that says the same in fewer bytes stays.
   * @throws the disk error; the old `db.json` and the journal then stay
   */
  async reduce(): Promise<void> {
    while (this.#running !== null) await this.#running.catch(() => {});
    this.#mustReduce = true;
    try {
      await this.#start();
    } catch (error) {
      if (!(error instanceof NotSmaller)) throw error;
    } finally {
      this.#mustReduce = false;
    }
  }

  /**
   * Compacts for the last time, if the compaction is worth its time, and gives up after `within` milliseconds. The
   * other commits stay in the journal, and the next start is as fast as with `db.json` alone. If another process has
   * changed the journal, the journal stays unchanged, and `db.json` gets the commits that were written to it.
   */
  async finish(within: number): Promise<void> {
    this.#isClosing = true;
    this.#stopWaiting();
    if (this.#running !== null) {
      this.#givenUp = true;
      await this.#running.catch(() => {});
      this.#givenUp = false;
    }
    const { journal, database, warn } = this.#options;
    const isJournalWhole = journal.fault === null;
    if (isJournalWhole && !this.#isWorthwhile && !(await database.isEdited())) return;
    const cancel = wakeAfter(within, () => {
      this.#givenUp = true;
    });
    try {
      if (isJournalWhole) await this.#start();
      else this.#compactedSeq = (await this.#write()).seq;
    } catch (error) {
      const rest = isJournalWhole ? '; the journal has all commits' : '';
      warn(`db.json was not updated (${reasonOf(error)})${rest}.`);
    } finally {
      cancel();
    }
  }

  /**
   * Whether a stop must write `db.json`. It must if the file was edited before the start, because its checksum is then
   * wrong, if the journal is larger than the file, or if most records of the file were removed. It must also if the
   * data is small and has changed, so that a reader of the file finds all records.
   */
  get #isWorthwhile(): boolean {
    const { database, db, compactAt } = this.#options;
    if (database.found?.isAsWritten === false || this.#isDue(this.#limit)) return true;
    return database.size <= compactAt && this.#compactedSeq !== db.data.seq;
  }

  get #limit(): number {
    return Math.max(this.#options.compactAt, this.#options.database.size);
  }

  #start(): Promise<void> {
    const running = this.#compact().finally(() => {
      this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #compact(): Promise<void> {
    this.#options.check();
    const mark = await this.#write();
    this.#compactedSeq = mark.seq;
    this.#compactAt = this.#limit;
    this.#hasFailed = false;
    await this.#trim(mark);
  }

  /** Writes the records in memory. While no commit that might be undone is waiting, these records equal the journal. */
  async #write(): Promise<JournalPosition> {
    const { db, journal } = this.#options;
    const { mark, written } = await this.#whenWritten(() => {
      this.#refusals = journal.refusals;
      this.#lengthAtMark = this.#length;
      return { mark: journal.mark, written: db.write() };
    });
    await written;
    return mark;
  }

  async #trim(mark: JournalPosition): Promise<void> {
    const { journal, journalHead, restored } = this.#options;
    await journal.trim(mark, journalHead(mark.seq));
    restored.release(mark.seq);
  }

  /** How many bytes a start must read in addition to `db.json`. */
  get #length(): number {
    return this.#options.journal.length + this.#options.restored.weight;
  }

  #isDue(limit: number): boolean {
    return this.#length > limit || this.#hasRemovedRecords;
  }

  /** Whether `db.json` is large and most of its records were removed, so that a start reads them for nothing. */
  get #hasRemovedRecords(): boolean {
    const { database, db, compactAt } = this.#options;
    return database.size > compactAt && !this.#hasFailed && database.records > db.data.size * mostRecordsForOne;
  }

  #proceed(): void {
    if (this.#givenUp) throw new Error('there was not enough time');
  }

  /**
   * A file written from memory can contain parts of commits that were made in the meantime. These commits must be in
   * the journal on disk before the file is valid. If the disk rejected one of the commits, so that it was undone, the
   * file is useless.
   */
  async #beforeReplace(size: number): Promise<void> {
    const { database, journalHead } = this.#options;
    const head = JSON.stringify(journalHead(0)).length;
    if (this.#mustReduce && size + head >= database.size + this.#lengthAtMark) throw new NotSmaller();
    await this.#whenWritten(() => {});
    if (this.#options.journal.refusals !== this.#refusals) throw new Error('the disk rejected commits in the meantime');
    await this.#options.journal.sync();
    this.#options.check();
    this.#proceed();
  }

  /** Calls a function as soon as every commit is written, possibly immediately. */
  #whenWritten<T>(call: () => T): Promise<T> {
    return new Promise((resolve) => {
      const now = () => resolve(call());
      if (this.#isWritten) now();
      else this.#waiting.push(now);
    });
  }

  get #isWritten(): boolean {
    return this.#options.db.data.seq === this.#options.journal.seq;
  }

  #resumeWaiting(): void {
    if (!this.#isWritten) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const call of waiting) call();
  }

  #afterWrite(): void {
    this.#resumeWaiting();
    const { database, compactAt } = this.#options;
    if (this.#isClosing || this.#running !== null) return;
    if (this.#length <= this.#compactAt && database.size <= compactAt) return;
    if (this.#length > this.#compactAt * mostGrowth) this.#startInBackground();
    else if (this.#stopWaitingForCalm === null) this.#waitForCalm();
  }

  /** Compacts after a pause without commits, if there is still a reason. */
  #waitForCalm(): void {
    const { seq } = this.#options.journal;
    this.#stopWaitingForCalm = wakeAfter(calm, () => {
      this.#stopWaitingForCalm = null;
      if (this.#isClosing || this.#running !== null) return;
      if (this.#options.journal.seq !== seq) this.#waitForCalm();
      else if (this.#isDue(this.#compactAt)) this.#startInBackground();
    });
  }

  #startInBackground(): void {
    this.#stopWaiting();
    this.#start().catch((error) => {
      if (this.#isClosing) return;
      this.#hasFailed = true;
      this.#compactAt = this.#length + this.#options.compactAt;
      this.#options.warn(
        `The journal was not compacted (${reasonOf(error)}). It still has all commits, and continues to grow.`,
      );
    });
  }

  #stopWaiting(): void {
    this.#stopWaitingForCalm?.();
    this.#stopWaitingForCalm = null;
  }
}
