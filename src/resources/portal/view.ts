import type { Context } from '../../engine/context.ts';
import { may } from '../../engine/lifecycle.ts';
import { about, Cents, Flag, Integer, nullable, OneOf, SignedCents, T, Timestamp } from '../../engine/schema.ts';
import { hasExpired } from '../../simulation/read-card.ts';
import { brandOf } from '../account/brand.ts';
import { blocksOn } from '../block/shown.ts';
import { Brand } from '../common/card.ts';
import { Currency, IdOf, Last4 } from '../common/fields.ts';
import { fullName } from '../customer/actions.ts';
import type { Customer } from '../customer/model.ts';
import { invoicePath } from '../invoice/mail.ts';
import { type Invoice, invoices } from '../invoice/model.ts';
import { type PaymentMethod, paymentMethods } from '../payment-method/model.ts';
import { nameOf } from '../product/actions.ts';
import { intervals, products } from '../product/model.ts';
import { delayUntil, isPaidFor, nextChargeOf } from '../subscription/billing.ts';
import { subscriptionLifecycle } from '../subscription/lifecycle.ts';
import { type Subscription, subscriptions } from '../subscription/model.ts';
import { VaultConfigModel, vaultConfigOf } from '../token/vault.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { portalPath } from './actions.ts';

/** How many payments a page of the portal has. */
const paymentsAtOnce = 10;
/** How many of the other kinds are shown, the newest ones. */
const mostShown = 50;
/** How many subscriptions that have ended are still shown. */
const mostEnded = 5;

const text = (description: string) => about(T.String(), description);
const textOrNull = (description: string) => about(nullable(T.String()), description);
const instantOrNull = (description: string) => about(nullable(Timestamp()), `${description}, in ISO 8601.`);

const BlockView = T.Object({
  title: text('The heading of the block.'),
  lines: about(T.Array(T.String()), 'What it says, line by line.'),
  link: about(
    nullable(T.Object({ label: text('The words of the link.'), url: text('Where it leads: http or https.') })),
    'Where it leads; null where nowhere.',
  ),
});
const Blocks = (where: string) => about(T.Array(BlockView), `What installed apps have put ${where}, the oldest first.`);

const PaymentView = T.Object({
  id: IdOf('transaction'),
  orderNumber: about(Integer({ minimum: 1 }), 'The number of the order.'),
  status: transactionLifecycle.status,
  amount: about(Cents(), 'Cents that were paid, or tried.'),
  currency: Currency(),
  totalRefunded: about(SignedCents(), 'Cents of all refunds so far.'),
  description: textOrNull('What was bought; null where an amount was paid.'),
  paidWith: about(
    T.Object({
      type: about(OneOf(['card', 'bank_account']), 'Whether a card or a bank account paid.'),
      brand: textOrNull('The brand of the card; null where a bank account paid.'),
      last4: textOrNull('The last four digits of its number; null where they are not known.'),
    }),
    'What it was paid with.',
  ),
  createdAt: about(Timestamp(), 'When it was made, in ISO 8601.'),
  receiptUrl: textOrNull('The page of the receipt; null where nothing was paid.'),
});
export type PaymentView = T.Static<typeof PaymentView>;

export const SubscriptionView = T.Object({
  id: IdOf('subscription'),
  name: text('What is paid for.'),
  status: subscriptionLifecycle.status,
  amount: about(Cents(), 'Cents of each period.'),
  currency: Currency(),
  interval: about(OneOf(intervals), 'The unit of a period.'),
  intervalCount: about(Integer({ minimum: 1 }), 'How many units a period has.'),
  nextChargeAt: instantOrNull('When the next payment is tried; null where none is to come'),
  endsAt: instantOrNull('When it ends, where it was cancelled to the end of the period; else null'),
  endedAt: instantOrNull('When it ended; null until then'),
  cancelsAtOnce: about(Flag(), 'Whether cancelling ends it at once, because no period that is paid is running.'),
  paymentMethodId: IdOf('saved instrument that is charged'),
  blocks: Blocks('at the subscription'),
});
export type SubscriptionView = T.Static<typeof SubscriptionView>;

export const MethodView = T.Object({
  id: IdOf('payment method'),
  type: about(OneOf(['card', 'bank_account']), 'Which of the two it is.'),
  card: about(
    nullable(
      T.Object({
        brand: Brand(),
        last4: Last4('card number'),
        expMonth: text('The month of expiry, two digits.'),
        expYear: text('The year of expiry, four digits.'),
        expired: about(Flag(), 'Whether its last day has passed, by the emulated clock.'),
      }),
    ),
    'What is kept of the card; null of a bank account.',
  ),
  bankAccount: about(
    nullable(T.Object({ bankName: text('The name of the bank.'), last4: Last4('account number') })),
    'What is kept of the bank account; null of a card.',
  ),
  paysFor: about(T.Array(T.String()), 'The names of the subscriptions that it pays for: while there are any it stays.'),
});
export type MethodView = T.Static<typeof MethodView>;

const InvoiceView = T.Object({
  id: IdOf('invoice'),
  number: text('Its number, such as INV-0001.'),
  status: about(OneOf(['sent', 'viewed', 'processing', 'paid', 'void']), 'The state that the invoice is in.'),
  amount: about(Cents(), 'Cents to pay.'),
  currency: Currency(),
  dueDate: instantOrNull('When it is to be paid at the latest; null where nobody said'),
  overdue: about(Flag(), 'Whether that has passed and nothing was paid.'),
  url: text('The page that shows it, where it is paid too.'),
});
export type InvoiceView = T.Static<typeof InvoiceView>;

/** What a customer sees on their own page. */
export const PortalView = T.Object({
  slug: text("The last part of the page's address."),
  sandbox: about(Flag(), 'Whether no real money moves: it is of test mode.'),
  workspaceId: IdOf('workspace'),
  vaultConfig: about(VaultConfigModel, 'The vault that numbers are posted to.'),
  brand: about(
    T.Object({
      name: text("The merchant's name."),
      logoUrl: textOrNull('The address of the logo; null where there is none.'),
      color: text('A CSS colour such as #4f46e5.'),
    }),
    'How the merchant looks.',
  ),
  customer: about(
    T.Object({
      email: text('The e-mail address.'),
      name: textOrNull('The whole name; null where it is not known.'),
    }),
    'Whose portal it is.',
  ),
  subscriptions: about(
    T.Array(SubscriptionView),
    `Those that run, newest first, at most ${mostShown}, and the last ${mostEnded} that have ended.`,
  ),
  paymentMethods: about(T.Array(MethodView), `What is saved, newest first, at most ${mostShown}.`),
  invoices: about(T.Array(InvoiceView), `Invoices that were sent, newest first, at most ${mostShown}.`),
  payments: about(T.Array(PaymentView), `A page of ${paymentsAtOnce} payments, newest first.`),
  hasMorePayments: about(Flag(), 'Whether there are more after the last one of this page.'),
  blocks: Blocks('at the customer'),
});
export type PortalView = T.Static<typeof PortalView>;

/**
 * A customer's portal as it is now.
 * @param paymentsAfter the id of the last payment of the page before
 * @throws 400 `parameter_invalid` where `paymentsAfter` names no payment
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
    customer: { email: customer.email, name: fullName(customer) },
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

/** Whether money of a payment was taken, so that there is a receipt. */
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
    createdAt: created_at,
    receiptUrl: isPaid(transaction) ? `${ctx.origin}${receiptPath(slug, transaction)}` : null,
  };
}

const nameOfSubscription = (ctx: Context, { product_id, variant_id = null }: Subscription): string =>
  nameOf(ctx.get(products, product_id), variant_id);

/** @param subscription what cancelling it does follows from its state, as in `cancelSubscription` */
export function viewSubscription(ctx: Context, subscription: Subscription): SubscriptionView {
  const { id, status, amount, currency, interval, interval_count, cancel_at, cancelled_at } = subscription;
  return {
    id,
    name: nameOfSubscription(ctx, subscription),
    status,
    amount,
    currency,
    interval,
    intervalCount: interval_count,
    nextChargeAt: nextChargeOf(ctx, subscription),
    endsAt: may(subscriptionLifecycle, subscription, 'keep') ? cancel_at : null,
    endedAt: cancelled_at,
    cancelsAtOnce: !isPaidFor(ctx, subscription),
    paymentMethodId: subscription.payment_method_id,
    blocks: blocksOn(ctx, 'subscription', id),
  };
}

/** @param running the subscriptions of its customer that may be charged to it */
export function viewMethod(ctx: Context, method: PaymentMethod, running: readonly Subscription[]): MethodView {
  const { id, type, card, bank_account } = method;
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
    paysFor: running.filter((each) => each.payment_method_id === id).map((each) => nameOfSubscription(ctx, each)),
  };
}

function viewInvoice(ctx: Context, invoice: Invoice): InvoiceView {
  const { id, number, status, amount, currency, due_date } = invoice;
  if (status === 'draft') throw new Error(`The draft ${id} is nobody's to see.`);
  const isOpen = status === 'sent' || status === 'viewed';
  return {
    id,
    number,
    status,
    amount,
    currency,
    dueDate: due_date,
    overdue: isOpen && due_date !== null && delayUntil(ctx, due_date) < 0,
    url: `${ctx.origin}${invoicePath(invoice)}`,
  };
}
