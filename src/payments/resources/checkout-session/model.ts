import { all, exactly, ruled, unless } from '../../../core/kernel/declare/field-rules.ts';
import { lifecycle } from '../../../core/kernel/declare/lifecycle.ts';
import {
  about,
  assumed,
  baseFields,
  described,
  Flag,
  fixed,
  internal,
  nullable,
  OneOf,
  T,
  Text,
  Timestamp,
  textForm,
} from '../../../core/kernel/declare/schema.ts';
import { collection } from '../../../core/store/collection.ts';
import { Cents, Metadata, Price } from '../../platform/fields.ts';
import {
  Currency,
  CurrencyInput,
  checked,
  EmailInput,
  IdInput,
  IdOfAny,
  isAddress,
  payPage,
  UrlInput,
} from '../common/fields.ts';
import { OrderInput } from '../product/model.ts';
import { LineItemModel } from '../transaction/model.ts';

/**
 * The states of a checkout session; their names are assumed. A session is single-use. A complete session stays
 * complete, and the transaction shows the outcome of the payment.
 */
export const checkoutSessionLifecycle = lifecycle('checkout_session', {
  states: ['open', 'complete', 'expired'],
  moves: {
    create: {
      from: null,
      to: 'open',
      by: 'api',
      about: 'a session is created, and the customer can pay it within 24 hours',
    },
    complete: {
      from: 'open',
      to: 'complete',
      by: 'network',
      about: "the customer's payment is accepted",
      role: 'settle',
    },
    expire: { from: 'open', to: 'expired', by: 'clock', about: 'the session was not paid in time', role: 'fail' },
  },
});

const uiModes = ['hosted', 'embedded'] as const;
const fieldModes = ['editable', 'read_only', 'hidden'] as const;
const quickCheckoutBehaviors = ['on_load', 'on_click', 'never'] as const;

/** The possible values of some session fields. The specification shows only one value of each. */
const UiMode = () => OneOf(uiModes, ['hosted']);
const EmailFieldMode = () => OneOf(fieldModes, ['editable', 'hidden']);
const PhoneFieldMode = () => OneOf(fieldModes, ['editable', 'read_only']);
const QuickCheckoutBehavior = () => OneOf(quickCheckoutBehaviors, ['on_click', 'never']);

const text = () => nullable(T.String());

const isReckoned = 'determines the amount: apply the code on the page';

/** The price of a session: the amount to pay, the discount and its code. */
const price = {
  amount: about(assumed(Cents()), 'The amount in cents that the customer pays, after the discount.'),
  discount_code: about(fixed(text(), isReckoned), 'The discount code that was applied; null if there is none.'),
  discount_amount: about(assumed(fixed(Price(), isReckoned)), 'The amount in cents that the discount code takes off.'),
};

/** A payment with an unknown outcome, and the price of that payment. */
const AttemptModel = T.Object({ id: T.String(), ...price });

/**
 * One purchase, which a customer pays once on a page of the service (specification, "Checkout session"). This is the
 * stored form.
 */
export const CheckoutSessionModel = T.Object({
  ...baseFields('checkout_session'),
  status: assumed(checkoutSessionLifecycle.status),
  ui_mode: about(
    fixed(UiMode(), 'determines whether the session has a client secret'),
    'Whether the service hosts the page or you embed it in your own page.',
  ),
  client_secret: about(fixed(text(), isAddress), 'The secret for the browser SDK in embedded mode; otherwise null.'),
  slug: about(fixed(T.String(), isAddress), "The last part of the page's URL. A mobile app needs only this value."),
  success_url: about(
    assumed(text()),
    'The URL to which the customer goes after paying; null if the customer stays on the page.',
  ),
  cancel_url: about(assumed(text()), 'The URL to which the customer goes without paying; null if there is none.'),
  allowed_parent_origins: about(
    T.Array(T.String()),
    'The origins whose pages can embed the checkout. The service compares them exactly.',
  ),
  show_order_summary: about(Flag(), 'Whether the page shows the products in the order.'),
  line_items: about(T.Array(LineItemModel), 'The products in the order; empty if the session is for an amount.'),
  currency: assumed(Currency()),
  ...price,
  customer_id: assumed(IdOfAny('customer')),
  customer_email: about(text(), 'The email address that the page shows initially; null if the field is empty.'),
  customer_phone: about(text(), 'The phone number that the page shows initially; null if the field is empty.'),
  email_field_mode: about(EmailFieldMode(), 'How the page shows the email field.'),
  phone_field_mode: about(PhoneFieldMode(), 'How the page shows the phone field.'),
  quick_checkout_behavior: about(QuickCheckoutBehavior(), 'When the page offers quick checkout.'),
  locale: about(
    assumed(text()),
    "The language of the pages, as a BCP 47 tag such as de or fr-CA; null if the buyer's browser decides.",
  ),
  transaction_id: assumed(
    fixed(
      IdOfAny('transaction that paid the session', 'null until the session is paid'),
      'is set when the session is paid: npx payments-emulator trigger checkout_session.complete --id ID',
    ),
  ),
  expires_at: about(assumed(Timestamp()), 'When the session expires, in ISO 8601.'),
  metadata: Metadata(),
  attempt: internal(nullable(AttemptModel)),
});
export type CheckoutSession = Readonly<T.Static<typeof CheckoutSessionModel>>;
export type SessionPrice = Pick<CheckoutSession, keyof typeof price>;

/** A session as the API shows it. Each response builds the URL of the page; the record does not store the URL. */
export const CheckoutSessionView = T.Object({
  ...CheckoutSessionModel.properties,
  url: about(text(), 'The URL to send the customer to in hosted mode; otherwise null.'),
});

export const checkoutSessions = collection('checkout_session', {
  model: CheckoutSessionModel,
  lifecycle: checkoutSessionLifecycle,
  prefix: 'cs',
  indexes: [['slug'], ['client_secret']],
  addresses: { slug: payPage, client_secret: 'embedded checkout' },
});

/** The format of a BCP 47 tag that `checkLocale` accepts. */
const localeForm = textForm('^([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z0-9]{1,8})*$', 'a BCP 47 tag', 'de', 'fr-CA');
/** The format of an origin that `checkOrigin` accepts. */
const originForm = textForm('^https?://[^/A-Z]+$', 'an origin, without a path', 'https://shop.example');

const Address = (description: string) => T.Optional(nullable(UrlInput(description)));

/** The fields that determine the price of a session. A session has exactly one of them. */
export const prices = ['line_items', 'amount'] as const;

/** The fields that the merchant can set. */
export const SessionInput = ruled(
  T.Object({
    ui_mode: about(
      T.Optional(UiMode()),
      'Whether the service hosts the page (hosted, the default) or you embed it in your own page.',
    ),
    line_items: about(T.Optional(OrderInput()), 'The products to buy, at current prices.'),
    amount: about(assumed(T.Optional(Cents())), 'The amount to pay in cents, if the order has no products.'),
    currency: assumed(CurrencyInput('defaults to the currency of the products, or to USD if there are no products')),
    success_url: assumed(Address('The URL to which the customer goes after paying. A hosted session requires it.')),
    cancel_url: assumed(Address('The URL to which the customer goes without paying.')),
    allowed_parent_origins: about(
      T.Optional(T.Array(checked('origin', described(Text(300), originForm)), { maxItems: 50 })),
      'The origins whose pages can embed the checkout, such as https://shop.example; at most 50.',
    ),
    show_order_summary: about(T.Optional(Flag()), 'Whether the page shows the products in the order; true by default.'),
    customer_id: assumed(T.Optional(IdInput('customer whose contact details the page shows initially'))),
    customer_email: T.Optional(nullable(EmailInput('The email address that the page shows initially.'))),
    customer_phone: about(T.Optional(nullable(Text(40))), 'The phone number that the page shows initially.'),
    email_field_mode: about(T.Optional(EmailFieldMode()), 'How the page shows the email field; editable by default.'),
    phone_field_mode: about(T.Optional(PhoneFieldMode()), 'How the page shows the phone field; editable by default.'),
    quick_checkout_behavior: about(
      T.Optional(QuickCheckoutBehavior()),
      'When the page offers quick checkout; on_load by default.',
    ),
    discount_code: about(T.Optional(nullable(Text(50))), 'A discount code of the workspace.'),
    locale: about(
      assumed(T.Optional(nullable(checked('locale', described(Text(35), localeForm))))),
      "The language of the pages, as a BCP 47 tag such as de or fr-CA. By default, the buyer's browser decides.",
    ),
    metadata: T.Optional(Metadata()),
  }),
  exactly(...prices),
  unless('ui_mode', ['embedded'], all('success_url')),
);
export type SessionFields = T.Static<typeof SessionInput>;
