import { wakeAfter } from '../base/time.ts';
import { invalid, ServiceError } from '../kernel/errors.ts';
import { type EventRecord, events } from '../kernel/events.ts';
import { filters } from '../kernel/pagination.ts';
import type { DataSet } from '../kernel/state.ts';
import type { Mode, Workspace } from '../kernel/workspace.ts';
import { isAbout } from './event-views.ts';
import type { Sandbox } from './sandbox.ts';
import { listen } from './stream.ts';

/** The event that is waited for; what is left out may be anything. */
export interface WantedEvent {
  type?: string;
  /** An object that it is about. */
  id?: string;
  /** An attempt to deliver it was answered with this status. */
  status?: number;
  /** An event that it was emitted after. */
  after?: string;
}

/**
 * The newest event that fits, at once where there is one, else the first that comes; null when the time is over. It is
 * told of events and attempts as they are made: while nothing happens it costs nothing.
 * @param timeout real milliseconds
 * @param gone ends the wait when nobody is there any more to hear of it
 * @throws 400 `parameter_invalid` for an `after` that is no event, 503 when the emulator stops
 */
export async function waitForEvent(
  sandbox: Sandbox,
  { workspace, mode }: { workspace: Workspace; mode: Mode },
  wanted: WantedEvent,
  timeout: number,
  gone: AbortSignal,
): Promise<EventRecord | null> {
  const found = eventThere(sandbox, workspace, mode, wanted);
  if (found !== null || timeout === 0) return found;
  return new Promise((resolve, reject) => {
    const end = (event: EventRecord | null): void => {
      cancel();
      unlisten();
      gone.removeEventListener('abort', leave);
      sandbox.stopping.removeEventListener('abort', stop);
      resolve(event);
    };
    const leave = (): void => end(null);
    const stop = (): void => {
      reject(new ServiceError('api_error', 'The emulator stops; the event did not come.', { status: 503 }));
      leave();
    };
    const unlisten = listen(
      sandbox,
      (message) => {
        if (message.workspace !== workspace.id || message.mode !== mode) return;
        const set = sandbox.engine.dataSet(workspace.id, mode);
        if (message.type === 'event' && wanted.status === undefined) tell(set, message.data.id);
        if (message.type !== 'delivery' || wanted.status === undefined) return;
        if (message.data.attempts.some(({ status }) => status === wanted.status)) tell(set, message.data.event_id);
      },
      new Set(['event', 'delivery']),
    );
    const tell = (set: DataSet, id: string): void => {
      const event = set.of(events).get(id);
      if (event !== undefined && isWanted(set, event, wanted)) end(event);
    };
    const cancel = wakeAfter(timeout, leave);
    gone.addEventListener('abort', leave);
    sandbox.stopping.addEventListener('abort', stop);
    if (sandbox.stopping.aborted) stop();
    else if (gone.aborted) leave();
  });
}

/** The newest event that is there already. */
function eventThere(
  { engine, webhooks }: Sandbox,
  workspace: Workspace,
  mode: Mode,
  wanted: WantedEvent,
): EventRecord | null {
  const set = engine.dataSet(workspace.id, mode);
  const { after, status } = wanted;
  if (after !== undefined && set.of(events).entry(after) === undefined) {
    throw invalid('after', `after '${after}' is no event of this workspace and mode.`);
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

/** Whether everything but the status fits. */
function isWanted(set: DataSet, event: EventRecord, { type, id, after }: WantedEvent): boolean {
  const all = set.of(events);
  return (
    (type === undefined || event.type === type) &&
    (id === undefined || isAbout(event, id)) &&
    (after === undefined || (all.entry(event.id)?.seq ?? 0) > (all.entry(after)?.seq ?? 0))
  );
}
