import { event } from '../../../core/kernel/declare/declarations.ts';
import { publicView } from '../../../core/kernel/declare/schema.ts';
import { PayoutModel, payouts } from './model.ts';

/** All five payout events contain the payout as the API shows it (specification, "Payloads"). */
const told = { payload: PayoutModel, data: publicView(PayoutModel) };

export const payoutEvents = [
  event(payouts, 'payout.created', { about: 'a payout is accepted', ...told }),
  event(payouts, 'payout.updated', { about: 'a payout is approved and in transit', ...told }),
  event(payouts, 'payout.paid', { about: 'a payout settles', ...told }),
  event(payouts, 'payout.failed', { about: 'the network rejects a payout before settlement', ...told }),
  event(payouts, 'payout.returned', { about: 'the receiving bank sends back a settled ACH payout', ...told }),
] as const;
