import { parseIso, toIso } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { on, type Reaction } from '../../../core/kernel/declare/declarations.ts';
import { type MoveOf, may, moveRefused } from '../../../core/kernel/declare/lifecycle.ts';
import { invalid, missing, type Param } from '../../../core/kernel/errors.ts';
import { checkMetadata } from '../../platform/checks.ts';
import type { MetadataValues } from '../../platform/fields.ts';
import { publicOriginOf } from '../../platform/surroundings.ts';
import { customers } from '../customer/model.ts';
import { priceOrder } from '../product/actions.ts';
import type { OrderItem } from '../product/model.ts';
import type { ChargeResult } from '../transaction/charge.ts';
import { type Instrument, savedInstrument, usualMethod } from '../transaction/instrument.ts';
import { transactionLifecycle } from '../transaction/lifecycle.ts';
import { type Transaction, transactions } from '../transaction/model.ts';
import { type PagePayment, payOnPage } from '../transaction/page-payment.ts';
import { invoiceLifecycle } from './lifecycle.ts';
import { invoicePath, mailInvoice } from './mail.ts';
import { type Invoice, invoices } from './model.ts';

export interface InvoiceFields {
  customer_id: string;
  line_items: readonly OrderItem[];
  memo?: string | null;
  /** An ISO 8601 date or date-time. */
  due_date?: string | null;
  metadata?: MetadataValues;
}

/**
 * Creates a draft invoice from products at current prices. It does not send an email or reduce the stock.
 * @throws 400 `parameter_invalid` or `amount_too_large`
 */
export function createInvoice(ctx: Context, fields: InvoiceFields): Invoice {
  const { customer_id, memo = null, due_date = null } = fields;
  if (ctx.find(customers, customer_id) === undefined) {
    throw invalid('customer_id', `No such customer: '${customer_id}'.`);
  }
  const metadata = checkMetadata(fields.metadata);
  const { amount, currency, lines } = priceOrder(ctx, fields.line_items);
  return ctx.open(invoices, 'create', {
    ...ctx.base(invoices, 'invoice'),
    // Invoices are never removed, so their count determines the next number.
    number: `INV-${String(ctx.of(invoices).size + 1).padStart(4, '0')}`,
    customer_id,
    line_items: lines,
    amount,
    currency,
    memo,
    due_date: due_date === null ? null : readDate(due_date, 'due_date'),
    transaction_id: null,
    sent_at: null,
    viewed_at: null,
    paid_at: null,
    voided_at: null,
    metadata,
    slug: null,
  });
}

/**
 * Converts an ISO 8601 date or date-time to a timestamp. A date without a time means midnight UTC.
 * @throws 400 `parameter_invalid`
 */
function readDate(text: string, param: Param): string {
  const ms = parseIso(text);
  if (ms === null) throw invalid(param, `${param} '${text}' is not an ISO 8601 date; use a date such as 2026-03-31.`);
  return toIso(ms);
}

/**
 * Emails an invoice. The first email creates the one-time payment link of the invoice, which later emails reuse.
 * @throws 400 `invalid_state`
 */
export function sendInvoice(ctx: Context, invoice: Invoice): Invoice {
  const sent = ctx.transition(invoiceLifecycle, invoice, 'send', {
    sent_at: ctx.at,
    ...(invoice.slug === null ? ctx.drawAddresses(invoices, () => ({ slug: ctx.newSlug() })) : {}),
  });
  mailInvoice(ctx, sent);
  return sent;
}

/** Records that the customer opened the invoice. Opening the invoice again changes nothing. */
export function viewInvoice(ctx: Context, invoice: Invoice): Invoice {
  if (invoice.status !== 'sent') return invoice;
  return ctx.transition(invoiceLifecycle, invoice, 'view', { viewed_at: invoice.viewed_at ?? ctx.at });
}

/**
 * Voids an unpaid invoice. Its payment link stops working.
 * @throws 400 `invalid_state`
 */
export const voidInvoice = (ctx: Context, invoice: Invoice): Invoice =>
  ctx.transition(invoiceLifecycle, invoice, 'void', { voided_at: ctx.at });

/** Returns the invoice with this slug, in any status; undefined for an unknown slug. */
export const invoiceBySlug = (ctx: Context, slug: string): Invoice | undefined =>
  ctx.of(invoices).newest({ slug: [slug] });

/** Returns whether the payment link of an invoice works. */
export const isPayable = (invoice: Invoice): boolean => may(invoiceLifecycle, invoice, 'pay');

/**
 * Charges an instrument for an invoice. The invoice then follows the status of its transaction.
 * @param page the payer's input on a page, which overrides the customer's own fields
 * @throws 400 `invalid_state`, `capability_required`, `insufficient_stock` or `parameter_invalid`
 */
export function payInvoice(
  ctx: Context,
  invoice: Invoice,
  instrument: Instrument,
  page: Partial<Omit<PagePayment, 'instrument'>> = {},
): ChargeResult {
  if (!isPayable(invoice)) throw moveRefused(invoiceLifecycle, invoice, 'pay');
  const customer = ctx.get(customers, invoice.customer_id);
  return payOnPage(ctx, { payer: customer, ...page, instrument }, customer, {
    amount: invoice.amount,
    currency: invoice.currency,
    line_items: invoice.line_items,
    invoice_id: invoice.id,
    source: 'dashboard',
    metadata: invoice.metadata,
  });
}

/**
 * Returns the default instrument of an invoice's customer.
 * @throws 400 `parameter_missing` if the customer has no saved instrument
 */
export function usualInstrument(ctx: Context, { customer_id, currency }: Invoice): Instrument {
  const method = usualMethod(ctx, customer_id, { currency });
  if (method !== undefined) return savedInstrument(method);
  throw missing(
    'payment_method_id',
    `Customer ${customer_id} has no saved instrument that can be charged; send payment_method_id or card_number.`,
  );
}

/** Returns an invoice as the API shows it. The URLs and `emailed` are present only after the invoice was sent. */
export function invoiceView(ctx: Context, invoice: Invoice) {
  if (invoice.slug === null) return invoice;
  const origin = publicOriginOf(ctx.kernel);
  return {
    ...invoice,
    hosted_invoice_url: `${origin}${invoicePath(invoice)}`,
    pay_url: `${origin}/pay/${invoice.slug}`,
    emailed: true,
  };
}

type Follow = (ctx: Context, invoice: Invoice, transaction: Transaction) => void;

/** Updates an invoice when its payment changes status. */
const follow = (move: MoveOf<typeof transactionLifecycle>, run: Follow): Reaction =>
  on(transactionLifecycle, move, (ctx, id) => {
    const transaction = ctx.get(transactions, id);
    if (transaction.invoice_id !== null) run(ctx, ctx.get(invoices, transaction.invoice_id), transaction);
  });

/**
 * Starts the payment of an invoice. If the outcome of a payment becomes known only after the invoice is void or paid,
 * the invoice does not change.
 */
function beginPayment(ctx: Context, invoice: Invoice, { id }: Transaction): Invoice | null {
  if (!isPayable(invoice)) return null;
  // A customer who pays an invoice has seen it.
  const viewed_at = invoice.viewed_at ?? ctx.at;
  return ctx.transition(invoiceLifecycle, invoice, 'pay', { transaction_id: id, viewed_at });
}

function completePayment(ctx: Context, invoice: Invoice, { id }: Transaction): void {
  if (invoice.status !== 'processing' || invoice.transaction_id !== id) return;
  ctx.transition(invoiceLifecycle, invoice, 'complete', { paid_at: ctx.at });
}

const undoPayment =
  (move: 'fail' | 'reopen'): Follow =>
  (ctx, invoice, { id }) => {
    if (invoice.transaction_id !== id || !may(invoiceLifecycle, invoice, move)) return;
    ctx.transition(invoiceLifecycle, invoice, move, { transaction_id: null, paid_at: null });
  };

export const invoiceReactions = [
  follow('accept', beginPayment),
  follow('approve', (ctx, invoice, transaction) => {
    const begun = beginPayment(ctx, invoice, transaction);
    if (begun !== null) completePayment(ctx, begun, transaction);
  }),
  follow('complete', completePayment),
  follow('fail', undoPayment('fail')),
  follow('void', undoPayment('reopen')),
];
