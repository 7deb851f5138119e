import { collection } from '../../engine/collection.ts';
import {
  about,
  assumed,
  baseFields,
  internal,
  nullable,
  OneOf,
  sensitive,
  T,
  Text,
  Words,
} from '../../engine/schema.ts';
import { gatewayKinds } from '../../engine/settings.ts';
import { CardModel } from '../common/card.ts';

export const accountTypes = ['checking', 'savings'] as const;
export const accountHolderTypes = ['personal', 'business'] as const;

const BankAccountModel = T.Object({
  last4: T.String(),
  routing_number: T.String(),
  bank_name: T.String(),
  account_type: OneOf(accountTypes),
  account_holder_type: OneOf(accountHolderTypes),
  account_holder_name: nullable(Text()),
});
export type BankAccount = T.Static<typeof BankAccountModel>;

/** A bank account as a body gives it; its number is not kept. */
export const BankAccountInput = T.Object({
  routing_number: Words(20),
  account_number: assumed(sensitive(Words(40))),
  account_type: assumed(T.Optional(OneOf(accountTypes))),
  account_holder_type: assumed(T.Optional(OneOf(accountHolderTypes))),
  account_holder_name: assumed(T.Optional(nullable(Text(200)))),
});
export type BankAccountFields = T.Static<typeof BankAccountInput>;

/** A saved instrument (specification, "Payment method"), as it is stored. */
export const PaymentMethodModel = T.Object({
  ...baseFields('payment_method'),
  billing_id: T.String(),
  customer_id: assumed(T.String()),
  customer_vault_id: T.String(),
  type: OneOf(['card', 'bank_account']),
  card: assumed(nullable(CardModel)),
  bank_account: assumed(nullable(BankAccountModel)),
  processor: assumed(OneOf(gatewayKinds)),
  /** How the sandbox's networks treat this card. */
  behaviour: internal(nullable(T.String())),
  /** The customer's postal code when it was saved: without one, nothing can be paid out to a card. */
  billing_postal_code: internal(nullable(T.String())),
});
export type PaymentMethod = Readonly<T.Static<typeof PaymentMethodModel>>;

/** A saved instrument as the API shows it. */
export const PaymentMethodView = T.Object({
  ...PaymentMethodModel.properties,
  payout_eligible: about(T.Boolean(), 'Whether a payout to it would be accepted now.'),
});
export type ShownPaymentMethod = T.Static<typeof PaymentMethodView>;

export const paymentMethods = collection('payment_method', {
  model: PaymentMethodModel,
  prefix: 'pm',
  removable: true,
  indexes: [['customer_id']],
});
