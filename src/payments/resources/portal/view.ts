import type { Context } from '../../../core/kernel/context.ts';
import { may } from '../../../core/kernel/declare/lifecycle.ts';
import { callersOrigin } from '../../platform/surroundings.ts';
import { hasExpired } from '../../simulation/read-card.ts';
import { brandOf } from '../account/brand.ts';
import { blocksOn } from '../block/carriers.ts';
import { isKnown, shippingOf } from '../common/postal.ts';
import { fullName } from '../customer/actions.ts';
import type { Customer } from '../customer/model.ts';
import { invoicePath } from '../invoice/mail.ts';
import { type Invoice, invoices } from '../invoice/model.ts';
import { type PaymentMethod, paymentMethods } from '../payment-method/model.ts';
import { nameOf } from '../product/actions.ts';
import { products } from '../product/model.ts';
import { delayUntil, isPaidFor, nextChargeOf } from '../subscription/billing.ts';
import { subscriptionLifecycle } from '../subscription/lifecycle.ts';
import { type Subscription, subscriptions } from '../subscription/model.ts';
import { vaultConfigOf } from '../token/vault.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { portalNamed, portalPath } from './actions.ts';

import {
  type CustomerView,
  type InvoiceView,
  type MethodView,
  mostEnded,
  mostShown,
  type PaymentFailure,
  type PaymentView,
  type PortalView,
  paymentsAtOnce,
  type SubscriptionView,
} from './buyer-fields.ts';

/**
 * Returns the current content of a customer's portal.
 * @param paymentsAfter the id of the last payment on the previous page
 * @throws 400 `parameter_invalid` if `paymentsAfter` is not the id of a payment
 */
export function viewPortal(ctx: Context, slug: string, customer: Customer, paymentsAfter?: string): PortalView {
  const { name, logo_url, color } = brandOf(ctx);
  const of = { customer_id: [customer.id] };
  const paid = ctx.page(transactions, { limit: paymentsAtOnce, starting_after: paymentsAfter }, of);
  const running = newest(ctx.of(subscriptions).newestFirst({ ...of, status: runningStatuses }), mostShown);
  const ended = newest(ctx.of(subscriptions).newestFirst({ ...of, status: ['cancelled'] }), mostEnded);
  const sent = ctx.of(invoices).newestFirst({ ...of, status: sentStatuses });
  return {
    slug,
    sandbox: !ctx.livemode,
    workspaceId: ctx.workspace.id,
    vaultConfig: vaultConfigOf(ctx),
    brand: { name, logoUrl: logo_url, color },
    returnUrl: portalNamed(ctx, slug).return_url ?? null,
    customer: viewCustomer(customer),
    subscriptions: [...running, ...ended].map((each) => viewSubscription(ctx, each)),
    paymentMethods: newest(ctx.of(paymentMethods).newestFirst(of), mostShown).map((each) =>
      viewMethod(ctx, each, running),
    ),
    invoices: newest(sent, mostShown).map((each) => viewInvoice(ctx, each)),
    payments: paid.data.map((each) => viewPayment(ctx, slug, each)),
    hasMorePayments: paid.has_more,
    blocks: blocksOn(ctx, 'customer', customer.id),
  };
}

/** Returns the customer's own data. */
export function viewCustomer(customer: Customer): CustomerView {
  return {
    email: customer.email,
    name: fullName(customer),
    firstName: customer.first_name,
    lastName: customer.last_name,
    phone: customer.phone,
    shippingAddress: isKnown(shippingOf(customer))
      ? {
          address1: customer.shipping_address_1,
          address2: customer.shipping_address_2,
          city: customer.shipping_city,
          state: customer.shipping_state,
          postalCode: customer.shipping_postal_code,
          country: customer.shipping_country,
        }
      : null,
  };
}

const runningStatuses = ['active', 'scheduled', 'paused', 'past_due'] as const;
const sentStatuses = ['sent', 'viewed', 'processing', 'paid', 'void'] as const;

function newest<R>(records: Iterable<R>, most: number): R[] {
  const found: R[] = [];
  for (const record of records) {
    if (found.length === most) break;
    found.push(record);
  }
  return found;
}

/** Returns whether a payment took money and therefore has a receipt. */
export const isPaid = ({ status }: Pick<Transaction, 'status'>): boolean => status !== 'failed' && status !== 'voided';

export const receiptPath = (slug: string, { id }: Pick<Transaction, 'id'>): string =>
  `${portalPath({ slug })}/receipts/${id}`;

function viewPayment(ctx: Context, slug: string, transaction: Transaction): PaymentView {
  const { id, order_number, status, amount, currency, total_refunded, line_items, created_at } = transaction;
  const { rail, card_brand, card_last_four, bank_last_four } = transaction;
  return {
    id,
    orderNumber: order_number,
    status,
    amount,
    currency,
    totalRefunded: total_refunded,
    description: line_items.length === 0 ? null : line_items.map(({ name }) => name).join(', '),
    paidWith:
      rail === 'card'
        ? { type: 'card', brand: card_brand, last4: card_last_four }
        : { type: 'bank_account', brand: null, last4: bank_last_four },
    failure: failureOf(transaction),
    createdAt: created_at,
    receiptUrl: isPaid(transaction) ? `${callersOrigin(ctx)}${receiptPath(slug, transaction)}` : null,
  };
}

/**
 * The failures by error code. When the network rejects a pending payment, it sends a code without a category, such as
 * M021 if the buyer declines at the bank.
 */
const failuresByCode: Readonly<Record<string, PaymentFailure>> = {
  D021: 'insufficient_funds',
  M021: 'not_authorized',
};

function failureOf({ status, category, error_code, rail }: Transaction): PaymentFailure | null {
  if (status !== 'failed') return null;
  return category ?? failuresByCode[error_code ?? ''] ?? (rail === 'ach' ? 'returned' : 'declined');
}

const nameOfSubscription = (ctx: Context, { product_id, variant_id = null }: Subscription): string =>
  nameOf(ctx.get(products, product_id), variant_id);

/**
 * Returns a subscription as the portal shows it.
 * @param subscription its state determines the effect of a cancellation, as in `cancelSubscription`
 */
export function viewSubscription(ctx: Context, subscription: Subscription): SubscriptionView {
  const { id, status, amount, currency, interval, interval_count, start_date, cancel_at, cancelled_at } = subscription;
  return {
    id,
    name: nameOfSubscription(ctx, subscription),
    status,
    amount,
    currency,
    interval,
    intervalCount: interval_count,
    since: start_date,
    missed: missedOf(ctx, subscription),
    nextChargeAt: nextChargeOf(ctx, subscription),
    endsAt: may(subscriptionLifecycle, subscription, 'keep') ? cancel_at : null,
    endedAt: cancelled_at,
    cancelsAtOnce: !isPaidFor(ctx, subscription),
    paymentMethodId: subscription.payment_method_id,
    blocks: blocksOn(ctx, 'subscription', id),
  };
}

function missedOf(ctx: Context, { status, latest_transaction_id }: Subscription): PaymentFailure | null {
  const last = latest_transaction_id === null ? undefined : ctx.find(transactions, latest_transaction_id);
  return status !== 'past_due' || last === undefined ? null : failureOf(last);
}

/**
 * Returns a saved instrument as the portal shows it.
 * @param running the customer's subscriptions that can be charged to the instrument
 */
export function viewMethod(ctx: Context, method: PaymentMethod, running: readonly Subscription[]): MethodView {
  const { id, type, card, bank_account, created_at, saved_with } = method;
  return {
    id,
    type,
    card:
      card === null
        ? null
        : {
            brand: card.brand,
            last4: card.last4,
            expMonth: card.exp_month,
            expYear: card.exp_year,
            expired: hasExpired(card, ctx.at),
          },
    bankAccount: bank_account === null ? null : { bankName: bank_account.bank_name, last4: bank_account.last4 },
    savedAt: created_at,
    savedWithOrder: (saved_with === undefined ? null : ctx.find(transactions, saved_with)?.order_number) ?? null,
    paysFor: running.filter((each) => each.payment_method_id === id).map((each) => nameOfSubscription(ctx, each)),
  };
}

function viewInvoice(ctx: Context, invoice: Invoice): InvoiceView {
  const { id, number, status, amount, currency, due_date, paid_at } = invoice;
  if (status === 'draft') throw new Error(`The draft invoice ${id} must not be shown to a customer.`);
  const isOpen = status === 'sent' || status === 'viewed';
  return {
    id,
    number,
    status,
    amount,
    currency,
    dueDate: due_date,
    paidAt: paid_at,
    overdue: isOpen && due_date !== null && delayUntil(ctx, due_date) < 0,
    url: `${callersOrigin(ctx)}${invoicePath(invoice)}`,
  };
}
