import { dayMs } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import { errorOf, missing, resourceMissing } from '../../../core/kernel/errors.ts';
import {
  checkAmount,
  checkCurrency,
  checkEmail,
  checkLocale,
  checkMetadata,
  checkOrigin,
  checkUrl,
  exactlyOne,
} from '../../platform/checks.ts';
import { type Customer, customers } from '../customer/model.ts';
import { type PricedOrder, priceOrder, requireStock } from '../product/actions.ts';
import { discounted } from '../product/discount.ts';
import { expireJob } from './actions.ts';
import { type CheckoutSession, checkoutSessions, prices, type SessionFields } from './model.ts';

/** How long a session stays payable, in milliseconds (assumed). */
const payableFor = dayMs;

/**
 * Creates a session for an amount, or for products at current prices. The stock of the products is reduced only when
 * the session is paid.
 * @throws 400 `parameter_missing`, `parameter_invalid`, `amount_too_large` or `insufficient_stock`; 404 for an
 * unknown product or customer
 */
export function createSession(ctx: Context, fields: SessionFields): CheckoutSession {
  const { ui_mode = 'hosted', success_url = null, cancel_url = null, discount_code = null } = fields;
  if (ui_mode === 'hosted' && success_url === null) {
    throw missing(
      'success_url',
      'A hosted session requires success_url, the URL to send the customer to after payment.',
    );
  }
  const order = orderOf(ctx, fields);
  const price = discounted(ctx, order.amount, discount_code);
  const customer = customerOf(ctx, fields.customer_id);
  const metadata = checkMetadata(fields.metadata);
  const base = ctx.base(checkoutSessions, 'checkout_session');
  const session = ctx.open(checkoutSessions, 'create', {
    ...base,
    ui_mode,
    // Anyone who knows the slug can pay, so the slug is not derived from the id, which many people see.
    ...ctx.drawAddresses(checkoutSessions, () => ({
      client_secret: ui_mode === 'embedded' ? `${base.id}_secret${ctx.newSecret('')}` : null,
      slug: `api-${ctx.newSlug()}`,
    })),
    success_url: success_url === null ? null : checkUrl(success_url, 'success_url'),
    cancel_url: cancel_url === null ? null : checkUrl(cancel_url, 'cancel_url'),
    allowed_parent_origins: (fields.allowed_parent_origins ?? []).map((each, at) =>
      checkOrigin(each, `allowed_parent_origins.${at}`),
    ),
    show_order_summary: fields.show_order_summary ?? true,
    line_items: order.lines,
    currency: order.currency,
    amount: price.amount,
    discount_code: price.discount_code,
    discount_amount: price.discount_amount,
    customer_id: customer?.id ?? null,
    customer_email: fields.customer_email == null ? (customer?.email ?? null) : emailOf(fields.customer_email),
    customer_phone: fields.customer_phone ?? customer?.phone ?? null,
    email_field_mode: fields.email_field_mode ?? 'editable',
    phone_field_mode: fields.phone_field_mode ?? 'editable',
    quick_checkout_behavior: fields.quick_checkout_behavior ?? 'on_load',
    locale: fields.locale == null ? null : checkLocale(fields.locale),
    transaction_id: null,
    expires_at: ctx.later(payableFor),
    metadata,
    attempt: null,
  });
  ctx.schedule(expireJob, session.id, payableFor);
  return session;
}

function orderOf(ctx: Context, fields: SessionFields): PricedOrder {
  exactlyOne(fields, prices);
  const { line_items, amount = 0 } = fields;
  if (line_items === undefined) {
    return { amount: checkAmount(amount), currency: checkCurrency(fields.currency), lines: [] };
  }
  const currency = fields.currency === undefined ? undefined : checkCurrency(fields.currency);
  const order = priceOrder(ctx, line_items, { currency, unknown: 404 });
  requireStock(ctx, order.lines);
  return order;
}

function customerOf(ctx: Context, id: string | undefined): Customer | null {
  if (id === undefined) return null;
  const customer = ctx.find(customers, id);
  if (customer !== undefined) return customer;
  throw errorOf(resourceMissing, `No such customer: '${id}'.`, { param: 'customer_id' });
}

const emailOf = (email: string): string => checkEmail(email, 'customer_email');
