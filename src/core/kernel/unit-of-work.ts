import type { Collection, CollectionDef, Stored } from '../store/collection.ts';
import { withoutNulls } from '../store/nullable-fields.ts';
import type { Entry } from '../store/ordered-list.ts';
import { shareOf } from './ids.ts';
import type { DataSet, State } from './state.ts';

interface Change {
  readonly set: DataSet;
  readonly collection: Collection<Stored>;
  readonly entry: Entry<Stored>;
  /** The record when the unit began; undefined if there was none. */
  readonly before: Stored | undefined;
  /** The record when the unit was closed; undefined if there was none. */
  after: Stored | undefined;
  removed: boolean;
}

/** The change that a closed unit made to one record. `entry.seq` is the record's position in the collection. */
type StoredChange = Readonly<Pick<Change, 'set' | 'collection' | 'before' | 'after'>> & {
  readonly entry: Pick<Entry<Stored>, 'seq'>;
};

/** How many ids a data set had generated before and after a unit. */
export interface CountChange {
  readonly set: DataSet;
  readonly count: number;
  after: number;
}

/** All changes of a closed unit. They can be used to undo the unit in a state, or to apply it again. */
export interface UnitResult {
  readonly changes: readonly StoredChange[];
  readonly counts: readonly CountChange[];
  readonly dropped: readonly DataSet[];
  readonly adopted: readonly DataSet[];
}

/** The file that contains a data set. A journal refers to the file instead of containing the records. */
export interface DataSetFile {
  readonly file: string;
  /** The checksum of the complete file. */
  readonly sum: string;
  /** The number of records in the file. */
  readonly records: number;
}

/** A record that a unit added or changed, and its data set. */
export interface RecordChange<T extends Stored> {
  readonly set: DataSet;
  readonly record: T;
}

const nothing: readonly never[] = [];

/**
 * All changes that one call makes to the stored data. The changes are visible immediately, because a call is
 * synchronous. Either all changes become one journal line, or all are undone.
 */
export class UnitOfWork {
  readonly state: State;
  readonly #changes: Change[] = [];
  readonly #counts: CountChange[] = [];
  readonly #dropped: DataSet[] = [];
  #adopted: { readonly set: DataSet; readonly origin: DataSetFile | null }[] | null = null;

  constructor(state: State) {
    this.state = state;
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0 && this.#dropped.length === 0 && this.#adopted === null;
  }

  /** Adds a record, or replaces it with another version. @returns the record as stored */
  put<T extends Stored>(set: DataSet, def: CollectionDef<T>, record: T): T {
    const collection = set.of(def);
    const kept = collection.shaped(record);
    const present = collection.entry(kept.id);
    if (present === undefined) {
      const entry = collection.add(kept);
      this.#note(set, collection, entry, undefined);
    } else {
      this.#note(set, collection, present, present.record);
      collection.replace(present, kept);
    }
    return kept;
  }

  /** Changes some fields of a record. @returns the record as stored */
  change<T extends Stored>(set: DataSet, def: CollectionDef<T>, record: T, ...patches: readonly object[]): T {
    const collection = set.of(def);
    const entry = collection.entry(record.id);
    const kept = Object.assign(collection.copied(record), ...patches) as T;
    if (entry === undefined) return this.put(set, def, kept);
    Object.freeze(kept);
    this.#note(set, collection, entry, entry.record);
    collection.replace(entry, kept);
    return kept;
  }

  /** Adds a new record whose id was just generated. @returns the record as stored */
  add<T extends Stored>(set: DataSet, def: CollectionDef<T>, record: T): T {
    const collection = set.of(def);
    const kept = collection.shaped(record);
    this.#note(set, collection, collection.add(kept), undefined);
    return kept;
  }

  remove<T extends Stored>(set: DataSet, def: CollectionDef<T>, id: string): T | undefined {
    const collection = set.of(def);
    const entry = collection.entry(id);
    if (entry === undefined) return undefined;
    const change = this.#note(set, collection, entry, entry.record);
    change.removed = true;
    collection.remove(entry);
    return entry.record;
  }

  /** The next id of a kind in a data set. If the unit is undone, the id becomes available again. */
  nextId(set: DataSet, prefix: string): string {
    this.#noteCount(set);
    return set.nextId(prefix);
  }

  /**
   * A number from the stream of ids that is at least 0 and less than 1. The same seed and the same calls give the same
   * numbers.
   */
  draw(set: DataSet): number {
    return shareOf(this.nextId(set, 'draw'));
  }

  /** The next key, secret or token. Only a repeatable seed generates the same text again. */
  nextSecret(set: DataSet, prefix: string): string {
    this.#noteCount(set);
    return set.nextSecret(prefix);
  }

  /**
   * Continues after the first `count` ids of a data set. These ids were generated elsewhere, for records that are added
   * to the data set.
   */
  skipIds(set: DataSet, count: number): void {
    this.#noteCount(set);
    set.count = Math.max(set.count, count);
  }

  /** Continues to generate ids from another position in the stream, to restore a snapshot. */
  setCount(set: DataSet, count: number): void {
    this.#noteCount(set);
    set.count = count;
  }

  /** Empties a data set, so that it can be filled again. */
  drop(key: string): void {
    const dropped = this.state.drop(key);
    if (dropped !== undefined) this.#dropped.push(dropped);
  }

  /**
   * Replaces a data set with a data set that was filled outside of the state. The new records do not count as
   * `written`.
   * @param origin the file that also contains the data set; null if no journal is written
   */
  adopt(set: DataSet, origin: DataSetFile | null): void {
    this.drop(set.key);
    this.state.restore(set);
    this.#adopted ??= [];
    this.#adopted.push({ set, origin });
  }

  undo(): void {
    for (let at = this.#changes.length - 1; at >= 0; at--) {
      const { collection, entry, before, removed } = this.#changes[at]!;
      entry.change = null;
      if (before === undefined) {
        if (!removed) collection.remove(entry);
      } else if (removed) {
        entry.record = before;
        collection.restore(entry);
      } else {
        collection.replace(entry, before);
      }
    }
    for (const { set, count } of this.#counts) set.count = count;
    for (const { set } of this.#adopted ?? nothing) this.state.drop(set.key);
    for (const set of this.#dropped.toReversed()) {
      this.state.drop(set.key);
      this.state.restore(set);
    }
  }

  /** The records of a kind that this unit added or changed, in the order of their first change. */
  written<T extends Stored>(def: CollectionDef<T>): readonly RecordChange<T>[] {
    let found: RecordChange<T>[] | null = null;
    for (const { set, collection, entry, removed } of this.#changes) {
      if (removed || collection.def.name !== def.name) continue;
      found ??= [];
      found.push({ set, record: entry.record as T });
    }
    return found ?? nothing;
  }

  /** All records that this unit added or changed, in the order of their first change. */
  *allWritten(): Generator<RecordChange<Stored>> {
    for (const { set, entry, removed } of this.#changes) if (!removed) yield { set, record: entry.record };
  }

  /** Ends the unit. Later changes to the same records belong to the next unit. */
  close(): void {
    for (const change of this.#changes) {
      change.entry.change = null;
      if (!change.removed) change.after = change.entry.record;
    }
    for (const noted of this.#counts) noted.after = noted.set.count;
  }

  /** The changes of the unit, after it is closed. */
  get done(): UnitResult {
    return {
      changes: this.#changes,
      counts: this.#counts,
      dropped: this.#dropped,
      adopted: this.#adopted?.map(({ set }) => set) ?? nothing,
    };
  }

  /** The unit as one line of the journal, without its checksum. */
  toLine(seq: number): string {
    let line = `{"seq":${seq}`;
    if (this.#dropped.length > 0) line += `,"drop":${JSON.stringify(this.#dropped.map(({ key }) => key))}`;
    if (this.#adopted !== null) {
      const from = Object.fromEntries(this.#adopted.map(({ set, origin }) => [set.key, origin]));
      line += `,"from":${JSON.stringify(from)}`;
    }
    line += ',"sets":{';
    let separator = '';
    for (const { set } of this.#counts) {
      if (!this.#dropped.includes(set)) {
        line += `${separator}${JSON.stringify(set.key)}:{"count":${set.count}${this.#partsOf(set)}}`;
        separator = ',';
      }
    }
    return `${line}}}`;
  }

  /** The new, changed and removed records of a data set. */
  #partsOf(set: DataSet): string {
    const names: string[] = [];
    const texts: string[] = [];
    let removals: Record<string, string[]> | null = null;
    for (const change of this.#changes) {
      if (change.set !== set) continue;
      const { name, model } = change.collection.def;
      if (change.removed) {
        if (change.before === undefined) continue;
        removals ??= {};
        removals[name] ??= [];
        removals[name].push(change.entry.record.id);
        continue;
      }
      const text = JSON.stringify(withoutNulls(model, change.entry.record));
      const at = names.indexOf(name);
      if (at === -1) {
        names.push(name);
        texts.push(text);
      } else {
        texts[at] += `,${text}`;
      }
    }
    let parts = '';
    for (let at = 0; at < names.length; at++) parts += `${at === 0 ? '' : ','}"${names[at]}":[${texts[at]}]`;
    if (parts !== '') parts = `,"put":{${parts}}`;
    return removals === null ? parts : `${parts},"del":${JSON.stringify(removals)}`;
  }

  #noteCount(set: DataSet): void {
    for (const noted of this.#counts) if (noted.set === set) return;
    this.#counts.push({ set, count: set.count, after: set.count });
  }

  #note<T extends Stored>(set: DataSet, collection: Collection<T>, entry: Entry<T>, before: T | undefined): Change {
    if (entry.change !== null) return entry.change as Change;
    this.#noteCount(set);
    const change: Change = {
      set,
      collection: collection as unknown as Collection<Stored>,
      entry: entry as unknown as Entry<Stored>,
      before,
      after: undefined,
      removed: false,
    };
    entry.change = change;
    this.#changes.push(change);
    return change;
  }
}
