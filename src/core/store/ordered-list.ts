/**
 * A record in a collection. `seq` counts the created records, so that lists can be sorted newest first without
 * comparing times.
 */
export interface Entry<T> {
  readonly seq: number;
  record: T;
  /** The change that the current unit of work made; null outside of a unit. */
  change: unknown;
}

/** The current or previous position of an entry. */
type Place<T> = Pick<Entry<T>, 'seq' | 'record'>;

const chunkLimit = 512;

/**
 * Entries in ascending order of a key (equal keys: in order of creation), stored in chunks. Adding or removing an
 * entry or reading a page takes time that depends on the page and the logarithm of the size, not on the size.
 */
export class OrderedList<T> {
  readonly #keyOf: ((record: T) => string) | null;
  #chunks: Entry<T>[][] = [];
  #size = 0;

  constructor(keyOf: ((record: T) => string) | null = null) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#size;
  }

  get first(): Entry<T> | undefined {
    return this.#chunks[0]?.[0];
  }

  insert(entry: Entry<T>): void {
    this.#size++;
    const last = this.#chunks.at(-1);
    if (last === undefined) {
      this.#chunks = [[entry]];
      return;
    }
    if (this.#compare(entry, last[last.length - 1]!) > 0) {
      if (last.length < chunkLimit) last.push(entry);
      else this.#chunks.push([entry]);
      return;
    }
    const index = this.#chunkOf(entry);
    const chunk = this.#chunks[index]!;
    chunk.splice(this.#position(chunk, entry), 0, entry);
    if (chunk.length > chunkLimit) this.#chunks.splice(index + 1, 0, chunk.splice(chunkLimit >> 1));
  }

  remove(entry: Entry<T>): void {
    const index = this.#chunkOf(entry);
    const chunk = this.#chunks[index];
    if (chunk === undefined) return;
    const position = this.#position(chunk, entry);
    if (chunk[position] !== entry) return;
    chunk.splice(position, 1);
    if (chunk.length === 0) this.#chunks.splice(index, 1);
    this.#size--;
  }

  /** All entries in ascending order, in chunks of a few hundred. This is the fastest way to read them all. */
  chunks(): Iterable<readonly Entry<T>[]> {
    return this.#chunks;
  }

  /** The next few hundred entries of a list in order of creation, as a copy that later changes do not affect. */
  from(seq: number): readonly Entry<T>[] {
    const place = { seq } as Place<T>;
    for (let index = this.#chunkOf(place); index < this.#chunks.length; index++) {
      const chunk = this.#chunks[index]!;
      const position = this.#position(chunk, place);
      if (position < chunk.length) return chunk.slice(position);
    }
    return [];
  }

  /** All entries in ascending order of their keys. */
  *ascending(): Generator<Entry<T>> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** The entries in descending order of their keys, starting immediately before `after` if it is present. */
  *descending(after?: Place<T>): Generator<Entry<T>> {
    let index = this.#chunks.length - 1;
    let position = index < 0 ? -1 : this.#chunks[index]!.length - 1;
    if (after !== undefined && index >= 0) {
      index = this.#chunkOf(after);
      position = this.#position(this.#chunks[index]!, after) - 1;
    }
    for (; index >= 0; index--, position = index < 0 ? -1 : this.#chunks[index]!.length - 1) {
      const chunk = this.#chunks[index]!;
      for (; position >= 0; position--) yield chunk[position]!;
    }
  }

  #compare(a: Place<T>, b: Place<T>): number {
    if (this.#keyOf === null) return a.seq - b.seq;
    const keyA = this.#keyOf(a.record);
    const keyB = this.#keyOf(b.record);
    return keyA < keyB ? -1 : keyA > keyB ? 1 : a.seq - b.seq;
  }

  /** The last chunk that starts at or before the entry. */
  #chunkOf(entry: Place<T>): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#compare(this.#chunks[middle]![0]!, entry) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The index of an entry in its chunk, or the index where it would be inserted. */
  #position(chunk: Entry<T>[], entry: Place<T>): number {
    let low = 0;
    let high = chunk.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(chunk[middle]!, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
