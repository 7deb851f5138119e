import { reasonOf } from '../../../core/base/system-errors.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { isSeed } from '../../../core/kernel/ids.ts';
import { type DataSet, State } from '../../../core/kernel/state.ts';
import type { DatabaseContent } from '../database/database-reader.ts';
import { damaged, Fault, type FilePosition, otherFormat, StorageError } from '../errors.ts';
import { decodeLine } from './checksummed-lines.ts';
import { applyCommit, type Load, type StoredCommit } from './commits.ts';
import { type JournalHead, journalFormat } from './journal-file.ts';
import { type FileEnd, isCount, type LineHandler, loadRecord, readLines } from './line-reader.ts';
import { type Reference, RestoredReader, restoredFolder } from './restored-snapshots.ts';

/** The result of reading a journal. */
export interface Replay {
  readonly state: State;
  /** How many bytes of the journal are whole lines. */
  readonly length: number;
  /** The number of bytes of an incomplete line at the end. */
  readonly torn: number;
  /** The last commit in the journal. */
  readonly seq: number;
  /** The commits that are not in `db.json`, and that refer to snapshots instead of containing records. */
  readonly references: readonly Reference[];
}

/**
 * Replays the commits of a journal over the content of `db.json`. Commits that `db.json` already has are checked and
 * skipped.
 * @param saved the content; null if the folder has no `db.json`, so that the journal must start with the first commit
 * @param signal aborts the reading
 * @throws StorageError if any byte before an incomplete last line differs from what was written
 */
export async function replayJournal(
  path: string,
  saved: Pick<DatabaseContent, 'state'> | null,
  registry: Registry,
  signal?: AbortSignal,
): Promise<Replay> {
  const reader = new JournalReader(path, saved?.state ?? null, registry);
  const take: LineHandler = (buffer, start, end, place) => reader.take(buffer, start, end, place);
  const ending = await readLines(path, take, () => signal?.throwIfAborted());
  return reader.end(ending);
}

class JournalReader {
  readonly #path: string;
  readonly #saved: State | null;
  readonly #restored: RestoredReader;
  readonly #registry: Registry;
  #state: State | null = null;
  /** The last commit that was read. */
  #seq = 0;

  constructor(path: string, saved: State | null, registry: Registry) {
    this.#path = path;
    this.#saved = saved;
    this.#restored = new RestoredReader(restoredFolder(path), registry);
    this.#registry = registry;
  }

  take(buffer: Buffer, start: number, end: number, place: FilePosition): Promise<void> | void {
    const refuse = (error: unknown): never => {
      throw error instanceof StorageError ? error : damaged(this.#path, place, faultOf(error));
    };
    try {
      const content = decodeLine(buffer, start, end, 'journal');
      if (this.#state === null) this.#state = this.#begin(content);
      else if (isNote(content)) this.#state.starts = content.starts;
      else return this.#commit(this.#state, content)?.catch(refuse);
    } catch (error) {
      refuse(error);
    }
  }

  end({ size, tail, place }: FileEnd): Replay {
    if (size === 0) throw damaged(this.#path, place, 'the file is empty');
    if (this.#state === null) throw damaged(this.#path, place, 'its first line is incomplete');
    return {
      state: this.#state,
      length: place.offset,
      torn: tail.length,
      seq: this.#seq,
      references: this.#restored.references,
    };
  }

  #begin(content: Record<string, unknown>): State {
    const { journal, format, emulator, seed, starts, after } = content as Partial<JournalHead>;
    if (journal !== 'payments-emulator' || !isCount(format)) throw new Fault('it is not a journal of the emulator');
    if (format !== journalFormat) throw otherFormat(this.#path, format, emulator, journalFormat);
    if (!isSeed(seed) || !isCount(starts) || !isCount(after)) {
      throw new Fault('its first line has no seed, starts or after');
    }
    const saved = this.#saved;
    if (saved === null && after > 0) {
      throw new Fault(`it continues from commit ${after}, but db.json with the earlier commits is missing`);
    }
    if (saved !== null && saved.seed !== seed)
      throw new Fault('it belongs to another db.json, which has a different seed');
    if (saved !== null && saved.seq < after) {
      throw new Fault(`it continues from commit ${after}, but db.json ends with commit ${saved.seq}`);
    }
    this.#seq = after;
    const state = saved ?? new State(seed);
    state.starts = Math.max(state.starts, starts);
    return state;
  }

  #commit(state: State, content: Record<string, unknown>): Promise<void> | undefined {
    if (content.seq !== this.#seq + 1) throw new Fault(`commit ${this.#seq + 1} was expected here, not ${content.seq}`);
    this.#seq++;
    if (this.#seq <= state.seq) return undefined;
    const apply = (replacements?: DataSet[]): void => applyLine(state, content, this.#registry, replacements);
    if (namesSnapshots(content)) return this.#restored.replacementsOf(state, content).then(apply);
    apply();
    return undefined;
  }
}

/**
 * Applies the commit in a line, in the format of a unit of work (`UnitOfWork.toLine`).
 * @throws the same errors as `applyCommit`
 */
export function applyLine(
  state: State,
  content: Record<string, unknown>,
  registry: Registry,
  replacements: readonly DataSet[] = [],
): void {
  const load: Load = (collection, records) => {
    for (const record of records) loadRecord(collection, record);
  };
  applyCommit(state, content as unknown as StoredCommit, registry, load, replacements);
}

/**
 * Whether the commit in a line refers to snapshots instead of containing records. `RestoredReader` reads the
 * snapshots.
 */
export const namesSnapshots = ({ from }: Record<string, unknown>): boolean => from !== undefined;

/** The line that each start writes (`JournalFile.note`). */
const isNote = (content: Record<string, unknown>): content is { starts: number } =>
  content.seq === undefined && content.journal === undefined && isCount(content.starts);

const faultOf = (error: unknown): string =>
  error instanceof Fault ? error.message : `the line cannot be read (${reasonOf(error)})`;
