import { realNow } from '../../core/base/time.ts';
import type { Commit, Engine } from '../../core/kernel/engine.ts';
import type { RequestLog } from '../../sandbox/requests/log.ts';
import type { MarkLog } from '../../sandbox/requests/marks.ts';
import { RateWindows } from '../../sandbox/requests/rate-windows.ts';
import type { EntryMoment, RecorderEntry, RequestEntry } from './recorder-entries.ts';

/** The sources of a recording. */
interface RecordedSources {
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

/** The number of entries and of changes in a full chunk. One fixture, reset or removal can have thousands of changes. */
const full = { entries: 512, changes: 4_096 };

/** Consecutive entries, which are removed together. */
interface Chunk {
  readonly entries: RecorderEntry[];
  requests: number;
  /** The number of record changes. Each record of a removed data set counts as one change. */
  changes: number;
}

/**
 * Records the steps of a run in order: commits, requests and marks. The recorder keeps references to records, which
 * are never modified, so that adding a commit is very cheap. Texts are created only when a record is written.
 */
export class RunRecorder {
  readonly #sources: RecordedSources;
  readonly #isWhole: boolean;
  readonly #chunks: Chunk[] = [];
  #latest: Chunk = emptyChunk();
  /** The number of requests that were removed from the start of the recording. */
  cut = 0;
  /** The moment at which the recording starts. */
  began: EntryMoment;
  /** The rate-limit counts at the start of the recording. */
  readonly windows = new RateWindows();

  /** @param isWhole whether to keep the whole run, regardless of the memory that it needs, or only its latest part */
  constructor(sources: RecordedSources, isWhole: boolean) {
    this.#sources = sources;
    this.#isWhole = isWhole;
    this.began = this.#now;
  }

  /** Records everything that happens from now on. */
  follow(): void {
    const { engine, requests, marks, limits } = this.#sources;
    this.began = this.#now;
    this.windows.goOnFrom(limits.all());
    engine.onKept((commit) => this.#add(commitEntry(commit, this.#now), changesOf(commit)));
    requests.onAdd((request) => this.#add({ type: 'request', request, ...this.#now }));
    limits.onAdd((window) => this.#add({ type: 'count', window, ...this.#now }));
    marks.onAdd((mark) => {
      const entry = { type: 'mark', mark, ...this.#now } as const;
      // A mark can describe a change that has not been stored yet.
      engine.whenKept(() => this.#add(entry));
    });
  }

  get #now(): EntryMoment {
    return { real: realNow(), calls: this.#sources.engine.calls };
  }

  /** All entries so far, oldest first. */
  entries(): readonly RecorderEntry[] {
    return behindTheirCommits([...this.#chunks, this.#latest].flatMap(({ entries }) => entries));
  }

  #add(entry: RecorderEntry, changes = 0): void {
    if (this.#latest.entries.length === full.entries || this.#latest.changes >= full.changes) {
      this.#chunks.push(this.#latest);
      this.#latest = emptyChunk();
      if (!this.#isWhole) this.#cutOldest();
    }
    this.#latest.entries.push(entry);
    this.#latest.changes += changes;
    if (entry.type === 'request') this.#latest.requests++;
  }

  #cutOldest(): void {
    let requests = 0;
    let changes = 0;
    const needed = this.#chunks.findLastIndex((chunk) => {
      requests += chunk.requests;
      changes += chunk.changes;
      return requests >= usually.requests || changes >= usually.changes;
    });
    for (const chunk of this.#chunks.splice(0, Math.max(0, needed))) {
      const { real, calls } = chunk.entries.at(-1)!;
      this.began = { real, calls };
      this.cut += chunk.requests;
      for (const entry of chunk.entries) if (entry.type === 'count') this.windows.put(entry.window);
    }
  }
}

const emptyChunk = (): Chunk => ({ entries: [], requests: 0, changes: 0 });

const commitEntry = ({ seq, workspaceId, at, cause, changes, unit }: Commit, moment: EntryMoment): RecorderEntry => ({
  type: 'commit',
  seq,
  workspaceId,
  at,
  cause,
  changes,
  done: unit.done,
  ...moment,
});

/** How many records a commit changed. A restored data set has most of its records in common with the one it replaces. */
function changesOf({ unit: { done } }: Commit): number {
  const dropped = done.adopted.length > 0 ? 0 : done.dropped.reduce((sum, { size }) => sum + size, 0);
  return done.changes.length + dropped;
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
