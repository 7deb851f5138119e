import { about, assumed, baseFields, fixed, nullable, T } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { IdOf } from '../common/fields.ts';
import { LineItemModel } from '../transaction/model.ts';

/** The shipment of a whole order (specification, "Fulfillment"). */
export const FulfillmentModel = T.Object({
  ...baseFields('fulfillment'),
  transaction_id: assumed(
    fixed(
      IdOf('transaction whose order was shipped'),
      'cannot be edited, because it identifies the fulfilled transaction; send POST /api/v1/fulfillments for the other transaction instead',
    ),
  ),
  tracking_number: about(assumed(nullable(T.String())), "The carrier's tracking number; null if there is none."),
  carrier: about(assumed(nullable(T.String())), 'Carrier name; null if there is none.'),
  tracking_url: about(assumed(nullable(T.String())), 'The tracking URL; null if there is none.'),
  line_items: about(assumed(T.Array(LineItemModel)), 'All line items in the order.'),
});
export type Fulfillment = Readonly<T.Static<typeof FulfillmentModel>>;

export const fulfillments = collection('fulfillment', {
  model: FulfillmentModel,
  prefix: 'ful',
  indexes: [['transaction_id']],
});
