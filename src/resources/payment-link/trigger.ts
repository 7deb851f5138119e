import type { Context } from '../../engine/context.ts';
import { invalid, ServiceError } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { readCard } from '../../simulation/read-card.ts';
import { readBankAccount } from '../payment-method/actions.ts';
import type { Instrument } from '../transaction/instrument.ts';
import { type Payer, payLink, switchLink } from './actions.ts';
import { type PaymentLink, paymentLinks } from './model.ts';
import { createLink } from './new-link.ts';

/** The customer who pays on the page. */
const payer: Payer = {
  email: 'buyer@example.com',
  first_name: 'Bo',
  last_name: 'Buyer',
  billing_address_1: '1 Main St',
  billing_city: 'Springfield',
  billing_state: 'IL',
  billing_postal_code: '62701',
  billing_country: 'US',
};

const shipping = {
  shipping_address_1: '1 Main St',
  shipping_city: 'Springfield',
  shipping_state: 'IL',
  shipping_postal_code: '62701',
  shipping_country: 'US',
};

const cardNames = { number: 'number', exp_month: 'exp_month', exp_year: 'exp_year' };
const given = { payment_method_id: null, token: null, cvc_given: true } as const;

/** A card as it is entered on the page, or a bank account where `kind` says so. */
function instrumentOf(ctx: Context, kind: string): Instrument {
  switch (kind) {
    case 'card': {
      const number = { number: '4000056655665556', exp_month: '12', exp_year: '2099' };
      const { card, behaviour } = readCard(ctx, number, cardNames);
      return { card, bank_account: null, behaviour, ...given };
    }
    case 'ach': {
      const account = { routing_number: '021000021', account_number: '000123456789' };
      return { card: null, bank_account: readBankAccount(account), behaviour: null, ...given };
    }
    default:
      throw invalid('kind', 'kind must be one of card, ach.');
  }
}

export const paymentLinkTrigger: TriggerDef<PaymentLink> = {
  fresh: (ctx, _verb, { amount = 4200 }) => createLink(ctx, { name: 'A demo purchase', amount }),
  apply: (ctx, link, verb, { kind = 'card' }) => {
    switch (verb) {
      case 'pay': {
        const instrument = instrumentOf(ctx, kind);
        const payment = { instrument, payer, shipping: link.collect_shipping_address ? shipping : null };
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
