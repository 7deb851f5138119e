import { checkMetadata, type MetadataValues } from '../../engine/checks.ts';
import { parseIso } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import { invalid, missing } from '../../engine/errors.ts';
import { may, refusalOf } from '../../engine/lifecycle.ts';
import { customers } from '../customer/model.ts';
import { isChargeable, newestUsable } from '../payment-method/actions.ts';
import { priceOrder } from '../product/actions.ts';
import type { Ordered } from '../product/model.ts';
import type { ChargeResult } from '../transaction/charge.ts';
import { type Instrument, savedInstrument } from '../transaction/instrument.ts';
import { type PagePayment, payOnPage } from '../transaction/page-payment.ts';
import { invoiceLifecycle } from './lifecycle.ts';
import { invoicePath, mailInvoice } from './mail.ts';
import { type Invoice, invoices } from './model.ts';

export interface InvoiceFields {
  customer_id: string;
  line_items: readonly Ordered[];
  memo?: string | null;
  /** ISO 8601 date or date-time. */
  due_date?: string | null;
  metadata?: MetadataValues;
}

/**
 * Makes a draft from products, at their prices of now; nothing is e-mailed and no stock taken.
 * @throws 400 `parameter_invalid` or `amount_too_large`
 */
export function createInvoice(ctx: Context, fields: InvoiceFields): Invoice {
  const { customer_id, memo = null, due_date = null } = fields;
  if (ctx.find(customers, customer_id) === undefined) {
    throw invalid('customer_id', `No such customer: '${customer_id}'.`);
  }
  if (due_date !== null && parseIso(due_date) === null) {
    throw invalid('due_date', `due_date '${due_date}' is no ISO 8601 date such as 2026-03-31.`);
  }
  const metadata = checkMetadata(fields.metadata);
  const { amount, currency, lines } = priceOrder(ctx, fields.line_items);
  return ctx.open(invoiceLifecycle, 'create', {
    ...ctx.base(invoices, 'invoice'),
    // Invoices are never removed, so that their number is the last one's.
    number: `INV-${String(ctx.of(invoices).size + 1).padStart(4, '0')}`,
    customer_id,
    line_items: lines,
    amount,
    currency,
    memo,
    due_date,
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
 * E-mails an invoice; the first time its one-time payment link is made, which later mails reuse.
 * @throws 400 `invalid_state`
 */
export function sendInvoice(ctx: Context, invoice: Invoice): Invoice {
  const sent = ctx.transition(invoiceLifecycle, invoice, 'send', {
    sent_at: ctx.at,
    slug: invoice.slug ?? ctx.newId('').slice(1),
  });
  mailInvoice(ctx, sent);
  return sent;
}

/** The customer opens it. Opening it again, or later, changes nothing. */
export function viewInvoice(ctx: Context, invoice: Invoice): Invoice {
  if (invoice.status !== 'sent') return invoice;
  return ctx.transition(invoiceLifecycle, invoice, 'view', { viewed_at: invoice.viewed_at ?? ctx.at });
}

/**
 * Voids an unpaid invoice; its link is dead from then on.
 * @throws 400 `invalid_state`
 */
export const voidInvoice = (ctx: Context, invoice: Invoice): Invoice =>
  ctx.transition(invoiceLifecycle, invoice, 'void', { voided_at: ctx.at });

/** The invoice behind an address of its pages, whatever its status; undefined where there is none. */
export const invoiceBySlug = (ctx: Context, slug: string): Invoice | undefined =>
  ctx.of(invoices).newest({ slug: [slug] });

/** Whether its payment link works. */
export const isPayable = (invoice: Invoice): boolean => may(invoiceLifecycle, invoice, 'pay');

/**
 * Charges an instrument for an invoice; what becomes of the invoice follows from what becomes of the transaction.
 * @param page what the payer gave of himself, where he did: it wins over the customer's own
 * @throws 400 `invalid_state`, `capability_required`, `insufficient_stock` or `parameter_invalid`
 */
export function payInvoice(
  ctx: Context,
  invoice: Invoice,
  instrument: Instrument,
  page: Partial<Omit<PagePayment, 'instrument'>> = {},
): ChargeResult {
  if (!isPayable(invoice)) throw refusalOf(invoiceLifecycle, invoice, 'pay');
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
 * What a customer pays with unless somebody says otherwise: the newest saved card, else the newest bank account.
 * @throws 400 `parameter_missing` where nothing is saved
 */
export function usualInstrument(ctx: Context, { customer_id }: Invoice): Instrument {
  const method =
    newestUsable(ctx, customer_id, (each) => each.type === 'card' && isChargeable(ctx, each, ctx.settings.gateway)) ??
    newestUsable(ctx, customer_id, (each) => isChargeable(ctx, each, ctx.settings.gateway)) ??
    newestUsable(ctx, customer_id, () => true);
  if (method !== undefined) return savedInstrument(method);
  throw missing(
    'payment_method_id',
    `The customer ${customer_id} has nothing saved to pay with; give a payment_method_id or a card_number.`,
  );
}

/** An invoice as the API shows it; the addresses and `emailed` are there once it was sent. */
export function showInvoice({ engine }: Pick<Context, 'engine'>, invoice: Invoice) {
  if (invoice.slug === null) return invoice;
  const { publicOrigin } = engine;
  return {
    ...invoice,
    hosted_invoice_url: `${publicOrigin}${invoicePath(invoice)}`,
    pay_url: `${publicOrigin}/pay/${invoice.slug}`,
    emailed: true,
  };
}
