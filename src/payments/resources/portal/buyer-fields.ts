import { about, Flag, Integer, nullable, OneOf, T, Timestamp } from '../../../core/kernel/declare/schema.ts';
import { Cents, SignedCents } from '../../platform/fields.ts';
import { declineCategories } from '../../platform/outcome-rules.ts';
import { Brand } from '../common/card.ts';
import { Currency, IdOf, Last4 } from '../common/fields.ts';
import { intervals } from '../product/model.ts';
import { subscriptionLifecycle } from '../subscription/lifecycle.ts';
import { VaultConfigModel } from '../token/vault.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';

/** The number of payments on one page of the portal. */
export const paymentsAtOnce = 10;
/** The maximum number of other objects of each type that the portal shows, newest first. */
export const mostShown = 50;
/** The maximum number of ended subscriptions that the portal still shows. */
export const mostEnded = 5;

const text = (description: string) => about(T.String(), description);
const textOrNull = (description: string) => about(nullable(T.String()), description);
const instantOrNull = (description: string) => about(nullable(Timestamp()), `${description}, in ISO 8601.`);

const BlockView = T.Object({
  title: text('The block heading.'),
  lines: about(T.Array(T.String()), 'The lines of text in the block.'),
  link: about(
    nullable(T.Object({ label: text('The label of the link.'), url: text('The http or https URL of the link.') })),
    'The link in the block; null if there is none.',
  ),
});
const Blocks = (where: string) => about(T.Array(BlockView), `Blocks from installed apps ${where}, oldest first.`);

/** The reasons why a payment failed, as the buyer sees them. */
const paymentFailures = [...declineCategories, 'not_authorized', 'returned'] as const;
export type PaymentFailure = (typeof paymentFailures)[number];

export const PaymentView = T.Object({
  id: IdOf('transaction'),
  orderNumber: about(Integer({ minimum: 1 }), 'The order number that the customer sees, such as 1042.'),
  status: transactionLifecycle.status,
  amount: about(Cents(), 'The amount paid or attempted, in cents.'),
  currency: Currency(),
  totalRefunded: about(SignedCents(), 'The total refunded amount so far, in cents.'),
  description: textOrNull('The purchased products; null if the payment specifies only an amount.'),
  paidWith: about(
    T.Object({
      type: about(OneOf(['card', 'bank_account']), 'Whether the payment was made with a card or a bank account.'),
      brand: textOrNull('Card brand, such as visa; null for a bank account.'),
      last4: textOrNull('The last four digits of the card or account number; null if they are unknown.'),
    }),
    'The instrument used for the payment.',
  ),
  failure: about(
    nullable(OneOf(paymentFailures)),
    'Why the payment failed: a decline category, returned (by the bank) or not_authorized; null if the payment did not fail.',
  ),
  createdAt: about(Timestamp(), 'When the payment was created (ISO 8601).'),
  receiptUrl: textOrNull('The URL of the receipt page; null if there was no payment.'),
});
export type PaymentView = T.Static<typeof PaymentView>;

export const SubscriptionView = T.Object({
  id: IdOf('subscription'),
  name: text('The product or variant name.'),
  status: subscriptionLifecycle.status,
  amount: about(Cents(), 'The amount charged for each period, in cents.'),
  currency: Currency(),
  interval: about(OneOf(intervals), 'The unit of the billing period, such as month.'),
  intervalCount: about(Integer({ minimum: 1 }), 'The number of units in a billing period.'),
  since: about(Timestamp(), 'When the subscription started or will start (ISO 8601).'),
  missed: about(
    nullable(OneOf(paymentFailures)),
    'Why the last payment failed, with the same values as for payments; null if no payment is overdue.',
  ),
  nextChargeAt: instantOrNull('The time of the next payment attempt (null if there is none)'),
  endsAt: instantOrNull('When the subscription ends if a cancellation is pending (otherwise null)'),
  endedAt: instantOrNull('When the subscription ended (null until then)'),
  cancelsAtOnce: about(
    Flag(),
    'Whether cancelling ends the subscription immediately because there is no current paid period.',
  ),
  paymentMethodId: IdOf('saved instrument to charge'),
  blocks: Blocks('for the subscription'),
});
export type SubscriptionView = T.Static<typeof SubscriptionView>;

export const MethodView = T.Object({
  id: IdOf('payment method'),
  type: about(OneOf(['card', 'bank_account']), 'The instrument type: card or bank_account.'),
  card: about(
    nullable(
      T.Object({
        brand: Brand(),
        last4: Last4('card number'),
        expMonth: text('Two-digit expiration month.'),
        expYear: text('Four-digit expiration year.'),
        expired: about(Flag(), 'Whether the card has expired according to the emulated clock.'),
      }),
    ),
    'The stored card details; null for a bank account.',
  ),
  bankAccount: about(
    nullable(T.Object({ bankName: text('The name of the bank.'), last4: Last4('account number') })),
    'The stored bank account details; null for a card.',
  ),
  savedAt: about(Timestamp(), 'When the instrument was saved (ISO 8601).'),
  savedWithOrder: about(
    nullable(Integer({ minimum: 1 })),
    'The number of the order in which the instrument was saved; null if there is none.',
  ),
  paysFor: about(
    T.Array(T.String()),
    'The names of the subscriptions that the instrument pays for. The instrument cannot be removed while this list is not empty.',
  ),
});
export type MethodView = T.Static<typeof MethodView>;

export const InvoiceView = T.Object({
  id: IdOf('invoice'),
  number: text('The invoice number, such as INV-0001.'),
  status: about(OneOf(['sent', 'viewed', 'processing', 'paid', 'void']), 'The status of the invoice.'),
  amount: about(Cents(), 'The amount to pay, in cents.'),
  currency: Currency(),
  dueDate: instantOrNull('The due date (null if there is none)'),
  paidAt: instantOrNull('When the invoice was paid (null if it is unpaid)'),
  overdue: about(Flag(), 'Whether the due date has passed and the invoice is unpaid.'),
  url: text('The URL of the page where the customer views and pays the invoice.'),
});
export type InvoiceView = T.Static<typeof InvoiceView>;

export const CustomerView = T.Object({
  email: text('The email address.'),
  name: textOrNull('The full name; null if it is unknown.'),
  firstName: textOrNull('The first name; null if it is unknown.'),
  lastName: textOrNull('The last name; null if it is unknown.'),
  phone: textOrNull('The phone number; null if it is unknown.'),
  shippingAddress: about(
    nullable(
      T.Object({
        address1: textOrNull('Street and number.'),
        address2: textOrNull('Additional address line.'),
        city: textOrNull("The city's name."),
        state: textOrNull('State or region.'),
        postalCode: textOrNull('ZIP or postal code.'),
        country: textOrNull('ISO 3166-1 alpha-2 country code.'),
      }),
    ),
    'The shipping address; null if there is none.',
  ),
});
export type CustomerView = T.Static<typeof CustomerView>;

/** The content of a customer's portal page. */
export const PortalView = T.Object({
  slug: text('The slug: the last segment of the page URL.'),
  sandbox: about(Flag(), 'Whether the portal belongs to test mode, in which no real money moves.'),
  workspaceId: IdOf('workspace'),
  vaultConfig: about(VaultConfigModel, 'The vault that receives the card and account numbers.'),
  brand: about(
    T.Object({
      name: text("The merchant's name."),
      logoUrl: textOrNull('Logo URL; null if there is none.'),
      color: text('A CSS color, such as #4f46e5.'),
    }),
    "The merchant's branding.",
  ),
  returnUrl: textOrNull('The URL of the link to the shop; null if there is none.'),
  customer: about(CustomerView, 'The customer who uses the portal.'),
  subscriptions: about(
    T.Array(SubscriptionView),
    `Up to ${mostShown} running subscriptions, newest first, and the last ${mostEnded} ended subscriptions.`,
  ),
  paymentMethods: about(T.Array(MethodView), `Up to ${mostShown} saved payment methods, newest first.`),
  invoices: about(T.Array(InvoiceView), `Up to ${mostShown} sent invoices, newest first.`),
  payments: about(T.Array(PaymentView), `A page of up to ${paymentsAtOnce} payments, newest first.`),
  hasMorePayments: about(Flag(), 'Whether there are more payments after this page.'),
  blocks: Blocks('for the customer'),
});
export type PortalView = T.Static<typeof PortalView>;
