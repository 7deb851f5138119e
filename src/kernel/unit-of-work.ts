import type { Collection, CollectionDef, Stored } from '../store/collection.ts';
import type { Entry } from '../store/ordered-list.ts';
import type { DataSet, State } from './state.ts';

interface Change {
  readonly set: DataSet;
  readonly collection: Collection<Stored>;
  readonly entry: Entry<Stored>;
  /** What was there when the unit began; undefined: nothing. */
  readonly before: Stored | undefined;
  /** What the unit left there, once it is closed; undefined: nothing. */
  after: Stored | undefined;
  removed: boolean;
}

/** What a closed unit did to one record. `entry.seq` is its place in the collection. */
export type RecordChange = Readonly<Pick<Change, 'set' | 'collection' | 'before' | 'after'>> & {
  readonly entry: Pick<Entry<Stored>, 'seq'>;
};

/** How many ids a data set had drawn before a unit, and after it. */
export interface CountChange {
  readonly set: DataSet;
  readonly count: number;
  after: number;
}

/** All that a closed unit did: who keeps it can go back before it, or forward over it. */
export interface Done {
  readonly changes: readonly RecordChange[];
  readonly counts: readonly CountChange[];
  readonly dropped: readonly DataSet[];
  readonly adopted: readonly DataSet[];
}

/** The file in which a data set stands, which a journal names in place of its records. */
export interface Origin {
  readonly file: string;
  /** The checksum of all of it. */
  readonly sum: string;
  /** How many records it holds. */
  readonly records: number;
}

/** A record that a unit added or changed, and where. */
export interface Written<T extends Stored> {
  readonly set: DataSet;
  readonly record: T;
}

const nothing: readonly never[] = [];

/**
 * Everything that one call does to the stored data. Changes are visible at once (a call is synchronous, nobody else
 * looks), and either all of them become one journal line or all of them are undone.
 */
export class UnitOfWork {
  readonly state: State;
  readonly #changes: Change[] = [];
  readonly #counts: CountChange[] = [];
  readonly #dropped: DataSet[] = [];
  #adopted: { readonly set: DataSet; readonly origin: Origin | null }[] | null = null;

  constructor(state: State) {
    this.state = state;
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0 && this.#dropped.length === 0 && this.#adopted === null;
  }

  /** Adds a record, or puts another version in its place. @returns the record as it is kept */
  put<T extends Stored>(set: DataSet, def: CollectionDef<T>, record: T): T {
    const collection = set.of(def);
    const kept = collection.shaped(record);
    const present = collection.entryToChange(kept.id);
    if (present === undefined) {
      const entry = collection.add(kept);
      this.#note(set, collection, entry, undefined);
    } else {
      this.#note(set, collection, present, present.record);
      collection.replace(present, kept);
    }
    return kept;
  }

  /** Puts a version of a record in its place that differs in some fields. @returns the record as it is kept */
  change<T extends Stored>(set: DataSet, def: CollectionDef<T>, record: T, ...patches: readonly object[]): T {
    const collection = set.of(def);
    const entry = collection.entryToChange(record.id);
    const kept = Object.assign(collection.copied(record), ...patches) as T;
    if (entry === undefined) return this.put(set, def, kept);
    Object.freeze(kept);
    this.#note(set, collection, entry, entry.record);
    collection.replace(entry, kept);
    return kept;
  }

  /** Adds a record that is new: one whose id was drawn for it just now. @returns the record as it is kept */
  add<T extends Stored>(set: DataSet, def: CollectionDef<T>, record: T): T {
    const collection = set.of(def);
    const kept = collection.shaped(record);
    this.#note(set, collection, collection.add(kept), undefined);
    return kept;
  }

  remove<T extends Stored>(set: DataSet, def: CollectionDef<T>, id: string): T | undefined {
    const collection = set.of(def);
    const entry = collection.entryToChange(id);
    if (entry === undefined) return undefined;
    const change = this.#note(set, collection, entry, entry.record);
    change.removed = true;
    collection.remove(entry);
    return entry.record;
  }

  /** The next id of a kind in a data set; an undone unit gives it back. */
  nextId(set: DataSet, prefix: string): string {
    this.#noteCount(set);
    return set.nextId(prefix);
  }

  /** The next key, secret or token: only an emulator that was given a seed draws the same ones again. */
  nextSecret(set: DataSet, prefix: string): string {
    this.#noteCount(set);
    return set.nextSecret(prefix);
  }

  /** Goes on behind the first `count` ids of a data set: they were drawn elsewhere, for records that come into it. */
  skipIds(set: DataSet, count: number): void {
    this.#noteCount(set);
    set.count = Math.max(set.count, count);
  }

  /** Draws ids again from an earlier place, or from a later one: the way back of a snapshot. */
  setCount(set: DataSet, count: number): void {
    this.#noteCount(set);
    set.count = count;
  }

  /** Empties a data set, to fill it anew. */
  drop(key: string): void {
    const dropped = this.state.drop(key);
    if (dropped !== undefined) this.#dropped.push(dropped);
  }

  /**
   * Puts a data set that was filled beside the state in the place of the one that is there. Its records are not among
   * those that are `written`.
   * @param origin the file that holds it too; null where no journal is written
   */
  adopt(set: DataSet, origin: Origin | null): void {
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

  /** Records of a kind that this unit added or changed, in the order in which it first touched them. */
  written<T extends Stored>(def: CollectionDef<T>): readonly Written<T>[] {
    let found: Written<T>[] | null = null;
    for (const { set, collection, entry, removed } of this.#changes) {
      if (removed || collection.def.name !== def.name) continue;
      found ??= [];
      found.push({ set, record: entry.record as T });
    }
    return found ?? nothing;
  }

  /** Every record that this unit added or changed, in the order in which it first touched them. */
  *allWritten(): Generator<Written<Stored>> {
    for (const { set, entry, removed } of this.#changes) if (!removed) yield { set, record: entry.record };
  }

  /** Ends the unit: what comes to the same records now belongs to the next one. */
  close(): void {
    for (const change of this.#changes) {
      change.entry.change = null;
      if (!change.removed) change.after = change.entry.record;
    }
    for (const noted of this.#counts) noted.after = noted.set.count;
  }

  /** What it did, once it is closed. */
  get done(): Done {
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

  /** What a data set has new, changed and removed. */
  #partsOf(set: DataSet): string {
    const names: string[] = [];
    const texts: string[] = [];
    let removals: Record<string, string[]> | null = null;
    for (const change of this.#changes) {
      if (change.set !== set) continue;
      const { name } = change.collection.def;
      if (change.removed) {
        if (change.before === undefined) continue;
        removals ??= {};
        removals[name] ??= [];
        removals[name].push(change.entry.record.id);
        continue;
      }
      const text = JSON.stringify(change.collection.toRow(change.entry.record));
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
