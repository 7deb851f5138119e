import type { Context } from '../../../core/kernel/context.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import type { MetadataValues, NotedMetadata } from '../../platform/fields.ts';
import { type AddressInput, wholeBilling, wholeShipping } from '../common/address.ts';
import type { ChargeFields } from '../common/spending.ts';
import { customerByEmail, fullName, upsertCustomer } from '../customer/actions.ts';
import type { Customer } from '../customer/model.ts';
import type { OrderLine } from '../product/model.ts';
import { products } from '../product/model.ts';
import { type ChargeResult, charge } from './charge.ts';
import type { Bill, TransactionDraft } from './draft.ts';
import { gatewayFor, type Instrument, railOf, requireAch, requireDebitPayouts } from './instrument.ts';
import { subscriptionPrefix } from './model.ts';

/** The payer as entered on the page. */
export interface Payer extends AddressInput<'billing'> {
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone?: string | null;
}

/**
 * The metadata that a page adds to a payment: the client and the device, the buyer's answers, and the discount code.
 */
const pageNotes = [
  'client',
  'language',
  'timezoneClient',
  'deviceType',
  'os',
  'screen',
  'customFields',
  'discountCode',
] as const;
export type PageNotes = { [name in (typeof pageNotes)[number]]?: NotedMetadata[string] };

/** Returns the merchant's metadata of a payment, without the metadata that the page added. */
export const merchantMetadata = ({ metadata }: Pick<TransactionDraft, 'metadata'>): MetadataValues =>
  Object.fromEntries(
    Object.entries(metadata).filter(
      (entry): entry is [string, MetadataValues[string]] =>
        !(pageNotes as readonly string[]).includes(entry[0]) && (typeof entry[1] !== 'object' || entry[1] === null),
    ),
  );

/** A payment on the page of a checkout session, a payment link or an invoice. */
export interface PagePayment {
  readonly instrument: Instrument;
  readonly payer: Payer;
  readonly shipping?: AddressInput<'shipping'> | null;
  /** The request fields that identify the items to spend, except the instrument. */
  readonly given?: ChargeFields;
  /** The slug of the page; absent if there is no page. */
  readonly slug?: string;
  /** Whether the payment is an instant bank debit. */
  readonly instant?: boolean;
  /** The metadata that the page adds. */
  readonly notes?: PageNotes;
  /** The `X-Service-SDK` header of the client. */
  readonly sdk?: string | null;
}

/** Returns the recurring products of an order on a page. Each line with such a product starts a subscription. */
export const recurringLines = (ctx: Context, lines: readonly OrderLine[]): readonly OrderLine[] =>
  lines.filter(({ product_id, amount }) => amount > 0 && ctx.find(products, product_id)?.recurring != null);

/**
 * Creates the ids of the subscriptions that a payment of a session or a link starts (specification,
 * `subscription_ids`).
 */
function begunBy(ctx: Context, { checkout_session_id, payment_link_id, line_items = [] }: Bill): readonly string[] {
  if (checkout_session_id == null && payment_link_id == null) return [];
  return recurringLines(ctx, line_items).map(() => ctx.newId(subscriptionPrefix));
}

/**
 * Returns the customer with the payer's email address, or creates one. Input from a page does not change an existing
 * customer.
 */
export const customerOnPage = (ctx: Context, { payer, shipping }: PagePayment): Customer =>
  customerByEmail(ctx, payer.email) ?? upsertCustomer(ctx, { ...payer, ...shipping }).customer;

/**
 * Charges the instrument that was entered on a page. A new card is saved for the customer when the charge is accepted
 * (specification, "Subscriptions": "from a completed checkout").
 * @throws 400 `capability_required` or `parameter_invalid`, and the same errors as `charge`
 */
export function payOnPage(ctx: Context, payment: PagePayment, customer: Customer, bill: Bill): ChargeResult {
  const { instrument, payer, shipping, given, slug, instant, sdk } = payment;
  const { payment_method_id, wallet } = instrument;
  const gateway = gatewayFor(ctx, instrument, { billing_country: payer.billing_country });
  if (gateway === 'debit_payouts') requireDebitPayouts(ctx);
  if (railOf(instrument) === 'ach')
    requireAch(ctx, bill.currency, payment_method_id === null ? 'paymentMethodType' : 'payment_method_id');
  const begins = begunBy(ctx, bill);
  if (begins.length > 0 && wallet?.reusable === false) {
    const what = wallet.type === 'wallet_a' ? 'a wallet_a payment works only once' : 'a device token works only once';
    throw invalid('service_wallet', `The order has recurring charges, but ${what}; pay with a card.`);
  }
  return charge(ctx, {
    instrument,
    customer,
    bill: { ...bill, begins, metadata: { ...bill.metadata, ...payment.notes } },
    payer: {
      buyer_name: fullName(payer) ?? fullName(customer),
      email: payer.email,
      billing: wholeBilling(payer, customer),
      shipping: shipping ? wholeShipping(shipping, null) : null,
    },
    gateway,
    instant,
    savesCard: true,
    given,
    slug,
    sdk,
    onBehalfOf: 'checkout.pay',
  });
}
