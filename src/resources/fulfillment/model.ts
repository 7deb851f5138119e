import { collection } from '../../engine/collection.ts';
import { assumed, baseFields, nullable, T } from '../../engine/schema.ts';
import { LineItemModel } from '../transaction/model.ts';

/** The shipment of a whole order (specification, "Fulfillment"). */
export const FulfillmentModel = T.Object({
  ...baseFields('fulfillment'),
  transaction_id: assumed(T.String()),
  tracking_number: assumed(nullable(T.String())),
  carrier: assumed(nullable(T.String())),
  tracking_url: assumed(nullable(T.String())),
  line_items: assumed(T.Array(LineItemModel)),
});
export type Fulfillment = Readonly<T.Static<typeof FulfillmentModel>>;

export const fulfillments = collection('fulfillment', {
  model: FulfillmentModel,
  prefix: 'ful',
  indexes: [['transaction_id']],
});
