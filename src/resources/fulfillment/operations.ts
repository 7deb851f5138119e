import { defineOperation } from '../../engine/operation.ts';
import { assumed, Id, nullable, publicSchema, T, Text } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { TransactionModel, transactions } from '../transaction/model.ts';
import { fulfill } from './actions.ts';
import { FulfillmentModel, fulfillments } from './model.ts';

const Fulfillment = publicSchema(FulfillmentModel);

export const listFulfillments = defineOperation({
  id: 'fulfillments.list',
  method: 'GET',
  path: '/fulfillments',
  summary: 'List the fulfillments of a transaction, with the state of its order',
  access: 'read',
  scope: 'fulfillments:read',
  query: T.Object({ ...listQuery, transaction_id: Id() }),
  success: 200,
  envelope: 'bare',
  answer: T.Object({
    data: T.Array(Fulfillment),
    fulfillment_status: TransactionModel.properties.fulfillment_status,
    has_more: T.Boolean(),
  }),
  errors: [400, 404],
  example: { query: { transaction_id: 'txn_1' } },
  handle: (ctx, { query }) => {
    const { id, fulfillment_status } = ctx.get(transactions, query.transaction_id);
    const { data, has_more } = ctx.page(fulfillments, query, { transaction_id: [id] });
    return { data, fulfillment_status, has_more };
  },
});

export const createFulfillment = defineOperation({
  id: 'fulfillments.create',
  method: 'POST',
  path: '/fulfillments',
  summary: 'Mark every line item of a transaction fulfilled',
  access: 'secret',
  scope: 'fulfillments:write',
  body: T.Object({
    transaction_id: assumed(Id()),
    tracking_number: assumed(T.Optional(nullable(Text(100)))),
    carrier: assumed(T.Optional(nullable(Text(100)))),
    tracking_url: assumed(T.Optional(nullable(Text(2_000)))),
  }),
  success: 200,
  envelope: 'bare',
  answer: Fulfillment,
  errors: [400, 404],
  example: { body: { transaction_id: 'txn_1', carrier: 'Parcel Post', tracking_number: '1Z999' } },
  handle: (ctx, { body }) => fulfill(ctx, ctx.get(transactions, body.transaction_id), body),
});
