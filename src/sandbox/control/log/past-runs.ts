import { toIso } from '../../../core/base/instants.ts';
import { sizeOfValue } from '../../../core/base/json-values.ts';
import { realNow } from '../../../core/base/time.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { events, type StoredEvent } from '../../../core/kernel/events.ts';
import { Listeners, type Warn } from '../../../core/kernel/listeners.ts';
import { type Mode, modes, type Workspace } from '../../../core/kernel/workspace.ts';
import { type Delivery, deliveries } from '../../../payments/webhooks/deliveries.ts';
import type { Webhooks } from '../../../payments/webhooks/webhooks.ts';
import { type LoggedRequest, type RequestLog, sizeOfRequest } from '../../requests/log.ts';
import { endpointsIn } from '../events/endpoint-views.ts';
import type { EndpointView, RunEnd } from '../wire.ts';

/** The record of a workspace from one start of its state to the next. */
export interface PastRun {
  readonly id: string;
  readonly workspace: string;
  /** How the run ended; null if it continues. */
  readonly ended: RunEnd | null;
  /**
   * The requests, oldest first. They include the requests before the snapshot that the run started from, because these
   * led to its state.
   */
  readonly requests: readonly LoggedRequest[];
  /** How many of the requests the run itself received. */
  readonly own: number;
  /** How many earlier requests the log has dropped. */
  readonly forgotten: number;
  readonly events: readonly InMode<StoredEvent>[];
  readonly deliveries: readonly InMode<Delivery>[];
  readonly endpoints: readonly EndpointView[];
  /** The emulated time when the run ended (ISO 8601). */
  readonly now: string;
  /** The machine's time when the run ended, in milliseconds. */
  readonly realNow: number;
}

interface InMode<Record> {
  readonly mode: Mode;
  readonly record: Record;
}

/** A current run: its id, and the requests before the snapshot that it started from. */
interface Open {
  readonly id: string;
  readonly earlier: readonly LoggedRequest[];
}

/** The parts of an emulator that a run records. */
interface RunSource {
  readonly engine: Engine;
  readonly webhooks: Webhooks;
  readonly requests: RequestLog;
}

/** How many events, and how many deliveries, a past run keeps. It keeps the latest ones. */
const mostOfEach = 20_000;
/** The key that counts the requests in dropped runs of removed workspaces. */
const removedWorkspaces = ' ';
/**
 * How many records, and about how many bytes, all past runs together keep for each request that the log keeps of one
 * workspace.
 */
const perKeptRequest = { records: 30, bytes: 64 * 1024 };
/** The approximate maximum size of all past runs together, in bytes. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Keeps the record of a state that no longer exists. A reset, a restore, a replacement by a fixture or a removal ends
 * the current run of a workspace, and the ended run is kept. The oldest runs are dropped if all runs together are too
 * large.
 */
export class PastRuns {
  readonly #most: Size;
  readonly #ended: PastRun[] = [];
  readonly #open = new Map<string, Open>();
  /** The last request before each snapshot, and the text of its mark, by workspace and name. */
  readonly #saved = new Map<string, { readonly pastRun: string; readonly number: number; readonly mark: string }>();
  readonly #listeners: Listeners<[pastRun: PastRun]>;
  readonly #beginning: ((workspaceId: string) => Promise<void>)[] = [];
  #count = 0;
  /** The sizes of the past runs, and their sum. */
  readonly #sizes: Size[] = [];
  #held: Size = { records: 0, bytes: 0 };
  /** How many requests of each workspace were in dropped runs. */
  readonly #cut = new Map<string, number>();
  /** The past runs of removed workspaces. */
  readonly #former = new WeakSet<PastRun>();

  /** @param requestsKept how many requests of one workspace the log keeps */
  constructor(requestsKept: number, warn?: Warn) {
    this.#listeners = new Listeners('past runs', warn);
    const { records, bytes } = perKeptRequest;
    this.#most = { records: requestsKept * records, bytes: Math.min(mostBytes, requestsKept * bytes) };
  }

  /** How many requests of a workspace were in dropped runs; null for all workspaces. */
  cutOf(workspaceId: string | null): number {
    if (workspaceId !== null) return this.#cut.get(workspaceId) ?? 0;
    return [...this.#cut.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The past runs, oldest first. */
  get ended(): readonly PastRun[] {
    return this.#ended;
  }

  /** The past runs that a token of one workspace can see, without those of a removed workspace with the same id. */
  endedOf(workspaceId: string): readonly PastRun[] {
    return this.#ended.filter((each) => each.workspace === workspaceId && !this.#former.has(each));
  }

  /** Ends the life of a removed workspace. Its runs do not belong to a later workspace with the same id. */
  endLife(workspaceId: string): void {
    for (const each of this.endedOf(workspaceId)) this.#former.add(each);
    this.#cut.set(removedWorkspaces, this.cutOf(removedWorkspaces) + this.cutOf(workspaceId));
    this.#cut.delete(workspaceId);
  }

  onEnd(listener: (pastRun: PastRun) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Calls the listener when a workspace is created, reset or replaced by a fixture. The caller of the operation waits
   * for the listener.
   */
  onBegin(listener: (workspaceId: string) => Promise<void>): void {
    this.#beginning.push(listener);
  }

  /** Starts the first run of a new or replaced workspace. Resolves when all listeners are done. */
  async begun(workspaceId: string): Promise<void> {
    for (const listener of this.#beginning) await listener(workspaceId);
  }

  /** The id of a workspace's current run, which the run keeps when it ends. */
  idOf(workspaceId: string): string {
    return this.#openOf(workspaceId).id;
  }

  /** The requests before the snapshot that a workspace's current run started from. */
  earlierOf(workspaceId: string): readonly LoggedRequest[] {
    return this.#openOf(workspaceId).earlier;
  }

  /** Records that a snapshot is saved now. */
  noteSnapshot({ requests }: RunSource, workspaceId: string, name: string): void {
    const [pastRun, number] = [this.idOf(workspaceId), requests.latestNumber];
    this.#saved.set(`${workspaceId} ${name}`, { pastRun, number, mark: savedText(name) });
  }

  /** The text of a snapshot's mark, which the snapshot keeps when it is renamed; empty if an earlier start saved it. */
  markOf(workspaceId: string, name: string): string {
    return this.#saved.get(`${workspaceId} ${name}`)?.mark ?? '';
  }

  /** A request in an ended run of a workspace, with the run. */
  find(workspaceId: string, id: string): { readonly request: LoggedRequest; readonly run: PastRun } | undefined {
    for (const run of this.endedOf(workspaceId).toReversed()) {
      const request = run.requests.find((each) => each.id === id);
      if (request !== undefined) return { request, run };
    }
    return undefined;
  }

  /** Records that a snapshot was renamed. */
  noteRenamed(workspaceId: string, name: string, to: string): void {
    const saved = this.#saved.get(`${workspaceId} ${name}`);
    if (saved !== undefined) this.#saved.set(`${workspaceId} ${to}`, saved);
  }

  /**
   * Collects the records of a workspace before its state is replaced.
   * @returns a function that ends the run after the replacement, and takes the name of a restored snapshot; if it is
   * not called, the run continues
   */
  ending(sandbox: RunSource, workspace: Workspace): (how: RunEnd, snapshot?: string) => void {
    const { engine, requests } = sandbox;
    const sets = modes.map((mode) => ({ mode, set: engine.dataSet(workspace.id, mode) }));
    const held = {
      events: sets.flatMap(({ mode, set }) => latest(set.of(events).newestFirst(), mode)),
      deliveries: sets.flatMap(({ mode, set }) => latest(set.of(deliveries).newestFirst(), mode)),
      endpoints: endpointsIn(sandbox, workspace.id),
      now: toIso(engine.clock(workspace).now()),
      realNow: realNow(),
    };
    return (how, snapshot) => {
      const { id, earlier } = this.#openOf(workspace.id);
      const own = requests.list(workspace.id).reverse();
      const pastRun: PastRun = {
        ...held,
        id,
        workspace: workspace.id,
        ended: how,
        requests: [...earlier, ...own],
        own: own.length,
        forgotten: requests.forgotten(workspace.id),
      };
      const before = snapshot === undefined ? [] : this.#before(pastRun, snapshot);
      this.#open.delete(workspace.id);
      if (before.length > 0) this.#begin(workspace.id, before);
      if (how === 'deleted') this.#forgetSnapshots(workspace.id);
      requests.clear(workspace.id);
      if (own.length + pastRun.events.length > 0) this.#keep(pastRun);
    };
  }

  #openOf(workspaceId: string): Open {
    return this.#open.get(workspaceId) ?? this.#begin(workspaceId, []);
  }

  #begin(workspaceId: string, earlier: readonly LoggedRequest[]): Open {
    const begun = { id: `chapter_${++this.#count}`, earlier };
    this.#open.set(workspaceId, begun);
    return begun;
  }

  /** The requests before a snapshot was saved. */
  #before(current: PastRun, snapshot: string): LoggedRequest[] {
    const saved = this.#saved.get(`${current.workspace} ${snapshot}`);
    if (saved === undefined) return [];
    const pastRun = [...this.#ended, current].find(({ id }) => id === saved.pastRun);
    return (pastRun?.requests ?? []).filter(({ number }) => number <= saved.number);
  }

  #forgetSnapshots(workspaceId: string): void {
    for (const key of this.#saved.keys()) if (key.startsWith(`${workspaceId} `)) this.#saved.delete(key);
  }

  #keep(pastRun: PastRun): void {
    this.#ended.push(pastRun);
    const size = sizeOf(pastRun);
    this.#sizes.push(size);
    this.#held = sum(this.#held, size, 1);
    this.#listeners.call(pastRun);
    while (isLarger(this.#held, this.#most) && this.#ended.length > 1) {
      const oldest = this.#ended.shift()!;
      this.#held = sum(this.#held, this.#sizes.shift()!, -1);
      const own = this.#former.has(oldest) ? removedWorkspaces : oldest.workspace;
      this.#cut.set(own, this.cutOf(own) + oldest.own + oldest.forgotten);
    }
  }
}

export const savedText = (snapshot: string): string => `snapshot ${snapshot} saved`;

/** How much memory runs use. The number of bytes is approximate. */
interface Size {
  readonly records: number;
  readonly bytes: number;
}

function sizeOf({ requests, events, deliveries }: PastRun): Size {
  const bytes =
    requests.reduce((total, request) => total + sizeOfRequest(request), 0) +
    sizeOfValue(events) +
    sizeOfValue(deliveries);
  return { records: requests.length + events.length + deliveries.length, bytes };
}

const sum = (size: Size, other: Size, sign: 1 | -1): Size => ({
  records: size.records + sign * other.records,
  bytes: size.bytes + sign * other.bytes,
});

const isLarger = (size: Size, most: Size): boolean => size.records > most.records || size.bytes > most.bytes;

/** The latest records of a list, oldest first. */
function latest<Record>(newestFirst: Iterable<Record>, mode: Mode): InMode<Record>[] {
  const found: InMode<Record>[] = [];
  for (const record of newestFirst) {
    if (found.length === mostOfEach) break;
    found.push({ mode, record });
  }
  return found.reverse();
}
