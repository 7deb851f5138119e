import { realNow } from '../../core/base/time.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import type { RequestLog } from '../../sandbox/requests/log.ts';
import type { MarkLog } from '../../sandbox/requests/marks.ts';
import { RateWindows } from '../../sandbox/requests/rate-windows.ts';
import { RecorderChunk } from './recorder-chunk.ts';
import type { EntryMoment, RecorderEntry, RequestEntry } from './recorder-entries.ts';

/** The sources of a tape. */
interface Taped {
  readonly engine: Engine;
  readonly requests: RequestLog;
  readonly marks: MarkLog;
  readonly limits: RateWindows;
}

/** How many requests and changes of records a tape keeps if nobody asked for a record of the run. */
const usually = { requests: 1_000, changes: 20_000 };

/** How many entries back the commit of a request may be: as many calls as one turn of the event loop answers. */
const mostInATurn = 256;

/**
 * The steps of a run in their order: commits, requests and marks. A tape keeps references to records, which never
 * change, so that adding a commit costs next to nothing. Texts are made only when a record is written.
 */
export class RunRecorder {
  readonly #isWhole: boolean;
  readonly #pieces: RecorderChunk[] = [];
  #latest = new RecorderChunk();
  /** How many requests were cut from the beginning of the tape. */
  cut = 0;
  /** The moment at which the tape begins. */
  began: EntryMoment;
  /** The counts of the rate limits at the beginning of the tape. */
  readonly windows = new RateWindows();

  /** @param isWhole whether the tape keeps the whole run, in however much memory; otherwise only the latest part */
  constructor({ engine, requests, marks, limits }: Taped, isWhole: boolean) {
    this.#isWhole = isWhole;
    this.began = { real: realNow(), calls: engine.calls };
    this.windows.goOnFrom(limits.all());
    engine.onKept((commit) => this.#writable().addCommit(commit, realNow(), engine.calls));
    requests.onAdd((request) => this.#writable().addRequest(request, realNow(), engine.calls));
    limits.onAdd((window) => this.#writable().addCount(window, realNow(), engine.calls));
    marks.onAdd((mark) => {
      const [real, calls] = [realNow(), engine.calls];
      // A mark may describe a change that is about to be stored.
      engine.whenKept(() => this.#writable().addMark(mark, real, calls));
    });
  }

  /** All entries until now, the oldest first. */
  entries(): readonly RecorderEntry[] {
    return behindTheirCommits([...this.#pieces, this.#latest].flatMap((piece) => [...piece.entries()]));
  }

  /** The latest piece, which has room for another entry. */
  #writable(): RecorderChunk {
    if (!this.#latest.isFull) return this.#latest;
    this.#pieces.push(this.#latest);
    this.#latest = new RecorderChunk();
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

/**
 * Moves each request right behind its own commits: a request is logged with its answer, after all commits of its turn.
 */
function behindTheirCommits(entries: readonly RecorderEntry[]): readonly RecorderEntry[] {
  const latest = new Map<string, number>();
  const behind = new Map<number, RequestEntry[]>();
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
