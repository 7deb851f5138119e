import { objectList } from '../../../core/kernel/declare/declarations.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { joined } from '../common/cells.ts';
import { FulfillmentModel, fulfillments } from './model.ts';
import { createFulfillment, listFulfillments } from './operations.ts';

/** Shipped orders. */
export const fulfillment = slice('fulfillment', {
  models: { Fulfillment: FulfillmentModel },
  collections: [fulfillments],
  operations: [listFulfillments, createFulfillment],
  fixtures: [{ section: 'fulfillments', as: createFulfillment }],
  list: objectList(fulfillments, {
    title: 'Fulfillments',
    who: () => '',
    what: ({ transaction_id, carrier, tracking_number, tracking_url }) =>
      joined(transaction_id, carrier, tracking_number, tracking_url),
  }),
});
