import type { Stored } from './collection-def.ts';
import { mergeDescending } from './index-buckets.ts';
import { type Entry, OrderedList } from './ordered-list.ts';
import type { Found, Packs } from './packs.ts';

/** The records of a collection in order of creation, packed or not. */
export class CreationOrder<T extends Stored> {
  /** Those that are not packed. */
  readonly unpacked = new OrderedList<T>();
  readonly #packs: Packs<T>;

  constructor(packs: Packs<T>) {
    this.#packs = packs;
  }

  get size(): number {
    return this.unpacked.size + this.#packs.size;
  }

  /** The entries from a place on, oldest first: some hundred of the unpacked, and as many of each pack. */
  from(seq: number): readonly Found<T>[] {
    const unpacked = this.unpacked.from(seq);
    const packed = this.#packs.from(seq);
    if (packed.length === 0) return unpacked;
    const parts = unpacked.length === 0 ? packed : [unpacked, ...packed];
    // Beyond the end of the shortest part, other entries may be missing.
    const end = Math.min(...parts.map((part) => part.at(-1)!.seq));
    return parts
      .flat()
      .filter((entry) => entry.seq <= end)
      .sort((one, other) => one.seq - other.seq);
  }

  /** All entries, oldest first, some hundred at a time. Quicker than one by one, but nothing may change meanwhile. */
  *chunks(): Generator<readonly Found<T>[]> {
    if (this.#packs.all.length === 0) {
      yield* this.unpacked.chunks();
      return;
    }
    for (let from = 0; ; ) {
      const entries = this.from(from);
      if (entries.length === 0) return;
      yield entries;
      from = entries.at(-1)!.seq + 1;
    }
  }

  /** The entries older than `youngest`, which may have been removed since; newest first. */
  before(youngest?: Pick<Entry<T>, 'seq' | 'record'>): Generator<Found<T>> {
    return mergeDescending<Found<T>>([this.unpacked.descending(youngest), ...this.#packs.descending(youngest?.seq)]);
  }
}
