import { ServiceError } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { buyer, checkOrder, demoInstrument } from '../transaction/demo-buyer.ts';
import { completeSession, expireSession } from './actions.ts';
import { type CheckoutSession, checkoutSessions } from './model.ts';
import { createCheckoutSession } from './operations.ts';

export const checkoutSessionTrigger: TriggerDef<CheckoutSession> = {
  fresh: (ctx, _verb, { amount = 4200, set = {} }) => {
    if (set.line_items !== undefined) checkOrder(set.line_items);
    const order = set.line_items === undefined ? { amount } : {};
    const body = { success_url: 'https://shop.example/thanks', ...order, ...set };
    const { id } = createCheckoutSession.handle(ctx, { body, query: {}, params: {} }) as CheckoutSession;
    return ctx.get(checkoutSessions, id);
  },
  apply: (ctx, session, verb, { kind = 'card' }) => {
    switch (verb) {
      case 'complete': {
        const email = session.customer_email ?? buyer.email;
        const payment = { instrument: demoInstrument(ctx, kind), payer: { ...buyer, email } };
        const result = completeSession(ctx, session, payment);
        if (result.outcome !== 'charged') throw result.refusal;
        return ctx.get(checkoutSessions, session.id);
      }
      case 'expire':
        return expireSession(ctx, session);
      default:
        throw new ServiceError('invalid_request_error', `A checkout session cannot be asked to ${verb}.`);
    }
  },
  options: { create: ['amount'], complete: ['kind'] },
};
