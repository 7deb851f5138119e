import type { Context } from '../../engine/context.ts';
import { may } from '../../engine/lifecycle.ts';
import type { Reaction } from '../../engine/resource.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { invoiceLifecycle } from './lifecycle.ts';
import { type Invoice, invoices } from './model.ts';

type Follow = (ctx: Context, invoice: Invoice, transaction: Transaction) => void;

/** What an invoice does when the payment that was made for it moves. */
const follow = (on: string, run: Follow): Reaction => ({
  on: `transaction.${on}`,
  run: (ctx, id) => {
    const transaction = ctx.get(transactions, id);
    if (transaction.invoice_id === null) return;
    run(ctx, ctx.get(invoices, transaction.invoice_id), transaction);
  },
});

/** A payment that became known too late (the invoice is void, or paid meanwhile) leaves the invoice as it is. */
function begin(ctx: Context, invoice: Invoice, { id }: Transaction): Invoice | null {
  if (!may(invoiceLifecycle, invoice, 'pay')) return null;
  // Nobody pays what he has not seen.
  const viewed_at = invoice.viewed_at ?? ctx.at;
  return ctx.transition(invoiceLifecycle, invoice, 'pay', { transaction_id: id, viewed_at });
}

function complete(ctx: Context, invoice: Invoice, transaction: Transaction): void {
  if (invoice.status !== 'processing' || invoice.transaction_id !== transaction.id) return;
  ctx.transition(invoiceLifecycle, invoice, 'complete', { paid_at: ctx.at });
}

const reverse =
  (name: 'fail' | 'reopen'): Follow =>
  (ctx, invoice, { id }) => {
    if (invoice.transaction_id !== id || !may(invoiceLifecycle, invoice, name)) return;
    ctx.transition(invoiceLifecycle, invoice, name, { transaction_id: null, paid_at: null });
  };

export const invoiceReactions: readonly Reaction[] = [
  follow('accept', begin),
  follow('approve', (ctx, invoice, transaction) => {
    const begun = begin(ctx, invoice, transaction);
    if (begun !== null) complete(ctx, begun, transaction);
  }),
  follow('complete', complete),
  follow('fail', reverse('fail')),
  follow('void', reverse('reopen')),
];
