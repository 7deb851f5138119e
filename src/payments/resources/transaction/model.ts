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
    'whether new one-time tokens go to the gateway that fits the card: debit and prepaid, or credit',
  ),
  ach_enabled: setting(T.Boolean(), true, 'whether the workspace accepts bank debits'),
  require_cvc: setting(T.Boolean(), false, 'whether a card without its security code is declined (category `cvc`)'),
  available_after: setting(
    durationSetting,
    0,
    'how long the money of a charge stays `pending` after settlement, in milliseconds or as text such as `2d`',
  ),
  fee: setting(
    T.Object({ percent: T.Number({ minimum: 0, maximum: 100 }), fixed: T.Integer({ minimum: 0 }) }, strict),
    { percent: 0, fixed: 0 },
    'the fee that the service keeps from a settled charge: `percent` of it plus `fixed` cents, at most the full charge',
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

const isSummed = 'determines the amount of the order: create another order';

export const LineItemModel = T.Object({
  product_id: IdOf('product'),
  variant_id: IdOfAny('variant', 'null for the product itself'),
  name: about(T.String(), 'The name of the product at the time of the order.'),
  quantity: about(fixed(T.Integer(), isSummed), 'The quantity of the product.'),
  unit_amount: about(fixed(Price(), isSummed), 'The price of one unit in cents; 0 is free.'),
  amount: about(fixed(Price(), isSummed), 'The total price of the line in cents.'),
});

/** An incoming payment, or a failed attempt (specification, "Transaction"). */
export const TransactionModel = T.Object({
  ...baseFields('transaction'),
  status: transactionLifecycle.status,
  amount: about(Cents(), 'The amount paid or attempted, in cents.'),
  currency: Currency(),
  order_number: about(
    fixed(Integer({ minimum: 1 }), isCounted),
    'The order number. Each workspace and mode counts from 1.',
  ),
  customer_id: IdOfAny('customer'),
  payment_method_id: assumed(IdOfAny('saved instrument that paid', 'null if no saved instrument paid')),
  payment_link_id: assumed(IdOfAny('payment link of the payment')),
  checkout_session_id: assumed(IdOfAny('checkout session of the payment')),
  invoice_id: assumed(IdOfAny('invoice of the payment')),
  subscription_id: assumed(IdOfAny('subscription of the payment')),
  source: about(
    assumed(OneOf(sources)),
    'The origin of the payment: api for a session or a direct charge, dashboard for a link.',
  ),
  reference_id: assumed(ReferenceId()),
  processorType: about(
    fixed(OneOf(gatewayKinds), 'determines how the charge settles: create another charge'),
    'The gateway that processed the charge.',
  ),
  rail: about(
    fixed(OneOf(rails), 'was chosen when the settlement was scheduled'),
    'Whether a card or a bank account paid.',
  ),
  line_items: about(
    assumed(T.Array(LineItemModel)),
    'The products that were bought; empty if the charge was for an amount.',
  ),
  buyer_name: about(assumed(text()), "The buyer's name; null if it is unknown."),
  email: about(assumed(text()), "The buyer's email address; null if it is unknown."),
  ...billingFields(),
  ...shippingFields(),
  card_last_four: about(assumed(text()), 'The last four digits of the card; null for a bank account.'),
  card_brand: about(assumed(text()), 'The brand of the card; null for a bank account.'),
  bank_last_four: about(assumed(text()), 'The last four digits of the account number; null for a card.'),
  wallet_type: about(nullable(OneOf(['wallet_a', 'wallet_b'])), 'The wallet that paid; null if there is none.'),
  wallet_eci: about(text(), 'The electronic commerce indicator of a device token; otherwise null.'),
  wallet_cryptogram_present: about(
    assumed(nullable(T.Boolean())),
    'Whether the device token came with a cryptogram; null if no wallet paid.',
  ),
  three_ds_status: about(assumed(text()), 'The status of the 3-D Secure result; null if there is none.'),
  three_ds_eci: about(
    assumed(text()),
    'The electronic commerce indicator of the 3-D Secure result; null if there is none.',
  ),
  three_ds_cavv_present: about(
    assumed(nullable(T.Boolean())),
    'Whether the issuer sent a cardholder authentication value; null if there is no 3-D Secure result.',
  ),
  three_ds_xid: about(assumed(text()), 'The transaction identifier of the 3-D Secure result; null if there is none.'),
  three_ds_version: about(
    assumed(text()),
    'The version of the 3-D Secure protocol; null if there is no 3-D Secure result.',
  ),
  three_ds_ds_trans_id: about(
    assumed(text()),
    "The directory server's id for the 3-D Secure result; null if there is none.",
  ),
  total_refunded: about(
    assumed(
      fixed(
        SignedCents(),
        'is the sum of the refunds: npx payments-emulator trigger payment.refunded --id ID --amount CENTS',
      ),
    ),
    'The total amount of all refunds so far, in cents.',
  ),
  fulfillment_status: about(
    assumed(fixed(OneOf(['unfulfilled', 'fulfilled']), 'is set by a fulfillment: POST /api/v1/fulfillments')),
    'Whether the order is fulfilled.',
  ),
  error_code: about(assumed(text()), 'The code of the failure; null if the transaction did not fail.'),
  error_message: about(assumed(text()), 'The failure in words; null if the transaction did not fail.'),
  decline_code: about(assumed(text()), "The gateway's own code, verbatim; null if there is none."),
  category: about(
    assumed(nullable(OneOf(declineCategories))),
    'The category of the decline; null if there was no decline.',
  ),
  settled_at: instantWhen('the payment settled'),
  voided_at: instantWhen('the payment was voided'),
  failed_at: instantWhen('the payment failed'),
  disputed_at: instantWhen('the payment was disputed'),
  sdk: about(assumed(text()), 'The `X-Service-SDK` header of the client that paid; null if it sent none.'),
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
