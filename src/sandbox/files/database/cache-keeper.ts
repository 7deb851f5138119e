import { wakeAfter } from '../../../core/base/time.ts';
import type { State } from '../../../core/kernel/state.ts';
import type { JournalFile } from '../journal/journal-file.ts';
import type { RestoredFiles } from '../journal/restored-snapshots.ts';
import { type CacheFiles, writeCache } from './cache-file.ts';
import type { Compaction } from './compaction.ts';
import type { DatabaseFile } from './database-file.ts';

export interface CacheKeeperOptions {
  readonly files: CacheFiles;
  readonly state: State;
  readonly database: DatabaseFile;
  readonly journal: JournalFile;
  readonly compaction: Compaction;
  /** The snapshots that the journal names. A start must read them with it, so that no cache can replace it. */
  readonly restored: RestoredFiles;
  /** Called while it is written. @throws if the folder is no longer this emulator's */
  readonly check: () => void;
  /** A folder with fewer records starts as fast without a cache. */
  readonly leastRecords: number;
  /** Collects the garbage that writing `db.json` and the cache leaves. */
  readonly collectGarbage: () => Promise<void>;
}

/** A cache stays valid until the journal has grown by this many bytes. */
const mostJournal = 16 * 1024 * 1024;

/** Writes `db.cache` again when it is out of date and no commits are made. */
export class CacheKeeper {
  readonly #options: CacheKeeperOptions;
  /** The `db.json` that the cache was made of, and the length of the journal then. */
  #kept: { readonly database: string; readonly journal: number } | null;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isGivenUp = false;

  /** @param isRead whether the state was read from the cache */
  constructor(options: CacheKeeperOptions, isRead: boolean) {
    this.#options = options;
    this.#kept = isRead ? this.#present : null;
    options.compaction.onEnd = () => {
      if (this.#isWanted) this.keep();
    };
  }

  /** Writes the cache in the background, now if it is due, else after the next compaction. */
  keep(): void {
    const { compaction } = this.#options;
    this.#isWanted = compaction.isDue;
    if (this.#isWanted || this.#running !== null || this.#isGivenUp) return;
    this.#running = this.#write()
      .then((isWritten) => (isWritten ? this.#options.collectGarbage() : undefined))
      .finally(() => {
        this.#running = null;
      });
  }

  /** Stops the writing that is under way. */
  async stop(): Promise<void> {
    this.#isGivenUp = true;
    await this.#running;
  }

  /** Writes the cache for the last time, when nothing else runs any more; gives up after `within` milliseconds. */
  async finish(within: number): Promise<void> {
    this.#isGivenUp = false;
    const cancel = wakeAfter(within, () => {
      this.#isGivenUp = true;
    });
    await this.#write();
    cancel();
  }

  get #present() {
    const { database, journal } = this.#options;
    return { database: database.identity, journal: journal.length };
  }

  get #isDue(): boolean {
    const { database, journal } = this.#present;
    return database !== this.#kept?.database || journal - this.#kept.journal > mostJournal;
  }

  /** @returns whether it was due and has been written */
  async #write(): Promise<boolean> {
    const { files, state, journal, database, restored, check, leastRecords } = this.#options;
    const { seq } = state;
    const { refusals } = journal;
    if (!this.#isDue || state.size < leastRecords || database.size === 0 || restored.weight > 0 || journal.seq !== seq)
      return false;
    const present = this.#present;
    const proceed = (): void => {
      // A commit that the disk refused was undone, and the next commit gets its number.
      const isPresent = state.seq === seq && journal.seq === seq && journal.refusals === refusals;
      if (this.#isGivenUp || !isPresent) throw new Error('there was no time for it');
      check();
    };
    try {
      check();
      await writeCache(files, state, journal.length, proceed);
      this.#kept = present;
      return true;
    } catch {
      // A later call tries again; until then a start reads the files.
      return false;
    }
  }
}
