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
      about: 'a session is created; the customer has 24 hours to pay',
    },
    complete: {
      from: 'open',
      to: 'complete',
      by: 'network',
      about: "the customer's payment is accepted",
      role: 'settle',
    },
    expire: { from: 'open', to: 'expired', by: 'clock', about: 'the session is not paid in time', role: 'fail' },
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

const isReckoned = 'cannot be edited, because it determines the amount; apply the code on the page instead';

/** The price of a session: the amount to pay, the discount and its code. */
const price = {
  amount: about(assumed(Cents()), 'The amount to pay after the discount, in cents.'),
  discount_code: about(fixed(text(), isReckoned), 'The applied discount code; null if there is none.'),
  discount_amount: about(assumed(fixed(Price(), isReckoned)), 'The discount amount, in cents.'),
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
    fixed(UiMode(), 'cannot be edited, because it determines whether the session has a client secret'),
    'Whether the service hosts the page (hosted) or your own page embeds it (embedded).',
  ),
  client_secret: about(
    fixed(text(), isAddress),
    'The client secret for the browser SDK in embedded mode; null in hosted mode.',
  ),
  slug: about(
    fixed(T.String(), isAddress),
    'The slug: the last segment of the page URL. A mobile app needs only the slug.',
  ),
  success_url: about(
    assumed(text()),
    'The URL to send the customer to after payment; null if the customer stays on the page.',
  ),
  cancel_url: about(
    assumed(text()),
    'The URL to send the customer to if they leave without paying; null if there is none.',
  ),
  allowed_parent_origins: about(
    T.Array(T.String()),
    'The origins that can embed the checkout. The service requires an exact match.',
  ),
  show_order_summary: about(Flag(), 'Whether the page shows an order summary with the products.'),
  line_items: about(
    T.Array(LineItemModel),
    'The products in the order; empty if the session specifies only an amount.',
  ),
  currency: assumed(Currency()),
  ...price,
  customer_id: assumed(IdOfAny('customer')),
  customer_email: about(text(), 'The email address prefilled on the page; null if the field is empty.'),
  customer_phone: about(text(), 'The phone number prefilled on the page; null if the field is empty.'),
  email_field_mode: about(
    EmailFieldMode(),
    'Whether the page shows the email field as editable or read-only, or hides it.',
  ),
  phone_field_mode: about(
    PhoneFieldMode(),
    'Whether the page shows the phone field as editable or read-only, or hides it.',
  ),
  quick_checkout_behavior: about(
    QuickCheckoutBehavior(),
    'Whether the page offers quick checkout on load, on click or never.',
  ),
  locale: about(
    assumed(text()),
    "The page language, as a BCP 47 tag such as de or fr-CA; null to use the language of the buyer's browser.",
  ),
  transaction_id: assumed(
    fixed(
      IdOfAny('payment transaction', 'null until the session is paid'),
      'is set when the session is paid. To pay the session, run npx payments-emulator trigger checkout_session.complete --id ID',
    ),
  ),
  expires_at: about(assumed(Timestamp()), 'When the session expires (ISO 8601).'),
  metadata: Metadata(),
  attempt: internal(nullable(AttemptModel)),
});
export type CheckoutSession = Readonly<T.Static<typeof CheckoutSessionModel>>;
export type SessionPrice = Pick<CheckoutSession, keyof typeof price>;

/** A session as the API shows it. Each response builds the URL of the page; the record does not store the URL. */
export const CheckoutSessionView = T.Object({
  ...CheckoutSessionModel.properties,
  url: about(text(), 'The URL to send the customer to in hosted mode; null in embedded mode.'),
});

export const checkoutSessions = collection('checkout_session', {
  model: CheckoutSessionModel,
  lifecycle: checkoutSessionLifecycle,
  prefix: 'cs',
  indexes: [['slug'], ['client_secret']],
  addresses: { slug: payPage, client_secret: 'embedded checkout' },
});

/** The format of a BCP 47 tag that `checkLocale` accepts. */
const localeForm = textForm(
  '^([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z0-9]{1,8})*$',
  'a BCP 47 language tag',
  'de',
  'fr-CA',
);
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
      'Whether the service hosts the page (hosted, the default) or your own page embeds it (embedded).',
    ),
    line_items: about(T.Optional(OrderInput()), 'The products to buy, at current prices.'),
    amount: about(assumed(T.Optional(Cents())), 'The amount to pay, in cents, if the order has no products.'),
    currency: assumed(CurrencyInput('defaults to the product currency, or to USD if there are no products')),
    success_url: assumed(Address('The URL to send the customer to after payment. Required in hosted mode.')),
    cancel_url: assumed(Address('The URL to send the customer to if they leave without paying.')),
    allowed_parent_origins: about(
      T.Optional(T.Array(checked('origin', described(Text(300), originForm)), { maxItems: 50 })),
      'Up to 50 origins that can embed the checkout, such as https://shop.example.',
    ),
    show_order_summary: about(
      T.Optional(Flag()),
      'Whether the page shows an order summary with the products. Defaults to true.',
    ),
    customer_id: assumed(T.Optional(IdInput('customer whose contact details prefill the page'))),
    customer_email: T.Optional(nullable(EmailInput('The email address prefilled on the page.'))),
    customer_phone: about(T.Optional(nullable(Text(40))), 'The phone number prefilled on the page.'),
    email_field_mode: about(
      T.Optional(EmailFieldMode()),
      'Whether the page shows the email field as editable or read-only, or hides it. Defaults to editable.',
    ),
    phone_field_mode: about(
      T.Optional(PhoneFieldMode()),
      'Whether the page shows the phone field as editable or read-only, or hides it. Defaults to editable.',
    ),
    quick_checkout_behavior: about(
      T.Optional(QuickCheckoutBehavior()),
      'Whether the page offers quick checkout on load, on click or never. Defaults to on_load.',
    ),
    discount_code: about(T.Optional(nullable(Text(50))), 'A discount code from the workspace settings.'),
    locale: about(
      assumed(T.Optional(nullable(checked('locale', described(Text(35), localeForm))))),
      "The page language, as a BCP 47 tag such as de or fr-CA. Defaults to the language of the buyer's browser.",
    ),
    metadata: T.Optional(Metadata()),
  }),
  exactly(...prices),
  unless('ui_mode', ['embedded'], all('success_url')),
);
export type SessionFields = T.Static<typeof SessionInput>;
