import { realNow } from '../base/time.ts';
import type { Commit, Engine } from '../kernel/engine.ts';
import type { Cause } from '../kernel/events.ts';
import type { Done } from '../kernel/unit-of-work.ts';
import type { LoggedRequest, RequestLog } from '../requests/log.ts';
import type { Mark, MarkLog } from '../requests/marks.ts';
import { type RateWindow, RateWindows } from '../requests/rate-windows.ts';

/** When something happened. */
interface Taken {
  /** The machine's time at which it happened, in milliseconds. */
  readonly real: number;
  /** How many ids of calls had been drawn by then. */
  readonly calls: number;
}

export interface TakenCommit extends Taken {
  readonly type: 'commit';
  readonly seq: number;
  readonly workspaceId: string | null;
  /** The emulated instant in milliseconds. */
  readonly at: number;
  readonly cause: Cause;
  readonly done: Done;
}

export interface TakenRequest extends Taken {
  readonly type: 'request';
  readonly request: LoggedRequest;
}

export interface TakenMark extends Taken {
  readonly type: 'mark';
  readonly mark: Mark;
}

/** A call that a rate limit counted. */
export interface TakenCount extends Taken {
  readonly type: 'count';
  readonly window: RateWindow;
}

/** One thing that happened. */
export type TapeEntry = TakenCommit | TakenRequest | TakenMark | TakenCount;

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
 * taking a commit costs an object. Texts are made of it when a record is written.
 */
export class Tape {
  readonly #engine: Engine;
  readonly #isWhole: boolean;
  #entries: TapeEntry[] = [];
  #requests = 0;
  #changes = 0;
  /** How many requests were cut from its beginning. */
  cut = 0;
  /** When it begins. */
  began: Taken;
  /** What rate limits had counted by then. */
  readonly windows = new RateWindows();

  /** @param isWhole whether all is kept, whatever memory that takes; otherwise the latest */
  constructor({ engine, requests, marks, limits }: Taped, isWhole: boolean) {
    this.#engine = engine;
    this.#isWhole = isWhole;
    this.began = this.#now();
    this.windows.goOnFrom(limits.all());
    engine.onKept((commit) => this.#takeCommit(commit));
    requests.onAdd((request) => this.#takeRequest(request));
    limits.onAdd((window) => void this.#entries.push({ type: 'count', window, ...this.#now() }));
    marks.onAdd((mark) => {
      const entry: TakenMark = { type: 'mark', mark, ...this.#now() };
      // A mark may tell of a change that is about to be stored.
      engine.whenKept(() => this.#entries.push(entry));
    });
  }

  /** What happened until now, the oldest first. */
  entries(): readonly TapeEntry[] {
    return [...this.#entries];
  }

  #now(): Taken {
    return { real: realNow(), calls: this.#engine.calls };
  }

  #takeCommit({ seq, workspaceId, at, cause, unit }: Commit): void {
    const { done } = unit;
    this.#changes += done.changes.length;
    this.#entries.push({ type: 'commit', seq, workspaceId, at, cause, done, ...this.#now() });
    this.#cutOldest();
  }

  /** A request comes right behind its commit: those of one turn are written together, and answered afterwards. */
  #takeRequest(request: LoggedRequest): void {
    const entry: TakenRequest = { type: 'request', request, ...this.#now() };
    const latest = this.#entries.length;
    const { id } = request;
    // A read commits nothing.
    const oldest = request.method === 'GET' ? latest : Math.max(0, latest - mostInATurn);
    let at = latest;
    while (at > oldest && !isCausedBy(this.#entries[at - 1]!, id)) at--;
    if (at > oldest && at < latest) this.#entries.splice(at, 0, entry);
    else this.#entries.push(entry);
    this.#requests++;
    this.#cutOldest();
  }

  /** Dropping the older half now and then costs less than shifting one each time. */
  #cutOldest(): void {
    if (this.#isWhole) return;
    if (this.#requests < usually.requests * 2 && this.#changes < usually.changes * 2) return;
    const half = this.#entries.length >> 1;
    for (const entry of this.#entries.splice(0, half)) {
      this.began = { real: entry.real, calls: entry.calls };
      if (entry.type === 'commit') this.#changes -= entry.done.changes.length;
      if (entry.type === 'count') this.windows.put(entry.window);
      if (entry.type !== 'request') continue;
      this.#requests--;
      this.cut++;
    }
  }
}

const isCausedBy = (entry: TapeEntry, id: string): boolean => entry.type === 'commit' && entry.cause.id === id;
