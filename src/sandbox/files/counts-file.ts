import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { wakeAfter } from '../../core/base/time.ts';
import type { Seed } from '../../core/kernel/ids.ts';
import { putInPlaceSync } from '../../core/system/file-replacement.ts';
import { snapshotSuffix } from './snapshots/snapshot-file.ts';

/*
 * A journal that has lost its last lines, and a folder that has lost its snapshots, look complete. The file `counts`
 * tells how many there were:
 *
 *     commits 0000000000001234
 *     snapshots 000002
 *     of 1f0c4a7e9b2d
 *
 * The numbers have a fixed width, so that each is written in place. The commits are written after their lines, so that
 * a crash in between leaves a number that is too low, which says nothing. A write for each turn would cost up to 5 % of a
 * charge; with a pause between two writes it costs about nothing, and a crash in the pause leaves a number that is too low.
 */

/** The minimum time between two writes, in milliseconds. */
const pauseBetween = 20;

const commitDigits = 16;
const snapshotDigits = 6;
const commitsAt = 'commits '.length;
const snapshotsAt = commitsAt + commitDigits + '\nsnapshots '.length;
const pattern = new RegExp(`^commits (\\d{${commitDigits}})\nsnapshots (\\d{${snapshotDigits}})\nof (\\w+)\n$`);

/** The number of commits and snapshots in a data folder. */
export interface Counts {
  readonly commits: number;
  readonly snapshots: number;
}

/** A name for the state of a folder. The counts of another state have a different name. */
const nameOf = (seed: Seed): string => createHash('sha256').update(String(seed)).digest('hex').slice(0, 12);

const digits = (count: number, width: number): string => String(count).padStart(width, '0');

const textOf = ({ commits, snapshots }: Counts, seed: Seed): string =>
  `commits ${digits(commits, commitDigits)}\nsnapshots ${digits(snapshots, snapshotDigits)}\nof ${nameOf(seed)}\n`;

/** The counts in a file; null if the file has none for this state, as in the folder of an earlier version. */
export function readCounts(path: string, seed: Seed): Counts | null {
  const [, commits, snapshots, name] = pattern.exec(textAt(path) ?? '') ?? [];
  return name === nameOf(seed) ? { commits: Number(commits), snapshots: Number(snapshots) } : null;
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** The number of snapshots in a folder; 0 if the folder does not exist. */
export const countSnapshots = (folder: string): number =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(snapshotSuffix)).length : 0;

export interface CountsFileOptions {
  readonly path: string;
  readonly seed: Seed;
  /** The counts of the folder. */
  readonly counts: Counts;
  /**
   * Called before the file is replaced.
   * @throws if the folder no longer belongs to this emulator
   */
  readonly check: () => void;
}

/**
 * Writes the counts of a running emulator, starting with its first change. Disk errors are ignored: the lines of the
 * commits are still written, and only a loss of them would go unnoticed.
 */
export class CountsFile {
  readonly #options: CountsFileOptions;
  readonly #before: string | null;
  /** The content of the file. */
  readonly #bytes: Buffer;
  #file: number | null = null;
  /** Ends the pause after a write; null if the next number is written immediately. */
  #endPause: (() => void) | null = null;
  #isWritten = true;
  #hasFailed = false;

  constructor(options: CountsFileOptions) {
    this.#options = options;
    this.#before = textAt(options.path);
    this.#bytes = Buffer.from(textOf(options.counts, options.seed));
  }

  noteCommits(commits: number): void {
    this.#bytes.write(digits(commits, commitDigits), commitsAt, 'latin1');
    this.#note();
  }

  noteSnapshots(snapshots: number): void {
    this.#bytes.write(digits(snapshots, snapshotDigits), snapshotsAt, 'latin1');
    this.#note();
  }

  close(): void {
    this.#endPause?.();
    this.#writeRest();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#hasFailed = true;
  }

  /** Closes the file, and restores its previous content. */
  undo(): void {
    const isWritten = this.#file !== null;
    this.close();
    if (!isWritten) return;
    if (this.#before === null) rmSync(this.#options.path, { force: true });
    else writeFileSync(this.#options.path, this.#before);
  }

  #note(): void {
    this.#isWritten = false;
    if (this.#endPause === null) this.#writeAndPause();
  }

  #writeAndPause(): void {
    this.#writeRest();
    this.#endPause = wakeAfter(pauseBetween, () => {
      this.#endPause = null;
      if (!this.#isWritten) this.#writeAndPause();
    });
  }

  #writeRest(): void {
    if (this.#isWritten || this.#hasFailed) return;
    this.#isWritten = true;
    try {
      if (this.#file === null) this.#file = this.#replace();
      else writeSync(this.#file, this.#bytes, 0, this.#bytes.length, 0);
    } catch {
      this.#hasFailed = true;
    }
  }

  #replace(): number {
    const { path, check } = this.#options;
    check();
    const aside = `${path}.new`;
    rmSync(aside, { force: true });
    const file = openSync(aside, 'wx', 0o600);
    try {
      writeSync(file, this.#bytes, 0, this.#bytes.length, 0);
      putInPlaceSync(aside, path);
      return file;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }
}
