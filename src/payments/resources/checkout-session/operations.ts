import { operation } from '../../../core/kernel/declare/operation.ts';
import { resourceMissing } from '../../../core/kernel/errors.ts';
import { amountTooLarge } from '../../platform/checks.ts';
import { readOne } from '../common/read-one.ts';
import { insufficientStock } from '../product/actions.ts';
import { discountNotApplicable } from '../product/discount.ts';
import { showSession } from './actions.ts';
import { CheckoutSessionView, checkoutSessions, SessionInput } from './model.ts';
import { createSession } from './new-session.ts';

export const createCheckoutSession = operation('POST /checkout-sessions', {
  id: 'checkout_sessions.create',
  summary: 'Create a checkout session for a hosted or embedded page',
  access: 'secret',
  body: SessionInput,
  answers: [201, CheckoutSessionView],
  refuses: [amountTooLarge, discountNotApplicable, insufficientStock, resourceMissing],
  example: {
    body: {
      line_items: [{ product_id: 'prod_notebook', quantity: 2 }],
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
      customer_email: 'ada@example.com',
      email_field_mode: 'read_only',
      discount_code: 'SAVE10',
    },
  },
  standIns: { 'api-demo': 'data.slug' },
  handle: (ctx, { body }) => showSession(ctx, createSession(ctx, body)),
});

export const getCheckoutSession = readOne('GET /checkout-sessions/{id}', checkoutSessions, {
  answers: [200, CheckoutSessionView],
  show: showSession,
});
