import { objectList } from '../../../core/kernel/declare/declarations.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { cardNumberOf } from '../../simulation/card-names.ts';
import { checkoutView, joined } from '../common/cells.ts';
import { CardName } from '../common/fixture-card.ts';
import { failWithPayout } from './actions.ts';
import { getRequestForm, submitRequestForm } from './buyer-operations.ts';
import { PayoutRequestModel, payoutRequestLifecycle, payoutRequests } from './model.ts';
import {
  approvePayoutRequest,
  createPayoutRequest,
  getPayoutRequest,
  listPayoutRequests,
  rejectPayoutRequest,
  requestFields,
} from './operations.ts';
import { payoutRequestTrigger } from './trigger.ts';

/** Payout requests, which the merchant approves or rejects. */
export const payoutRequest = slice('payout_request', {
  models: { PayoutRequest: PayoutRequestModel },
  collections: [payoutRequests],
  lifecycle: payoutRequestLifecycle,
  operations: [
    listPayoutRequests,
    getPayoutRequest,
    approvePayoutRequest,
    rejectPayoutRequest,
    createPayoutRequest,
    getRequestForm,
    submitRequestForm,
  ],
  reactions: [failWithPayout],
  trigger: payoutRequestTrigger,
  fixtures: [
    {
      section: 'payout_requests',
      as: createPayoutRequest,
      fields: T.Object({ ...requestFields, card: CardName() }),
      body: (_ctx, { card = 'visa_debit', ...fields }) => ({ ...fields, card_number: cardNumberOf(String(card)) }),
    },
  ],
  list: objectList(payoutRequests, {
    title: 'Payout requests',
    view: checkoutView,
    part: 5,
    amount: ({ amount, requested_amount }) => amount ?? requested_amount,
    who: ({ name, email }) => joined(name, email),
    what: ({ note, card_last_four }) => joined(note, card_last_four),
  }),
});
