import type { Context } from '../../engine/context.ts';
import { ServiceError, wrongState } from '../../engine/errors.ts';
import type { TriggerDef } from '../../engine/resource.ts';
import { createProduct } from '../product/changes.ts';
import { failTransaction, settleTransaction } from '../transaction/actions.ts';
import { demoBuyer } from '../transaction/demo-buyer.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { payInvoice, sendInvoice, usualInstrument, viewInvoice, voidInvoice } from './actions.ts';
import { type Invoice, invoices } from './model.ts';
import { createInvoiceOperation } from './operations.ts';

function paymentOf(ctx: Context, { id, transaction_id }: Invoice): Transaction {
  if (transaction_id === null) throw wrongState(`No payment of invoice ${id} is under way.`);
  return ctx.get(transactions, transaction_id);
}

export const invoiceTrigger: TriggerDef<Invoice> = {
  fresh: (ctx, _verb, { amount = 4200, set = {} }) => {
    const customer_id = set.customer_id ?? demoBuyer(ctx, 'card').customer.id;
    const line_items = set.line_items ?? [
      { product_id: createProduct(ctx, { name: 'Consulting', price: amount }).id, quantity: 1 },
    ];
    const body = { ...set, customer_id: String(customer_id), line_items: line_items as Invoice['line_items'] };
    const { id } = createInvoiceOperation.handle(ctx, { body, query: {}, params: {} }) as Invoice;
    return ctx.get(invoices, id);
  },
  apply: (ctx, invoice, verb, { code }) => {
    switch (verb) {
      case 'send':
        return sendInvoice(ctx, invoice);
      case 'view':
        return viewInvoice(ctx, invoice);
      case 'pay': {
        const result = payInvoice(ctx, invoice, usualInstrument(ctx, invoice));
        if (result.outcome !== 'charged') throw result.refusal;
        break;
      }
      case 'complete':
        settleTransaction(ctx, paymentOf(ctx, invoice));
        break;
      case 'fail':
        failTransaction(ctx, paymentOf(ctx, invoice), code);
        break;
      case 'void':
        return voidInvoice(ctx, invoice);
      default:
        throw new ServiceError('invalid_request_error', `An invoice cannot be asked to ${verb}.`);
    }
    // The invoice follows its payment.
    ctx.runReactions();
    return ctx.get(invoices, invoice.id);
  },
  options: { create: ['amount'], fail: ['code'] },
};
