import type { JobDef } from '../../engine/resource.ts';
import { transactions } from '../transaction/model.ts';
import { mailReceipt } from './mail.ts';

export const receiptJobs: Readonly<Record<string, JobDef>> = {
  'receipt.send': {
    about: 'e-mail the customer the receipt of what was paid on a page',
    run: (ctx, { subject }) => {
      const transaction = ctx.get(transactions, subject);
      // Nobody gets a receipt of a payment that the network has rejected, or the merchant taken back, meanwhile.
      if (transaction.status !== 'failed' && transaction.status !== 'voided') mailReceipt(ctx, transaction);
    },
  },
};
