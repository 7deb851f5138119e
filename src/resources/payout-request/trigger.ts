import type { Context } from '../../engine/context.ts';
import { ServiceError } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { readCard } from '../../simulation/read-card.ts';
import { failPayout } from '../payout/actions.ts';
import { payouts } from '../payout/model.ts';
import { provideFunds } from '../payout/trigger.ts';
import { approveRequest, rejectRequest, submitRequest } from './actions.ts';
import { type PayoutRequest, payoutRequests } from './model.ts';

const names = { requested_amount: 'amount', email: 'email', card: 'card_number' };
const cardNames = { number: 'card_number', exp_month: 'exp_month', exp_year: 'exp_year' };
const cardOf = (ctx: Context) =>
  readCard(ctx, { number: '4000056655665556', exp_month: '12', exp_year: '2099' }, cardNames).card;

/** A form to fill, made as the trigger of the links makes it: their slice stands beside this one, not below it. */
function freshForm(ctx: Context): { id: string; currency: string } {
  const links = ctx.engine.registry.resource('payout_link')?.trigger;
  if (links === undefined) throw new ServiceError('invalid_request_error', 'There are no payout links to ask by.');
  return { id: links.fresh(ctx, 'open', {}).id, currency: 'USD' };
}

export const payoutRequestTrigger: TriggerDef<PayoutRequest> = {
  fresh: (ctx, verb, { amount = 1500 }) => {
    if (verb === 'approve' || verb === 'fail') provideFunds(ctx, amount);
    const asked = { requested_amount: amount, name: 'Rita Recipient', email: 'recipient@example.com', note: null };
    return submitRequest(ctx, { link: freshForm(ctx), ...asked, card: cardOf(ctx) }, names);
  },
  apply: (ctx, request, verb, { amount, code }) => {
    switch (verb) {
      case 'approve':
        return approveRequest(ctx, request, amount);
      case 'reject':
        return rejectRequest(ctx, request);
      case 'fail':
        failPayout(ctx, ctx.get(payouts, request.payout_id ?? ''), code);
        ctx.runReactions();
        return ctx.get(payoutRequests, request.id);
      default:
        throw new ServiceError('invalid_request_error', `A payout request cannot be asked to ${verb}.`);
    }
  },
  options: { submit: ['amount'], approve: ['amount'], fail: ['code'] },
};
