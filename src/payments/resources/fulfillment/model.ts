import { about, assumed, baseFields, fixed, nullable, T } from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { IdOf } from '../common/fields.ts';
import { LineItemModel } from '../transaction/model.ts';

/** The shipment of a whole order (specification, "Fulfillment"). */
export const FulfillmentModel = T.Object({
  ...baseFields('fulfillment'),
  transaction_id: assumed(
    fixed(
      IdOf('transaction whose order was sent'),
      'was marked as fulfilled: POST /api/v1/fulfillments for the other one',
    ),
  ),
  tracking_number: about(
    assumed(nullable(T.String())),
    "The carrier's number of the parcel; null where none was given.",
  ),
  carrier: about(assumed(nullable(T.String())), 'Who carries it; null where nobody was named.'),
  tracking_url: about(assumed(nullable(T.String())), 'Where the parcel can be followed; null where nowhere.'),
  line_items: about(assumed(T.Array(LineItemModel)), 'Everything that the order holds.'),
});
export type Fulfillment = Readonly<T.Static<typeof FulfillmentModel>>;

export const fulfillments = collection('fulfillment', {
  model: FulfillmentModel,
  prefix: 'ful',
  indexes: [['transaction_id']],
});
