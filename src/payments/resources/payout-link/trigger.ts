import { taking, triggers } from '../../../core/kernel/declare/declarations.ts';
import { OneOf } from '../../../core/kernel/declare/schema.ts';
import { Cents } from '../../platform/fields.ts';
import { readTestCard } from '../common/fixture-card.ts';
import { payoutRails } from '../payout/model.ts';
import { provideFunds } from '../payout/trigger.ts';
import { cancelLink, claimLink, expireLink } from './actions.ts';
import { payoutLinkSettings, payoutLinks } from './model.ts';
import { createPayoutLink } from './operations.ts';

const recipientCard = '4000056655665556';
const bank_account = { routing_number: '021000021', account_number: '000123456789' };

export const payoutLinkTrigger = triggers(payoutLinks, {
  create: {
    operation: createPayoutLink,
    takes: { amount: Cents() },
    body: (ctx, { move, given: { amount = 1500 } }) => {
      if (move === 'open') return { type: 'request' as const };
      provideFunds(ctx, amount + payoutLinkSettings.of(ctx).payout_link_fee);
      return { amount, recipient_email: 'recipient@example.com' };
    },
  },
  moves: {
    claim: taking({ kind: OneOf(payoutRails) }, (ctx, link, { kind = 'card' }) =>
      claimLink(ctx, link, {
        instrument: kind === 'card' ? readTestCard(ctx, recipientCard) : { bank_account, rail: kind },
      }),
    ),
    cancel: (ctx, link) => cancelLink(ctx, link),
    expire: (ctx, link) => expireLink(ctx, link),
  },
});
