import { type FilterFacts, longestFilter } from '../../../core/base/filter-words.ts';
import { dayMs, toIso } from '../../../core/base/instants.ts';
import { LengthOfTime, readLength } from '../../../core/kernel/declare/length-of-time.ts';
import { bare, list } from '../../../core/kernel/declare/operation.ts';
import { OneOf, T, Text } from '../../../core/kernel/declare/schema.ts';
import { notFound } from '../../../core/kernel/errors.ts';
import { events } from '../../../core/kernel/events.ts';
import { type PageQuery, usualLimit } from '../../../core/kernel/pagination.ts';
import { type Delivery, deliveries } from '../../../payments/webhooks/deliveries.ts';
import { probeKinds } from '../../../payments/webhooks/probe.ts';
import { pick, readFilter } from '../objects/filtered-page.ts';
import { personsOf } from '../objects/persons.ts';
import { type ControlFacts, sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import {
  DeliveryPage,
  type DeliveryView,
  EndpointChange,
  EndpointRequest,
  EndpointView,
  lastPage,
  NewEndpoint,
  ProbeView,
  pageFields,
  RemovalResult,
} from '../wire.ts';
import { checkEndpoints } from '../workspaces/load-limits.ts';
import { endpointView } from './endpoint-views.ts';
import { deliveryView } from './event-views.ts';

/** The longest time that an endpoint can have two secrets, in emulated milliseconds. */
const longestOverlap = 366 * dayMs;

export const webhookOperations = [
  sandboxOperation('GET /webhook-endpoints', {
    id: 'webhook_endpoints.list',
    reach: 'workspace',
    summary: 'List webhook endpoints and their health',
    query: T.Object(pageFields),
    answers: [200, list(EndpointView)],
    handle: (sandbox: Uses<'webhooks'>, { query, workspace, mode }) => {
      const page = sandbox.webhooks.listEndpoints(workspace.id, mode, query);
      return { data: page.data.map((endpoint) => endpointView(sandbox.webhooks, endpoint)), has_more: page.has_more };
    },
  }),
  sandboxOperation('POST /webhook-endpoints', {
    id: 'webhook_endpoints.create',
    reach: 'workspace',
    summary:
      'Add a webhook endpoint, or change the existing endpoint at that URL; the response includes the full secret',
    body: EndpointRequest,
    answers: [201, NewEndpoint],
    example: { body: { url: 'http://127.0.0.1:3000/webhooks' } },
    handle: (sandbox: Uses<'webhooks'>, { body: { again = false, ...body }, workspace, mode, cause, within }) => {
      const { webhooks } = sandbox;
      const input = { mode, ...body };
      const isAdded = again || webhooks.endpointAt(workspace.id, input) === undefined;
      if (isAdded) checkEndpoints(webhooks.countEndpoints(workspace.id) + 1, within);
      const { endpoint, isNew } = again
        ? { endpoint: webhooks.createEndpoint(workspace, input, cause), isNew: true }
        : webhooks.putEndpoint(workspace, input, cause);
      return { ...endpointView(sandbox.webhooks, endpoint, true), changed: !isNew };
    },
  }),
  sandboxOperation('GET /webhook-endpoints/{id}', {
    id: 'webhook_endpoints.get',
    reach: 'workspace',
    summary: 'Read a webhook endpoint; secret=whole includes the full secret',
    query: T.Object({ secret: T.Optional(OneOf(['whole'])) }),
    answers: [200, EndpointView],
    handle: ({ webhooks }, { params, query, workspace }) =>
      endpointView(webhooks, webhooks.getEndpoint(workspace.id, params.id), query.secret === 'whole'),
  }),
  sandboxOperation('PATCH /webhook-endpoints/{id}', {
    id: 'webhook_endpoints.update',
    reach: 'workspace',
    summary: 'Change a webhook endpoint',
    body: EndpointChange,
    answers: [200, EndpointView],
    example: { body: { enabled: false } },
    handle: (sandbox: Uses<'webhooks'>, { params, body, workspace, cause }) =>
      endpointView(sandbox.webhooks, sandbox.webhooks.updateEndpoint(workspace, params.id, body, cause)),
  }),
  sandboxOperation('POST /webhook-endpoints/{id}/rotate', {
    id: 'webhook_endpoints.rotate',
    reach: 'workspace',
    summary: 'Rotate the secret of a webhook endpoint; for a limited time, deliveries are signed with both secrets',
    body: T.Object({
      secret: T.Optional(Text(256)),
      /** How long deliveries are signed with both secrets, by the emulated clock. Default: one day. */
      overlap: T.Optional(LengthOfTime()),
    }),
    answers: [200, EndpointView],
    example: { body: { overlap: '24h' } },
    handle: (sandbox: Uses<'webhooks'>, { params, body: { secret, overlap = dayMs }, workspace, cause }) => {
      const rotated = { secret, overlap: readLength('overlap', overlap, longestOverlap) };
      return endpointView(sandbox.webhooks, sandbox.webhooks.rotateSecret(workspace, params.id, rotated, cause), true);
    },
  }),
  sandboxOperation('DELETE /webhook-endpoints/{id}', {
    id: 'webhook_endpoints.delete',
    reach: 'workspace',
    summary: 'Remove a webhook endpoint',
    answers: [200, RemovalResult],
    handle: ({ webhooks }, { params, workspace, cause }) => ({
      id: webhooks.deleteEndpoint(workspace, params.id, cause).id,
      deleted: true,
    }),
  }),
  sandboxOperation('POST /webhook-endpoints/{id}/probe', {
    id: 'webhook_endpoints.probe',
    reach: 'workspace',
    summary:
      'Send a test delivery that the receiver must accept or reject, and read the response; the delivery is not recorded',
    body: T.Object({ event: Text(100), kind: OneOf(probeKinds) }),
    answers: [200, ProbeView],
    example: { body: { event: 'evt_1', kind: 'unsigned' } },
    handle: async ({ webhooks, engine }, { params, body, workspace }) => {
      const endpoint = webhooks.getEndpoint(workspace.id, params.id);
      const event = engine.dataSet(workspace.id, endpoint.mode).of(events).get(body.event);
      if (event === undefined) throw notFound('event', body.event);
      const at = toIso(engine.clock(workspace).now());
      const { answer, body: sent, ...probed } = await webhooks.probe(workspace, endpoint, event, body.kind);
      const { status, latency_ms, body: text, error } = answer;
      return { ...probed, url: endpoint.url, at, sent, status, latency_ms, body: text, error };
    },
  }),
  sandboxOperation('GET /deliveries', {
    id: 'deliveries.list',
    reach: 'workspace',
    summary: 'List webhook deliveries with their attempts, newest first',
    query: T.Object({
      endpoint: T.Optional(Text(100)),
      event: T.Optional(Text(100)),
      status: T.Optional(OneOf(['pending', 'delivered', 'failed'])),
      /** Only deliveries that match every word of this filter, such as `ada status:>=400`. */
      search: T.Optional(Text(longestFilter)),
      ...lastPage,
      ...pageFields,
    }),
    answers: [200, bare(DeliveryPage)],
    handle: async (sandbox: Uses<'engine' | 'webhooks'>, { query, workspace, mode, turns }) => {
      const { endpoint, event, status, search = '', page: asked, ...paging } = query;
      if (search.trim() !== '' || asked !== undefined) {
        return searchDeliveries(sandbox, { workspace, mode, turns }, query);
      }
      const filter = { endpoint_id: endpoint, event_id: event, status };
      const page = sandbox.webhooks.listDeliveries(workspace.id, mode, paging, filter);
      const data = page.data.map((delivery) => deliveryView(sandbox.engine, workspace.id, mode, delivery));
      return { data, has_more: page.has_more, next: page.has_more ? (data.at(-1)?.id ?? null) : null };
    },
  }),
];

interface DeliveryQuery extends PageQuery {
  endpoint?: string;
  event?: string;
  status?: Delivery['status'];
  search?: string;
  page?: 'last';
}

async function searchDeliveries(
  sandbox: Uses<'engine'>,
  { workspace, mode, turns }: Pick<ControlFacts, 'workspace' | 'mode' | 'turns'>,
  { endpoint, event, status, search = '', limit = usualLimit, starting_after, page }: DeliveryQuery,
): Promise<DeliveryPage> {
  const { engine } = sandbox;
  const set = engine.dataSet(workspace.id, mode);
  const fits = readFilter(search, engine.clock(workspace).now());
  const { picked, next } = await pick(set.of(deliveries), { limit, starting_after, page, turns }, (delivery) => {
    if (endpoint !== undefined && delivery.endpoint_id !== endpoint) return null;
    if (event !== undefined && delivery.event_id !== event) return null;
    if (status !== undefined && delivery.status !== status) return null;
    const view = deliveryView(sandbox.engine, workspace.id, mode, delivery);
    const persons = (): string => (view.about === null ? '' : personsOf(engine.registry, set, view.about.id));
    return fits(filteredDelivery(view, persons)) ? view : null;
  });
  return { data: picked, has_more: next !== null, next };
}

/** The fields of a delivery that a filter can use. */
function filteredDelivery(
  { id, event_id, event_type, endpoint_id, url, status, error, about, attempts }: DeliveryView,
  persons: () => string,
): FilterFacts {
  const answers = attempts.map((each) => `${each.status ?? ''} ${each.error ?? ''} ${each.body}`);
  return {
    text: () =>
      [id, event_id, event_type, endpoint_id, url, status, error, about?.id, about?.who, ...answers].join(' '),
    state: status,
    statuses: attempts.flatMap((each) => each.status ?? []),
    type: event_type,
    cents: about?.amount ?? null,
    currency: about?.currency ?? null,
    customer: () => `${about?.who ?? ''} ${persons()}`,
    at: attempts.at(-1)?.at ?? null,
    isProblem: status !== 'delivered' && (error !== null || attempts.at(-1)?.error != null),
  };
}
