import { invalid } from '../../../core/kernel/errors.ts';
import { events, type StoredEvent } from '../../../core/kernel/events.ts';
import { filters } from '../../../core/kernel/pagination.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import type { Mode, Workspace } from '../../../core/kernel/workspace.ts';
import { heard } from '../log/wait-for-message.ts';
import type { Uses } from '../sandbox.ts';
import type { StreamMessage } from '../wire.ts';
import { isAbout } from './event-views.ts';

/** The event to wait for. An absent field matches anything. */
export interface EventCriteria {
  type?: string;
  /** An object that the event is about. */
  id?: string;
  /** The status of the response to a delivery attempt. */
  status?: number;
  /** The id of an earlier event. Only later events match. */
  after?: string;
}

/**
 * Returns the newest match immediately if there is one, or else the next match that occurs; null if the time is over.
 * The wait listens to events and attempts, so an idle wait costs nothing.
 * @param limits the longest wait in real milliseconds, and a signal that ends it when the caller disconnects
 * @throws 400 `parameter_invalid` for an `after` that is not an event; 503 when the emulator stops
 */
export async function waitForEvent(
  sandbox: Uses<'engine' | 'log' | 'stopping' | 'webhooks'>,
  { workspace, mode }: { workspace: Workspace; mode: Mode },
  wanted: EventCriteria,
  { timeout, gone }: { timeout: number; gone: AbortSignal },
): Promise<StoredEvent | null> {
  const found = eventThere(sandbox, workspace, mode, wanted);
  if (found !== null || timeout === 0) return found;
  return heard(
    sandbox,
    { workspace, mode },
    {
      kinds: new Set(['event', 'delivery']),
      hear: (message) => {
        const set = sandbox.engine.dataSet(workspace.id, mode);
        const event = set.of(events).get(toldBy(message, wanted) ?? '');
        return event !== undefined && isWanted(set, event, wanted) ? event : null;
      },
      timeout,
      gone,
      stopped: 'The emulator is stopping, and the event has not occurred yet.',
    },
  );
}

/** The id of the event if a message reports the right kind; null for other kinds. */
function toldBy({ type, data }: StreamMessage, { status }: EventCriteria): string | null {
  if (type === 'event') return status === undefined ? data.id : null;
  if (type !== 'delivery' || status === undefined) return null;
  return data.attempts.some((attempt) => attempt.status === status) ? data.event_id : null;
}

/** The newest existing match. */
function eventThere(
  { engine, webhooks }: Uses<'engine' | 'webhooks'>,
  workspace: Workspace,
  mode: Mode,
  wanted: EventCriteria,
): StoredEvent | null {
  const set = engine.dataSet(workspace.id, mode);
  const { after, status } = wanted;
  if (after !== undefined && set.of(events).entry(after) === undefined) {
    throw invalid('after', `after must be the id of an event in this workspace and mode; you sent '${after}'.`);
  }
  for (const event of set.of(events).newestFirst(filters(wanted, 'type'))) {
    if (event.id === after) break;
    if (!isWanted(set, event, wanted)) continue;
    if (status === undefined) return event;
    const deliveries = webhooks.deliveriesOf(workspace.id, mode, event.id);
    if (deliveries.some(({ attempts }) => attempts.some((attempt) => attempt.status === status))) return event;
  }
  return null;
}

/** Whether every field except the status matches. */
function isWanted(set: DataSet, event: StoredEvent, { type, id, after }: EventCriteria): boolean {
  const all = set.of(events);
  return (
    (type === undefined || event.type === type) &&
    (id === undefined || isAbout(event, id)) &&
    (after === undefined || (all.entry(event.id)?.seq ?? 0) > (all.entry(after)?.seq ?? 0))
  );
}
