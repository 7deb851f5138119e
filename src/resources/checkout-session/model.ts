import type { MetadataValues } from '../../engine/checks.ts';
import { defineCollection } from '../../engine/collection.ts';
import {
  about,
  assumed,
  baseFields,
  Cents,
  Flag,
  Integer,
  internal,
  Metadata,
  nullable,
  OneOf,
  publicSchema,
  T,
  Timestamp,
} from '../../engine/schema.ts';
import { LineItemModel } from '../transaction/model.ts';

export const checkoutSessionStatuses = ['open', 'complete', 'expired'] as const;
const uiModes = ['hosted', 'embedded'] as const;
const fieldModes = ['editable', 'read_only', 'hidden'] as const;
const quickCheckoutBehaviors = ['on_load', 'on_click', 'never'] as const;

/** The closed lists of a session, of which the service shows one value each. */
export const UiMode = () => OneOf(uiModes, ['hosted']);
export const EmailFieldMode = () => OneOf(fieldModes, ['editable', 'hidden']);
export const PhoneFieldMode = () => OneOf(fieldModes, ['editable', 'read_only']);
export const QuickCheckoutBehavior = () => OneOf(quickCheckoutBehaviors, ['on_click', 'never']);

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
  status: assumed(OneOf(checkoutSessionStatuses)),
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
export type CheckoutSession = T.Static<typeof CheckoutSessionModel> & { readonly metadata: MetadataValues };
export type SessionPrice = Pick<CheckoutSession, keyof typeof price>;

/** A session as the API shows it: the page's address is put together when it is answered, so that none is stored. */
export const CheckoutSessionView = T.Object({
  ...publicSchema(CheckoutSessionModel).properties,
  url: about(text(), 'Hosted mode: where the customer is sent; else null.'),
});

export const checkoutSessions = defineCollection<CheckoutSession>({
  name: 'checkout_session',
  prefix: 'cs',
  indexes: [['slug'], ['client_secret']],
});
