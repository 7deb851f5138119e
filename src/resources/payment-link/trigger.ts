import { ServiceError } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { buyer, demoInstrument } from '../transaction/demo-buyer.ts';
import { payLink, switchLink } from './actions.ts';
import { type PaymentLink, paymentLinks } from './model.ts';
import { createLink } from './new-link.ts';

const shipping = {
  shipping_address_1: '1 Main St',
  shipping_city: 'Springfield',
  shipping_state: 'IL',
  shipping_postal_code: '62701',
  shipping_country: 'US',
};

export const paymentLinkTrigger: TriggerDef<PaymentLink> = {
  fresh: (ctx, _verb, { amount = 4200 }) => createLink(ctx, { name: 'A demo purchase', amount }),
  apply: (ctx, link, verb, { kind = 'card' }) => {
    switch (verb) {
      case 'pay': {
        const instrument = demoInstrument(ctx, kind);
        const payment = { instrument, payer: buyer, shipping: link.collect_shipping_address ? shipping : null };
        const result = payLink(ctx, link, payment);
        if (result.outcome !== 'charged') throw result.refusal;
        // The link follows its payment.
        ctx.runReactions();
        return ctx.get(paymentLinks, link.id);
      }
      case 'deactivate':
        return switchLink(ctx, link, 'inactive');
      case 'activate':
        return switchLink(ctx, link, 'active');
      default:
        throw new ServiceError('invalid_request_error', `A payment link cannot be asked to ${verb}.`);
    }
  },
  options: { create: ['amount'], pay: ['kind'] },
};
