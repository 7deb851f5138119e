import { secondMs } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import type { Reaction } from '../../engine/resource.ts';
import { transactions } from '../transaction/model.ts';
import { hasReceipt, mailRefund } from './mail.ts';

/**
 * How long after a payment is accepted its receipt is sent, in milliseconds (assumed): an app that is told of the
 * payment by a webhook has the time to attach the block that the receipt shows.
 */
const patience = 10 * secondMs;

function book(ctx: Context, id: string): void {
  if (hasReceipt(ctx.get(transactions, id))) ctx.schedule('receipt.send', id, patience);
}

function tellOfRefund(ctx: Context, id: string, { refunded_amount }: Readonly<Record<string, unknown>>): void {
  const transaction = ctx.get(transactions, id);
  if (hasReceipt(transaction)) mailRefund(ctx, transaction, Number(refunded_amount));
}

export const receiptReactions: readonly Reaction[] = [
  { on: 'transaction.accept', run: book },
  { on: 'transaction.approve', run: book },
  { on: 'transaction.refund', run: tellOfRefund },
  { on: 'transaction.refund_part', run: tellOfRefund },
];
