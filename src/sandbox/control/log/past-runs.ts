import { toIso } from '../../../core/base/instants.ts';
import { sizeOfValue } from '../../../core/base/json-values.ts';
import { realNow } from '../../../core/base/time.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { events, type StoredEvent } from '../../../core/kernel/events.ts';
import { type Mode, modes, type Workspace } from '../../../core/kernel/workspace.ts';
import { type Delivery, deliveries } from '../../../payments/webhooks/deliveries.ts';
import type { Webhooks } from '../../../payments/webhooks/webhooks.ts';
import { type LoggedRequest, type RequestLog, sizeOfRequest } from '../../requests/log.ts';
import { endpointsIn } from '../events/endpoint-views.ts';
import type { ChapterEnd, EndpointView } from '../wire.ts';

/** The events of a workspace from one start of its state to the next. */
export interface PastRun {
  readonly id: string;
  readonly workspace: string;
  /** How the chapter ended; null: the chapter continues. */
  readonly ended: ChapterEnd | null;
  /**
   * The requests, oldest first, with those before the snapshot that the chapter started with, because they led to its
   * state.
   */
  readonly requests: readonly LoggedRequest[];
  /** How many of the requests the chapter itself received. */
  readonly own: number;
  /** How many earlier requests are forgotten. */
  readonly forgotten: number;
  readonly events: readonly InMode<StoredEvent>[];
  readonly deliveries: readonly InMode<Delivery>[];
  readonly endpoints: readonly EndpointView[];
  /** The emulated time of its end, ISO 8601. */
  readonly now: string;
  /** The machine's time of its end, in milliseconds. */
  readonly realNow: number;
}

export interface InMode<Record> {
  readonly mode: Mode;
  readonly record: Record;
}

/** A chapter that continues: its id, and the requests before the snapshot that it started with. */
interface Open {
  readonly id: string;
  readonly earlier: readonly LoggedRequest[];
}

/** The parts of an emulator that a chapter records. */
interface ChapterSource {
  readonly engine: Engine;
  readonly webhooks: Webhooks;
  readonly requests: RequestLog;
}

/** How many events, and how many deliveries, an ended chapter keeps: the latest. */
const mostOfEach = 20_000;
/** The key of the chapters of removed workspaces among those that were dropped. */
const ofFormerLives = ' ';
/**
 * How many records, and about how many bytes, all ended chapters keep together for each request that the log keeps of one
 * workspace.
 */
const perKeptRequest = { records: 30, bytes: 64 * 1024 };
/** About how many bytes all ended chapters keep together at most. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Keeps the record of a state after the state is gone. A reset, a restore, a replacement by a fixture or a removal ends
 * the chapter of a workspace; the ended chapter is kept. The oldest chapters are dropped if all of them are too large.
 */
export class PastRuns {
  readonly #most: Size;
  readonly #ended: PastRun[] = [];
  readonly #open = new Map<string, Open>();
  /** The last request before each snapshot, by workspace and name. */
  readonly #saved = new Map<string, { readonly chapter: string; readonly number: number }>();
  readonly #listeners: ((chapter: PastRun) => void)[] = [];
  readonly #beginning: ((workspaceId: string) => Promise<void>)[] = [];
  #count = 0;
  /** The sizes of the ended chapters, and their sum. */
  readonly #sizes: Size[] = [];
  #held: Size = { records: 0, bytes: 0 };
  /** How many requests of each workspace were in dropped chapters. */
  readonly #cut = new Map<string, number>();
  /** The ended chapters of removed workspaces. */
  readonly #former = new WeakSet<PastRun>();

  /** @param requestsKept how many requests of one workspace the log keeps */
  constructor(requestsKept: number) {
    const { records, bytes } = perKeptRequest;
    this.#most = { records: requestsKept * records, bytes: Math.min(mostBytes, requestsKept * bytes) };
  }

  /** How many requests were in dropped chapters, of a workspace; null: of all. */
  cutOf(workspaceId: string | null): number {
    if (workspaceId !== null) return this.#cut.get(workspaceId) ?? 0;
    return [...this.#cut.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The ended chapters, oldest first. */
  get ended(): readonly PastRun[] {
    return this.#ended;
  }

  /** The ended chapters that a token of one workspace sees: those of its present life, not of a removed one. */
  endedOf(workspaceId: string): readonly PastRun[] {
    return this.#ended.filter((each) => each.workspace === workspaceId && !this.#former.has(each));
  }

  /** Ends the life of a removed workspace: its chapters are not those of a later workspace with its id. */
  endLife(workspaceId: string): void {
    for (const each of this.endedOf(workspaceId)) this.#former.add(each);
    this.#cut.set(ofFormerLives, this.cutOf(ofFormerLives) + this.cutOf(workspaceId));
    this.#cut.delete(workspaceId);
  }

  onEnd(listener: (chapter: PastRun) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Calls the listener when a workspace is made, reset or replaced by a fixture; the caller of the operation waits for
   * the listener.
   */
  onBegin(listener: (workspaceId: string) => Promise<void>): void {
    this.#beginning.push(listener);
  }

  /** Starts the first chapter of a new or replaced workspace. Resolves when all listeners are done. */
  async begun(workspaceId: string): Promise<void> {
    for (const listener of this.#beginning) await listener(workspaceId);
  }

  /** The id of a workspace's current chapter, which the chapter keeps when it ends. */
  idOf(workspaceId: string): string {
    return this.#openOf(workspaceId).id;
  }

  /** The requests before the snapshot that a workspace's chapter started with. */
  earlierOf(workspaceId: string): readonly LoggedRequest[] {
    return this.#openOf(workspaceId).earlier;
  }

  /** Notes that a snapshot is saved now. */
  noteSnapshot({ requests }: ChapterSource, workspaceId: string, name: string): void {
    this.#saved.set(`${workspaceId} ${name}`, { chapter: this.idOf(workspaceId), number: requests.latestNumber });
  }

  /** Notes that a snapshot was renamed. */
  noteRenamed(workspaceId: string, name: string, to: string): void {
    const saved = this.#saved.get(`${workspaceId} ${name}`);
    if (saved !== undefined) this.#saved.set(`${workspaceId} ${to}`, saved);
  }

  /**
   * Notes the records of a workspace before its state is replaced.
   * @returns a function that ends the chapter after the replacement, with the name of a restored snapshot; without a
   *   call of the function, the chapter continues
   */
  ending(sandbox: ChapterSource, workspace: Workspace): (how: ChapterEnd, snapshot?: string) => void {
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
      const chapter: PastRun = {
        ...held,
        id,
        workspace: workspace.id,
        ended: how,
        requests: [...earlier, ...own],
        own: own.length,
        forgotten: requests.forgotten(workspace.id),
      };
      const before = snapshot === undefined ? [] : this.#before(chapter, snapshot);
      this.#open.delete(workspace.id);
      if (before.length > 0) this.#begin(workspace.id, before);
      if (how === 'deleted') this.#forgetSnapshots(workspace.id);
      requests.clear(workspace.id);
      if (own.length + chapter.events.length > 0) this.#keep(chapter);
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
    const chapter = [...this.#ended, current].find(({ id }) => id === saved.chapter);
    return (chapter?.requests ?? []).filter(({ number }) => number <= saved.number);
  }

  #forgetSnapshots(workspaceId: string): void {
    for (const key of this.#saved.keys()) if (key.startsWith(`${workspaceId} `)) this.#saved.delete(key);
  }

  #keep(chapter: PastRun): void {
    this.#ended.push(chapter);
    const size = sizeOf(chapter);
    this.#sizes.push(size);
    this.#held = sum(this.#held, size, 1);
    for (const listener of this.#listeners) listener(chapter);
    while (isLarger(this.#held, this.#most) && this.#ended.length > 1) {
      const oldest = this.#ended.shift()!;
      this.#held = sum(this.#held, this.#sizes.shift()!, -1);
      const own = this.#former.has(oldest) ? ofFormerLives : oldest.workspace;
      this.#cut.set(own, this.cutOf(own) + oldest.own + oldest.forgotten);
    }
  }
}

/** How much chapters keep in memory; the bytes are about so many. */
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
