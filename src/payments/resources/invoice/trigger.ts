import type { Context } from '../../../core/kernel/context.ts';
import { taking, triggers } from '../../../core/kernel/declare/declarations.ts';
import { wrongState } from '../../../core/kernel/errors.ts';
import { Cents } from '../../platform/fields.ts';
import { Code, chargeFailureCodes, codeIn } from '../../simulation/codes.ts';
import { createProduct } from '../product/changes.ts';
import { failTransaction, settleTransaction } from '../transaction/actions.ts';
import { demoBuyer } from '../transaction/demo-buyer.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { payInvoice, sendInvoice, usualInstrument, viewInvoice, voidInvoice } from './actions.ts';
import { type Invoice, invoices } from './model.ts';
import { createInvoiceOperation } from './operations.ts';

export const invoiceTrigger = triggers(invoices, {
  create: {
    operation: createInvoiceOperation,
    takes: { amount: Cents() },
    body: (ctx, { given: { amount = 4200 }, set }) => ({
      ...(set.customer_id === undefined ? { customer_id: demoBuyer(ctx, 'card').customer.id } : {}),
      ...(set.line_items === undefined ? { line_items: oneProduct(ctx, amount) } : {}),
    }),
  },
  moves: {
    send: (ctx, invoice) => sendInvoice(ctx, invoice),
    view: (ctx, invoice) => viewInvoice(ctx, invoice),
    pay: (ctx, invoice) => {
      const result = payInvoice(ctx, invoice, usualInstrument(ctx, invoice));
      if (result.outcome !== 'charged') throw result.refused.error;
    },
    complete: (ctx, invoice) => settleTransaction(ctx, paymentOf(ctx, invoice)),
    fail: taking({ code: Code(chargeFailureCodes) }, (ctx, invoice, { code }) => {
      const payment = paymentOf(ctx, invoice);
      failTransaction(ctx, payment, codeIn(chargeFailureCodes, payment.rail, code));
    }),
    void: (ctx, invoice) => voidInvoice(ctx, invoice),
  },
});

const oneProduct = (ctx: Context, price: number) => [
  { product_id: createProduct(ctx, { name: 'Consulting', price }).id, quantity: 1 },
];

function paymentOf(ctx: Context, { id, transaction_id }: Invoice): Transaction {
  if (transaction_id === null) throw wrongState(`Invoice ${id} has no payment in progress.`);
  return ctx.get(transactions, transaction_id);
}
