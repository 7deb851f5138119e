import { shorten } from '../engine/credentials.ts';
import { OneOf, T, Text } from '../engine/schema.ts';
import { modes } from '../engine/workspace.ts';
import type { WebhookEndpoint } from '../webhooks/endpoints.ts';
import { deliveryView } from './event-views.ts';
import { defineControl } from './operation.ts';
import type { Sandbox } from './sandbox.ts';
import { DeliveryView, EndpointView, pageFields, Removed } from './wire.ts';

const fields = {
  secret: T.Optional(Text(256)),
  events: T.Optional(T.Array(Text(100), { maxItems: 100 })),
  enabled: T.Optional(T.Boolean()),
};

/** An endpoint and how it is doing; its secret shortened but where it was just made. */
export function endpointView({ webhooks }: Sandbox, endpoint: WebhookEndpoint, whole = false): EndpointView {
  const { id, url, secret, enabled, events, mode, source, created_at, updated_at } = endpoint;
  return {
    id,
    url,
    secret: whole ? secret : shorten(secret),
    enabled,
    events: [...events],
    mode,
    source,
    created_at,
    updated_at,
    health: webhooks.health(endpoint),
  };
}

export const webhookOperations = [
  defineControl({
    id: 'webhook_endpoints.list',
    method: 'GET',
    path: '/webhook-endpoints',
    summary: 'List webhook endpoints and their health',
    query: T.Object(pageFields),
    success: 200,
    envelope: 'list',
    answer: EndpointView,
    handle: (sandbox, { query, workspace, mode }) => {
      const page = sandbox.webhooks.listEndpoints(workspace.id, mode, query);
      return { data: page.data.map((endpoint) => endpointView(sandbox, endpoint)), has_more: page.has_more };
    },
  }),
  defineControl({
    id: 'webhook_endpoints.create',
    method: 'POST',
    path: '/webhook-endpoints',
    summary: 'Add a webhook endpoint; the answer shows its secret whole',
    body: T.Object({ url: Text(2048), mode: T.Optional(OneOf(modes)), ...fields }),
    success: 201,
    envelope: 'data',
    answer: EndpointView,
    example: { body: { url: 'http://127.0.0.1:3000/webhooks' } },
    handle: (sandbox, { body, workspace, mode, cause }) =>
      endpointView(sandbox, sandbox.webhooks.createEndpoint(workspace, { mode, ...body }, cause), true),
  }),
  defineControl({
    id: 'webhook_endpoints.get',
    method: 'GET',
    path: '/webhook-endpoints/{id}',
    summary: 'Read a webhook endpoint',
    success: 200,
    envelope: 'data',
    answer: EndpointView,
    handle: (sandbox, { params, workspace }) =>
      endpointView(sandbox, sandbox.webhooks.getEndpoint(workspace.id, params.id ?? '')),
  }),
  defineControl({
    id: 'webhook_endpoints.update',
    method: 'PATCH',
    path: '/webhook-endpoints/{id}',
    summary: 'Change a webhook endpoint',
    body: T.Object({ url: T.Optional(Text(2048)), ...fields }),
    success: 200,
    envelope: 'data',
    answer: EndpointView,
    example: { body: { enabled: false } },
    handle: (sandbox, { params, body, workspace, cause }) =>
      endpointView(sandbox, sandbox.webhooks.updateEndpoint(workspace, params.id ?? '', body, cause)),
  }),
  defineControl({
    id: 'webhook_endpoints.delete',
    method: 'DELETE',
    path: '/webhook-endpoints/{id}',
    summary: 'Remove a webhook endpoint',
    success: 200,
    envelope: 'data',
    answer: Removed,
    handle: ({ webhooks }, { params, workspace, cause }) => ({
      id: webhooks.deleteEndpoint(workspace, params.id ?? '', cause).id,
      deleted: true,
    }),
  }),
  defineControl({
    id: 'deliveries.list',
    method: 'GET',
    path: '/deliveries',
    summary: 'List webhook deliveries with their attempts, newest first',
    query: T.Object({
      endpoint: T.Optional(Text(100)),
      event: T.Optional(Text(100)),
      status: T.Optional(OneOf(['pending', 'delivered', 'failed'])),
      ...pageFields,
    }),
    success: 200,
    envelope: 'list',
    answer: DeliveryView,
    handle: ({ webhooks }, { query, workspace, mode }) => {
      const { endpoint, event, status, ...paging } = query;
      const filter = { endpoint_id: endpoint, event_id: event, status };
      const page = webhooks.listDeliveries(workspace.id, mode, paging, filter);
      return { data: page.data.map((delivery) => deliveryView(delivery, mode)), has_more: page.has_more };
    },
  }),
];
