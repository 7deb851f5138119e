import { objectList } from '../../../core/kernel/declare/declarations.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { checkoutView, dayAfter, joined } from '../common/cells.ts';
import { expireJob } from './actions.ts';
import { claim, getClaim } from './buyer-operations.ts';
import { payoutLinkLifecycle } from './lifecycle.ts';
import { PayoutLinkModel, payoutLinkSettings, payoutLinks } from './model.ts';
import { cancelPayoutLink, createPayoutLink, getPayoutLink, listPayoutLinks } from './operations.ts';
import { payoutLinkTrigger } from './trigger.ts';

/** Links that recipients use to claim money, and forms that people use to request money. */
export const payoutLink = slice('payout_link', {
  models: { PayoutLink: PayoutLinkModel },
  settings: [payoutLinkSettings],
  collections: [payoutLinks],
  lifecycle: payoutLinkLifecycle,
  operations: [createPayoutLink, listPayoutLinks, getPayoutLink, cancelPayoutLink, getClaim, claim],
  jobs: [expireJob],
  trigger: payoutLinkTrigger,
  fixtures: [{ section: 'payout_links', as: createPayoutLink }],
  list: objectList(payoutLinks, {
    title: 'Payout links',
    view: checkoutView,
    part: 4,
    amount: ({ amount }) => amount,
    who: ({ recipient_email, recipient_name, type }) => recipient_email ?? recipient_name ?? type,
    what: ({ url, expires_at }) => joined(url, dayAfter('until', expires_at)),
  }),
});
