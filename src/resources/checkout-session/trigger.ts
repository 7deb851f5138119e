import type { Context } from '../../engine/context.ts';
import { invalid, ServiceError } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { readCard } from '../../simulation/read-card.ts';
import { readBankAccount } from '../payment-method/actions.ts';
import type { Instrument } from '../transaction/instrument.ts';
import { completeSession, expireSession, type Payer } from './actions.ts';
import { type CheckoutSession, checkoutSessions } from './model.ts';
import { createCheckoutSession } from './operations.ts';

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

function checkOrder(lines: unknown): void {
  const isOrder =
    Array.isArray(lines) &&
    lines.length > 0 &&
    lines.every(
      (line) => typeof line?.product_id === 'string' && Number.isSafeInteger(line.quantity) && line.quantity > 0,
    );
  if (!isOrder) {
    throw invalid('set', 'line_items must be a list of {product_id, variant_id, quantity}, with quantities from 1.');
  }
}

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
        const email = session.customer_email ?? payer.email;
        const payment = { instrument: instrumentOf(ctx, kind), payer: { ...payer, email } };
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
