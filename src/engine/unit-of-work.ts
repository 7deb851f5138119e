import type { Collection, CollectionDef, Stored } from './collection.ts';
import { getOrMake } from './maps.ts';
import type { Entry } from './ordered-list.ts';
import type { DataSet, State } from './state.ts';

interface Change {
  readonly set: DataSet;
  readonly collection: Collection<Stored>;
  readonly entry: Entry<Stored>;
  /** What was there when the unit began; undefined: nothing. */
  readonly before: Stored | undefined;
  removed: boolean;
}

/**
 * Everything that one call does to the stored data. Changes are visible at once (a call is synchronous, nobody else
 * looks), and either all of them become one journal line or all of them are undone.
 */
export class UnitOfWork {
  readonly state: State;
  readonly #changes = new Map<Entry<Stored>, Change>();
  readonly #counts = new Map<DataSet, number>();
  readonly #dropped: DataSet[] = [];

  constructor(state: State) {
    this.state = state;
  }

  get isEmpty(): boolean {
    return this.#changes.size === 0 && this.#dropped.length === 0;
  }

  /** Adds a record, or puts another version in its place. */
  put<T extends Stored>(set: DataSet, def: CollectionDef<T>, record: T): T {
    const collection = set.of(def);
    Object.freeze(record);
    const present = collection.entry(record.id);
    if (present === undefined) {
      const entry = collection.add(record);
      this.#note(set, collection, entry, undefined);
    } else {
      this.#note(set, collection, present, present.record);
      collection.replace(present, record);
    }
    return record;
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

  /** The next id of a kind in a data set; an undone unit gives it back. */
  nextId(set: DataSet, prefix: string): string {
    if (!this.#counts.has(set)) this.#counts.set(set, set.count);
    return set.nextId(prefix);
  }

  /** Goes on behind the first `count` ids of a data set: they were drawn elsewhere, for records that come into it. */
  skipIds(set: DataSet, count: number): void {
    if (!this.#counts.has(set)) this.#counts.set(set, set.count);
    set.count = Math.max(set.count, count);
  }

  /** Empties a data set, to fill it anew. */
  drop(key: string): void {
    const dropped = this.state.drop(key);
    if (dropped !== undefined) this.#dropped.push(dropped);
  }

  undo(): void {
    for (const { collection, entry, before, removed } of [...this.#changes.values()].reverse()) {
      if (before === undefined) {
        if (!removed) collection.remove(entry);
      } else if (removed) {
        entry.record = before;
        collection.restore(entry);
      } else {
        collection.replace(entry, before);
      }
    }
    for (const [set, count] of this.#counts) set.count = count;
    for (const set of this.#dropped.toReversed()) {
      this.state.drop(set.key);
      this.state.restore(set);
    }
  }

  /** Records of a kind that this unit added or changed, in the order in which it first touched them. */
  *written<T extends Stored>(def: CollectionDef<T>): Generator<{ set: DataSet; record: T }> {
    for (const { set, collection, entry, removed } of this.#changes.values()) {
      if (!removed && collection.def.name === def.name) yield { set, record: entry.record as T };
    }
  }

  /** The unit as one line of the journal, without its checksum. */
  toLine(seq: number): string {
    const sets = new Map<DataSet, { put: Map<string, string>; del: Map<string, string[]> }>();
    const partOf = (set: DataSet) => getOrMake(sets, set, () => ({ put: new Map(), del: new Map() }));
    for (const set of this.#counts.keys()) if (!this.#dropped.includes(set)) partOf(set);
    for (const { set, collection, entry, before, removed } of this.#changes.values()) {
      if (this.#dropped.includes(set)) continue;
      const part = partOf(set);
      const { name } = collection.def;
      if (!removed) {
        const text = JSON.stringify(entry.record);
        const earlier = part.put.get(name);
        part.put.set(name, earlier === undefined ? text : `${earlier},${text}`);
      } else if (before !== undefined) {
        const ids = part.del.get(name);
        if (ids === undefined) part.del.set(name, [entry.record.id]);
        else ids.push(entry.record.id);
      }
    }
    let line = `{"seq":${seq}`;
    if (this.#dropped.length > 0) line += `,"drop":${JSON.stringify(this.#dropped.map((set) => set.key))}`;
    line += ',"sets":{';
    let first = true;
    for (const [set, part] of sets) {
      line += `${first ? '' : ','}${JSON.stringify(set.key)}:{"count":${set.count}`;
      first = false;
      if (part.put.size > 0) line += `,"put":{${joinParts(part.put)}}`;
      if (part.del.size > 0) line += `,"del":${JSON.stringify(Object.fromEntries(part.del))}`;
      line += '}';
    }
    return `${line}}}`;
  }

  #note(set: DataSet, collection: Collection<Stored>, entry: Entry<Stored>, before: Stored | undefined): Change;
  #note<T extends Stored>(set: DataSet, collection: Collection<T>, entry: Entry<T>, before: T | undefined): Change;
  #note(set: DataSet, collection: Collection<Stored>, entry: Entry<Stored>, before: Stored | undefined): Change {
    let change = this.#changes.get(entry);
    if (change === undefined) {
      change = { set, collection, entry, before, removed: false };
      this.#changes.set(entry, change);
    }
    return change;
  }
}

function joinParts(parts: Map<string, string>): string {
  let text = '';
  for (const [name, records] of parts) text += `${text === '' ? '' : ','}"${name}":[${records}]`;
  return text;
}
