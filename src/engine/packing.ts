import { wakeAfter } from './clock.ts';
import type { Collection, CollectionDef, Stored } from './collection.ts';
import type { Engine } from './engine.ts';
import { collectGarbage } from './garbage.ts';
import type { Entry } from './ordered-list.ts';
import { mostInPack, type Pack, PackBuilder, PackedEntry } from './pack.ts';
import { layoutOf } from './rows.ts';
import { Turns } from './turns.ts';

/** How long nothing must have been committed, and how often is looked while commits are made; in real milliseconds. */
const usualInterval = 500;
/** How many records of a collection are worth being packed. Tests ask for less, so that much is packed with little. */
const usualLeast = Number(process.env.EMULATOR_PACK_AT) || 4_096;
/** So many times as many may lie unpacked while commits go on, and half of them stay so then. */
const mostUnpacked = 32;
/** How many become one pack then: it is put together at once, within ten milliseconds. */
const mostAtOnce = 32_768;
/** So many packs of less than half of what one may have become one. */
const smallPacks = 4;
/** The garbage of fewer records than this is left for the collector to find. */
const muchGarbage = 200_000;

export interface PackingOptions {
  /** Told when everything is packed and no commits are made. */
  noteCalm: () => void;
  least?: number;
  interval?: number;
}

/**
 * Packs the records of an engine in the background: all of a collection that has many, when no commits are made, and
 * the oldest of one that has a great many while commits go on. It is done in slices, between which calls are answered.
 */
export class Packing {
  readonly #engine: Engine;
  readonly #noteCalm: () => void;
  readonly #least: number;
  readonly #interval: number;
  readonly #turns = new Turns();
  #cancel: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #isStopped = false;
  /** How many records were packed since garbage was collected. */
  #packed = 0;

  constructor(engine: Engine, { noteCalm, least = usualLeast, interval = usualInterval }: PackingOptions) {
    this.#engine = engine;
    this.#noteCalm = noteCalm;
    this.#least = least;
    this.#interval = interval;
  }

  start(): void {
    this.#engine.onCommit(() => this.#wait());
    this.#wait();
  }

  /** Ends what is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel?.();
    await this.#running;
  }

  #wait(): void {
    if (this.#cancel !== null || this.#isStopped) return;
    const { seq } = this.#engine.state;
    this.#cancel = wakeAfter(this.#interval, () => {
      this.#cancel = null;
      const isCalm = seq === this.#engine.state.seq;
      // What is done in calm is looked for again when that is over.
      if (!isCalm || this.#running !== null) this.#wait();
      this.#running ??= this.#run(isCalm).finally(() => {
        this.#running = null;
      });
    });
  }

  async #run(isCalm: boolean): Promise<void> {
    const { root } = this.#engine.state;
    for (const set of [...this.#engine.state.sets()]) {
      // Each call looks at workspaces and keys.
      if (set === root) continue;
      for (const collection of [...set.collections()]) {
        if (!canBePacked(collection)) continue;
        await this.#pack(collection, isCalm);
        if (isCalm) await mergeSmall(collection, this.#turns, () => this.#mayGoOn());
      }
    }
    if (!isCalm || this.#isStopped) return;
    if (this.#packed >= muchGarbage) await collectGarbage();
    this.#packed = 0;
    this.#noteCalm();
  }

  async #pack(collection: Collection<Stored>, isCalm: boolean): Promise<void> {
    const most = isCalm ? this.#least : this.#least * mostUnpacked;
    if (collection.packableSize < most) return;
    const atOnce = isCalm ? mostInPack : Math.min(most / 2, mostAtOnce);
    for (let left = collection.packableSize - (isCalm ? 0 : most / 2); left > 0 && !this.#isStopped; left -= atOnce) {
      const count = Math.min(left, atOnce);
      this.#packed += count;
      await packOldest(collection, count, this.#turns, () => this.#mayGoOn());
    }
  }

  /** Whether everything that was done is kept: what waits to be written may be undone, with the entries that it changed. */
  #mayGoOn(): boolean {
    this.#engine.flush();
    return !this.#engine.hasPending && !this.#isStopped;
  }
}

/** Whether records of a collection can be packed: a row must begin with the id. */
const canBePacked = ({ def }: Collection<Stored>): boolean => layoutOf(def.model).always[0] === 'id';

/**
 * Packs the oldest records of a collection, in slices.
 * @param mayGoOn whether nothing of what was done may be undone; asked at the beginning of each slice
 */
async function packOldest(
  collection: Collection<Stored>,
  count: number,
  turns: Turns,
  mayGoOn: () => boolean,
): Promise<void> {
  const entries = collection.oldestPackable(count);
  // What an entry has later may be undone, and then it has the same record again: these are packed, and no others.
  const noted = entries.map(({ seq, record }) => ({ seq, record }));
  const pack = await packOf(collection.def, noted, turns);
  if (!mayGoOn()) return;
  collection.packs.add(pack);
  for (let number = 0; number < entries.length; number++) {
    collection.bringInto(pack, number, entries[number]!, noted[number]!.record);
    if (!turns.isDue) continue;
    await turns.next();
    if (!mayGoOn()) return;
  }
}

/** A pack of some entries, oldest first, of which none is brought into it yet. */
export async function packOf<T extends Stored>(
  def: CollectionDef<T>,
  entries: Iterable<Pick<Entry<T>, 'seq' | 'record'>>,
  turns: Turns,
): Promise<Pack<T>> {
  const builder = new PackBuilder(def);
  for (const { seq, record } of entries) {
    builder.add(seq, record);
    if (turns.isDue) await turns.next();
  }
  return builder.build(turns);
}

/** Makes one pack of several small ones, in slices: each is looked through for what is not in the others. */
async function mergeSmall(collection: Collection<Stored>, turns: Turns, mayGoOn: () => boolean): Promise<void> {
  const { packs } = collection;
  const small = packs.all.filter(({ size }) => size <= mostInPack / 2).sort((one, other) => one.size - other.size);
  let size = 0;
  const some = small.filter((pack) => {
    size += pack.size;
    return size <= mostInPack;
  });
  if (some.length < smallPacks) return;
  const taken: PackedEntry<Stored>[] = [];
  const merged = await packOf(collection.def, noting(mergeAscending(some), taken), turns);
  if (!mayGoOn()) return;
  taken.forEach((entry, number) => {
    if (entry.isThere) merged.bring(number);
  });
  packs.replace(some, merged);
}

function* noting<E>(entries: Iterable<E>, taken: E[]): Generator<E> {
  for (const entry of entries) {
    taken.push(entry);
    yield entry;
  }
}

/** The entries of several packs, oldest first. */
function* mergeAscending<T extends Stored>(packs: readonly Pack<T>[]): Generator<PackedEntry<T>> {
  const heads = packs.map((pack) => ({ pack, number: 0 }));
  for (;;) {
    let oldest: (typeof heads)[number] | undefined;
    for (const head of heads) {
      while (head.number < head.pack.length && !head.pack.has(head.number)) head.number++;
      if (head.number === head.pack.length) continue;
      const isOlder = oldest === undefined || head.pack.seqAt(head.number) < oldest.pack.seqAt(oldest.number);
      if (isOlder) oldest = head;
    }
    if (oldest === undefined) return;
    yield new PackedEntry(oldest.pack, oldest.number++);
  }
}
