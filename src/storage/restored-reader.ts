import { join } from 'node:path';
import type { Registry } from '../engine/registry.ts';
import { fillSet } from '../engine/saved-state.ts';
import type { DataSet, State } from '../engine/state.ts';
import type { Mode } from '../engine/workspace.ts';
import { codeOf, damaged } from './errors.ts';
import { Fault, isCount, isObject } from './loading.ts';
import type { Naming } from './restored-files.ts';
import { type ReadSaved, readSaved, SnapshotFault } from './shelf-reader.ts';

/** What a commit says of a data set that it took whole from a file (`UnitOfWork.adopt`). */
interface Named {
  readonly key: string;
  readonly part: Mode;
  readonly file: string;
  readonly sum: string;
  readonly records: number;
}

/** Reads the files that commits of a journal name. */
export class RestoredReader {
  readonly #folder: string;
  readonly #registry: Registry;
  readonly #leaveOut: ((file: string, fault: SnapshotFault) => void) | undefined;
  /** The file that was read last: a commit may name it twice, and the next one again. */
  #read: { file: string; saved: ReadSaved } | null = null;
  /** The commits that were read which name files. */
  readonly namings: Naming[] = [];

  /** @param leaveOut told of what cannot be read; without it, a damaged file is refused */
  constructor(folder: string, registry: Registry, leaveOut?: (file: string, fault: SnapshotFault) => void) {
    this.#folder = folder;
    this.#registry = registry;
    this.#leaveOut = leaveOut;
  }

  /**
   * The data sets that a commit names files for, filled.
   * @throws StorageError where such a file is damaged; Fault where it is missing, or the line cannot be right
   */
  async setsOf(state: State, { seq, from }: Readonly<Record<string, unknown>>): Promise<DataSet[]> {
    const sets: DataSet[] = [];
    for (const { key, part, file, sum, records } of namedIn(from)) {
      const saved = await this.#fileOf(file, sum);
      const set = state.detached(key);
      await fillSet(set, saved.state.sets[part]);
      sets.push(set);
      this.namings.push({ seq: Number(seq), file, records });
    }
    return sets;
  }

  async #fileOf(file: string, sum: string): Promise<ReadSaved> {
    const path = join(this.#folder, file);
    if (this.#read?.file !== file) {
      try {
        const leaveOut = this.#leaveOut;
        const saved = await readSaved(path, {
          registry: this.#registry,
          ...(leaveOut === undefined ? {} : { leaveOut: (fault) => leaveOut(file, fault) }),
        });
        this.#read = { file, saved };
      } catch (error) {
        if (error instanceof SnapshotFault && this.#leaveOut === undefined) {
          throw damaged(path, error.place, error.message);
        }
        if (error instanceof SnapshotFault) throw new Fault(`it restores what ${path} holds: ${error.message}`);
        if (codeOf(error) === 'ENOENT') throw new Fault(`it restores what ${path} holds, which is missing`);
        throw error;
      }
    }
    const { saved } = this.#read!;
    if (saved.sum !== sum && this.#leaveOut === undefined) {
      throw damaged(path, { offset: 0, line: 1 }, 'it is not the file that the journal names');
    }
    return saved;
  }
}

function namedIn(from: unknown): Named[] {
  if (!isObject(from)) throw new Fault('it does not say what it restores');
  return Object.entries(from).map(([key, origin]) => {
    const { file, sum, records } = isObject(origin) ? origin : {};
    const part = key.slice(key.lastIndexOf('/') + 1);
    const isWhole =
      typeof file === 'string' && /^[\w-]+\.ndjson$/.test(file) && typeof sum === 'string' && isCount(records);
    if (!isWhole || (part !== 'test' && part !== 'live')) throw new Fault('it does not say what it restores');
    return { key, part, file, sum, records };
  });
}
