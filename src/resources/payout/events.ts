import type { EventDef } from '../../engine/resource.ts';
import { publicSchema, publicView } from '../../engine/schema.ts';
import { type Payout, PayoutModel } from './model.ts';

/** All five payout events carry the payout as the API shows it (specification, "Payloads"). */
const data = publicView<Payout>(PayoutModel);
const payload = publicSchema(PayoutModel);

export const payoutEvents: Readonly<Record<string, EventDef<Payout>>> = {
  'payout.created': { about: 'a payout is accepted', payload, data },
  'payout.updated': { about: 'a payout is approved and in transit', payload, data },
  'payout.paid': { about: 'a payout settles', payload, data },
  'payout.failed': { about: 'the network rejects a payout before settlement', payload, data },
  'payout.returned': { about: 'the receiving bank sends a settled ACH payout back', payload, data },
};
