import { wakeAfter } from '../base/time.ts';
import { Turns } from '../base/turns.ts';
import type { Collection, Stored } from '../store/collection.ts';
import type { Entry } from '../store/ordered-list.ts';
import { mostInPack, type Pack } from '../store/pack.ts';
import { PackBuilder } from '../store/pack-builder.ts';
import { mergePacks, packsToMerge } from '../store/pack-merge.ts';
import { layoutOf } from '../store/rows.ts';
import type { Engine } from './engine.ts';

/**
 * The time without a commit before packing, and the interval of checks while commits are made; in real milliseconds.
 */
const usualInterval = 500;
/**
 * Smaller collections are not packed, neither in a running emulator nor from a cache. Tests set a lower limit, so that
 * little data is enough to pack.
 */
export const leastWorthPacking = Number(process.env.EMULATOR_PACK_AT) || 4_096;
/**
 * While commits go on, a collection may have this many times as many unpacked records. A shorter burst is not slowed
 * down by packing; it is packed at once afterwards, which leaves fewer holes in memory.
 */
const mostUnpacked = 32;
/**
 * The limit once a collection has exceeded the one above since the last pause; packing then halves it. The garbage
 * collector scans unpacked records, and callers wait meanwhile. Measured with 300,000 charges and nothing pinned: the
 * slowest answer took 50 ms; with eight times this limit it took 130.
 */
const mostUnpackedThen = 4;
/** How many small packs are merged into one: this many while no commits are made, and more while they go on. */
const smallPacks = 4;
const mostSmallPacks = 8;
/** Garbage is collected at once only after packing this many times the least collection; less is left to V8. */
const muchGarbage = 48;

export interface PackingOptions {
  /** Called when everything is packed and no commits are made. */
  noteCalm: () => void;
  /** Collects the garbage that packing leaves; absent in somebody else's process. */
  collectGarbage?: (() => Promise<void>) | undefined;
  least?: number;
  interval?: number;
}

/**
 * Packs the records of an engine in the background, in slices; calls are answered in between. While no commits are
 * made, it packs all records of large collections; while they go on, only the oldest of very large ones.
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
  /** How many records were packed since the last garbage collection. */
  #packed = 0;
  /** Whether a collection exceeded `mostUnpacked` since the last pause. */
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

  /** Stops the packing that is under way. */
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
      // After the current run, it checks again for work to do without commits.
      if (!isCalm || this.#running !== null) this.#wait();
      this.#running ??= this.#run(isCalm).finally(() => {
        this.#running = null;
      });
    });
  }

  async #run(isCalm: boolean): Promise<void> {
    const { root } = this.#engine.state;
    for (const set of [...this.#engine.state.sets()]) {
      // Each call reads workspaces and keys.
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

  /** Merges many packs into few: adding a record searches each pack for its id. */
  async #merge({ def, packs }: Collection<Stored>, isCalm: boolean): Promise<void> {
    const least = isCalm ? smallPacks : mostSmallPacks;
    for (let some = packsToMerge(packs.all, least); some.length > 0; some = packsToMerge(packs.all, least)) {
      const { pack, bring } = await mergePacks(def, some, this.#turns);
      if (!this.#mayGoOn()) return;
      bring();
      packs.replace(some, pack);
    }
  }

  /** Whether all changes are stored: undoing a waiting unit would restore the entries that it changed. */
  #mayGoOn(): boolean {
    this.#engine.flush();
    return !this.#engine.hasPending && !this.#isStopped;
  }
}

/** Whether records of a collection can be packed: a row must start with the id. */
const canBePacked = ({ def }: Collection<Stored>): boolean => layoutOf(def.model).always[0] === 'id';

/**
 * Packs the oldest records of a collection, in slices.
 * @param mayGoOn whether no change can still be undone; asked at the start of each slice
 */
async function packOldest(
  collection: Collection<Stored>,
  count: number,
  turns: Turns,
  mayGoOn: () => boolean,
): Promise<void> {
  const entries = collection.oldestPackable(count);
  // A later change of an entry may be undone, which restores the same record: only these records are packed.
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

/** A pack of some entries, oldest first; `bring` has not moved any into it yet. */
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
