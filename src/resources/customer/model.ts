import type { MetadataValues } from '../../engine/checks.ts';
import { defineCollection } from '../../engine/collection.ts';
import { assumed, baseFields, internal, Metadata, nullable, OneOf, T } from '../../engine/schema.ts';
import { gatewayKinds } from '../../engine/settings.ts';
import { billingFields, shippingFields } from '../common/address.ts';

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
export type Customer = T.Static<typeof CustomerModel> & { readonly metadata: MetadataValues };

export const customers = defineCollection<Customer>({
  name: 'customer',
  prefix: 'cus',
  indexes: [['email_key'], ['processor']],
});
