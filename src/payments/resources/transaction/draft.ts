import type { Context } from '../../../core/kernel/context.ts';
import type { NotedMetadata } from '../../platform/fields.ts';
import type { GatewayKind } from '../../platform/settings.ts';
import { type Address, wholeBilling } from '../common/address.ts';
import type { Card } from '../common/card.ts';
import type { ChargeFields, ThreeDsProof } from '../common/spending.ts';
import { fullName } from '../customer/actions.ts';
import type { Customer } from '../customer/model.ts';
import type { BankAccount } from '../payment-method/model.ts';
import { type Instrument, railOf } from './instrument.ts';
import { type Transaction, transactions } from './model.ts';

const none: readonly string[] = [];

/** A payment before it is made: its purpose, its payer and its instrument. */
export interface TransactionDraft
  extends Partial<
    Pick<
      Transaction,
      | 'payment_link_id'
      | 'checkout_session_id'
      | 'invoice_id'
      | 'subscription_id'
      | 'source'
      | 'line_items'
      | 'wallet_type'
      | 'wallet_eci'
      | 'wallet_cryptogram_present'
      | 'sdk'
    >
  > {
  /** The amount in cents. */
  readonly amount: number;
  readonly currency: string;
  readonly processorType: Transaction['processorType'];
  readonly rail: Transaction['rail'];
  readonly reference_id: string | null;
  readonly customer_id: string | null;
  readonly payment_method_id: string | null;
  readonly buyer_name: string | null;
  readonly email: string | null;
  readonly billing: Address<'billing'>;
  readonly shipping: Address<'shipping'> | null;
  readonly card_last_four: string | null;
  readonly card_brand: string | null;
  readonly bank_last_four: string | null;
  readonly account_fingerprint?: string;
  /** A card that is saved for the customer if the charge is approved. */
  readonly new_card?: { readonly card: Card; readonly behaviour: string | null } | null;
  /** The ids of the subscriptions that start if the charge is accepted. */
  readonly begins?: readonly string[];
  /** A bank account that is saved for the customer if the charge is approved. */
  readonly new_bank_account?: BankAccount | null;
  /** The 3-D Secure result of the card, stored with a charge whose outcome is unknown. */
  readonly three_ds?: ThreeDsProof | null;
  readonly metadata: NotedMetadata;
}

/** The purpose of a payment: the price before discounts, and the object that is paid for. */
export type Bill = Pick<
  TransactionDraft,
  | 'amount'
  | 'currency'
  | 'line_items'
  | 'checkout_session_id'
  | 'payment_link_id'
  | 'invoice_id'
  | 'subscription_id'
  | 'source'
  | 'begins'
  | 'metadata'
>;

/**
 * A charge: its payer, its instrument and its purpose. For most charges, `findInstrument` returns the first two
 * fields.
 */
export interface Charge {
  readonly instrument: Instrument;
  readonly customer: Customer | null;
  readonly bill: Bill;
  /** The payer's fields on the transaction; default: the fields of the customer. */
  readonly payer?: Pick<TransactionDraft, 'buyer_name' | 'email' | 'billing' | 'shipping'>;
  /** The gateway; default: the workspace's gateway, or the gateway that smart routing chooses. */
  readonly gateway?: GatewayKind;
  /** Whether the charge is an instant bank debit. */
  readonly instant?: boolean;
  /**
   * Whether a charged card is saved for the customer if it is not saved yet. For a wallet, the `reusable` field
   * decides instead.
   */
  readonly savesCard?: boolean;
  /** The request fields that identify the items to spend; absent if only the instrument and stock can be spent. */
  readonly given?: ChargeFields;
  /** The slug of the checkout page on which the buyer pays; absent if there is no page. */
  readonly slug?: string;
  /** The request that the reference belongs to; absent if no request can be repeated with it. */
  readonly body?: { readonly reference_id?: string };
  /** The `X-Service-SDK` header of the client. */
  readonly sdk?: string | null;
  /**
   * The id of the operation on whose behalf a job or a trigger charges. A running operation always charges under its
   * own id.
   */
  readonly onBehalfOf?: string;
}

/** Builds the draft of a payment from a charge and a gateway. */
export function draftOf(
  { instrument, customer, bill, payer, ...asked }: Charge,
  gateway: GatewayKind,
): TransactionDraft {
  const { card, bank_account, payment_method_id, wallet, behaviour } = instrument;
  const isNew = payment_method_id === null;
  const { begins = none } = bill;
  return {
    amount: bill.amount,
    currency: bill.currency,
    line_items: bill.line_items,
    checkout_session_id: bill.checkout_session_id,
    payment_link_id: bill.payment_link_id,
    invoice_id: bill.invoice_id,
    subscription_id: bill.subscription_id,
    source: bill.source,
    begins,
    metadata: bill.metadata,
    processorType: gateway,
    rail: railOf(instrument),
    reference_id: asked.body?.reference_id ?? null,
    customer_id: customer?.id ?? null,
    payment_method_id,
    buyer_name: payer === undefined ? customer && fullName(customer) : payer.buyer_name,
    email: payer === undefined ? (customer?.email ?? null) : payer.email,
    billing: payer?.billing ?? wholeBilling({}, customer),
    shipping: payer?.shipping ?? null,
    card_last_four: card?.last4 ?? null,
    card_brand: card?.brand ?? null,
    bank_last_four: bank_account?.last4 ?? null,
    account_fingerprint: instrument.account_fingerprint,
    wallet_type: wallet?.type,
    wallet_eci: wallet?.eci,
    wallet_cryptogram_present: wallet?.cryptogram,
    new_card: isNew && card !== null && (wallet?.reusable ?? asked.savesCard) ? { card, behaviour } : null,
    new_bank_account: isNew && begins.length > 0 ? bank_account : null,
    sdk: asked.sdk,
  };
}

/**
 * The amount that is finally paid. It is not part of the draft, because copying an object with so many fields is
 * slow.
 */
export type PaymentTotals = Pick<TransactionDraft, 'amount' | 'currency' | 'three_ds'>;

/** The reasons why a charge failed, in the fields of the failed transaction. */
export type Failure = Pick<Transaction, 'error_code' | 'error_message' | 'decline_code' | 'category'>;

/**
 * Builds a new transaction. Its opening move sets its status. The fields are written one by one, because spreading so
 * many fields is slow.
 */
export function newTransaction(
  ctx: Context,
  draft: TransactionDraft,
  { amount, currency, three_ds = null }: PaymentTotals,
  failure: Failure | null,
): Omit<Transaction, 'status'> {
  const { billing, shipping } = draft;
  const begins = failure === null ? (draft.begins ?? none) : none;
  const transaction: Omit<Transaction, 'status'> & { status: Transaction['status'] | null } = {
    id: ctx.newId(transactions.prefix),
    object: 'transaction',
    livemode: ctx.livemode,
    created_at: ctx.at,
    updated_at: ctx.at,
    status: null,
    amount,
    currency,
    // Transactions are never removed, so their count is the number of the last order.
    order_number: ctx.of(transactions).size + 1,
    customer_id: draft.customer_id,
    payment_method_id: draft.payment_method_id,
    payment_link_id: draft.payment_link_id ?? null,
    checkout_session_id: draft.checkout_session_id ?? null,
    invoice_id: draft.invoice_id ?? null,
    subscription_id: draft.subscription_id ?? begins[0] ?? null,
    source: draft.source ?? 'api',
    reference_id: draft.reference_id,
    processorType: draft.processorType,
    rail: draft.rail,
    line_items: draft.line_items ?? [],
    buyer_name: draft.buyer_name,
    email: draft.email,
    billing_address_1: billing.billing_address_1,
    billing_address_2: billing.billing_address_2,
    billing_city: billing.billing_city,
    billing_state: billing.billing_state,
    billing_postal_code: billing.billing_postal_code,
    billing_country: billing.billing_country,
    shipping_address_1: shipping?.shipping_address_1 ?? null,
    shipping_address_2: shipping?.shipping_address_2 ?? null,
    shipping_city: shipping?.shipping_city ?? null,
    shipping_state: shipping?.shipping_state ?? null,
    shipping_postal_code: shipping?.shipping_postal_code ?? null,
    shipping_country: shipping?.shipping_country ?? null,
    card_last_four: draft.card_last_four,
    card_brand: draft.card_brand,
    bank_last_four: draft.bank_last_four,
    wallet_type: draft.wallet_type ?? null,
    wallet_eci: draft.wallet_eci ?? null,
    wallet_cryptogram_present: draft.wallet_cryptogram_present ?? null,
    three_ds_status: three_ds?.status ?? null,
    three_ds_eci: three_ds?.eci ?? null,
    three_ds_cavv_present: three_ds?.cavv_present ?? null,
    three_ds_xid: three_ds?.xid ?? null,
    three_ds_version: three_ds?.version ?? null,
    three_ds_ds_trans_id: three_ds?.ds_trans_id ?? null,
    total_refunded: 0,
    fulfillment_status: 'unfulfilled',
    error_code: failure?.error_code ?? null,
    error_message: failure?.error_message ?? null,
    decline_code: failure?.decline_code ?? null,
    category: failure?.category ?? null,
    settled_at: null,
    voided_at: null,
    failed_at: failure === null ? null : ctx.at,
    disputed_at: null,
    sdk: draft.sdk ?? null,
    metadata: draft.metadata,
  };
  const { account_fingerprint } = draft;
  const made = account_fingerprint === undefined ? transaction : { ...transaction, account_fingerprint };
  return begins.length < 2 ? made : { ...made, further_subscription_ids: begins.slice(1) };
}
