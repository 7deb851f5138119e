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

/** A buyer or recipient, identified by email address (specification, "Customer"). */
export const CustomerModel = T.Object({
  ...baseFields('customer'),
  email: about(T.String(), 'The email address, which identifies the customer (case-insensitive).'),
  first_name: about(assumed(nullable(T.String())), 'The first name; null if it is unknown.'),
  last_name: about(assumed(nullable(T.String())), 'The last name; null if it is unknown.'),
  company: about(assumed(nullable(T.String())), 'The company; null if there is none.'),
  phone: about(assumed(nullable(T.String())), 'The phone number; null if it is unknown.'),
  ...billingFields(),
  ...shippingFields(),
  processor: about(OneOf(gatewayKinds), "The gateway whose vault stores the customer's instruments."),
  customer_vault_id: assumed(
    fixed(IdOf('customer in the vault'), 'cannot be edited, because the emulator generates it'),
  ),
  metadata: assumed(Metadata()),
  /** The email address in lowercase, which identifies the customer. */
  email_key: internal(T.String()),
});
export type Customer = Readonly<T.Static<typeof CustomerModel>>;

export const customers = collection('customer', {
  model: CustomerModel,
  prefix: 'cus',
  indexes: [['email_key'], ['processor']],
});

/** The fields of a customer that a caller can set. */
export const CustomerChange = T.Object({
  email: T.Optional(EmailInput('The email address, which identifies the customer (case-insensitive).')),
  first_name: about(assumed(T.Optional(nullable(Text(100)))), 'The first name; null removes it.'),
  last_name: about(assumed(T.Optional(nullable(Text(100)))), 'The last name; null removes it.'),
  company: about(assumed(T.Optional(nullable(Text(200)))), 'The company; null removes it.'),
  phone: about(assumed(T.Optional(nullable(Text(40)))), 'The phone number; null removes it.'),
  ...billingInput(),
  ...shippingInput(),
  metadata: assumed(T.Optional(Metadata())),
});
export type CustomerFields = T.Static<typeof CustomerChange>;
