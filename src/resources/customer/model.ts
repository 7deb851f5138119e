import { collection } from '../../engine/collection.ts';
import { assumed, baseFields, internal, Metadata, nullable, OneOf, T, Text, Words } from '../../engine/schema.ts';
import { gatewayKinds } from '../../engine/settings.ts';
import { billingFields, billingInput, shippingFields, shippingInput } from '../common/address.ts';

/** A buyer or recipient, known by e-mail address (specification, "Customer"). */
export const CustomerModel = T.Object({
  ...baseFields('customer'),
  email: T.String(),
  first_name: assumed(nullable(T.String())),
  last_name: assumed(nullable(T.String())),
  company: assumed(nullable(T.String())),
  phone: assumed(nullable(T.String())),
  ...billingFields(),
  ...shippingFields(),
  processor: OneOf(gatewayKinds),
  customer_vault_id: assumed(T.String()),
  metadata: assumed(Metadata()),
  /** The address in lower case: what makes two customers the same. */
  email_key: internal(T.String()),
});
export type Customer = Readonly<T.Static<typeof CustomerModel>>;

export const customers = collection('customer', {
  model: CustomerModel,
  prefix: 'cus',
  indexes: [['email_key'], ['processor']],
});

/** What may be said of a customer. */
export const CustomerChange = T.Object({
  email: T.Optional(Words(254)),
  first_name: assumed(T.Optional(nullable(Text(100)))),
  last_name: assumed(T.Optional(nullable(Text(100)))),
  company: assumed(T.Optional(nullable(Text(200)))),
  phone: assumed(T.Optional(nullable(Text(40)))),
  ...billingInput(),
  ...shippingInput(),
  metadata: assumed(T.Optional(Metadata())),
});
export type CustomerFields = T.Static<typeof CustomerChange>;
