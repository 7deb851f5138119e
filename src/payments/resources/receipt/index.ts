import { secondMs } from '../../../core/base/instants.ts';
import { job, on } from '../../../core/kernel/declare/declarations.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';
import { transactions } from '../transaction/model.ts';
import { hasReceipt, mailReceipt, mailRefund } from './mail.ts';
import { isTaken } from './order.ts';

/**
 * The time from the acceptance of a payment to its receipt, in milliseconds (assumed). An app that learns about the
 * payment from a webhook has time to attach the block that the receipt shows.
 */
const receiptDelay = 10 * secondMs;

const sendJob = job('receipt.send', {
  about: 'email the customer a receipt for a payment on a page',
  run: (ctx, id) => {
    const transaction = ctx.get(transactions, id);
    // A payment that was rejected or voided in the meantime gets no receipt.
    if (isTaken(transaction)) mailReceipt(ctx, transaction);
  },
});

/** Emails to the customer that confirm a payment on a page and its refunds. */
export const receipt = slice('receipt', {
  jobs: [sendJob],
  reactions: [
    on(transactionLifecycle, ['accept', 'approve'], (ctx, id) => {
      if (hasReceipt(ctx.get(transactions, id))) ctx.schedule(sendJob, id, receiptDelay);
    }),
    on(transactionLifecycle, ['refund', 'refund_part'], (ctx, id, { refunded_amount }) => {
      const transaction = ctx.get(transactions, id);
      if (hasReceipt(transaction)) mailRefund(ctx, transaction, refunded_amount);
    }),
  ],
});
