import { collection } from '../../engine/collection.ts';
import { declineCategories } from '../../engine/outcomes.ts';
import {
  about,
  assumed,
  baseFields,
  Cents,
  ExtendedMetadata,
  Integer,
  internal,
  nullable,
  OneOf,
  SignedCents,
  T,
  Timestamp,
} from '../../engine/schema.ts';
import { durationSetting, gatewayKinds, setting, settings, strict } from '../../engine/settings.ts';
import { billingFields, shippingFields } from '../common/address.ts';
import { transactionLifecycle } from './lifecycle.ts';

export const transactionSettings = settings({
  smart_routing: setting(
    T.Boolean(),
    false,
    'fresh one-time tokens go to the gateway that fits the card: debit and prepaid, or credit',
  ),
  ach_enabled: setting(T.Boolean(), true, 'bank debits in the checkout'),
  require_cvc: setting(T.Boolean(), false, 'a card without its security code is declined (category `cvc`)'),
  available_after: setting(
    durationSetting,
    0,
    'how long the money of a charge stays `pending` after it has settled, in milliseconds (or written as `2d`)',
  ),
  fee: setting(
    T.Object({ percent: T.Number({ minimum: 0, maximum: 100 }), fixed: T.Integer({ minimum: 0 }) }, strict),
    { percent: 0, fixed: 0 },
    'what the service keeps of a settled charge: `percent` of it and `fixed` cents, at most all of it',
  ),
});

export const rails = ['card', 'ach'] as const;
export type Rail = (typeof rails)[number];

export const sources = ['api', 'dashboard'] as const;

/** What the ids of subscriptions begin with: those that a page's payment begins are named before they are there. */
export const subscriptionPrefix = 'sub';

const text = () => nullable(T.String());
const instant = () => assumed(nullable(Timestamp()));

export const LineItemModel = T.Object({
  product_id: T.String(),
  variant_id: text(),
  name: T.String(),
  quantity: T.Integer(),
  /** Cents; a free product has none. */
  unit_amount: Integer({ minimum: 0 }),
  amount: Integer({ minimum: 0 }),
});

/** A payment that came in, or was tried (specification, "Transaction"). */
export const TransactionModel = T.Object({
  ...baseFields('transaction'),
  status: transactionLifecycle.status,
  amount: Cents(),
  currency: T.String(),
  order_number: Integer({ minimum: 1 }),
  customer_id: text(),
  payment_method_id: assumed(text()),
  payment_link_id: assumed(text()),
  checkout_session_id: assumed(text()),
  invoice_id: assumed(text()),
  subscription_id: assumed(text()),
  source: assumed(OneOf(sources)),
  reference_id: assumed(text()),
  processorType: OneOf(gatewayKinds),
  rail: OneOf(rails),
  line_items: assumed(T.Array(LineItemModel)),
  buyer_name: assumed(text()),
  email: assumed(text()),
  ...billingFields(),
  ...shippingFields(),
  card_last_four: assumed(text()),
  card_brand: assumed(text()),
  bank_last_four: assumed(text()),
  wallet_type: nullable(OneOf(['wallet_a', 'wallet_b'])),
  wallet_eci: text(),
  wallet_cryptogram_present: assumed(nullable(T.Boolean())),
  three_ds_status: assumed(text()),
  three_ds_eci: assumed(text()),
  three_ds_cavv_present: assumed(nullable(T.Boolean())),
  three_ds_xid: assumed(text()),
  three_ds_version: assumed(text()),
  three_ds_ds_trans_id: assumed(text()),
  total_refunded: assumed(SignedCents()),
  fulfillment_status: assumed(OneOf(['unfulfilled', 'fulfilled'])),
  error_code: assumed(text()),
  error_message: assumed(text()),
  decline_code: assumed(text()),
  category: assumed(nullable(OneOf(declineCategories))),
  settled_at: instant(),
  voided_at: instant(),
  failed_at: instant(),
  disputed_at: instant(),
  sdk: about(assumed(text()), '`X-Service-SDK` of the client that paid; null where none told.'),
  metadata: ExtendedMetadata(),
  /** The other subscriptions that this payment began, where there are several. */
  further_subscription_ids: internal(T.Optional(T.Array(T.String()))),
  /** Cents of a settled charge that are still pending; left out where none will come from there to be available. */
  unavailable: internal(T.Optional(T.Integer({ minimum: 0 }))),
});
export type Transaction = Readonly<T.Static<typeof TransactionModel>>;

export const transactions = collection('transaction', {
  model: TransactionModel,
  lifecycle: transactionLifecycle,
  prefix: 'txn',
  indexes: [['customer_id'], ['subscription_id'], ['customer_id', 'subscription_id']],
});
