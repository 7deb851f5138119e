import type { Commit } from '../../core/kernel/engine.ts';
import type { Cause, StateChange } from '../../core/kernel/events.ts';
import type { DataSet } from '../../core/kernel/state.ts';
import type { CountChange, StoredChange, UnitResult } from '../../core/kernel/unit-of-work.ts';
import type { Collection, Stored } from '../../core/store/collection.ts';
import type { LoggedRequest } from '../../sandbox/requests/log.ts';
import type { Mark } from '../../sandbox/requests/marks.ts';
import type { RateWindow } from '../../sandbox/requests/rate-windows.ts';
import type { EntryMoment, RecorderEntry } from './recorder-entries.ts';

const length = 512;
/**
 * A chunk with this many changes is full. A single commit of a fixture, a reset or a removal can have thousands of
 * changes.
 */
const mostChanges = 4_096;
const nothing: readonly StateChange[] = [];
const types = ['commit', 'request', 'mark', 'count'] as const;
type Type = (typeof types)[number];
/** The subject of an entry: a request, a mark, the cause of a commit, or the key of a rate-limit count. */
type Thing = LoggedRequest | Mark | Cause | string;

/**
 * A chunk of a recording. It stores columns instead of an object for each commit and each change. The garbage
 * collector would copy such young objects, which would cost more time than all other work of the recorder.
 */
export class RecorderChunk {
  #size = 0;
  readonly #types = new Uint8Array(length);
  readonly #real = new Float64Array(length);
  readonly #calls = new Float64Array(length);
  readonly #things: Thing[] = [];
  // The columns of commits and rate-limit counts. Other entries contain a zero or a null.
  /** The number of a commit, or the number of counted calls. */
  readonly #numbers = new Float64Array(length);
  /** The emulated instant of a commit, or the minute of a rate-limit count. */
  readonly #instants = new Float64Array(length);
  /** The workspace of a commit, or the caller of the counted calls. */
  readonly #owners: (string | null)[] = [];
  /** The state changes of a commit. */
  readonly #told: (readonly StateChange[])[] = [];
  /** The number of record changes in the chunk up to the end of an entry. `#countsTo`: the number of counts. */
  readonly #changesTo = new Uint32Array(length);
  readonly #countsTo = new Uint32Array(length);
  /** The complete data sets that a commit replaced, which is rare. */
  readonly #whole = new Map<number, Pick<UnitResult, 'dropped' | 'adopted'>>();
  /** The number of records in the removed data sets. */
  #gone = 0;
  // The columns of changes.
  readonly #sets: DataSet[] = [];
  readonly #collections: Collection<Stored>[] = [];
  readonly #places: number[] = [];
  readonly #before: (Stored | undefined)[] = [];
  readonly #after: (Stored | undefined)[] = [];
  // The columns of counts.
  readonly #countSets: DataSet[] = [];
  readonly #countsBefore: number[] = [];
  readonly #countsAfter: number[] = [];
  /** The number of requests in the chunk. */
  requests = 0;

  get isFull(): boolean {
    return this.#size === length || this.changes >= mostChanges;
  }

  /** The number of record changes in the chunk. Each record of a removed data set counts as one change. */
  get changes(): number {
    return this.#before.length + this.#gone;
  }

  /** The moment of the last entry. */
  get end(): EntryMoment {
    return { real: this.#real[this.#size - 1]!, calls: this.#calls[this.#size - 1]! };
  }

  addCommit({ seq, workspaceId, at, cause, changes: told, unit }: Commit, real: number, calls: number): void {
    const { changes, counts, dropped, adopted } = unit.done;
    for (const { set, collection, entry, before, after } of changes) {
      this.#sets.push(set);
      this.#collections.push(collection);
      this.#places.push(entry.seq);
      this.#before.push(before);
      this.#after.push(after);
    }
    for (const { set, count, after } of counts) {
      this.#countSets.push(set);
      this.#countsBefore.push(count);
      this.#countsAfter.push(after);
    }
    if (dropped.length > 0 || adopted.length > 0) this.#whole.set(this.#size, { dropped, adopted });
    // A restored data set has most of its records in common with the one that it replaces.
    if (adopted.length === 0) for (const { size } of dropped) this.#gone += size;
    this.#numbers[this.#size] = seq;
    this.#instants[this.#size] = at;
    this.#add('commit', cause, workspaceId, real, calls, told);
  }

  addRequest(request: LoggedRequest, real: number, calls: number): void {
    this.requests++;
    this.#add('request', request, null, real, calls);
  }

  addMark(mark: Mark, real: number, calls: number): void {
    this.#add('mark', mark, null, real, calls);
  }

  addCount({ who, what, minute, count }: RateWindow, real: number, calls: number): void {
    this.#numbers[this.#size] = count;
    this.#instants[this.#size] = minute;
    this.#add('count', what, who, real, calls);
  }

  #add(
    type: Type,
    thing: Thing,
    owner: string | null,
    real: number,
    calls: number,
    told: readonly StateChange[] = nothing,
  ): void {
    const at = this.#size++;
    this.#types[at] = types.indexOf(type);
    this.#real[at] = real;
    this.#calls[at] = calls;
    this.#things.push(thing);
    this.#owners.push(owner);
    this.#told.push(told);
    this.#changesTo[at] = this.#before.length;
    this.#countsTo[at] = this.#countSets.length;
  }

  /** The rate-limit counts, oldest first. */
  *windows(): Generator<RateWindow> {
    for (let at = 0; at < this.#size; at++) if (types[this.#types[at]!] === 'count') yield this.#windowAt(at);
  }

  #windowAt(at: number): RateWindow {
    return {
      who: this.#owners[at]!,
      what: this.#things[at] as string,
      minute: this.#instants[at]!,
      count: this.#numbers[at]!,
    };
  }

  /** The entries, oldest first. */
  *entries(): Generator<RecorderEntry> {
    for (let at = 0; at < this.#size; at++) {
      const taken: EntryMoment = { real: this.#real[at]!, calls: this.#calls[at]! };
      const thing = this.#things[at]!;
      const type = types[this.#types[at]!]!;
      if (type === 'request') yield { type, request: thing as LoggedRequest, ...taken };
      else if (type === 'mark') yield { type, mark: thing as Mark, ...taken };
      else if (type === 'count') yield { type, window: this.#windowAt(at), ...taken };
      else
        yield {
          type,
          seq: this.#numbers[at]!,
          workspaceId: this.#owners[at]!,
          at: this.#instants[at]!,
          cause: thing as Cause,
          changes: this.#told[at]!,
          done: this.#doneAt(at),
          ...taken,
        };
    }
  }

  #doneAt(at: number): UnitResult {
    const changes: StoredChange[] = [];
    for (let of = this.#changesTo[at - 1] ?? 0; of < this.#changesTo[at]!; of++) {
      changes.push({
        set: this.#sets[of]!,
        collection: this.#collections[of]!,
        entry: { seq: this.#places[of]! },
        before: this.#before[of],
        after: this.#after[of],
      });
    }
    const counts: CountChange[] = [];
    for (let of = this.#countsTo[at - 1] ?? 0; of < this.#countsTo[at]!; of++) {
      counts.push({ set: this.#countSets[of]!, count: this.#countsBefore[of]!, after: this.#countsAfter[of]! });
    }
    return { changes, counts, dropped: [], adopted: [], ...this.#whole.get(at) };
  }
}
