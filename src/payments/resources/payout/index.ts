import { objectList } from '../../../core/kernel/declare/declarations.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { joined, problem } from '../common/cells.ts';
import { payoutJobs } from './actions.ts';
import { payoutEvents } from './events.ts';
import { withDestination } from './fixture.ts';
import { payoutLifecycle } from './lifecycle.ts';
import { PayoutModel, payouts } from './model.ts';
import { createPayoutOperation, getPayout, getPayoutDecision, listPayouts } from './operations.ts';
import { payoutTrigger } from './trigger.ts';

/** Money sent to cards and bank accounts. */
export const payout = slice('payout', {
  models: { Payout: PayoutModel },
  collections: [payouts],
  lifecycle: payoutLifecycle,
  operations: [createPayoutOperation, listPayouts, getPayout, getPayoutDecision],
  events: payoutEvents,
  jobs: payoutJobs,
  trigger: payoutTrigger,
  fixtures: [{ section: 'payouts', as: createPayoutOperation, body: withDestination }],
  list: objectList(payouts, {
    title: 'Payouts',
    view: {
      place: 3,
      title: 'Payouts',
      brief: 'Out',
      empty: 'No payouts yet. Create a payout through the API, or {trigger}.',
    },
    who: ({ rail, card_brand, card_last_four, bank_last_four }) =>
      joined(rail, card_brand, card_last_four ?? bank_last_four),
    what: ({ returned, return_code, return_reason, error_code, error_message }) =>
      returned ? problem(return_code, return_reason) : problem(error_code, error_message),
  }),
});
