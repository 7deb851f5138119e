import { wakeAfter } from '../base/time.ts';
import { Turns } from '../base/turns.ts';
import type { Collection, Stored } from '../store/collection.ts';
import type { Entry } from '../store/ordered-list.ts';
import { mostInPack, type Pack } from '../store/pack.ts';
import { PackBuilder } from '../store/pack-builder.ts';
import { mergePacks, packsToMerge } from '../store/pack-merge.ts';
import { layoutOf } from '../store/rows.ts';
import type { Engine } from './engine.ts';

/** How long nothing must have been committed, and how often is looked while commits are made; in real milliseconds. */
const usualInterval = 500;
/**
 * A collection of fewer records is not packed, neither while an emulator runs nor when it reads a cache. Tests ask for less, so
 * that much is packed with little.
 */
export const leastWorthPacking = Number(process.env.EMULATOR_PACK_AT) || 4_096;
/**
 * So many times as many may lie unpacked while commits go on. What is over sooner is not slowed down by packing, and is
 * packed at once then, which leaves fewer holes in memory.
 */
const mostUnpacked = 32;
/**
 * So many where there were more since the last pause, and half of them stay so. The garbage collector looks through what
 * is not packed, and who is answered meanwhile waits longer. Measured while 300,000 charges were made, with nothing
 * pinned: the slowest was answered after 50 ms, where it took 130 with eight times as many.
 */
const mostUnpackedThen = 4;
/** So many small packs become one when no commits are made, and so many while they go on. */
const smallPacks = 4;
const mostSmallPacks = 8;
/** The garbage of fewer than so many times as many is left for the collector to find. */
const muchGarbage = 48;

export interface PackingOptions {
  /** Told when everything is packed and no commits are made. */
  noteCalm: () => void;
  /** Collects garbage, of which packing makes much; absent where the process is somebody else's. */
  collectGarbage?: (() => Promise<void>) | undefined;
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
  readonly #collectGarbage: () => Promise<void>;
  readonly #least: number;
  readonly #interval: number;
  readonly #turns = new Turns();
  #cancel: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #isStopped = false;
  /** How many records were packed since garbage was collected. */
  #packed = 0;
  /** Whether a great many lay unpacked since the last pause. */
  #hasMany = false;

  constructor(
    engine: Engine,
    { noteCalm, collectGarbage, least = leastWorthPacking, interval = usualInterval }: PackingOptions,
  ) {
    this.#engine = engine;
    this.#noteCalm = noteCalm;
    this.#collectGarbage = collectGarbage ?? (async () => {});
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
      if (isCalm) this.#hasMany = false;
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
        await this.#merge(collection, isCalm);
      }
    }
    if (!isCalm || this.#isStopped) return;
    if (this.#packed >= this.#least * muchGarbage) {
      this.#packed = 0;
      await this.#collectGarbage();
    }
    this.#noteCalm();
  }

  async #pack(collection: Collection<Stored>, isCalm: boolean): Promise<void> {
    if (!isCalm && collection.packableSize >= this.#least * mostUnpacked) this.#hasMany = true;
    const most = this.#least * (isCalm ? 1 : this.#hasMany ? mostUnpackedThen : mostUnpacked);
    if (collection.packableSize < most) return;
    const atOnce = isCalm ? mostInPack : most / 2;
    let left = isCalm ? collection.packableSize : Math.floor(collection.packableSize / atOnce - 1) * atOnce;
    for (; left > 0 && !this.#isStopped; left -= atOnce) {
      const count = Math.min(left, atOnce);
      this.#packed += count;
      await packOldest(collection, count, this.#turns, () => this.#mayGoOn());
    }
  }

  /** Makes few packs of many: where a record is new, each is asked for its id. */
  async #merge({ def, packs }: Collection<Stored>, isCalm: boolean): Promise<void> {
    const least = isCalm ? smallPacks : mostSmallPacks;
    for (let some = packsToMerge(packs.all, least); some.length > 0; some = packsToMerge(packs.all, least)) {
      const { pack, bring } = await mergePacks(def, some, this.#turns);
      if (!this.#mayGoOn()) return;
      bring();
      packs.replace(some, pack);
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
  const pack = await packOf(collection, noted, turns);
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
  { def, packs }: Collection<T>,
  entries: Iterable<Pick<Entry<T>, 'seq' | 'record'>>,
  turns: Turns,
): Promise<Pack<T>> {
  const builder = new PackBuilder(def, packs.largest?.dictionary ?? null);
  for (const { seq, record } of entries) {
    builder.add(seq, record);
    if (turns.isDue) await turns.next();
  }
  return builder.build(turns);
}
