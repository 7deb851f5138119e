import { defineResource } from '../../engine/resource.ts';
import { FulfillmentModel, fulfillments } from './model.ts';
import { createFulfillment, listFulfillments } from './operations.ts';

/** Orders that were shipped. */
export const fulfillment = defineResource({
  name: 'fulfillment',
  models: { Fulfillment: FulfillmentModel },
  collections: [fulfillments],
  operations: [listFulfillments, createFulfillment],
});
