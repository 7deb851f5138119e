import { chargeRefusals, refusals } from '../../engine/errors.ts';
import { list, operation } from '../../engine/operation.ts';
import { assumed, Flag, Id, Metadata, T, Text, Timestamp, Words } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { ownGateway } from '../transaction/instrument.ts';
import { cancelSubscription, createSubscription, pauseSubscription, resumeSubscription } from './actions.ts';
import { pairKey, SubscriptionModel, subscriptions } from './model.ts';

export const listSubscriptions = operation('GET /subscriptions', {
  id: 'subscriptions.list',
  summary: 'List subscriptions',
  access: 'read',
  query: T.Object({ ...listQuery, metadata: T.Optional(T.Record(Text())) }),
  answers: [200, list(SubscriptionModel)],
  example: { query: { metadata: { plan: 'gold' } } },
  handle: (ctx, { query }) => {
    const pairs = Object.entries(query.metadata ?? {}).map(([key, value]) => pairKey(key, value));
    return ctx.page(subscriptions, query, {}, pairs);
  },
});

export const createSubscriptionOperation = operation('POST /subscriptions', {
  id: 'subscriptions.create',
  summary: 'Subscribe a customer to a recurring product',
  access: 'secret',
  body: T.Object({
    customer_id: assumed(Id()),
    product_id: assumed(Id()),
    payment_method_id: assumed(T.Optional(Id())),
    start_date: T.Optional(Timestamp()),
    reference_id: assumed(T.Optional(T.String({ minLength: 1, maxLength: 255 }))),
    metadata: assumed(T.Optional(Metadata())),
  }),
  answers: [201, SubscriptionModel],
  capability: ownGateway,
  refuses: [
    refusals.insufficientStock,
    refusals.resourceMissing,
    refusals.requestInProgress,
    refusals.referenceReused,
    ...chargeRefusals,
  ],
  asksNetwork: true,
  example: { body: { customer_id: 'cus_1', product_id: 'prod_1', metadata: { plan: 'gold' } } },
  handle: (ctx, { body }) => createSubscription(ctx, body),
});

export const getSubscription = operation('GET /subscriptions/{id}', {
  id: 'subscriptions.get',
  summary: 'Read a subscription',
  access: 'read',
  answers: [200, SubscriptionModel],
  refuses: [refusals.resourceMissing],
  example: { params: { id: 'sub_1' } },
  handle: (ctx, { params }) => ctx.get(subscriptions, params.id),
});

export const cancelOperation = operation('POST /subscriptions/{id}/cancel', {
  id: 'subscriptions.cancel',
  summary: "Cancel a subscription, at its period's end or at once",
  access: 'secret',
  body: T.Object({ immediate: T.Optional(Flag()), reason: assumed(T.Optional(Words())) }),
  bodyOptional: true,
  answers: [200, SubscriptionModel],
  refuses: [refusals.resourceMissing],
  example: { params: { id: 'sub_1' }, body: { immediate: true, reason: 'moved away' } },
  handle: (ctx, { body, params }) => cancelSubscription(ctx, ctx.get(subscriptions, params.id), body),
});

export const pauseOperation = operation('POST /subscriptions/{id}/pause', {
  id: 'subscriptions.pause',
  summary: 'Stop billing a subscription',
  access: 'secret',
  answers: [200, SubscriptionModel],
  refuses: [refusals.invalidState, refusals.resourceMissing],
  example: { params: { id: 'sub_1' } },
  handle: (ctx, { params }) => pauseSubscription(ctx, ctx.get(subscriptions, params.id)),
});

export const resumeOperation = operation('POST /subscriptions/{id}/resume', {
  id: 'subscriptions.resume',
  summary: 'Resume a paused subscription, or take its pending cancellation back',
  access: 'secret',
  answers: [200, SubscriptionModel],
  refuses: [refusals.insufficientStock, refusals.invalidState, refusals.resourceMissing, ...chargeRefusals],
  example: { params: { id: 'sub_1' } },
  handle: (ctx, { params }) => resumeSubscription(ctx, ctx.get(subscriptions, params.id)),
});
