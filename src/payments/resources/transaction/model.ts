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

/**
 * The prefix of subscription ids: a page's payment names the ids of its subscriptions before the subscriptions exist.
 */
export const subscriptionPrefix = 'sub';

const text = () => nullable(T.String());

const isSummed = 'is summed up in the amount of its order: make another order';

export const LineItemModel = T.Object({
  product_id: IdOf('product'),
  variant_id: IdOfAny('variant of it', 'null where it is the product itself'),
  name: about(T.String(), 'What it was called when it was ordered.'),
  quantity: about(fixed(T.Integer(), isSummed), 'How many of it.'),
  unit_amount: about(fixed(Price(), isSummed), 'Cents of one; 0 is free.'),
  amount: about(fixed(Price(), isSummed), 'Cents of all of them.'),
});

/** A payment that came in, or an attempt that failed (specification, "Transaction"). */
export const TransactionModel = T.Object({
  ...baseFields('transaction'),
  status: transactionLifecycle.status,
  amount: about(Cents(), 'Cents that were paid, or tried.'),
  currency: Currency(),
  order_number: about(
    fixed(Integer({ minimum: 1 }), isCounted),
    'The number of the order, counted from 1 per workspace and mode.',
  ),
  customer_id: IdOfAny('customer'),
  payment_method_id: assumed(IdOfAny('saved instrument that paid', 'null where none did')),
  payment_link_id: assumed(IdOfAny('payment link that it was paid on')),
  checkout_session_id: assumed(IdOfAny('checkout session that it was paid on')),
  invoice_id: assumed(IdOfAny('invoice that it paid')),
  subscription_id: assumed(IdOfAny('subscription that it paid for')),
  source: about(
    assumed(OneOf(sources)),
    'Where the payment began: api for a session or a direct charge, dashboard for a link.',
  ),
  reference_id: assumed(ReferenceId()),
  processorType: about(
    fixed(OneOf(gatewayKinds), 'decides how the charge settles: make another one'),
    'The gateway that took the charge.',
  ),
  rail: about(
    fixed(OneOf(rails), 'was chosen when its settlement was booked'),
    'Whether a card or a bank account paid.',
  ),
  line_items: about(assumed(T.Array(LineItemModel)), 'What was bought; empty where an amount was charged.'),
  buyer_name: about(assumed(text()), "The buyer's name; null where it is not known."),
  email: about(assumed(text()), "The buyer's e-mail address; null where it is not known."),
  ...billingFields(),
  ...shippingFields(),
  card_last_four: about(assumed(text()), 'The last four digits of the card; null where a bank account paid.'),
  card_brand: about(assumed(text()), 'The brand of the card; null where a bank account paid.'),
  bank_last_four: about(assumed(text()), 'The last four digits of the account number; null where a card paid.'),
  wallet_type: about(nullable(OneOf(['wallet_a', 'wallet_b'])), 'The wallet that paid; null where none did.'),
  wallet_eci: about(text(), 'The electronic commerce indicator of a device token; null elsewhere.'),
  wallet_cryptogram_present: about(
    assumed(nullable(T.Boolean())),
    'Whether a device token came with a cryptogram; null where no wallet paid.',
  ),
  three_ds_status: about(assumed(text()), 'The status of the 3-D Secure result; null without one.'),
  three_ds_eci: about(assumed(text()), 'The electronic commerce indicator of the result; null without one.'),
  three_ds_cavv_present: about(
    assumed(nullable(T.Boolean())),
    'Whether the issuer gave a value; null without a result.',
  ),
  three_ds_xid: about(assumed(text()), 'The transaction identifier of the result; null without one.'),
  three_ds_version: about(assumed(text()), 'The version of the 3-D Secure protocol; null without a result.'),
  three_ds_ds_trans_id: about(assumed(text()), "The directory server's id of the result; null without one."),
  total_refunded: about(
    assumed(
      fixed(
        SignedCents(),
        'is the sum of its refunds: npx payments-emulator trigger payment.refunded --id ID --amount CENTS',
      ),
    ),
    'Cents of all refunds so far.',
  ),
  fulfillment_status: about(
    assumed(fixed(OneOf(['unfulfilled', 'fulfilled']), 'follows from its fulfillment: POST /api/v1/fulfillments')),
    'Whether its order was sent.',
  ),
  error_code: about(assumed(text()), 'The code of the failure; null where it did not fail.'),
  error_message: about(assumed(text()), 'The failure in words; null where it did not fail.'),
  decline_code: about(assumed(text()), "The gateway's own code, verbatim; null where it gave none."),
  category: about(assumed(nullable(OneOf(declineCategories))), 'What kind of decline it was; null where it was none.'),
  settled_at: instantWhen('it settled'),
  voided_at: instantWhen('it was voided'),
  failed_at: instantWhen('it failed'),
  disputed_at: instantWhen('it was disputed'),
  sdk: about(assumed(text()), '`X-Service-SDK` of the client that paid; null where none told.'),
  metadata: ExtendedMetadata(),
  /** The fingerprint of the bank account that paid (`accountFingerprintOf`); absent if a card paid. */
  account_fingerprint: internal(T.Optional(T.String())),
  /** The other subscriptions that this payment started, if it started several. */
  further_subscription_ids: internal(T.Optional(T.Array(T.String()))),
  /** Cents of a settled charge that are still pending; absent if no pending cents will become available. */
  unavailable: internal(T.Optional(T.Integer({ minimum: 0 }))),
  /** The spending that may be given back; absent if no spending may be. */
  spent: internal(T.Optional(T.Unsafe<SpentParts>({ type: 'object' }))),
  /** The cause of the decline; absent without a decline. */
  decided_by: decidedBy(),
});
export type Transaction = Readonly<T.Static<typeof TransactionModel>>;

/** A transaction in answers. */
export const showTransaction = publicView(TransactionModel);

export const transactions = collection('transaction', {
  model: TransactionModel,
  lifecycle: transactionLifecycle,
  prefix: 'txn',
  indexes: [['customer_id'], ['subscription_id'], ['customer_id', 'subscription_id']],
});
