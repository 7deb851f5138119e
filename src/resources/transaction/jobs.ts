import type { OutcomeEffect } from '../../engine/outcomes.ts';
import type { JobDef } from '../../engine/resource.ts';
import { type DisputeKind, disputeTransaction, settleAsPlanned } from './actions.ts';
import { resolveAttempt } from './charge.ts';
import type { TransactionDraft } from './draft.ts';
import { transactions } from './model.ts';

export const transactionJobs: Readonly<Record<string, JobDef>> = {
  'transaction.settle': {
    about: 'settle a pending charge, or reject it where that was planned',
    run: (ctx, { subject, params }) => {
      settleAsPlanned(ctx, ctx.get(transactions, subject), (params.planned as OutcomeEffect | undefined) ?? null);
    },
  },
  'transaction.dispute': {
    about: 'charge a settled payment back, or return it',
    run: (ctx, { subject, params }) => {
      disputeTransaction(ctx, ctx.get(transactions, subject), params as { kind: DisputeKind; code?: string });
    },
  },
  'charge.resolve': {
    about: 'tell what became of a charge whose outcome was unknown',
    run: (ctx, { subject, params }) => {
      resolveAttempt(ctx, subject, params.draft as TransactionDraft, params.approved === true);
    },
  },
};
