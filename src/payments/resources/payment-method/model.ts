import {
  about,
  assumed,
  baseFields,
  described,
  fixed,
  internal,
  nullable,
  OneOf,
  publicSchema,
  sensitive,
  T,
  Text,
  Words,
} from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { gatewayKinds } from '../../platform/settings.ts';
import { CardModel } from '../common/card.ts';
import { accountForm, IdOf, Last4, routingForm, standsForNumber } from '../common/fields.ts';

export const accountTypes = ['checking', 'savings'] as const;
export const accountHolderTypes = ['personal', 'business'] as const;

const BankAccountModel = T.Object({
  last4: Last4('account number'),
  routing_number: about(T.String(), 'Nine-digit bank routing number.'),
  bank_name: about(T.String(), 'The name of the bank.'),
  account_type: about(OneOf(accountTypes), 'The type of bank account.'),
  account_holder_type: about(OneOf(accountHolderTypes), 'The type of account holder.'),
  account_holder_name: about(nullable(Text()), "The account holder's name; null if there is none."),
});
export type BankAccount = T.Static<typeof BankAccountModel>;

/** A bank account in a body; its number is not stored. */
export const BankAccountInput = T.Object({
  routing_number: about(
    described(Words(20), routingForm),
    'Nine-digit bank routing number, including the check digit.',
  ),
  account_number: assumed(
    sensitive(
      about(described(Words(40), accountForm), 'The account number, 4 to 17 digits; only the last four are stored.'),
    ),
  ),
  account_type: about(assumed(T.Optional(OneOf(accountTypes))), 'The type of bank account. Defaults to checking.'),
  account_holder_type: about(
    assumed(T.Optional(OneOf(accountHolderTypes))),
    'The type of account holder. Defaults to personal.',
  ),
  account_holder_name: about(assumed(T.Optional(nullable(Text(200)))), "The holder's name."),
});
export type BankAccountFields = T.Static<typeof BankAccountInput>;

const inVault =
  'cannot be edited, because it determines the vault that stores the instrument; save the instrument for the other customer instead';

/** A saved instrument (specification, "Payment method"). This is the stored form. */
export const PaymentMethodModel = T.Object({
  ...baseFields('payment_method'),
  billing_id: about(
    fixed(T.String(), 'cannot be edited, because it is the same as the id'),
    'The reference of this instrument, which is the same as the id.',
  ),
  customer_id: assumed(fixed(IdOf('customer'), inVault)),
  customer_vault_id: fixed(IdOf('customer in the vault'), inVault),
  type: about(fixed(OneOf(['card', 'bank_account']), standsForNumber), 'The instrument type: card or bank_account.'),
  card: about(assumed(nullable(CardModel)), 'The stored card details; null for a bank account.'),
  bank_account: about(assumed(nullable(BankAccountModel)), 'The stored bank account details; null for a card.'),
  processor: about(assumed(OneOf(gatewayKinds)), 'The gateway whose vault stores the instrument.'),
  /** The key of the card in the outcome table. */
  behaviour: internal(nullable(T.String())),
  /** The fingerprint of the bank account (`accountFingerprintOf`); absent for a card. */
  account_fingerprint: internal(T.Optional(T.String())),
  /**
   * The customer's postal code at the time when the instrument was saved. A card without a postal code cannot receive
   * payouts.
   */
  billing_postal_code: internal(nullable(T.String())),
  /** The id of the payment on whose page the buyer entered the instrument; absent if it was saved in another way. */
  saved_with: internal(T.Optional(T.String())),
});
export type PaymentMethod = Readonly<T.Static<typeof PaymentMethodModel>>;

/** A saved instrument as the API shows it. */
export const PaymentMethodView = T.Object({
  ...publicSchema(PaymentMethodModel).properties,
  payout_eligible: about(T.Boolean(), 'Whether the instrument can receive payouts now.'),
});
export type ShownPaymentMethod = T.Static<typeof PaymentMethodView>;

export const paymentMethods = collection('payment_method', {
  model: PaymentMethodModel,
  prefix: 'pm',
  removable: true,
  indexes: [['customer_id']],
});
