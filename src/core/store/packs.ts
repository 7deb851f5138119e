import type { Stored } from './collection-def.ts';
import type { Entry } from './ordered-list.ts';
import { hashOf, largestOf, type Pack, PackedEntry } from './pack.ts';

/** A record of a collection, and its place there. */
export type Found<T extends Stored> = Entry<T> | PackedEntry<T>;

/** The packed records of a collection. */
export class Packs<T extends Stored> {
  #packs: Pack<T>[] = [];

  get all(): readonly Pack<T>[] {
    return this.#packs;
  }

  /** The pack with the most records. */
  get largest(): Pack<T> | undefined {
    return largestOf(this.#packs);
  }

  get size(): number {
    let size = 0;
    for (const pack of this.#packs) size += pack.size;
    return size;
  }

  get(id: string): T | undefined {
    const found = this.#find(id);
    return found?.pack.recordAt(found.number);
  }

  entry(id: string): PackedEntry<T> | undefined {
    const found = this.#find(id);
    return found === undefined ? undefined : new PackedEntry(found.pack, found.number);
  }

  /** Takes a record out so that it can be changed. */
  take(id: string): { readonly seq: number; readonly record: T } | undefined {
    const found = this.#find(id);
    if (found === undefined) return undefined;
    const { pack, number } = found;
    pack.take(number);
    return { seq: pack.seqAt(number), record: pack.recordAt(number) };
  }

  add(pack: Pack<T>): void {
    this.#packs.push(pack);
  }

  /** Replaces several packs by one that holds the same records. */
  replace(old: readonly Pack<T>[], pack: Pack<T>): void {
    this.#packs = [...this.#packs.filter((each) => !old.includes(each)), pack];
    for (const each of old) each.takeAll();
  }

  /** For each pack, the entries created before `before`, newest first. */
  descending(before = Number.POSITIVE_INFINITY): Generator<PackedEntry<T>>[] {
    return this.#packs.map((pack) => pack.descending(before));
  }

  /**
   * For each pack, the entries that may have a key, newest first.
   * @param list 1 for the first of the indexes
   */
  withKey(list: number, key: string, before = Number.POSITIVE_INFINITY): Generator<PackedEntry<T>>[] {
    const hash = hashOf(key);
    return this.#packs.map((pack) => pack.withKey(list, hash, before));
  }

  /** How many records may have a key. */
  countWithKey(list: number, key: string): number {
    const hash = hashOf(key);
    return this.#packs.reduce((sum, pack) => sum + pack.countWithKey(list, hash), 0);
  }

  /** For each pack that has any, some hundred entries created at `seq` or later, oldest first. */
  from(seq: number): (readonly PackedEntry<T>[])[] {
    return this.#packs.map((pack) => pack.from(seq)).filter(({ length }) => length > 0);
  }

  #find(id: string): { readonly pack: Pack<T>; readonly number: number } | undefined {
    if (this.#packs.length === 0) return undefined;
    const hash = hashOf(id);
    for (let at = this.#packs.length - 1; at >= 0; at--) {
      const pack = this.#packs[at]!;
      const number = pack.find(id, hash);
      if (number !== -1) return { pack, number };
    }
    return undefined;
  }
}
