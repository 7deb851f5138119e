import { didYouMean } from '../../../core/base/closest.ts';
import { minuteMs } from '../../../core/base/instants.ts';
import { bare, list } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { T, Text } from '../../../core/kernel/declare/schema.ts';
import { invalid, notFound, type Param } from '../../../core/kernel/errors.ts';
import { events, type StoredEvent } from '../../../core/kernel/events.ts';
import { entryNamed, filters, type Page } from '../../../core/kernel/pagination.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import { readPatience } from '../log/wait-for-message.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { DeliveryView, EventDetails, EventView, EventWaitResult, pageFields } from '../wire.ts';
import { eventDetails } from './event-details.ts';
import { deliveryView, eventView, isAbout } from './event-views.ts';
import { waitForEvent } from './wait-for-event.ts';

interface EventQuery {
  type?: string;
  id?: string;
  after?: string;
  subject?: string;
  limit?: number;
  starting_after?: string;
}

export const eventOperations = [
  sandboxOperation('GET /events', {
    id: 'events.list',
    reach: 'workspace',
    summary: 'List events, newest first; filter by type or object, or show only events after another event',
    query: T.Object({
      type: T.Optional(Text(100)),
      id: T.Optional(Text(100)),
      /** Only events whose subject is this object. */
      subject: T.Optional(Text(100)),
      after: T.Optional(Text(100)),
      ...pageFields,
    }),
    answers: [200, list(EventView)],
    handle: ({ engine }, { query, workspace, mode }) => {
      if (query.type !== undefined) checkEventType(engine.registry, query.type, 'type');
      const page = eventPage(engine.dataSet(workspace.id, mode), query);
      return { data: page.data.map((event) => eventView(event, mode)), has_more: page.has_more };
    },
  }),
  sandboxOperation('GET /events/wait', {
    id: 'events.wait',
    reach: 'workspace',
    summary:
      'Wait for an event that matches a type, an object or a response status; an existing match is returned immediately',
    waits: true,
    query: T.Object({
      type: T.Optional(Text(100)),
      id: T.Optional(Text(100)),
      status: T.Optional(T.Integer({ minimum: 100, maximum: 599 })),
      after: T.Optional(Text(100)),
      timeout: T.Optional(Text(100)),
    }),
    answers: [200, bare(EventWaitResult)],
    handle: async (
      sandbox: Uses<'engine' | 'log' | 'stopping' | 'webhooks'>,
      { query: { timeout = '30s', ...wanted }, workspace, mode, gone },
    ) => {
      if (wanted.type !== undefined) checkEventType(sandbox.engine.registry, wanted.type, 'type');
      const patience = readPatience('timeout', timeout, longestWait);
      const found = await waitForEvent(sandbox, { workspace, mode }, wanted, { timeout: patience, gone: gone() });
      return { data: found === null ? null : eventView(found, mode), timed_out: found === null };
    },
  }),
  sandboxOperation('GET /events/{id}', {
    id: 'events.get',
    reach: 'workspace',
    summary: 'Read an event, its cause and each delivery attempt',
    answers: [200, EventDetails],
    handle: (sandbox: Uses<'engine' | 'profile' | 'requests' | 'webhooks'>, { params, workspace, mode }) => {
      const event = sandbox.engine.dataSet(workspace.id, mode).of(events).get(params.id);
      if (event === undefined) throw notFound('event', params.id);
      return eventDetails(sandbox, workspace, mode, event);
    },
  }),
  sandboxOperation('POST /events/{id}/resend', {
    id: 'events.resend',
    reach: 'workspace',
    summary: 'Resend an event to an address, one endpoint, or all endpoints that subscribe to it',
    body: T.Object({ to: T.Optional(Text(2048)), endpoint: T.Optional(Text(100)) }),
    answers: [200, T.Array(DeliveryView)],
    example: { body: {} },
    handle: async (sandbox: Uses<'engine' | 'webhooks'>, { params, body, workspace, mode, cause }) => {
      const { engine, webhooks } = sandbox;
      const made = webhooks.resend(workspace, mode, params.id, cause, body);
      await engine.kept();
      await webhooks.firstAttemptsDone(workspace.id, resendPatience);
      return made.map(({ id }) =>
        deliveryView(sandbox.engine, workspace.id, mode, webhooks.getDelivery(workspace.id, mode, id)),
      );
    },
  }),
];

/** The longest time that one call can wait for an event, in real milliseconds. */
const longestWait = 10 * minuteMs;

/**
 * @param param the request field that contains the type
 * @throws 400 `parameter_invalid` for an unknown type, with the nearest type
 */
export function checkEventType({ events }: Registry, type: string, param: Param): void {
  if (events.has(type)) return;
  throw invalid(param, `There is no event type '${type}'.${didYouMean(type, events.keys())}`);
}

/** How long a resend waits for its response, in real milliseconds: slightly longer than the longest delivery. */
const resendPatience = 12_000;

function eventPage(
  set: DataSet,
  { type, id, subject, after, limit = 10, starting_after }: EventQuery,
): Page<StoredEvent> {
  const all = set.of(events);
  const from = entryNamed(all, 'starting_after', starting_after);
  const end = entryNamed(all, 'after', after)?.seq ?? 0;
  const data: StoredEvent[] = [];
  const where: { type?: string[]; subject?: string[] } =
    subject === undefined ? filters({ type }, 'type') : { subject: [subject] };
  for (const event of all.newestFirst(where, from)) {
    if ((all.entry(event.id)?.seq ?? 0) <= end) break;
    if (id !== undefined && !isAbout(event, id)) continue;
    if (type !== undefined && event.type !== type) continue;
    if (data.length === limit) return { data, has_more: true };
    data.push(event);
  }
  return { data, has_more: false };
}
