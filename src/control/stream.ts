import { toIso } from '../base/instants.ts';
import { stopwatch, wakeAfter } from '../base/time.ts';
import type { Commit, Engine } from '../kernel/engine.ts';
import { events, type StateChange } from '../kernel/events.ts';
import { type Mode, type Workspace, workspaces } from '../kernel/workspace.ts';
import type { AnyCollectionDef } from '../store/collection.ts';
import { deliveryView, eventView } from './event-views.ts';
import { markView } from './markers.ts';
import { personsOf } from './persons.ts';
import { requestView } from './request-views.ts';
import type { Sandbox } from './sandbox.ts';
import type { LeftOut, StreamMessage } from './wire.ts';

export interface StreamFilter {
  workspace: Workspace;
  mode: Mode;
  /** The most messages a second; further ones are counted instead of sent. Absent: all are sent. */
  most?: number;
}

/** How many messages wait for a slow listener before its stream is ended. */
const mostWaiting = 10_000;
/** A listener learns of omitted messages within this time, in real milliseconds. */
const toldWithin = 1_000;

type DataOf<Type extends StreamMessage['type']> = Extract<StreamMessage, { type: Type }>['data'];

interface Money {
  /** Cents. */
  amount: number;
  currency: string;
}

type About = Partial<Money> & { readonly who?: string };

interface Listener {
  /** Called before the message is built. */
  wants: (type: StreamMessage['type'], workspace: string | null, mode: Mode | null) => boolean;
  hear: (message: StreamMessage) => void;
}

/** Listens to a sandbox once and passes everything on to all listeners. */
class Broadcast {
  readonly listeners = new Set<Listener>();
  readonly #engine: Engine;
  /** The collection of each lifecycle's objects. */
  readonly #kept = new Map<string, AnyCollectionDef>();

  constructor(sandbox: Sandbox) {
    const { engine, requests, marks, webhooks, scheduler } = sandbox;
    this.#engine = engine;
    const { registry } = engine;
    for (const { lifecycle } of registry.slices) {
      if (lifecycle !== undefined) this.#kept.set(lifecycle.noun, registry.collectionOf(lifecycle));
    }
    requests.onAdd((request) => {
      const { workspace_id, mode } = request;
      // The view of a request is built only if somebody listens.
      if (!this.#isWanted('request', workspace_id, mode)) return;
      this.#tell('request', workspace_id, mode, request.at, () => requestView(request));
    });
    marks.onAdd((mark) => this.#tell('mark', mark.workspace_id, null, mark.at, () => markView(mark)));
    webhooks.onAttempt(({ workspaceId, mode, delivery, attempt }) => {
      this.#tell('delivery', workspaceId, mode, attempt.at, () => deliveryView(sandbox, workspaceId, mode, delivery));
    });
    scheduler.onRan((workspaceId, ran) => this.#tell('clock', workspaceId, null, ran.at, () => ran));
    engine.onCommit((commit) => this.#tellOf(commit));
  }

  #tellOf({ unit, changes, cause, workspaceId, mode, at }: Commit): void {
    if (this.listeners.size === 0) return;
    const when = toIso(at);
    for (const change of changes) {
      this.#tell('change', workspaceId, mode, when, () => ({
        ...change,
        cause,
        ...this.#aboutOf(change, workspaceId, mode),
      }));
    }
    if (mode !== null) {
      for (const { record } of unit.written(events)) {
        this.#tell('event', workspaceId, mode, when, () => eventView(record, mode));
      }
    }
    if (workspaceId !== null) return;
    for (const { record } of unit.written(workspaces)) {
      const now = toIso(this.#engine.clock(record).now());
      this.#tell('clock', record.id, null, when, () => ({
        now,
        mode: record.clock.mode,
        rate: record.clock.rate ?? 1,
      }));
    }
  }

  /** The person of an object, and its amount if it has one. */
  #aboutOf({ object, id }: StateChange, workspaceId: string | null, mode: Mode | null): About {
    if (workspaceId === null || mode === null) return {};
    const set = this.#engine.dataSet(workspaceId, mode);
    const who = personsOf(this.#engine.registry, set, id);
    const def = this.#kept.get(object);
    const record: Partial<Money> | undefined = def === undefined ? undefined : set.of(def).get(id);
    const { amount, currency } = record ?? {};
    return typeof amount === 'number' && typeof currency === 'string' ? { amount, currency, who } : { who };
  }

  #isWanted(type: StreamMessage['type'], workspace: string | null, mode: Mode | null): boolean {
    for (const { wants } of this.listeners) if (wants(type, workspace, mode)) return true;
    return false;
  }

  #tell<Type extends StreamMessage['type']>(
    type: Type,
    workspace: string | null,
    mode: Mode | null,
    at: string,
    make: () => DataOf<Type>,
  ): void {
    let message: StreamMessage | null = null;
    for (const { wants, hear } of this.listeners) {
      if (!wants(type, workspace, mode)) continue;
      message ??= { workspace, mode, at, type, data: make() } as StreamMessage;
      hear(message);
    }
  }
}

/** One broadcast for each sandbox, because listeners of the engine cannot be removed. */
const broadcasts = new WeakMap<Sandbox, Broadcast>();

function broadcastOf(sandbox: Sandbox): Broadcast {
  let broadcast = broadcasts.get(sandbox);
  if (broadcast === undefined) {
    broadcast = new Broadcast(sandbox);
    broadcasts.set(sandbox, broadcast);
  }
  return broadcast;
}

const add = ({ listeners }: Broadcast, listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Calls back for messages of some types, in every workspace; the returned function stops it. */
export function listen(
  sandbox: Sandbox,
  hear: (message: StreamMessage) => void,
  kinds: ReadonlySet<StreamMessage['type']>,
): () => void {
  return add(broadcastOf(sandbox), { wants: (type) => kinds.has(type), hear });
}

/**
 * The messages of a data set as they happen, until `signal` ends it: requests, events, deliveries, changes of state and
 * jobs. A listener that falls too far behind is disconnected, so that it misses nothing unnoticed, unless it has set
 * the most messages a second.
 */
export async function* streamOf(
  sandbox: Sandbox,
  { workspace, mode, most }: StreamFilter,
  signal: AbortSignal,
): AsyncGenerator<{ event: StreamMessage['type']; data: StreamMessage }> {
  const waiting: StreamMessage[] = [];
  let wake = (): void => {};
  const allowance = most === undefined ? null : new Allowance(most);
  let isTelling = false;
  /** Reports how many messages were omitted: before the next message, or soon if none comes. */
  const tellLeftOut = (): void => {
    const data = allowance?.takeLeftOut() ?? null;
    if (data === null) return;
    // Its present clock: the record from the start of the stream is out of date.
    const now = sandbox.engine.workspace(workspace.id) ?? workspace;
    const at = toIso(sandbox.engine.clock(now).now());
    waiting.push({ workspace: workspace.id, mode, at, type: 'left_out', data });
  };
  const end = add(broadcastOf(sandbox), {
    wants: (type, itsWorkspace, itsMode) => {
      const here = itsWorkspace === null || itsWorkspace === workspace.id;
      if (!here || (itsMode !== null && itsMode !== mode)) return false;
      if (allowance === null || allowance.allows(type)) return true;
      if (!isTelling) {
        isTelling = true;
        wakeAfter(toldWithin, () => {
          isTelling = false;
          tellLeftOut();
          wake();
        });
      }
      return false;
    },
    hear: (message) => {
      tellLeftOut();
      waiting.push(message);
      wake();
    },
  });
  const stopped = (): void => wake();
  signal.addEventListener('abort', stopped);
  try {
    while (!signal.aborted && waiting.length <= mostWaiting) {
      const message = waiting.shift();
      if (message !== undefined) {
        yield { event: message.type, data: message };
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal.removeEventListener('abort', stopped);
    end();
  }
}

/** How often an allowance grows, in milliseconds: often, so that messages are spread over the second. */
const growsEvery = 100;

/** Lets so many messages a second through, up to one second's worth at once after a pause, and counts the others. */
class Allowance {
  readonly #most: number;
  readonly #step: number;
  #left: number;
  #grownAt = stopwatch();
  #leftOut: LeftOut | null = null;

  constructor(most: number) {
    this.#most = most;
    this.#step = Math.max(1, Math.floor((most * growsEvery) / 1_000));
    this.#left = most;
  }

  allows(type: StreamMessage['type']): boolean {
    const steps = Math.floor((stopwatch() - this.#grownAt) / growsEvery);
    if (steps > 0) {
      this.#left = Math.min(this.#most, this.#left + steps * this.#step);
      this.#grownAt += steps * growsEvery;
    }
    if (this.#left > 0) {
      this.#left--;
      return true;
    }
    this.#leftOut ??= {};
    this.#leftOut[type] = (this.#leftOut[type] ?? 0) + 1;
    return false;
  }

  takeLeftOut(): LeftOut | null {
    const taken = this.#leftOut;
    this.#leftOut = null;
    return taken;
  }
}
