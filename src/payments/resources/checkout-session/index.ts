import { objectList, on, taking, triggers } from '../../../core/kernel/declare/declarations.ts';
import { OneOf } from '../../../core/kernel/declare/schema.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { Cents } from '../../platform/fields.ts';
import { checkoutView, joined } from '../common/cells.ts';
import { buyer, demoInstrument } from '../transaction/demo-buyer.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';
import { checkoutPath, completeLate, completeSession, expireJob, expireSession } from './actions.ts';
import { CheckoutSessionView, checkoutSessionLifecycle, checkoutSessions } from './model.ts';
import { createCheckoutSession, getCheckoutSession } from './operations.ts';

const checkoutSessionTrigger = triggers(checkoutSessions, {
  create: {
    operation: createCheckoutSession,
    takes: { amount: Cents() },
    body: (_ctx, { given: { amount = 4200 }, set }) => ({
      success_url: 'https://shop.example/thanks',
      ...(set.line_items === undefined ? { amount } : {}),
    }),
  },
  moves: {
    complete: taking({ kind: OneOf(['card', 'ach']) }, (ctx, session, { kind = 'card' }) => {
      const payer = { ...buyer, email: session.customer_email ?? buyer.email };
      const result = completeSession(ctx, session, { instrument: demoInstrument(ctx, kind), payer });
      if (result.outcome !== 'charged') throw result.refused.error;
    }),
    expire: (ctx, session) => expireSession(ctx, session),
  },
});

/**
 * One-time purchases that a customer pays on a page. Sessions have no events of their own; the events of their
 * payments report them.
 */
export const checkoutSession = slice('checkout_session', {
  models: { CheckoutSession: CheckoutSessionView },
  collections: [checkoutSessions],
  lifecycle: checkoutSessionLifecycle,
  operations: [createCheckoutSession, getCheckoutSession],
  jobs: [expireJob],
  reactions: [on(transactionLifecycle, ['accept', 'approve'], completeLate)],
  trigger: checkoutSessionTrigger,
  fixtures: [{ section: 'checkout_sessions', as: createCheckoutSession }],
  list: objectList(checkoutSessions, {
    title: 'Checkout sessions',
    brief: 'Sessions',
    view: checkoutView,
    part: 1,
    who: ({ customer_email, customer_id }) => customer_email ?? customer_id ?? '',
    what: (session) => joined(checkoutPath(session), session.ui_mode === 'embedded' ? 'embedded' : null),
  }),
});
