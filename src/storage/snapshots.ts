import type { Low } from 'lowdb';
import { wakeAfter } from '../engine/clock.ts';
import type { State } from '../engine/state.ts';
import { reasonOf } from './errors.ts';
import type { JournalFile, Mark } from './journal-file.ts';
import { headOf } from './journal-format.ts';
import type { RestoredFiles } from './restored-files.ts';
import type { SnapshotFile } from './snapshot-file.ts';

export interface SnapshotsOptions {
  db: Low<State>;
  file: SnapshotFile;
  journal: JournalFile;
  /** The files that the journal names: what they hold counts as if it were in the journal. */
  restored: RestoredFiles;
  version: string;
  warn: (message: string) => void;
  /** The bytes a journal may grow to before it is worth compacting, or twice the snapshot, whichever is more. */
  compactAt: number;
  /** The commit up to which `db.json` has everything; null where there is none. */
  saved: number | null;
}

/** How long nothing must have been committed for a moment to be a calm one, in milliseconds. */
const calm = 1_000;
/** How many times as long a journal may grow while no calm moment comes. */
const mostGrowth = 4;

/**
 * Moves what is in the journal into `db.json`, in the background, when the journal outgrows it and nothing else is to be
 * done, or at the latest when it has grown fourfold: under load the work would come off the answers. Whatever goes wrong on
 * the way, the journal keeps what the snapshot that is in place does not have:
 *
 * - until the new `db.json` takes the old one's place, the old one and the whole journal hold everything;
 * - from then until the shorter journal takes the longer one's place, the longer one repeats what is saved;
 * - afterwards, the shorter one goes on where the snapshot's number ends.
 */
export class Snapshots {
  readonly #options: SnapshotsOptions;
  readonly #db: Low<State>;
  readonly #file: SnapshotFile;
  readonly #journal: JournalFile;
  #saved: number | null;
  #compactAt: number;
  #running: Promise<void> | null = null;
  /** Stops waiting for a calm moment. */
  #noCalm: (() => void) | null = null;
  /** Called at the next moment when no commit waits to be written. */
  #waiting: (() => void)[] = [];
  #refusals = 0;
  #givenUp = false;
  #over = false;

  constructor(options: SnapshotsOptions) {
    const { db, file, journal, saved, compactAt } = options;
    this.#options = options;
    this.#db = db;
    this.#file = file;
    this.#journal = journal;
    this.#saved = saved;
    this.#compactAt = Math.max(compactAt, 2 * file.size);
    file.proceed = () => this.#proceed();
    file.beforeReplace = () => this.#beforeReplace();
    journal.afterWrite = () => this.#afterWrite();
    // The engine undoes the batch first.
    journal.afterRefusal = () => setImmediate(() => this.#drain());
  }

  /** The commit up to which `db.json` has everything; null where there is none. */
  get saved(): number | null {
    return this.#saved;
  }

  /** Saves everything committed until now. @throws what the disk says; then the old snapshot and the journal stay. */
  async take(): Promise<void> {
    while (this.#running !== null) await this.#running.catch(() => {});
    await this.#start();
  }

  /** Saves everything for the last time, and empties the journal; gives up after `within` milliseconds. */
  async finish(within: number): Promise<void> {
    this.#over = true;
    this.#stopWaiting();
    if (this.#running !== null) {
      this.#givenUp = true;
      await this.#running.catch(() => {});
      this.#givenUp = false;
    }
    const relax = wakeAfter(within, () => {
      this.#givenUp = true;
    });
    try {
      // A small file is written anew in any case: a person may have left it in another form.
      const isCostly = this.#file.size > this.#options.compactAt;
      if (isCostly && this.#saved === this.#db.data.seq) await this.#trim(this.#journal.mark);
      else await this.#start();
    } catch (error) {
      this.#options.warn(`db.json was not brought up to date (${reasonOf(error)}); the journal has everything.`);
    } finally {
      relax();
    }
  }

  #start(): Promise<void> {
    const running = this.#run().finally(() => {
      this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #run(): Promise<void> {
    const { mark, written } = await this.#begin();
    await written;
    this.#saved = mark.seq;
    this.#compactAt = Math.max(this.#options.compactAt, 2 * this.#file.size);
    await this.#trim(mark);
  }

  /** Begins at a moment when what is in memory is what the journal says: no commit waits that might be undone. */
  #begin(): Promise<{ mark: Mark; written: Promise<void> }> {
    return new Promise((resolve) => {
      this.#whenQuiet(() => {
        this.#refusals = this.#journal.refusals;
        resolve({ mark: this.#journal.mark, written: this.#db.write() });
      });
    });
  }

  async #trim(mark: Mark): Promise<void> {
    const { seed, starts } = this.#db.data;
    await this.#journal.trim(mark, headOf(this.#options.version, seed, starts, mark.seq));
    this.#options.restored.release(mark.seq);
  }

  /** What a start would have to read beside `db.json`, in bytes. */
  get #length(): number {
    return this.#journal.length + this.#options.restored.weight;
  }

  #proceed(): void {
    if (this.#givenUp) throw new Error('there was no time for it');
  }

  /**
   * The snapshot may hold parts of commits that were made while it was taken. They must be in the journal, for good,
   * before it counts; and where the disk refused one of them, and it was undone, the snapshot is worth nothing.
   */
  async #beforeReplace(): Promise<void> {
    await new Promise<void>((resolve) => this.#whenQuiet(resolve));
    if (this.#journal.refusals !== this.#refusals) throw new Error('the disk refused commits meanwhile');
    await this.#journal.sync();
    this.#proceed();
  }

  #whenQuiet(call: () => void): void {
    if (this.#isQuiet) call();
    else this.#waiting.push(call);
  }

  get #isQuiet(): boolean {
    return this.#db.data.seq === this.#journal.seq;
  }

  #drain(): void {
    if (!this.#isQuiet) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const call of waiting) call();
  }

  #afterWrite(): void {
    this.#drain();
    if (this.#over || this.#running !== null || this.#length <= this.#compactAt) return;
    if (this.#length > this.#compactAt * mostGrowth) this.#compact();
    else if (this.#noCalm === null) this.#awaitCalm();
  }

  /** Compacts as soon as a while has passed without a commit. */
  #awaitCalm(): void {
    const { seq } = this.#journal;
    this.#noCalm = wakeAfter(calm, () => {
      this.#noCalm = null;
      if (this.#over || this.#running !== null) return;
      if (this.#journal.seq === seq) this.#compact();
      else this.#awaitCalm();
    });
  }

  #compact(): void {
    this.#stopWaiting();
    this.#start().catch((error) => {
      if (this.#over) return;
      this.#compactAt = this.#length + this.#options.compactAt;
      this.#options.warn(`The journal was not compacted (${reasonOf(error)}); it keeps everything and grows on.`);
    });
  }

  #stopWaiting(): void {
    this.#noCalm?.();
    this.#noCalm = null;
  }
}
