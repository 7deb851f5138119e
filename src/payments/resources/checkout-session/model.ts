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
 * The states of a checkout session; their names are assumed. A session is single-use: a complete session stays
 * complete, and its transaction has the outcome of the payment.
 */
export const checkoutSessionLifecycle = lifecycle('checkout_session', {
  states: ['open', 'complete', 'expired'],
  moves: {
    create: { from: null, to: 'open', by: 'api', about: 'a session is made, to be paid within 24 hours' },
    complete: {
      from: 'open',
      to: 'complete',
      by: 'network',
      about: 'a payment of the customer is accepted',
      role: 'settle',
    },
    expire: { from: 'open', to: 'expired', by: 'clock', about: 'nobody paid it in time', role: 'fail' },
  },
});

const uiModes = ['hosted', 'embedded'] as const;
const fieldModes = ['editable', 'read_only', 'hidden'] as const;
const quickCheckoutBehaviors = ['on_load', 'on_click', 'never'] as const;

/** The closed lists of a session; the service shows only one value of each. */
const UiMode = () => OneOf(uiModes, ['hosted']);
const EmailFieldMode = () => OneOf(fieldModes, ['editable', 'hidden']);
const PhoneFieldMode = () => OneOf(fieldModes, ['editable', 'read_only']);
const QuickCheckoutBehavior = () => OneOf(quickCheckoutBehaviors, ['on_click', 'never']);

const text = () => nullable(T.String());

const isReckoned = 'is reckoned up in the amount: apply the code on the page';

/** The price of a session: the discount, its code, and the amount to pay. */
const price = {
  amount: about(assumed(Cents()), 'Cents that the customer pays: the discount is taken off.'),
  discount_code: about(fixed(text(), isReckoned), 'The code that was applied; null where none was.'),
  discount_amount: about(assumed(fixed(Price(), isReckoned)), 'Cents taken off by the discount code.'),
};

/** A payment with an unknown outcome, and its price. */
const AttemptModel = T.Object({ id: T.String(), ...price });

/** One purchase, to be paid once on a page of the service (specification, "Checkout session"), in its stored form. */
export const CheckoutSessionModel = T.Object({
  ...baseFields('checkout_session'),
  status: assumed(checkoutSessionLifecycle.status),
  ui_mode: about(
    fixed(UiMode(), 'decides whether it has a client secret'),
    'Whether the service shows the page, or you embed it in your own.',
  ),
  client_secret: about(fixed(text(), isAddress), 'Embedded mode: what the browser SDK is given; else null.'),
  slug: about(fixed(T.String(), isAddress), "The last part of the page's address, and all that a mobile app needs."),
  success_url: about(assumed(text()), 'Where the customer goes after paying; null where the page stays.'),
  cancel_url: about(assumed(text()), 'Where the customer goes who does not pay; null where nowhere.'),
  allowed_parent_origins: about(T.Array(T.String()), 'The origins whose pages may embed it, matched exactly.'),
  show_order_summary: about(Flag(), 'Whether the page shows what is bought.'),
  line_items: about(T.Array(LineItemModel), 'What is bought; empty where an amount is paid.'),
  currency: assumed(Currency()),
  ...price,
  customer_id: assumed(IdOfAny('customer')),
  customer_email: about(text(), 'The e-mail address that the page begins with; null where it begins empty.'),
  customer_phone: about(text(), 'The phone number that the page begins with; null where it begins empty.'),
  email_field_mode: about(EmailFieldMode(), 'How the page shows the field of the e-mail address.'),
  phone_field_mode: about(PhoneFieldMode(), 'How the page shows the field of the phone number.'),
  quick_checkout_behavior: about(QuickCheckoutBehavior(), 'When the page offers quick checkout.'),
  locale: about(
    assumed(text()),
    "The language of its pages, a BCP 47 tag such as de or fr-CA; null where the buyer's browser decides.",
  ),
  transaction_id: assumed(
    fixed(
      IdOfAny('transaction that paid it', 'null until it is paid'),
      'is set by its payment: npx payments-emulator trigger checkout_session.complete --id ID',
    ),
  ),
  expires_at: about(assumed(Timestamp()), 'Until when it can be paid, in ISO 8601.'),
  metadata: Metadata(),
  attempt: internal(nullable(AttemptModel)),
});
export type CheckoutSession = Readonly<T.Static<typeof CheckoutSessionModel>>;
export type SessionPrice = Pick<CheckoutSession, keyof typeof price>;

/** A session as the API shows it. Each answer builds the page's address; the record does not store the address. */
export const CheckoutSessionView = T.Object({
  ...CheckoutSessionModel.properties,
  url: about(text(), 'Hosted mode: where the customer is sent; else null.'),
});

export const checkoutSessions = collection('checkout_session', {
  model: CheckoutSessionModel,
  lifecycle: checkoutSessionLifecycle,
  prefix: 'cs',
  indexes: [['slug'], ['client_secret']],
  addresses: { slug: payPage, client_secret: 'embedded checkout' },
});

/** The form of a BCP 47 tag that `checkLocale` takes. */
const localeForm = { pattern: '^([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z0-9]{1,8})*$' };
/** The form of an origin as `checkOrigin` takes it. */
const originForm = { pattern: '^https?://[^/A-Z]+$' };

const Address = (description: string) => T.Optional(nullable(UrlInput(description)));

/** The fields for the price of a session; a session has exactly one of them. */
export const prices = ['line_items', 'amount'] as const;

/** The fields that a merchant gives. */
export const SessionInput = ruled(
  T.Object({
    ui_mode: about(
      T.Optional(UiMode()),
      'Whether the service shows the page (hosted, the default), or you embed it in your own.',
    ),
    line_items: about(T.Optional(OrderInput()), 'What is bought, at the prices of now.'),
    amount: about(assumed(T.Optional(Cents())), 'Cents to pay, where no products are bought.'),
    currency: assumed(CurrencyInput('that of the products, else USD, where none is given')),
    success_url: assumed(Address('Where the customer goes after paying; a hosted session needs it.')),
    cancel_url: assumed(Address('Where the customer goes who does not pay.')),
    allowed_parent_origins: about(
      T.Optional(T.Array(checked('origin', described(Text(300), originForm)), { maxItems: 50 })),
      'The origins whose pages may embed it, such as https://shop.example; at most 50.',
    ),
    show_order_summary: about(
      T.Optional(Flag()),
      'Whether the page shows what is bought; it does unless this is false.',
    ),
    customer_id: assumed(T.Optional(IdInput('customer whose contact the page begins with'))),
    customer_email: T.Optional(nullable(EmailInput('The e-mail address that the page begins with.'))),
    customer_phone: about(T.Optional(nullable(Text(40))), 'The phone number that the page begins with.'),
    email_field_mode: about(
      T.Optional(EmailFieldMode()),
      'How the page shows the field of the e-mail address; editable where none is given.',
    ),
    phone_field_mode: about(
      T.Optional(PhoneFieldMode()),
      'How the page shows the field of the phone number; editable where none is given.',
    ),
    quick_checkout_behavior: about(
      T.Optional(QuickCheckoutBehavior()),
      'When the page offers quick checkout; on_load where none is given.',
    ),
    discount_code: about(T.Optional(nullable(Text(50))), 'A discount code of the workspace.'),
    locale: about(
      assumed(T.Optional(nullable(checked('locale', described(Text(35), localeForm))))),
      "The language of its pages, a BCP 47 tag such as de or fr-CA; without one the buyer's browser decides.",
    ),
    metadata: T.Optional(Metadata()),
  }),
  exactly(...prices),
  unless('ui_mode', ['embedded'], all('success_url')),
);
export type SessionFields = T.Static<typeof SessionInput>;
