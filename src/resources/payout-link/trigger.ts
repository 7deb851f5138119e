import type { Context } from '../../engine/context.ts';
import { invalid, ServiceError } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { readCard } from '../../simulation/read-card.ts';
import { provideFunds } from '../payout/trigger.ts';
import { type ClaimInstrument, cancelLink, claimLink, expireLink } from './actions.ts';
import { type PayoutLink, payoutLinks } from './model.ts';
import { createPayoutLink } from './operations.ts';

const cardNames = { number: 'card_number', exp_month: 'exp_month', exp_year: 'exp_year' };
const recipientCard = { number: '4000056655665556', exp_month: '12', exp_year: '2099' };
const bank_account = { routing_number: '021000021', account_number: '000123456789' };

/** The recipient's card, or a bank account where `kind` names one of its rails. */
function instrumentOf(ctx: Context, kind: string): ClaimInstrument {
  switch (kind) {
    case 'card':
      return { card: readCard(ctx, recipientCard, cardNames).card };
    case 'ach':
    case 'rtp':
      return { bank_account, rail: kind };
    default:
      throw invalid('kind', 'kind must be one of card, ach, rtp.');
  }
}

export const payoutLinkTrigger: TriggerDef<PayoutLink> = {
  fresh: (ctx, verb, { amount = 1500, set = {} }) => {
    const recipient = { amount, recipient_email: 'recipient@example.com' };
    const body = { ...(verb === 'open' ? { type: 'request' as const } : recipient), ...set };
    if (verb !== 'open') provideFunds(ctx, amount + ctx.settings.payout_link_fee);
    const answer = createPayoutLink.handle(ctx, { body, query: {}, params: {} });
    if (!('id' in answer)) throw answer.error;
    return ctx.get(payoutLinks, answer.id);
  },
  apply: (ctx, link, verb, { kind = 'card' }) => {
    switch (verb) {
      case 'claim':
        return claimLink(ctx, link, { instrument: instrumentOf(ctx, kind) });
      case 'cancel':
        return cancelLink(ctx, link);
      case 'expire':
        return expireLink(ctx, link);
      default:
        throw new ServiceError('invalid_request_error', `A payout link cannot be asked to ${verb}.`);
    }
  },
  options: { create: ['amount'], claim: ['kind'] },
};
