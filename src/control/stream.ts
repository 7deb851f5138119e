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
  /** How many messages a second are sent; what comes beyond is counted instead. Absent: all of them. */
  most?: number;
}

/** How many messages wait for a listener that is slow, before its stream is ended. */
const mostWaiting = 10_000;
/** How soon a listener hears that something was left out, in real milliseconds. */
const toldWithin = 1_000;

type DataOf<Type extends StreamMessage['type']> = Extract<StreamMessage, { type: Type }>['data'];

interface Money {
  /** Cents. */
  amount: number;
  currency: string;
}

type About = Partial<Money> & { readonly who?: string };

interface Listener {
  /** Asked before the message is made. */
  wants: (type: StreamMessage['type'], workspace: string | null, mode: Mode | null) => boolean;
  hear: (message: StreamMessage) => void;
}

/** Hears of everything that happens in a sandbox, once, and tells all who listen. */
class Broadcast {
  readonly listeners = new Set<Listener>();
  readonly #engine: Engine;
  /** Where the objects of each lifecycle are. */
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
      // What a request shows is worked out when it is asked for: not where nobody listens.
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

  /** Whom the object is about; and how much, where it is about money. */
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

/** One broadcast a sandbox: listeners of the engine cannot be taken back. */
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

/** Calls back for what happens of some kinds, in every workspace; the returned function ends it. */
export function listen(
  sandbox: Sandbox,
  hear: (message: StreamMessage) => void,
  kinds: ReadonlySet<StreamMessage['type']>,
): () => void {
  return add(broadcastOf(sandbox), { wants: (type) => kinds.has(type), hear });
}

/**
 * What happens in a data set, as it happens, until `signal` ends it: requests, events, deliveries, changes of state and
 * what the clock does. A listener that falls too far behind is cut off rather than let skip, unless it has said how
 * many messages a second it wants at most.
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
  /** Says how much was left out: before the next message, or soon where none comes. */
  const tellLeftOut = (): void => {
    const data = allowance?.takeLeftOut() ?? null;
    if (data === null) return;
    // Its clock as it is now, which a record of the time when the stream began does not tell.
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

/** How often an allowance grows, in milliseconds: often, so that what is let through is spread over the second. */
const growsEvery = 100;

/** Lets so many messages a second through, a second's worth of them at once after a pause, and counts the others. */
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
