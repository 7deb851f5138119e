import { toIso } from '../engine/clock.ts';
import type { Commit, Engine } from '../engine/engine.ts';
import { events } from '../engine/events.ts';
import { type Mode, type Workspace, workspaces } from '../engine/workspace.ts';
import { deliveryView, eventView } from './event-views.ts';
import { requestView } from './request-views.ts';
import type { Sandbox } from './sandbox.ts';
import type { StreamMessage } from './wire.ts';

export interface StreamFilter {
  workspace: Workspace;
  mode: Mode;
}

/** How many messages wait for a listener that is slow, before its stream is ended. */
const mostWaiting = 10_000;

/** What a message says, without where and when. */
type News = {
  [Type in StreamMessage['type']]: { type: Type; data: Extract<StreamMessage, { type: Type }>['data'] };
}[StreamMessage['type']];

/** Hears of everything that happens in a sandbox, once, and tells all who listen. */
class Broadcast {
  readonly listeners = new Set<(message: StreamMessage) => void>();
  readonly #engine: Engine;

  constructor({ engine, requests, webhooks, scheduler }: Sandbox) {
    this.#engine = engine;
    requests.onAdd((request) => {
      const { workspace_id, mode, at } = request;
      this.#tell(workspace_id, mode, at, () => ({ type: 'request', data: requestView(request) }));
    });
    webhooks.onAttempt(({ workspaceId, mode, delivery, attempt }) => {
      this.#tell(workspaceId, mode, attempt.at, () => ({ type: 'delivery', data: deliveryView(delivery, mode) }));
    });
    scheduler.onRan((workspaceId, ran) => this.#tell(workspaceId, null, ran.at, () => ({ type: 'clock', data: ran })));
    engine.onCommit((commit) => this.#tellOf(commit));
  }

  #tellOf({ unit, changes, cause, workspaceId, mode, at }: Commit): void {
    if (this.listeners.size === 0) return;
    const when = toIso(at);
    for (const change of changes)
      this.#tell(workspaceId, mode, when, () => ({ type: 'change', data: { ...change, cause } }));
    if (mode !== null) {
      for (const { record } of unit.written(events)) {
        this.#tell(workspaceId, mode, when, () => ({ type: 'event', data: eventView(record, mode) }));
      }
    }
    if (workspaceId !== null) return;
    for (const { record } of unit.written(workspaces)) {
      const now = toIso(this.#engine.clock(record).now());
      this.#tell(record.id, null, when, () => ({ type: 'clock', data: { now, mode: record.clock.mode } }));
    }
  }

  #tell(workspace: string | null, mode: Mode | null, at: string, make: () => News): void {
    if (this.listeners.size === 0) return;
    const message: StreamMessage = { workspace, mode, at, ...make() };
    for (const listener of this.listeners) listener(message);
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

/** Calls back for everything that happens, in every workspace; the returned function ends it. */
export function listen(sandbox: Sandbox, listener: (message: StreamMessage) => void): () => void {
  const { listeners } = broadcastOf(sandbox);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What happens in a data set, as it happens, until `signal` ends it: requests, events, deliveries, changes of state and
 * what the clock does. A listener that falls too far behind is cut off rather than let skip.
 */
export async function* streamOf(
  sandbox: Sandbox,
  { workspace, mode }: StreamFilter,
  signal: AbortSignal,
): AsyncGenerator<{ event: StreamMessage['type']; data: StreamMessage }> {
  const waiting: StreamMessage[] = [];
  let wake = (): void => {};
  const end = listen(sandbox, (message) => {
    const here = message.workspace === null || message.workspace === workspace.id;
    if (!here || (message.mode !== null && message.mode !== mode)) return;
    waiting.push(message);
    wake();
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
