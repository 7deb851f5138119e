import { about, Flag, Integer, nullable, OneOf, T, Timestamp } from '../../../core/kernel/declare/schema.ts';
import { Cents, SignedCents } from '../../platform/fields.ts';
import { declineCategories } from '../../platform/outcome-rules.ts';
import { Brand } from '../common/card.ts';
import { Currency, IdOf, Last4 } from '../common/fields.ts';
import { intervals } from '../product/model.ts';
import { subscriptionLifecycle } from '../subscription/lifecycle.ts';
import { VaultConfigModel } from '../token/vault.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';

/** The number of payments on a page of the portal. */
export const paymentsAtOnce = 10;
/** The number of other objects shown of each kind, newest first. */
export const mostShown = 50;
/** The number of ended subscriptions that are still shown. */
export const mostEnded = 5;

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

/** The reasons why a payment failed, for its buyer. */
export const paymentFailures = [...declineCategories, 'not_authorized', 'returned'] as const;
export type PaymentFailure = (typeof paymentFailures)[number];

export const PaymentView = T.Object({
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
  failure: about(
    nullable(OneOf(paymentFailures)),
    'Why nothing was paid: the category of the decline, returned by the bank, or not_authorized; null where it did not fail.',
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
  since: about(Timestamp(), 'When it began, or is to begin, in ISO 8601.'),
  missed: about(
    nullable(OneOf(paymentFailures)),
    'Why its last payment failed, as for payments; null where none is missing.',
  ),
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
  savedAt: about(Timestamp(), 'Since when it is saved, in ISO 8601.'),
  savedWithOrder: about(
    nullable(Integer({ minimum: 1 })),
    'The number of the order that it was entered for; null where it was saved without one.',
  ),
  paysFor: about(T.Array(T.String()), 'The names of the subscriptions that it pays for: while there are any it stays.'),
});
export type MethodView = T.Static<typeof MethodView>;

export const InvoiceView = T.Object({
  id: IdOf('invoice'),
  number: text('Its number, such as INV-0001.'),
  status: about(OneOf(['sent', 'viewed', 'processing', 'paid', 'void']), 'The state that the invoice is in.'),
  amount: about(Cents(), 'Cents to pay.'),
  currency: Currency(),
  dueDate: instantOrNull('When it is to be paid at the latest; null where nobody said'),
  paidAt: instantOrNull('When it was paid; null where it was not'),
  overdue: about(Flag(), 'Whether that has passed and nothing was paid.'),
  url: text('The page that shows it, where it is paid too.'),
});
export type InvoiceView = T.Static<typeof InvoiceView>;

export const CustomerView = T.Object({
  email: text('The e-mail address.'),
  name: textOrNull('The whole name; null where it is not known.'),
  firstName: textOrNull('The given name; null where it is not known.'),
  lastName: textOrNull('The family name; null where it is not known.'),
  phone: textOrNull('The phone number; null where it is not known.'),
  shippingAddress: about(
    nullable(
      T.Object({
        address1: textOrNull('Street and number.'),
        address2: textOrNull('What the address has beside the street.'),
        city: textOrNull("The city's name."),
        state: textOrNull('State or region.'),
        postalCode: textOrNull('ZIP or postal code.'),
        country: textOrNull('An ISO 3166-1 alpha-2 code.'),
      }),
    ),
    'Where orders are sent; null where nobody said.',
  ),
});
export type CustomerView = T.Static<typeof CustomerView>;

/** The content of a customer's own page. */
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
  returnUrl: textOrNull('Where the way back to the shop leads; null where there is none.'),
  customer: about(CustomerView, 'Whose portal it is.'),
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
