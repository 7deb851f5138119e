import { objectList, on } from '../../../core/kernel/declare/declarations.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { dayAfter, joined } from '../common/cells.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';
import { transactions } from '../transaction/model.ts';
import { expireJob, openDispute } from './actions.ts';
import { disputeEvents } from './events.ts';
import { disputeLifecycle } from './lifecycle.ts';
import { DisputeModel, disputes } from './model.ts';
import { createDispute, getDispute, listDisputes } from './operations.ts';
import { disputeTrigger } from './trigger.ts';

/** Disputes and alerts. The network sends them, merchants read them, and developers change their status. */
export const dispute = slice('dispute', {
  models: { Dispute: DisputeModel },
  collections: [disputes],
  lifecycle: disputeLifecycle,
  operations: [listDisputes, getDispute, createDispute],
  events: disputeEvents,
  jobs: [expireJob],
  reactions: [
    on(transactionLifecycle, 'dispute', (ctx, id, details) => {
      openDispute(ctx, ctx.get(transactions, id), details);
    }),
  ],
  trigger: disputeTrigger,
  fixtures: [{ section: 'disputes', as: createDispute }],
  list: objectList(disputes, {
    title: 'Disputes',
    view: {
      place: 4,
      title: 'Disputes',
      brief: 'Disp',
      empty: 'No disputes. To create one, {trigger} and type "dispute".',
    },
    who: () => '',
    what: ({ kind, reason_code, reason, due_at }) => joined(kind, reason_code, reason, dayAfter('due', due_at)),
  }),
});
