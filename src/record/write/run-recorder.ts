import { realNow } from '../../core/base/time.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import type { RequestLog } from '../../sandbox/requests/log.ts';
import type { MarkLog } from '../../sandbox/requests/marks.ts';
import { RateWindows } from '../../sandbox/requests/rate-windows.ts';
import { RecorderChunk } from './recorder-chunk.ts';
import type { EntryMoment, RecorderEntry, RequestEntry } from './recorder-entries.ts';

/** The sources of a recording. */
interface Taped {
  readonly engine: Engine;
  readonly requests: RequestLog;
  readonly marks: MarkLog;
  readonly limits: RateWindows;
}

/** The number of requests and record changes to keep if no record of the run was requested. */
const usually = { requests: 1_000, changes: 20_000 };

/**
 * The maximum number of entries between a commit and its request, which is the number of calls that one turn of the
 * event loop can handle.
 */
const mostInATurn = 256;

/**
 * Records the steps of a run in order: commits, requests and marks. The recorder keeps references to records, which
 * are never modified, so that adding a commit is very cheap. Texts are created only when a record is written.
 */
export class RunRecorder {
  readonly #sources: Taped;
  readonly #isWhole: boolean;
  readonly #pieces: RecorderChunk[] = [];
  #latest = new RecorderChunk();
  /** The number of requests that were removed from the start of the recording. */
  cut = 0;
  /** The moment at which the recording starts. */
  began: EntryMoment;
  /** The rate-limit counts at the start of the recording. */
  readonly windows = new RateWindows();

  /** @param isWhole whether to keep the whole run, regardless of the memory that it needs, or only its latest part */
  constructor(sources: Taped, isWhole: boolean) {
    this.#sources = sources;
    this.#isWhole = isWhole;
    this.began = this.#now;
  }

  /** Records everything that happens from now on. */
  follow(): void {
    const { engine, requests, marks, limits } = this.#sources;
    this.began = this.#now;
    this.windows.goOnFrom(limits.all());
    engine.onKept((commit) => this.#writable().addCommit(commit, realNow(), engine.calls));
    requests.onAdd((request) => this.#writable().addRequest(request, realNow(), engine.calls));
    limits.onAdd((window) => this.#writable().addCount(window, realNow(), engine.calls));
    marks.onAdd((mark) => {
      const [real, calls] = [realNow(), engine.calls];
      // A mark can describe a change that has not been stored yet.
      engine.whenKept(() => this.#writable().addMark(mark, real, calls));
    });
  }

  get #now(): EntryMoment {
    return { real: realNow(), calls: this.#sources.engine.calls };
  }

  /** All entries so far, oldest first. */
  entries(): readonly RecorderEntry[] {
    return behindTheirCommits([...this.#pieces, this.#latest].flatMap((piece) => [...piece.entries()]));
  }

  /** The latest chunk, which has room for another entry. */
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
 * Moves each request to the position after its own commits. A request is logged with its response, which is after all
 * commits of the same turn.
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
