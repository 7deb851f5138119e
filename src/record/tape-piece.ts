import type { Commit } from '../kernel/engine.ts';
import type { Cause } from '../kernel/events.ts';
import type { DataSet } from '../kernel/state.ts';
import type { CountChange, Done, RecordChange } from '../kernel/unit-of-work.ts';
import type { LoggedRequest } from '../requests/log.ts';
import type { Mark } from '../requests/marks.ts';
import type { Collection, Stored } from '../store/collection.ts';
import type { Taken, TapeEntry } from './taken.ts';

const length = 512;
const types = ['commit', 'request', 'mark'] as const;
type Type = (typeof types)[number];

/**
 * A piece of a tape. Its columns stand for an object for each commit and each change: objects that stay would be copied
 * by the garbage collector when they are young, which costs calls more than all other work of a tape.
 */
export class Piece {
  #size = 0;
  readonly #types = new Uint8Array(length);
  readonly #real = new Float64Array(length);
  readonly #calls = new Float64Array(length);
  /** The request, the mark, or the cause of the commit. */
  readonly #things: (LoggedRequest | Mark | Cause)[] = [];
  // Of commits; a zero or a null stands for other entries.
  readonly #seqs = new Float64Array(length);
  readonly #instants = new Float64Array(length);
  readonly #workspaces: (string | null)[] = [];
  /** How many changes, and how many counts, there are up to the end of an entry. */
  readonly #changesTo = new Uint32Array(length);
  readonly #countsTo = new Uint32Array(length);
  /** Whole data sets that a commit replaced: hardly any does. */
  readonly #whole = new Map<number, Pick<Done, 'dropped' | 'adopted'>>();
  // Of changes.
  readonly #sets: DataSet[] = [];
  readonly #collections: Collection<Stored>[] = [];
  readonly #places: number[] = [];
  readonly #before: (Stored | undefined)[] = [];
  readonly #after: (Stored | undefined)[] = [];
  // Of counts.
  readonly #countSets: DataSet[] = [];
  readonly #countsBefore: number[] = [];
  readonly #countsAfter: number[] = [];
  /** How many requests it holds. */
  requests = 0;

  get isFull(): boolean {
    return this.#size === length;
  }

  /** How many changes of records it holds. */
  get changes(): number {
    return this.#before.length;
  }

  /** When the last thing in it happened. */
  get end(): Taken {
    return { real: this.#real[this.#size - 1]!, calls: this.#calls[this.#size - 1]! };
  }

  addCommit({ seq, workspaceId, at, cause, unit }: Commit, real: number, calls: number): void {
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
    this.#seqs[this.#size] = seq;
    this.#instants[this.#size] = at;
    this.#add('commit', cause, workspaceId, real, calls);
  }

  addRequest(request: LoggedRequest, real: number, calls: number): void {
    this.requests++;
    this.#add('request', request, null, real, calls);
  }

  addMark(mark: Mark, real: number, calls: number): void {
    this.#add('mark', mark, null, real, calls);
  }

  #add(type: Type, thing: LoggedRequest | Mark | Cause, workspaceId: string | null, real: number, calls: number): void {
    const at = this.#size++;
    this.#types[at] = types.indexOf(type);
    this.#real[at] = real;
    this.#calls[at] = calls;
    this.#things.push(thing);
    this.#workspaces.push(workspaceId);
    this.#changesTo[at] = this.#before.length;
    this.#countsTo[at] = this.#countSets.length;
  }

  /** What happened, the oldest first. */
  *entries(): Generator<TapeEntry> {
    for (let at = 0; at < this.#size; at++) {
      const taken: Taken = { real: this.#real[at]!, calls: this.#calls[at]! };
      const thing = this.#things[at]!;
      const type = types[this.#types[at]!]!;
      if (type === 'request') yield { type, request: thing as LoggedRequest, ...taken };
      else if (type === 'mark') yield { type, mark: thing as Mark, ...taken };
      else
        yield {
          type,
          seq: this.#seqs[at]!,
          workspaceId: this.#workspaces[at]!,
          at: this.#instants[at]!,
          cause: thing as Cause,
          done: this.#doneAt(at),
          ...taken,
        };
    }
  }

  #doneAt(at: number): Done {
    const changes: RecordChange[] = [];
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
