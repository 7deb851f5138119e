import {
  type AnyCollectionDef,
  Collection,
  type CollectionDef,
  type IndexFields,
  type Stored,
} from '../store/collection.ts';
import { IdStream, isRepeatable, randomText, type Seed } from './ids.ts';
import type { Mode } from './workspace.ts';

/** The data set that does not belong to a workspace: workspaces, keys, endpoints, rules, faults, apps. */
const rootKey = 'root';

export const dataSetKey = (workspaceId: string, mode: Mode): string => `${workspaceId}/${mode}`;

/** The workspace and mode that a data set belongs to; null for the root. */
export function ownerOfSet({ key }: DataSet): { workspaceId: string; mode: Mode } | null {
  const at = key.lastIndexOf('/');
  return at === -1 ? null : { workspaceId: key.slice(0, at), mode: key.slice(at + 1) as Mode };
}

/** The collections of one workspace in one mode, and its stream of ids. */
export class DataSet {
  readonly key: string;
  readonly #ids: IdStream;
  readonly #isRepeatable: boolean;
  readonly #collections = new Map<string, Collection<Stored>>();
  /** How many ids were generated. */
  count = 0;

  constructor(key: string, seed: Seed) {
    this.key = key;
    this.#ids = new IdStream(seed, key);
    this.#isRepeatable = isRepeatable(seed);
  }

  of<T extends Stored, I extends IndexFields<T> = IndexFields<T>>(def: CollectionDef<T, unknown, I>): Collection<T, I> {
    const known = this.#collections.get(def.name) as unknown as Collection<T, I> | undefined;
    return known ?? this.#make(def);
  }

  /**
   * The records of a kind; undefined if there have been none yet. Unlike `of`, this method does not change the order of
   * the kinds.
   */
  known({ name }: AnyCollectionDef): Collection<Stored> | undefined {
    return this.#collections.get(name);
  }

  #make<T extends Stored, I extends IndexFields<T>>(def: CollectionDef<T, unknown, I>): Collection<T, I> {
    const made = new Collection(def);
    this.#collections.set(def.name, made as unknown as Collection<Stored>);
    return made;
  }

  collections(): Iterable<Collection<Stored>> {
    return this.#collections.values();
  }

  /** The number of records. */
  get size(): number {
    let records = 0;
    for (const { size } of this.collections()) records += size;
    return records;
  }

  /** The records of each kind, oldest first. */
  contents(): { readonly def: AnyCollectionDef; readonly records: Iterable<Stored> }[] {
    return [...this.#collections.values()].map((each) => ({ def: each.def, records: each.oldestFirst() }));
  }

  /** The next id of a kind. The same seed and the same calls give the same ids. */
  nextId(prefix: string): string {
    return `${prefix}_${this.idTextAt(++this.count)}`;
  }

  /**
   * The next id that serves as a credential (a token, a page's address). It is derived from the seed if runs are
   * repeatable; otherwise it is random. Keys and signing secrets are always random: see `randomKey`.
   */
  nextSecret(prefix: string): string {
    return this.#isRepeatable ? this.nextId(prefix) : `${prefix}_${randomText()}`;
  }

  /** The part of an id after its prefix, at a position in the stream. */
  idTextAt(count: number): string {
    return this.#ids.at(count);
  }
}

/** All stored data: the data sets by key. */
export class State {
  readonly seed: Seed;
  /** How many times an emulator has started with this state. The number prevents duplicate request ids. */
  starts = 0;
  /** The sequence number of the last commit. */
  seq = 0;
  readonly #sets = new Map<string, DataSet>();
  /** The data sets by workspace and mode, so that a lookup does not have to build a key. */
  readonly #byWorkspace = new Map<string, Partial<Record<Mode, DataSet>>>();

  constructor(seed: Seed) {
    this.seed = seed;
  }

  /** The number of records in all data sets. */
  get size(): number {
    let records = 0;
    for (const { size } of this.sets()) records += size;
    return records;
  }

  get root(): DataSet {
    return this.set(rootKey);
  }

  set(key: string): DataSet {
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const made = new DataSet(key, this.seed);
    this.#sets.set(key, made);
    return made;
  }

  /** The data set of a workspace in a mode. */
  setOf(workspaceId: string, mode: Mode): DataSet {
    const ofWorkspace = this.#byWorkspace.get(workspaceId);
    const known = ofWorkspace?.[mode];
    if (known !== undefined) return known;
    const set = this.set(dataSetKey(workspaceId, mode));
    this.#byWorkspace.set(workspaceId, { ...ofWorkspace, [mode]: set });
    return set;
  }

  /**
   * Creates an empty data set outside of the state. After it is filled, it can replace the data set with the same key.
   */
  detached(key: string): DataSet {
    return new DataSet(key, this.seed);
  }

  sets(): Iterable<DataSet> {
    return this.#sets.values();
  }

  /** Removes a data set and returns it, so that `restore` can add it again. */
  drop(key: string): DataSet | undefined {
    const set = this.#sets.get(key);
    this.#sets.delete(key);
    this.#byWorkspace.clear();
    return set;
  }

  restore(set: DataSet): void {
    this.#sets.set(set.key, set);
    this.#byWorkspace.clear();
  }
}
