import { defineOperation } from '../../engine/operation.ts';
import { assumed, Flag, Id, Metadata, publicSchema, T, Text, Timestamp, Words } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { cancelSubscription, createSubscription, pauseSubscription, resumeSubscription } from './actions.ts';
import { pairKey, SubscriptionModel, subscriptions } from './model.ts';

const Subscription = publicSchema(SubscriptionModel);

export const listSubscriptions = defineOperation({
  id: 'subscriptions.list',
  method: 'GET',
  path: '/subscriptions',
  summary: 'List subscriptions',
  access: 'read',
  query: T.Object({ ...listQuery, metadata: T.Optional(T.Record(Text())) }),
  success: 200,
  envelope: 'list',
  answer: Subscription,
  errors: [400],
  example: { query: { metadata: { plan: 'gold' } } },
  handle: (ctx, { query }) => {
    const pairs = Object.entries(query.metadata ?? {}).map(([key, value]) => pairKey(key, value));
    return ctx.page(subscriptions, query, {}, pairs);
  },
});

export const createSubscriptionOperation = defineOperation({
  id: 'subscriptions.create',
  method: 'POST',
  path: '/subscriptions',
  summary: 'Subscribe a customer to a recurring product',
  access: 'secret',
  body: T.Object({
    customer_id: assumed(Id()),
    product_id: assumed(Id()),
    payment_method_id: assumed(T.Optional(Id())),
    start_date: T.Optional(Timestamp()),
    metadata: assumed(T.Optional(Metadata())),
  }),
  success: 201,
  envelope: 'data',
  answer: Subscription,
  errors: [400, 402, 404, 503],
  example: { body: { customer_id: 'cus_1', product_id: 'prod_1', metadata: { plan: 'gold' } } },
  handle: (ctx, { body }) => createSubscription(ctx, body),
});

export const getSubscription = defineOperation({
  id: 'subscriptions.get',
  method: 'GET',
  path: '/subscriptions/{id}',
  summary: 'Read a subscription',
  access: 'read',
  success: 200,
  envelope: 'data',
  answer: Subscription,
  errors: [404],
  example: { params: { id: 'sub_1' } },
  handle: (ctx, { params }) => ctx.get(subscriptions, params.id!),
});

export const cancelOperation = defineOperation({
  id: 'subscriptions.cancel',
  method: 'POST',
  path: '/subscriptions/{id}/cancel',
  summary: "Cancel a subscription, at its period's end or at once",
  access: 'secret',
  body: T.Object({ immediate: T.Optional(Flag()), reason: assumed(T.Optional(Words())) }),
  bodyOptional: true,
  success: 200,
  envelope: 'data',
  answer: Subscription,
  errors: [400, 404],
  example: { params: { id: 'sub_1' }, body: { immediate: true, reason: 'moved away' } },
  handle: (ctx, { body, params }) => cancelSubscription(ctx, ctx.get(subscriptions, params.id!), body),
});

export const pauseOperation = defineOperation({
  id: 'subscriptions.pause',
  method: 'POST',
  path: '/subscriptions/{id}/pause',
  summary: 'Stop billing a subscription',
  access: 'secret',
  success: 200,
  envelope: 'data',
  answer: Subscription,
  errors: [400, 404],
  example: { params: { id: 'sub_1' } },
  handle: (ctx, { params }) => pauseSubscription(ctx, ctx.get(subscriptions, params.id!)),
});

export const resumeOperation = defineOperation({
  id: 'subscriptions.resume',
  method: 'POST',
  path: '/subscriptions/{id}/resume',
  summary: 'Resume a paused subscription, or take its pending cancellation back',
  access: 'secret',
  success: 200,
  envelope: 'data',
  answer: Subscription,
  errors: [400, 402, 404, 503],
  example: { params: { id: 'sub_1' } },
  handle: (ctx, { params }) => resumeSubscription(ctx, ctx.get(subscriptions, params.id!)),
});
