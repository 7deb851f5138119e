import type { Context } from '../engine/context.ts';
import { invalid } from '../engine/errors.ts';
import { Id, sensitive, T, Text } from '../engine/schema.ts';
import { payInvoice, showInvoice, usualInstrument } from '../resources/invoice/actions.ts';
import { type Invoice, InvoiceView, invoices } from '../resources/invoice/model.ts';
import { findInstrument, type Instrument } from '../resources/transaction/instrument.ts';
import { readCard } from '../simulation/read-card.ts';
import { defineControl } from './operation.ts';

const PayBody = T.Object({
  payment_method_id: T.Optional(Id()),
  card_number: sensitive(T.Optional(Text(40))),
});
const names = { number: 'card_number', exp_month: 'exp_month', exp_year: 'exp_year' };
const expiry = { exp_month: '12', exp_year: '2099' };

export const invoiceOperations = [
  defineControl({
    id: 'invoices.pay',
    method: 'POST',
    path: '/invoices/{id}/pay',
    summary: 'Pay an invoice as its customer would, by a saved instrument or a test card',
    body: PayBody,
    success: 200,
    envelope: 'data',
    answer: InvoiceView,
    example: { body: { card_number: '4000056655665556' } },
    handle: async ({ engine }, { body, params, workspace, mode, cause }) => {
      const id = params.id ?? '';
      const result = engine.run(workspace, mode, cause, (ctx) => {
        const invoice = ctx.get(invoices, id);
        return payInvoice(ctx, invoice, instrumentOf(ctx, invoice, body));
      });
      // A declined payment is kept, and told when it is.
      await engine.kept();
      if (result.outcome !== 'charged') throw result.refusal;
      return showInvoice({ engine }, engine.dataSet(workspace.id, mode).of(invoices).get(id)!);
    },
  }),
];

function instrumentOf(ctx: Context, invoice: Invoice, body: T.Static<typeof PayBody>): Instrument {
  const { payment_method_id, card_number } = body;
  if (card_number === undefined) {
    if (payment_method_id === undefined) return usualInstrument(ctx, invoice);
    return findInstrument(ctx, { customer_id: invoice.customer_id, payment_method_id }).instrument;
  }
  if (payment_method_id !== undefined) {
    throw invalid('card_number', 'Give one instrument, not payment_method_id and card_number.');
  }
  const { card, behaviour } = readCard(ctx, { number: card_number, ...expiry }, names);
  return { card, bank_account: null, behaviour, payment_method_id: null, token: null, cvc_given: true };
}
