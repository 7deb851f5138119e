import { defineResource } from '../../engine/resource.ts';
import { transactionEvents } from './events.ts';
import { transactionJobs } from './jobs.ts';
import { transactionLifecycle } from './lifecycle.ts';
import { chargeAttempts, TransactionModel, transactions } from './model.ts';
import { createCharge, getTransaction, listTransactions, refundOperation, voidOperation } from './operations.ts';
import { transactionTrigger } from './trigger.ts';

/** Payments that come in. */
export const transaction = defineResource({
  name: 'transaction',
  models: { Transaction: TransactionModel },
  collections: [transactions, chargeAttempts],
  lifecycle: transactionLifecycle,
  operations: [createCharge, listTransactions, getTransaction, voidOperation, refundOperation],
  events: transactionEvents,
  jobs: transactionJobs,
  trigger: transactionTrigger,
});
