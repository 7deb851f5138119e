import { defineOperation } from '../../engine/operation.ts';
import { assumed, Cents, Flag, Id, Metadata, nullable, T, Text } from '../../engine/schema.ts';
import { OrderInput } from '../product/model.ts';
import { showSession } from './actions.ts';
import {
  CheckoutSessionView,
  checkoutSessions,
  EmailFieldMode,
  PhoneFieldMode,
  QuickCheckoutBehavior,
  UiMode,
} from './model.ts';
import { createSession } from './new-session.ts';

const Address = () => T.Optional(nullable(Text(2_000)));

export const createCheckoutSession = defineOperation({
  id: 'checkout_sessions.create',
  method: 'POST',
  path: '/checkout-sessions',
  summary: 'Make a checkout session, to be paid on a hosted page or one embedded in your own',
  access: 'secret',
  body: T.Object({
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
  }),
  success: 201,
  envelope: 'data',
  answer: CheckoutSessionView,
  errors: [400, 404],
  example: {
    body: {
      line_items: [{ product_id: 'prod_1', quantity: 2 }],
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
      customer_email: 'ada@example.com',
      email_field_mode: 'read_only',
      discount_code: 'SAVE10',
    },
  },
  handle: (ctx, { body }) => showSession(ctx, createSession(ctx, body)),
});

export const getCheckoutSession = defineOperation({
  id: 'checkout_sessions.get',
  method: 'GET',
  path: '/checkout-sessions/{id}',
  summary: 'Read a checkout session',
  access: 'read',
  success: 200,
  envelope: 'data',
  answer: CheckoutSessionView,
  errors: [404],
  example: { params: { id: 'cs_1' } },
  handle: (ctx, { params }) => showSession(ctx, ctx.get(checkoutSessions, params.id!)),
});
