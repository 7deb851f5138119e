import type { EventDef } from '../../engine/resource.ts';
import { publicView } from '../../engine/schema.ts';
import { type Payout, PayoutModel } from './model.ts';

/** All five payout events carry the payout as the API shows it (specification, "Payloads"). */
const data = publicView<Payout>(PayoutModel);

export const payoutEvents: Readonly<Record<string, EventDef<Payout>>> = {
  'payout.created': { about: 'a payout is accepted', data },
  'payout.updated': { about: 'a payout is approved and in transit', data },
  'payout.paid': { about: 'a payout settles', data },
  'payout.failed': { about: 'the network rejects a payout before settlement', data },
  'payout.returned': { about: 'the receiving bank sends a settled ACH payout back', data },
};
