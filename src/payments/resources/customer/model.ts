import {
  about,
  assumed,
  baseFields,
  fixed,
  internal,
  nullable,
  OneOf,
  T,
  Text,
} from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { Metadata } from '../../platform/fields.ts';
import { gatewayKinds } from '../../platform/settings.ts';
import { billingFields, billingInput, shippingFields, shippingInput } from '../common/address.ts';
import { EmailInput, IdOf } from '../common/fields.ts';

/** A buyer or recipient, known by e-mail address (specification, "Customer"). */
export const CustomerModel = T.Object({
  ...baseFields('customer'),
  email: about(T.String(), 'The e-mail address, which tells customers apart whatever its case.'),
  first_name: about(assumed(nullable(T.String())), 'The given name; null where it is not known.'),
  last_name: about(assumed(nullable(T.String())), 'The family name; null where it is not known.'),
  company: about(assumed(nullable(T.String())), 'The company; null where there is none.'),
  phone: about(assumed(nullable(T.String())), 'The phone number; null where it is not known.'),
  ...billingFields(),
  ...shippingFields(),
  processor: about(OneOf(gatewayKinds), "The gateway that the customer's instruments are vaulted with."),
  customer_vault_id: assumed(fixed(IdOf('customer in the vault'), 'is drawn by the emulator')),
  metadata: assumed(Metadata()),
  /** The address in lower case, which identifies the customer. */
  email_key: internal(T.String()),
});
export type Customer = Readonly<T.Static<typeof CustomerModel>>;

export const customers = collection('customer', {
  model: CustomerModel,
  prefix: 'cus',
  indexes: [['email_key'], ['processor']],
});

/** The fields of a customer that a caller may give. */
export const CustomerChange = T.Object({
  email: T.Optional(EmailInput('The e-mail address, which tells customers apart whatever its case.')),
  first_name: about(assumed(T.Optional(nullable(Text(100)))), 'The given name; null removes it.'),
  last_name: about(assumed(T.Optional(nullable(Text(100)))), 'The family name; null removes it.'),
  company: about(assumed(T.Optional(nullable(Text(200)))), 'The company; null removes it.'),
  phone: about(assumed(T.Optional(nullable(Text(40)))), 'The phone number; null removes it.'),
  ...billingInput(),
  ...shippingInput(),
  metadata: assumed(T.Optional(Metadata())),
});
export type CustomerFields = T.Static<typeof CustomerChange>;
