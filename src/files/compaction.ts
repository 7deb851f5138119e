import type { Low } from 'lowdb';
import { wakeAfter } from '../base/time.ts';
import type { State } from '../kernel/state.ts';
import type { DatabaseFile } from './database-file.ts';
import { reasonOf } from './errors.ts';
import type { JournalFile, JournalHead, Mark } from './journal-file.ts';
import type { RestoredFiles } from './restored-files.ts';

export interface CompactionOptions {
  db: Low<State>;
  database: DatabaseFile;
  journal: JournalFile;
  /** The snapshots that the journal names: what they hold counts as if it were in the journal. */
  restored: RestoredFiles;
  /** The head of a journal that goes on from a commit. */
  journalHead: (after: number) => JournalHead;
  warn: (message: string) => void;
  /** The bytes a journal may grow to before it is worth compacting, or the size of `db.json`, whichever is more. */
  compactAt: number;
  /** The commit up to which `db.json` has everything; null where there is none. */
  compactedSeq: number | null;
}

/** How long nothing must have been committed before the journal is compacted, in milliseconds. */
const calm = 1_000;
/** How many times as long a journal may grow while commits go on. */
const mostGrowth = 2;

/**
 * Moves what is in the journal into `db.json`, in the background, when the journal outgrows it and no commits are made,
 * or at the latest when it has grown twofold. The records in memory are written in pieces, between which calls are
 * answered. Whatever goes wrong on the way, the journal keeps what the `db.json` that is in place does not have:
 *
 * - until the new `db.json` takes the old one's place, the old one and the whole journal hold everything;
 * - from then until the shorter journal takes the longer one's place, the longer one repeats what is in `db.json`;
 * - afterwards, the shorter one goes on from the last commit in `db.json`.
 */
export class Compaction {
  readonly #options: CompactionOptions;
  #compactedSeq: number | null;
  #compactAt: number;
  #running: Promise<void> | null = null;
  #stopWaitingForCalm: (() => void) | null = null;
  /** Called at the next moment when no commit waits to be written. */
  #waiting: (() => void)[] = [];
  #refusals = 0;
  #givenUp = false;
  #isClosing = false;
  /** Called when the journal was moved into `db.json`, or could not be. */
  onEnd: () => void = () => {};

  constructor(options: CompactionOptions) {
    const { database, journal } = options;
    this.#options = options;
    this.#compactedSeq = options.compactedSeq;
    this.#compactAt = this.#limit;
    database.proceed = () => this.#proceed();
    database.beforeReplace = () => this.#beforeReplace();
    journal.afterWrite = () => this.#afterWrite();
    // The engine undoes the batch first.
    journal.afterRefusal = () => setImmediate(() => this.#resumeWaiting());
  }

  /** The commit up to which `db.json` has everything; null where there is none. */
  get compactedSeq(): number | null {
    return this.#compactedSeq;
  }

  /** Whether it is under way, or will be as soon as no commits are made. */
  get isDue(): boolean {
    return this.#running !== null || this.#stopWaitingForCalm !== null;
  }

  /** Moves everything committed until now. @throws what the disk says; then the old `db.json` and the journal stay */
  async run(): Promise<void> {
    while (this.#running !== null) await this.#running.catch(() => {});
    await this.#start();
  }

  /**
   * Moves everything for the last time, if that is worth its time; gives up after `within` milliseconds. What is not
   * moved stays in the journal, and the next start is as quick as with what is in `db.json` alone.
   */
  async finish(within: number): Promise<void> {
    this.#isClosing = true;
    this.#stopWaiting();
    if (this.#running !== null) {
      this.#givenUp = true;
      await this.#running.catch(() => {});
      this.#givenUp = false;
    }
    if (!this.#isWorthwhile && !(await this.#options.database.isEdited())) return;
    const cancel = wakeAfter(within, () => {
      this.#givenUp = true;
    });
    try {
      await this.#start();
    } catch (error) {
      this.#options.warn(`db.json was not brought up to date (${reasonOf(error)}); the journal has everything.`);
    } finally {
      cancel();
    }
  }

  /**
   * Whether `db.json` is to be written at the end: where it was edited before the start, as its checksum does not fit then;
   * where the journal has outgrown it; and a small one where anything was done, so that whoever opens it finds everything.
   */
  get #isWorthwhile(): boolean {
    const { database, db, compactAt } = this.#options;
    if (database.found?.isAsWritten === false || this.#length > this.#limit) return true;
    return database.size <= compactAt && this.#compactedSeq !== db.data.seq;
  }

  get #limit(): number {
    return Math.max(this.#options.compactAt, this.#options.database.size);
  }

  #start(): Promise<void> {
    const running = this.#compact().finally(() => {
      this.#running = null;
      this.onEnd();
    });
    this.#running = running;
    return running;
  }

  async #compact(): Promise<void> {
    const mark = await this.#write();
    this.#compactedSeq = mark.seq;
    this.#compactAt = this.#limit;
    await this.#trim(mark);
  }

  /** Writes the records in memory. At a moment when no commit waits that might be undone, they are what the journal says. */
  async #write(): Promise<Mark> {
    const { db, journal } = this.#options;
    const { mark, written } = await this.#whenWritten(() => {
      this.#refusals = journal.refusals;
      return { mark: journal.mark, written: db.write() };
    });
    await written;
    return mark;
  }

  async #trim(mark: Mark): Promise<void> {
    const { journal, journalHead, restored } = this.#options;
    await journal.trim(mark, journalHead(mark.seq));
    restored.release(mark.seq);
  }

  /** What a start would have to read beside `db.json`, in bytes. */
  get #length(): number {
    return this.#options.journal.length + this.#options.restored.weight;
  }

  #proceed(): void {
    if (this.#givenUp) throw new Error('there was no time for it');
  }

  /**
   * A file that was written from memory may hold parts of commits that were made meanwhile. They must be in the journal,
   * for good, before it counts; and where the disk refused one of them, and it was undone, the file is worth nothing.
   */
  async #beforeReplace(): Promise<void> {
    await this.#whenWritten(() => {});
    if (this.#options.journal.refusals !== this.#refusals) throw new Error('the disk refused commits meanwhile');
    await this.#options.journal.sync();
    this.#proceed();
  }

  /** Calls at a moment when every commit is written: now, or later. */
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
    if (this.#isClosing || this.#running !== null || this.#length <= this.#compactAt) return;
    if (this.#length > this.#compactAt * mostGrowth) this.#startInBackground();
    else if (this.#stopWaitingForCalm === null) this.#waitForCalm();
  }

  /** Compacts as soon as a while has passed without a commit. */
  #waitForCalm(): void {
    const { seq } = this.#options.journal;
    this.#stopWaitingForCalm = wakeAfter(calm, () => {
      this.#stopWaitingForCalm = null;
      if (this.#isClosing || this.#running !== null) return;
      if (this.#options.journal.seq === seq) this.#startInBackground();
      else this.#waitForCalm();
    });
  }

  #startInBackground(): void {
    this.#stopWaiting();
    this.#start().catch((error) => {
      if (this.#isClosing) return;
      this.#compactAt = this.#length + this.#options.compactAt;
      this.#options.warn(`The journal was not compacted (${reasonOf(error)}); it keeps everything and grows on.`);
    });
  }

  #stopWaiting(): void {
    this.#stopWaitingForCalm?.();
    this.#stopWaitingForCalm = null;
  }
}
