import { realNow } from '../../core/base/time.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import type { RequestLog } from '../../sandbox/requests/log.ts';
import type { MarkLog } from '../../sandbox/requests/marks.ts';
import { RateWindows } from '../../sandbox/requests/rate-windows.ts';
import type { Taken, TakenRequest, TapeEntry } from './tape-entries.ts';
import { Piece } from './tape-piece.ts';

/** What a tape takes from. */
interface Taped {
  readonly engine: Engine;
  readonly requests: RequestLog;
  readonly marks: MarkLog;
  readonly limits: RateWindows;
}

/** How many requests, and how many changes of records, are kept of a run that nobody asked to record. */
const usually = { requests: 1_000, changes: 20_000 };

/** How far back a request looks for its commit: as many calls as are answered in one turn of the event loop. */
const mostInATurn = 256;

/**
 * What happened in an emulator, in order: commits, requests and marks. It holds on to records that never change, so that
 * taking a commit costs next to nothing. Texts are made of it when a record is written.
 */
export class Tape {
  readonly #isWhole: boolean;
  readonly #pieces: Piece[] = [];
  #latest = new Piece();
  /** How many requests were cut from its beginning. */
  cut = 0;
  /** When it begins. */
  began: Taken;
  /** What rate limits had counted by then. */
  readonly windows = new RateWindows();

  /** @param isWhole whether all is kept, whatever memory that takes; otherwise the latest */
  constructor({ engine, requests, marks, limits }: Taped, isWhole: boolean) {
    this.#isWhole = isWhole;
    this.began = { real: realNow(), calls: engine.calls };
    this.windows.goOnFrom(limits.all());
    engine.onKept((commit) => this.#writable().addCommit(commit, realNow(), engine.calls));
    requests.onAdd((request) => this.#writable().addRequest(request, realNow(), engine.calls));
    limits.onAdd((window) => this.#writable().addCount(window, realNow(), engine.calls));
    marks.onAdd((mark) => {
      const [real, calls] = [realNow(), engine.calls];
      // A mark may tell of a change that is about to be stored.
      engine.whenKept(() => this.#writable().addMark(mark, real, calls));
    });
  }

  /** What happened until now, the oldest first. */
  entries(): readonly TapeEntry[] {
    return behindTheirCommits([...this.#pieces, this.#latest].flatMap((piece) => [...piece.entries()]));
  }

  /** The latest piece, which has room for one entry more. */
  #writable(): Piece {
    if (!this.#latest.isFull) return this.#latest;
    this.#pieces.push(this.#latest);
    this.#latest = new Piece();
    if (!this.#isWhole) this.#cutOldest();
    return this.#latest;
  }

  #cutOldest(): void {
    let requests = 0;
    let changes = 0;
    const needed = this.#pieces.findLastIndex((piece) => {
      requests += piece.requests;
      changes += piece.changes;
      return requests >= usually.requests || changes >= usually.changes;
    });
    for (const piece of this.#pieces.splice(0, Math.max(0, needed))) {
      this.began = piece.end;
      this.cut += piece.requests;
      for (const window of piece.windows()) this.windows.put(window);
    }
  }
}

/** A request is logged when it is answered, which is after all commits of its turn: it belongs right behind its own. */
function behindTheirCommits(entries: readonly TapeEntry[]): readonly TapeEntry[] {
  const latest = new Map<string, number>();
  const behind = new Map<number, TakenRequest[]>();
  const others = entries.map((entry, at) => {
    if (entry.type === 'commit' && entry.cause.id != null) latest.set(entry.cause.id, at);
    if (entry.type !== 'request') return [entry];
    const commit = latest.get(entry.request.id);
    if (commit === undefined || at - commit > mostInATurn) return [entry];
    behind.set(commit, [...(behind.get(commit) ?? []), entry]);
    return [];
  });
  return others.flatMap((own, at) => [...own, ...(behind.get(at) ?? [])]);
}
