import {
  about,
  assumed,
  baseFields,
  fixed,
  Integer,
  internal,
  nullable,
  OneOf,
  publicView,
  T,
} from '../../../core/kernel/declare/schema.ts';
import { durationSetting, setting, settings, strict } from '../../../core/kernel/declare/settings.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents, ExtendedMetadata, Price, SignedCents } from '../../platform/fields.ts';
import { declineCategories } from '../../platform/outcome-rules.ts';
import { gatewayKinds } from '../../platform/settings.ts';
import { billingFields, shippingFields } from '../common/address.ts';
import { decidedBy } from '../common/decision.ts';
import { Currency, IdOf, IdOfAny, instantWhen, isCounted, ReferenceId } from '../common/fields.ts';
import type { SpentParts } from '../common/spending.ts';
import { transactionLifecycle } from './lifecycle.ts';

export const transactionSettings = settings({
  smart_routing: setting(
    T.Boolean(),
    false,
    'whether new one-time tokens are routed to a gateway by card funding (debit and prepaid, or credit)',
  ),
  ach_enabled: setting(T.Boolean(), true, 'whether the workspace accepts bank debits'),
  require_cvc: setting(T.Boolean(), false, 'whether to decline a card without a security code (category `cvc`)'),
  available_after: setting(
    durationSetting,
    0,
    'how long the money of a settled charge stays `pending`, in milliseconds or as text such as `2d`',
  ),
  fee: setting(
    T.Object({ percent: T.Number({ minimum: 0, maximum: 100 }), fixed: T.Integer({ minimum: 0 }) }, strict),
    { percent: 0, fixed: 0 },
    'the fee that the service deducts from a settled charge: `percent` of the amount plus `fixed` cents, up to the full amount',
  ),
});

export const rails = ['card', 'ach'] as const;
export type Rail = (typeof rails)[number];

export const sources = ['api', 'dashboard'] as const;

/**
 * The prefix of subscription ids. A payment on a page contains the ids of its subscriptions before the subscriptions
 * exist.
 */
export const subscriptionPrefix = 'sub';

const text = () => nullable(T.String());

const isSummed = 'cannot be edited, because it determines the order amount; create another order instead';

export const LineItemModel = T.Object({
  product_id: IdOf('product'),
  variant_id: IdOfAny('variant', 'null for the product itself'),
  name: about(T.String(), 'The product name at the time of the order.'),
  quantity: about(fixed(T.Integer(), isSummed), 'The quantity ordered.'),
  unit_amount: about(fixed(Price(), isSummed), 'The unit price, in cents; 0 means free.'),
  amount: about(fixed(Price(), isSummed), 'The total price of the line, in cents.'),
});

/** An incoming payment, or a failed attempt (specification, "Transaction"). */
export const TransactionModel = T.Object({
  ...baseFields('transaction'),
  status: transactionLifecycle.status,
  amount: about(Cents(), 'The amount paid or attempted, in cents.'),
  currency: Currency(),
  order_number: about(
    fixed(Integer({ minimum: 1 }), isCounted),
    'The order number. Numbering starts from 1 in each workspace and mode.',
  ),
  customer_id: IdOfAny('customer'),
  payment_method_id: assumed(IdOfAny('saved instrument used for the payment', 'null if no saved instrument was used')),
  payment_link_id: assumed(IdOfAny('related payment link')),
  checkout_session_id: assumed(IdOfAny('related checkout session')),
  invoice_id: assumed(IdOfAny('related invoice')),
  subscription_id: assumed(IdOfAny('related subscription')),
  source: about(
    assumed(OneOf(sources)),
    'The origin of the payment: api for a session or a direct charge, dashboard for a link or an invoice.',
  ),
  reference_id: assumed(ReferenceId()),
  processorType: about(
    fixed(
      OneOf(gatewayKinds),
      'cannot be edited, because it determines how the charge settles; create another charge instead',
    ),
    'The gateway that processed the charge.',
  ),
  rail: about(
    fixed(OneOf(rails), 'cannot be edited, because it was chosen when the settlement was scheduled'),
    'Whether the payment was made with a card or a bank account.',
  ),
  line_items: about(
    assumed(T.Array(LineItemModel)),
    'The purchased products; empty if the charge specifies only an amount.',
  ),
  buyer_name: about(assumed(text()), "The buyer's name; null if it is unknown."),
  email: about(assumed(text()), "The buyer's email address; null if it is unknown."),
  ...billingFields(),
  ...shippingFields(),
  card_last_four: about(assumed(text()), 'The last four digits of the card; null for a bank account.'),
  card_brand: about(assumed(text()), 'Card brand, such as visa; null for a bank account.'),
  bank_last_four: about(assumed(text()), 'The last four digits of the account number; null for a card.'),
  wallet_type: about(
    nullable(OneOf(['wallet_a', 'wallet_b'])),
    'The wallet used for the payment; null if no wallet was used.',
  ),
  wallet_eci: about(text(), 'The electronic commerce indicator of the device token; null if there is none.'),
  wallet_cryptogram_present: about(
    assumed(nullable(T.Boolean())),
    'Whether the device token included a cryptogram; null if no wallet was used.',
  ),
  three_ds_status: about(assumed(text()), 'The 3-D Secure status; null if there is no 3-D Secure result.'),
  three_ds_eci: about(assumed(text()), 'The 3-D Secure electronic commerce indicator; null if there is none.'),
  three_ds_cavv_present: about(
    assumed(nullable(T.Boolean())),
    'Whether the issuer sent a cardholder authentication value; null if there is no 3-D Secure result.',
  ),
  three_ds_xid: about(assumed(text()), 'The 3-D Secure transaction identifier; null if there is none.'),
  three_ds_version: about(assumed(text()), 'The 3-D Secure protocol version; null if there is no 3-D Secure result.'),
  three_ds_ds_trans_id: about(
    assumed(text()),
    "The directory server's 3-D Secure transaction id; null if there is none.",
  ),
  total_refunded: about(
    assumed(
      fixed(
        SignedCents(),
        'is the sum of the refunds. To refund the payment, run npx payments-emulator trigger payment.refunded --id ID --amount CENTS',
      ),
    ),
    'The total refunded amount so far, in cents.',
  ),
  fulfillment_status: about(
    assumed(
      fixed(
        OneOf(['unfulfilled', 'fulfilled']),
        'is set by a fulfillment. To fulfill the order, send POST /api/v1/fulfillments',
      ),
    ),
    'Whether the order is fulfilled.',
  ),
  error_code: about(assumed(text()), 'The failure code; null if the transaction did not fail.'),
  error_message: about(assumed(text()), 'The failure description; null if the transaction did not fail.'),
  decline_code: about(assumed(text()), "The gateway's own code, unchanged; null if there is none."),
  category: about(
    assumed(nullable(OneOf(declineCategories))),
    'The decline category; null if the transaction was not declined.',
  ),
  settled_at: instantWhen('the payment settled'),
  voided_at: instantWhen('the payment was voided'),
  failed_at: instantWhen('the payment failed'),
  disputed_at: instantWhen('the payment was disputed'),
  sdk: about(
    assumed(text()),
    'The `X-Service-SDK` header that the client sent with the payment; null if there was none.',
  ),
  metadata: ExtendedMetadata(),
  /** The fingerprint of the bank account that paid (`accountFingerprintOf`); absent if a card paid. */
  account_fingerprint: internal(T.Optional(T.String())),
  /** The other subscriptions that this payment started, if it started several. */
  further_subscription_ids: internal(T.Optional(T.Array(T.String()))),
  /**
   * The amount of a settled charge that is still pending, in cents; absent if no pending money will become available.
   */
  unavailable: internal(T.Optional(T.Integer({ minimum: 0 }))),
  /** The spent items that can still be given back; absent if there are none. */
  spent: internal(T.Optional(T.Unsafe<SpentParts>({ type: 'object' }))),
  /** The reason for the decline; absent if there is no decline. */
  decided_by: decidedBy(),
});
export type Transaction = Readonly<T.Static<typeof TransactionModel>>;

/** Returns a transaction as responses show it. */
export const showTransaction = publicView(TransactionModel);

export const transactions = collection('transaction', {
  model: TransactionModel,
  lifecycle: transactionLifecycle,
  prefix: 'txn',
  indexes: [['customer_id'], ['subscription_id'], ['customer_id', 'subscription_id']],
});
