import { bare, operation } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, nullable, pageFields, T, Text } from '../../../core/kernel/declare/schema.ts';
import { invalidState, resourceMissing } from '../../../core/kernel/errors.ts';
import { checkUrl } from '../../platform/checks.ts';
import { IdInput, UrlInput } from '../common/fields.ts';
import { listQuery } from '../common/queries.ts';
import { alreadyFulfilled, markFulfilled } from '../transaction/actions.ts';
import { TransactionModel, transactions } from '../transaction/model.ts';
import { FulfillmentModel, fulfillments } from './model.ts';

const page = pageFields(FulfillmentModel);

export const listFulfillments = operation('GET /fulfillments', {
  id: 'fulfillments.list',
  summary: 'List the fulfillments of a transaction and the fulfillment status of its order',
  access: 'read',
  scope: 'fulfillments:read',
  query: T.Object({ ...listQuery, transaction_id: IdInput('transaction') }),
  answers: [
    200,
    bare(
      T.Object({
        data: page.data,
        fulfillment_status: TransactionModel.properties.fulfillment_status,
        has_more: page.has_more,
      }),
    ),
  ],
  refuses: [resourceMissing],
  example: { query: { transaction_id: 'txn_1001' }, further: { starting_after: 'ful_1001' } },
  handle: (ctx, { query }) => {
    const { id, fulfillment_status } = ctx.get(transactions, query.transaction_id);
    const { data, has_more } = ctx.page(fulfillments, query, { transaction_id: [id] });
    return { data, fulfillment_status, has_more };
  },
});

/** Fulfills all line items of an order, once (specification, "Fulfillment"). */
export const createFulfillment = operation('POST /fulfillments', {
  id: 'fulfillments.create',
  summary: 'Mark every line item of a transaction as fulfilled',
  access: 'secret',
  scope: 'fulfillments:write',
  body: T.Object({
    transaction_id: assumed(IdInput('transaction')),
    tracking_number: about(assumed(T.Optional(nullable(Text(100)))), "The carrier's tracking number."),
    carrier: about(assumed(T.Optional(nullable(Text(100)))), 'Carrier name.'),
    tracking_url: assumed(T.Optional(nullable(UrlInput('The page where the customer can follow the delivery.')))),
  }),
  answers: [200, bare(FulfillmentModel)],
  refuses: [resourceMissing, alreadyFulfilled, invalidState],
  example: { body: { transaction_id: 'txn_1002', carrier: 'Parcel Post', tracking_number: '1Z999' } },
  handle: (ctx, { body: { transaction_id, tracking_number = null, carrier = null, tracking_url = null } }) => {
    const transaction = ctx.get(transactions, transaction_id);
    if (tracking_url !== null) checkUrl(tracking_url, 'tracking_url');
    const { line_items } = markFulfilled(ctx, transaction);
    return ctx.put(fulfillments, {
      ...ctx.base(fulfillments, 'fulfillment'),
      transaction_id,
      tracking_number,
      carrier,
      tracking_url,
      line_items,
    });
  },
});
