import { list, operation } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, Flag, T, Text, Timestamp, Words } from '../../../core/kernel/declare/schema.ts';
import { invalidState, resourceMissing } from '../../../core/kernel/errors.ts';
import { requestInProgress } from '../../../core/kernel/idempotency.ts';
import { Metadata } from '../../platform/fields.ts';
import { chargeRefusals } from '../../simulation/gateways.ts';
import { IdInput, ReferenceIdInput, referenceReused } from '../common/fields.ts';
import { listQuery } from '../common/queries.ts';
import { readOne } from '../common/read-one.ts';
import { insufficientStock } from '../product/actions.ts';
import { ownGateway } from '../transaction/instrument.ts';
import { cancelSubscription, createSubscription, pauseSubscription, resumeSubscription } from './actions.ts';
import { pairKey, SubscriptionModel, subscriptions } from './model.ts';

export const listSubscriptions = operation('GET /subscriptions', {
  id: 'subscriptions.list',
  summary: 'List subscriptions',
  access: 'read',
  query: T.Object({
    ...listQuery,
    metadata: about(
      T.Optional(T.Record(Text())),
      'Returns only subscriptions whose `metadata` has these keys and values.',
    ),
  }),
  answers: [200, list(SubscriptionModel)],
  example: { query: { metadata: { plan: 'gold' } }, further: { starting_after: 'sub_1001' } },
  handle: (ctx, { query }) => {
    const pairs = Object.entries(query.metadata ?? {}).map(([key, value]) => pairKey(key, value));
    return ctx.page(subscriptions, query, {}, pairs);
  },
});

export const createSubscriptionOperation = operation('POST /subscriptions', {
  id: 'subscriptions.create',
  summary: 'Subscribe a customer to a recurring product',
  access: 'secret',
  effects: ['moves_money', 'counts_twice', 'asks_network'],
  body: T.Object({
    customer_id: assumed(IdInput('customer who pays')),
    product_id: assumed(IdInput('recurring product')),
    payment_method_id: assumed(
      T.Optional(IdInput('saved instrument to charge; defaults to the newest usable instrument')),
    ),
    start_date: about(
      T.Optional(Timestamp()),
      'When the subscription starts, as an ISO 8601 date or date-time. If the date is omitted or in the past, the subscription starts now.',
    ),
    reference_id: assumed(
      ReferenceIdInput(
        'Your own reference for this subscription. A repeated request with the same reference returns the same subscription without another charge.',
      ),
    ),
    metadata: assumed(T.Optional(Metadata())),
  }),
  answers: [201, SubscriptionModel],
  capability: ownGateway,
  refuses: [insufficientStock, resourceMissing, requestInProgress, referenceReused, ...chargeRefusals],
  example: { body: { customer_id: 'cus_ada', product_id: 'prod_letters', metadata: { plan: 'gold' } } },
  handle: (ctx, { body }) => createSubscription(ctx, body),
});

export const getSubscription = readOne('GET /subscriptions/{id}', subscriptions);

export const cancelOperation = operation('POST /subscriptions/{id}/cancel', {
  id: 'subscriptions.cancel',
  summary: 'Cancel a subscription, immediately or at the end of its period',
  access: 'secret',
  body: T.Object({
    immediate: about(
      T.Optional(Flag()),
      'Whether to end the subscription immediately instead of at the end of the current paid period.',
    ),
    reason: about(assumed(T.Optional(Words())), 'The cancellation reason, which the event includes.'),
  }),
  bodyOptional: true,
  answers: [200, SubscriptionModel],
  refuses: [resourceMissing],
  example: { params: { id: 'sub_1002' }, body: { immediate: true, reason: 'moved away' } },
  handle: (ctx, { body, params }) => cancelSubscription(ctx, ctx.get(subscriptions, params.id), body),
});

export const pauseOperation = operation('POST /subscriptions/{id}/pause', {
  id: 'subscriptions.pause',
  summary: 'Stop billing a subscription',
  access: 'secret',
  answers: [200, SubscriptionModel],
  refuses: [invalidState, resourceMissing],
  example: { params: { id: 'sub_1003' } },
  handle: (ctx, { params }) => pauseSubscription(ctx, ctx.get(subscriptions, params.id)),
});

export const resumeOperation = operation('POST /subscriptions/{id}/resume', {
  id: 'subscriptions.resume',
  summary: 'Resume a paused subscription or revoke a pending cancellation',
  access: 'secret',
  effects: ['moves_money'],
  answers: [200, SubscriptionModel],
  refuses: [insufficientStock, invalidState, resourceMissing, ...chargeRefusals],
  example: { params: { id: 'sub_1004' } },
  handle: (ctx, { params }) => resumeSubscription(ctx, ctx.get(subscriptions, params.id)),
});
