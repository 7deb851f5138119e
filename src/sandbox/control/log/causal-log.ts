import { toIso } from '../../../core/base/instants.ts';
import type { Commit, Engine } from '../../../core/kernel/engine.ts';
import { events, originOf, type StateChange } from '../../../core/kernel/events.ts';
import { Listeners, type Warn } from '../../../core/kernel/listeners.ts';
import { pageOf } from '../../../core/kernel/pagination.ts';
import type { Scheduler } from '../../../core/kernel/time/scheduler.ts';
import { type Mode, modes, workspaces } from '../../../core/kernel/workspace.ts';
import type { AnyCollectionDef } from '../../../core/store/collection.ts';
import { type Delivery, deliveries } from '../../../payments/webhooks/deliveries.ts';
import type { Webhooks } from '../../../payments/webhooks/webhooks.ts';
import type { LoggedRequest, RequestLog } from '../../requests/log.ts';
import { type MarkLog, UndoneMessages } from '../../requests/marks.ts';
import { deliveryView, eventView } from '../events/event-views.ts';
import { aboutObject } from '../objects/object-kinds.ts';
import { personsOf } from '../objects/persons.ts';
import type { ChangeMessage, LogPage, RequestView, StreamMessage } from '../wire.ts';
import { attemptsOf } from './attempts.ts';
import {
  LogChunk,
  type LogEntry,
  type LoggedChange,
  type LoggedMessage,
  type Occurrence,
  type PageOfLog,
} from './log-chunk.ts';
import { markView, requestView } from './request-views.ts';

/** The sources of the log's messages. */
export interface LogSources {
  readonly engine: Engine;
  readonly requests: RequestLog;
  readonly marks: MarkLog;
  readonly webhooks: Webhooks;
  readonly scheduler: Scheduler;
}

/** Receives messages as they occur. */
export interface Listener {
  /** Whether the listener wants a message. Messages that no listener wants are not created. */
  wants: (type: StreamMessage['type'], workspace: string | null, mode: Mode | null, number: number) => boolean;
  hear: (message: StreamMessage) => void;
}

/**
 * How many requests and messages this log keeps for each request that the request log keeps with its bodies: enough
 * for all messages of 25,000 charges.
 */
const perKeptRequest = { requests: 25, messages: 250 };
/** How many chunks before the latest one still contain request bodies, which the request log keeps as well. */
const chunksWithBodies = 2;
/** Counts the dropped requests of all removed workspaces. No workspace has this id. */
const removedWorkspaces = ' ';
/** How many stored events from earlier starts can precede the first message. */
const mostStored = 1_000;

/**
 * The messages of an emulator in one order. Each message has a number, so that a reader can request it again. A
 * message is created from immutable records when a listener or a reader needs it.
 *
 * - The log consists of *chunks*, which are dropped whole, oldest first. It counts the requests in them (`cut`).
 * - A message without a workspace is *unassigned*, such as a request with an unknown key.
 * - The messages of a *removed* workspace stay, but a later workspace with the same id does not show them.
 * - Numbers start with 1. Events that earlier starts stored come before them, with numbers up to 0.
 */
export class CausalLog {
  readonly engine: Engine;
  readonly #requestsKept: number;
  readonly #listeners: Listeners<[type: LogEntry['type'], occurrence: Occurrence, message: () => StreamMessage]>;
  readonly #chunks: LogChunk[] = [new LogChunk(1)];
  /** How many requests the chunks contain, without the chunk that is being written. */
  #requests = 0;
  /** How many requests of each workspace the log has dropped. */
  readonly #cut = new Map<string, number>();
  /** The number of the last message of each removed workspace. A later workspace with the same id begins after it. */
  readonly #ends = new Map<string, number>();
  /** The collection that contains the objects of each lifecycle. */
  readonly #collections = new Map<string, AnyCollectionDef>();
  /**
   * The collections, by name, whose states no slice shows as states of an object, such as the outcome of a
   * `reference_id`.
   */
  readonly #withoutView = new Map<string, AnyCollectionDef>();
  readonly #undone = new UndoneMessages();
  /** The newest event of each data set when the log began. */
  readonly #newestAtStart = new Map<string, string>();

  /** @param requestsKept how many requests the request log keeps; if infinite, this log keeps everything */
  constructor(engine: Engine, requestsKept: number, warn?: Warn) {
    this.engine = engine;
    this.#listeners = new Listeners('log', warn);
    this.#requestsKept = requestsKept;
    const { registry } = engine;
    for (const { lifecycle, collections } of registry.slices) {
      if (lifecycle !== undefined) this.#collections.set(lifecycle.noun, registry.collectionOf(lifecycle));
      for (const def of collections) {
        if (def.lifecycle !== undefined && def.lifecycle !== lifecycle) this.#withoutView.set(def.name, def);
      }
    }
  }

  follow({ engine, requests, marks, webhooks, scheduler }: LogSources): void {
    for (const { id } of engine.allWorkspaces()) {
      for (const mode of modes) {
        // Accessing a missing collection of a data set would change the order in which collections are stored.
        const stored = [...engine.dataSet(id, mode).collections()].find(({ def }) => def.name === events.name);
        const newest = stored?.newest({});
        if (newest !== undefined) this.#newestAtStart.set(`${id} ${mode}`, newest.id);
      }
    }
    requests.onAdd((request) => this.addRequest(request));
    marks.onAdd((mark) =>
      this.add({ workspace: mark.workspace_id, mode: null, at: mark.at }, { type: 'mark', thing: mark }),
    );
    webhooks.onAttempt(({ workspaceId, mode, delivery }) => this.addDelivery(workspaceId, mode, delivery));
    scheduler.onRan((workspace, ran) => this.add({ workspace, mode: null, at: ran.at }, { type: 'clock', thing: ran }));
    engine.onCommit((commit) => this.#addCommit(commit));
  }

  /** Ends the life of a removed workspace. A later workspace with the same id shows none of its messages. */
  endLife(workspace: string): void {
    this.#ends.set(workspace, this.latest);
    this.#cut.delete(workspace);
    this.#undone.clear(workspace);
    for (const mode of modes) this.#newestAtStart.delete(`${workspace} ${mode}`);
  }

  #isOfFormer(workspace: string, number: number): boolean {
    return number <= (this.#ends.get(workspace) ?? 0);
  }

  /** The number of the first message that the log still contains. */
  get first(): number {
    return this.#chunks[0]!.first;
  }

  /** The number of the latest message; 0 if the log is empty. */
  get latest(): number {
    const last = this.#chunks.at(-1)!;
    return last.first + last.size - 1;
  }

  /** @returns a function that removes the listener */
  listen({ wants, hear }: Listener): () => void {
    return this.#listeners.add((type, { workspace, mode }, message) => {
      if (wants(type, workspace, mode, this.latest)) hear(message());
    });
  }

  addRequest(request: LoggedRequest): void {
    const { workspace_id: workspace, mode, at } = request;
    this.add({ workspace, mode, at }, { type: 'request', thing: request });
  }

  addDelivery(workspace: string, mode: Mode, delivery: Delivery): void {
    const at = delivery.attempts.at(-1)?.at ?? delivery.created_at;
    this.add({ workspace, mode, at }, { type: 'delivery', thing: delivery });
  }

  /** Adds a change. Skips the outcome of a `reference_id` if a payment reports it. */
  addChange(occurrence: Occurrence, change: StateChange, cause: LoggedChange['cause']): void {
    const { workspace, mode } = occurrence;
    const recordOf = (def: AnyCollectionDef | undefined) =>
      def === undefined || workspace === null || mode === null
        ? undefined
        : this.engine.dataSet(workspace, mode).of(def).get(change.id);
    const outcome: { readonly transaction_id?: string | null } | undefined = recordOf(
      this.#withoutView.get(change.object),
    );
    if (typeof outcome?.transaction_id === 'string') return;
    const record = recordOf(this.#collections.get(change.object));
    this.add(occurrence, { type: 'change', thing: { change, cause, record } });
  }

  add(occurrence: Occurrence, entry: LogEntry): void {
    const chunk = this.#writable();
    chunk.add(occurrence, entry);
    if (entry.type === 'mark') this.#undone.add(this.latest, entry.thing);
    if (this.#listeners.size === 0) return;
    const at = chunk.size - 1;
    let message: StreamMessage | undefined;
    this.#listeners.call(entry.type, occurrence, () => (message ??= this.#messageAt(chunk, at)));
  }

  #addCommit({ unit, changes, cause, workspaceId: workspace, mode, at: instant }: Commit): void {
    const at = toIso(instant);
    for (const change of changes) this.addChange({ workspace, mode, at }, change, cause);
    if (mode !== null) {
      for (const { record } of unit.written(events))
        this.add({ workspace, mode, at }, { type: 'event', thing: record });
    }
    if (workspace !== null) return;
    for (const { record } of unit.written(workspaces)) {
      const now = toIso(this.engine.clock(record).now());
      const thing = { now, mode: record.clock.mode, rate: record.clock.rate ?? 1 };
      this.add({ workspace: record.id, mode: null, at }, { type: 'clock', thing });
    }
  }

  #writable(): LogChunk {
    const last = this.#chunks.at(-1)!;
    if (!last.isFull) return last;
    const next = new LogChunk(last.first + last.size);
    this.#chunks.push(next);
    this.#requests += last.requests;
    this.#chunks.at(-1 - chunksWithBodies)?.dropBodies(viewOf);
    this.#cutOldest();
    return next;
  }

  #cutOldest(): void {
    const { requests: mostRequests, messages: mostMessages } = perKeptRequest;
    const isTooLong = (): boolean =>
      this.latest - this.first >= mostMessages * this.#requestsKept ||
      this.#requests - this.#chunks[0]!.requests >= mostRequests * this.#requestsKept;
    while (this.#chunks.length > 1 && isTooLong()) {
      const oldest = this.#chunks.shift()!;
      this.#requests -= oldest.requests;
      for (const [at, message] of oldest.messages.entries()) {
        if (message.type !== 'request') continue;
        const own = message.workspace ?? '';
        const workspace = this.#isOfFormer(own, oldest.first + at) ? removedWorkspaces : own;
        this.#cut.set(workspace, (this.#cut.get(workspace) ?? 0) + 1);
      }
    }
  }

  /** How many old requests of all workspaces the log has dropped. */
  get cut(): number {
    return [...this.#cut.values()].reduce((sum, count) => sum + count, 0);
  }

  /**
   * The request that created an object, which is the cause of its first change. Null if the log has no such request or
   * change.
   */
  requestThatMade(workspace: string, id: string): RequestView | null {
    let cause: string | undefined;
    for (const chunk of this.#chunks.toReversed()) {
      for (let at = chunk.size - 1; at >= 0; at--) {
        const entry = chunk.messages[at]!;
        if ((entry.type !== 'change' && entry.type !== 'request') || entry.workspace !== workspace) continue;
        if (this.#isOfFormer(workspace, chunk.first + at)) return null;
        if (entry.type === 'change') {
          const { change, cause: by } = entry.thing;
          if (change.id === id && change.from === null) cause = originOf(by)?.id;
        } else if (entry.thing.id === cause) return viewOf(entry.thing);
      }
    }
    return null;
  }

  /** All messages of all workspaces, oldest first. */
  *all(): Generator<StreamMessage> {
    for (const chunk of this.#chunks) for (let at = 0; at < chunk.size; at++) yield this.#messageAt(chunk, at);
  }

  /** A page of the messages of a data set, oldest first. */
  page(scope: PageOfLog): LogPage {
    return scope.since === undefined ? this.#latestPage(scope) : this.#pageAfter(scope.since, scope);
  }

  /** The messages after a number. */
  #pageAfter(since: number, scope: PageOfLog): LogPage {
    const requests_cut = this.#cut.get(scope.workspace) ?? 0;
    const data: StreamMessage[] = [];
    for (const chunk of this.#chunks) {
      for (let at = Math.max(0, since + 1 - chunk.first); at < chunk.size; at++) {
        if (!this.#isIn(scope, chunk, at)) continue;
        if (data.length === scope.limit) return { data, has_more: true, requests_cut };
        data.push(this.#messageAt(chunk, at));
      }
    }
    return { data, has_more: false, requests_cut };
  }

  /** The latest messages before a number. If the log has too few, those of earlier starts come before them. */
  #latestPage(scope: PageOfLog): LogPage {
    const { workspace, mode, before = Number.POSITIVE_INFINITY, limit } = scope;
    const requests_cut = this.#cut.get(workspace) ?? 0;
    const newestFirst: StreamMessage[] = [];
    for (const chunk of this.#chunks.toReversed()) {
      for (let at = Math.min(chunk.size, before - chunk.first) - 1; at >= 0; at--) {
        if (!this.#isIn(scope, chunk, at)) continue;
        if (newestFirst.length === limit) return { data: newestFirst.reverse(), has_more: true, requests_cut };
        newestFirst.push(this.#messageAt(chunk, at));
      }
    }
    // Between the messages of earlier starts and the first message of a log that dropped requests, messages are missing.
    const earlier = requests_cut > 0 ? [] : this.#stored(workspace, mode).filter(({ number }) => number < before);
    const surplus = earlier.length - (limit - newestFirst.length);
    const data = [...earlier.slice(Math.max(0, surplus)), ...newestFirst.reverse()];
    return { data, has_more: surplus > 0, requests_cut };
  }

  /** Whether a message of a chunk belongs to a page. */
  #isIn({ workspace, mode, withUnassigned }: PageOfLog, chunk: LogChunk, at: number): boolean {
    const message = chunk.messages[at]!;
    const isOfWorkspace =
      message.workspace === null
        ? withUnassigned
        : message.workspace === workspace && !this.#isOfFormer(workspace, chunk.first + at);
    return isOfWorkspace && (message.mode === null || message.mode === mode);
  }

  /**
   * The messages for events that earlier starts stored, and for the attempts of their deliveries. The last of them has
   * the number 0, and the earlier ones have negative numbers, because the log itself starts with 1.
   */
  #stored(workspace: string, mode: Mode): StreamMessage[] {
    const newest = this.#newestAtStart.get(`${workspace} ${mode}`);
    const set = this.engine.workspace(workspace) === undefined ? null : this.engine.dataSet(workspace, mode);
    const last = newest === undefined ? undefined : set?.of(events).get(newest);
    if (set === null || last === undefined) return [];
    const earlier = pageOf(set.of(events), { starting_after: last.id, limit: mostStored - 1 }).data;
    const messages: Omit<StreamMessage, 'number'>[] = [last, ...earlier].reverse().flatMap((event) => {
      const at = toIso(event.created * 1_000);
      const sent = [...set.of(deliveries).newestFirst({ event_id: [event.id] })].reverse();
      return [
        { workspace, mode, at, type: 'event' as const, data: eventView(event, mode) },
        ...sent.flatMap((delivery) =>
          attemptsOf(delivery).map((each) => ({
            ...{ workspace, mode, at: each.attempts.at(-1)?.at ?? at, type: 'delivery' as const },
            data: deliveryView(this.engine, workspace, mode, each),
          })),
        ),
      ];
    });
    // The retries of one event can be later than the next event.
    messages.sort((a, b) => a.at.localeCompare(b.at));
    return messages.map((message, at) => ({ ...message, number: at + 1 - messages.length }) as StreamMessage);
  }

  #messageAt(chunk: LogChunk, at: number): StreamMessage {
    const message = chunk.messages[at]!;
    const { workspace, mode, at: instant } = message;
    const number = chunk.first + at;
    // An id of an undone message can name another object now.
    const isUndone = this.#undone.undoneBy(number, workspace) !== null;
    return { number, workspace, mode, at: instant, ...this.#dataOf(message, isUndone) } as StreamMessage;
  }

  #dataOf(entry: LoggedMessage, isUndone: boolean): Pick<StreamMessage, 'type' | 'data'> {
    const { workspace, mode } = entry;
    switch (entry.type) {
      case 'request':
        return { type: 'request', data: viewOf(entry.thing) };
      case 'event':
        return { type: 'event', data: eventView(entry.thing, mode ?? 'test') };
      case 'delivery':
        return {
          type: 'delivery',
          data: {
            ...deliveryView(this.engine, workspace ?? '', mode ?? 'test', entry.thing),
            ...(isUndone ? { about: null } : {}),
          },
        };
      case 'change':
        return {
          type: 'change',
          data: {
            ...changeTold(entry.thing),
            ...(isUndone ? {} : this.#peopleOf(entry.thing.change, workspace, mode)),
          },
        };
      case 'clock':
        return { type: 'clock', data: entry.thing };
      case 'mark':
        return { type: 'mark', data: markView(entry.thing) };
      default:
        return entry satisfies never;
    }
  }

  #peopleOf(
    { object, id }: StateChange,
    workspace: string | null,
    mode: Mode | null,
  ): { person?: string; who?: string } {
    if (workspace === null || mode === null || this.engine.workspace(workspace) === undefined) return {};
    const { registry } = this.engine;
    const set = this.engine.dataSet(workspace, mode);
    return { person: aboutObject(registry, set, object, id).who, who: personsOf(registry, set, id) };
  }
}

function changeTold({ change, cause, record }: LoggedChange): ChangeMessage {
  const { amount, currency, reference_id: reference } = (record ?? {}) as Record<string, unknown>;
  return {
    ...change,
    cause,
    ...(typeof amount === 'number' && typeof currency === 'string' ? { amount, currency } : {}),
    ...(typeof reference === 'string' ? { reference } : {}),
  };
}

const viewOf = (request: LoggedRequest | RequestView): RequestView =>
  'refusal' in request ? request : requestView(request);
