import { collection } from '../../engine/collection.ts';
import { lifecycle } from '../../engine/lifecycle.ts';
import {
  about,
  assumed,
  baseFields,
  Cents,
  Flag,
  Id,
  Integer,
  internal,
  Metadata,
  nullable,
  OneOf,
  T,
  Text,
  Timestamp,
} from '../../engine/schema.ts';
import { OrderInput } from '../product/model.ts';
import { LineItemModel } from '../transaction/model.ts';

/**
 * The states of a checkout session; their names are assumed. It is single-use: whatever becomes of its payment, a
 * complete session stays complete, and the transaction tells.
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
      key: 'settle',
    },
    expire: { from: 'open', to: 'expired', by: 'clock', about: 'nobody paid it in time', key: 'fail' },
  },
});

const uiModes = ['hosted', 'embedded'] as const;
const fieldModes = ['editable', 'read_only', 'hidden'] as const;
const quickCheckoutBehaviors = ['on_load', 'on_click', 'never'] as const;

/** The closed lists of a session, of which the service shows one value each. */
const UiMode = () => OneOf(uiModes, ['hosted']);
const EmailFieldMode = () => OneOf(fieldModes, ['editable', 'hidden']);
const PhoneFieldMode = () => OneOf(fieldModes, ['editable', 'read_only']);
const QuickCheckoutBehavior = () => OneOf(quickCheckoutBehaviors, ['on_click', 'never']);

const text = () => nullable(T.String());

/** The price of a session: what was taken off, by which code, and what is left to pay. */
const price = {
  amount: about(assumed(Cents()), 'Cents that the customer pays: the discount is taken off.'),
  discount_code: text(),
  discount_amount: about(assumed(Integer({ minimum: 0 })), 'Cents taken off by the discount code.'),
};

/** A payment whose outcome nobody knows yet, and the price that it was tried at. */
const AttemptModel = T.Object({ id: T.String(), ...price });

/** One purchase, to be paid once on a page of the service (specification, "Checkout session"), as it is stored. */
export const CheckoutSessionModel = T.Object({
  ...baseFields('checkout_session'),
  status: assumed(checkoutSessionLifecycle.status),
  ui_mode: UiMode(),
  client_secret: about(text(), 'Embedded mode: what the browser SDK is given; else null.'),
  slug: T.String(),
  success_url: assumed(text()),
  cancel_url: assumed(text()),
  allowed_parent_origins: T.Array(T.String()),
  show_order_summary: Flag(),
  line_items: T.Array(LineItemModel),
  currency: assumed(T.String()),
  ...price,
  customer_id: assumed(text()),
  customer_email: text(),
  customer_phone: text(),
  email_field_mode: EmailFieldMode(),
  phone_field_mode: PhoneFieldMode(),
  quick_checkout_behavior: QuickCheckoutBehavior(),
  transaction_id: assumed(text()),
  expires_at: assumed(Timestamp()),
  metadata: Metadata(),
  attempt: internal(nullable(AttemptModel)),
});
export type CheckoutSession = Readonly<T.Static<typeof CheckoutSessionModel>>;
export type SessionPrice = Pick<CheckoutSession, keyof typeof price>;

/** A session as the API shows it: the page's address is put together when it is answered, so that none is stored. */
export const CheckoutSessionView = T.Object({
  ...CheckoutSessionModel.properties,
  url: about(text(), 'Hosted mode: where the customer is sent; else null.'),
});

export const checkoutSessions = collection('checkout_session', {
  model: CheckoutSessionModel,
  lifecycle: checkoutSessionLifecycle,
  prefix: 'cs',
  indexes: [['slug'], ['client_secret']],
});

const Address = () => T.Optional(nullable(Text(2_000)));

/** What a merchant asks for. */
export const SessionInput = T.Object({
  ui_mode: T.Optional(UiMode()),
  line_items: T.Optional(OrderInput()),
  amount: assumed(T.Optional(Cents())),
  currency: assumed(T.Optional(Text(10))),
  success_url: assumed(Address()),
  cancel_url: assumed(Address()),
  allowed_parent_origins: T.Optional(T.Array(Text(300), { maxItems: 50 })),
  show_order_summary: T.Optional(Flag()),
  customer_id: assumed(T.Optional(Id())),
  customer_email: T.Optional(nullable(Text(254))),
  customer_phone: T.Optional(nullable(Text(40))),
  email_field_mode: T.Optional(EmailFieldMode()),
  phone_field_mode: T.Optional(PhoneFieldMode()),
  quick_checkout_behavior: T.Optional(QuickCheckoutBehavior()),
  discount_code: T.Optional(nullable(Text(50))),
  metadata: T.Optional(Metadata()),
});
export type SessionFields = T.Static<typeof SessionInput>;
