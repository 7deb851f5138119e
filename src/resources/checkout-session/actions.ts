import type { MetadataValues } from '../../engine/checks.ts';
import { parseIso } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import { conflict, invalid } from '../../engine/errors.ts';
import { jobs } from '../../engine/jobs.ts';
import { may, refusalOf } from '../../engine/lifecycle.ts';
import { type AddressInput, wholeBilling, wholeShipping } from '../common/address.ts';
import { customerByEmail, fullName, upsertCustomer } from '../customer/actions.ts';
import { type Customer, customers } from '../customer/model.ts';
import { type ChargeResult, charge } from '../transaction/charge.ts';
import type { TransactionDraft } from '../transaction/draft.ts';
import { gatewayFor, type Instrument, requireDebitPayouts } from '../transaction/instrument.ts';
import { chargeAttempts, type Transaction } from '../transaction/model.ts';
import { discounted } from './discount.ts';
import { checkoutSessionLifecycle } from './lifecycle.ts';
import { type CheckoutSession, checkoutSessions, type SessionPrice } from './model.ts';

/** Who pays, as they say of themselves on the page. */
export interface Payer extends AddressInput<'billing'> {
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone?: string | null;
}

/** A payment on the page of a session. */
export interface SessionPayment {
  readonly instrument: Instrument;
  readonly payer: Payer;
  readonly shipping?: AddressInput<'shipping'> | null;
  /** A code that the customer gave; it takes the place of the session's own. */
  readonly discount_code?: string | null;
  /** What an authentication of the card gave. */
  readonly three_ds?: Pick<
    TransactionDraft,
    | 'three_ds_status'
    | 'three_ds_eci'
    | 'three_ds_cavv_present'
    | 'three_ds_xid'
    | 'three_ds_version'
    | 'three_ds_ds_trans_id'
  >;
  /** Whether it is an instant bank debit. */
  readonly instant?: boolean;
  /** What the page adds to the session's own. */
  readonly metadata?: MetadataValues;
}

/** Whether a session can be paid now: it is open, and no payment of it is under way. */
export const isPayable = (ctx: Context, session: CheckoutSession): boolean =>
  may(checkoutSessionLifecycle, session, 'complete') && decidedAt(ctx, session) === null;

/**
 * Charges an instrument for a session and, if the charge is accepted, completes it. The payer becomes a customer, and
 * keeps the card (specification, "Subscriptions": "from a completed checkout"). A decline leaves the session open; while
 * an outcome is unknown nobody else can pay, and the session completes if it was charged after all.
 * @returns what the caller is told; a refusal must be returned as `Refused`, so that what was recorded stays
 * @throws 400 `invalid_state`, `capability_required`, `insufficient_stock` or `parameter_invalid`; 409
 *   `request_in_progress`
 */
export function completeSession(ctx: Context, session: CheckoutSession, payment: SessionPayment): ChargeResult {
  if (!may(checkoutSessionLifecycle, session, 'complete')) {
    throw refusalOf(checkoutSessionLifecycle, session, 'complete');
  }
  if (decidedAt(ctx, session) !== null) {
    throw conflict('request_in_progress', `A payment of ${session.id} is not resolved yet; wait until it is.`);
  }
  const code = payment.discount_code ?? session.discount_code;
  const price = discounted(ctx, session.amount + session.discount_amount, code);
  const { instrument, payer, three_ds } = payment;
  const { card, bank_account, payment_method_id } = instrument;
  const rail = card === null ? 'ach' : 'card';
  const gateway = gatewayFor(ctx, instrument, { billing_country: payer.billing_country });
  if (gateway === 'debit_payouts') requireDebitPayouts(ctx);
  if (rail === 'ach' && !ctx.settings.ach_enabled) {
    throw invalid('payment_method_type', 'ACH is not enabled for this workspace.');
  }
  const customer = customerOf(ctx, session, payment);
  const result = charge(ctx, {
    operation: 'checkout.pay',
    instrument,
    rail,
    gateway,
    instant: payment.instant ?? false,
    customer,
    draft: {
      amount: price.amount,
      currency: session.currency,
      processorType: gateway,
      rail,
      reference_id: null,
      customer_id: customer.id,
      payment_method_id,
      checkout_session_id: session.id,
      source: 'api',
      line_items: session.line_items,
      buyer_name: fullName(payer) ?? fullName(customer),
      email: payer.email,
      billing: wholeBilling(payer, customer),
      shipping: payment.shipping ? wholeShipping(payment.shipping, null) : null,
      card_last_four: card?.last4 ?? null,
      card_brand: card?.brand ?? null,
      bank_last_four: bank_account?.last4 ?? null,
      // A new card is saved for its payer like one of a wallet: when the charge is accepted, and once.
      wallet_card: card === null || payment_method_id !== null ? null : { card, behaviour: instrument.behaviour },
      three_ds_status: three_ds?.three_ds_status,
      three_ds_eci: three_ds?.three_ds_eci,
      three_ds_cavv_present: three_ds?.three_ds_cavv_present,
      three_ds_xid: three_ds?.three_ds_xid,
      three_ds_version: three_ds?.three_ds_version,
      three_ds_ds_trans_id: three_ds?.three_ds_ds_trans_id,
      metadata: { ...session.metadata, ...payment.metadata },
    },
  });
  if (result.outcome === 'charged') closeSession(ctx, session, result.transaction, price);
  if (result.outcome === 'unknown') {
    ctx.update(checkoutSessions, session, { attempt: { id: String(result.refusal.extra?.reference_id), ...price } });
  }
  return result;
}

/** Whom the session names, or whom the address stands for. What a page says changes nobody who is known already. */
function customerOf(ctx: Context, session: CheckoutSession, { payer, shipping }: SessionPayment): Customer {
  if (session.customer_id !== null) return ctx.get(customers, session.customer_id);
  return customerByEmail(ctx, payer.email) ?? upsertCustomer(ctx, { ...payer, ...shipping }).customer;
}

/** When the outcome of a payment under way will be known, in milliseconds; null where none is. */
export function decidedAt(ctx: Context, { attempt }: CheckoutSession): number | null {
  if (attempt === null || ctx.find(chargeAttempts, attempt.id)?.state !== 'unresolved') return null;
  return parseIso(ctx.of(jobs).newest({ subject: [attempt.id] })?.due_at ?? '');
}

/** A payment was accepted: the session is used up, whatever becomes of the payment. */
export function closeSession(
  ctx: Context,
  session: CheckoutSession,
  { id, customer_id }: Transaction,
  { amount, discount_code, discount_amount }: SessionPrice,
): CheckoutSession {
  const complete = ctx.transition(checkoutSessionLifecycle, session, 'complete', {
    transaction_id: id,
    customer_id,
    amount,
    discount_code,
    discount_amount,
    attempt: null,
  });
  ctx.cancelJobs(complete.id);
  return complete;
}

/**
 * Nobody paid a session in time.
 * @throws 400 `invalid_state`
 */
export function expireSession(ctx: Context, session: CheckoutSession): CheckoutSession {
  const expired = ctx.transition(checkoutSessionLifecycle, session, 'expire');
  ctx.cancelJobs(expired.id);
  return expired;
}

/** The session behind a page's address, whatever its status; undefined where there is none. */
export const sessionBySlug = (ctx: Context, slug: string): CheckoutSession | undefined =>
  ctx.of(checkoutSessions).newest({ slug: [slug] });

/** The session that a browser's SDK was given the secret of; undefined where there is none. */
export const sessionBySecret = (ctx: Context, clientSecret: string): CheckoutSession | undefined =>
  ctx.of(checkoutSessions).newest({ client_secret: [clientSecret] });

/** The page on which a session is paid. */
export const checkoutPath = ({ slug }: Pick<CheckoutSession, 'slug'>): string => `/pay/${slug}`;

/** A session as the API shows it. */
export const showSession = ({ engine }: Pick<Context, 'engine'>, session: CheckoutSession) => ({
  ...session,
  url: session.ui_mode === 'hosted' ? `${engine.publicOrigin}${checkoutPath(session)}` : null,
});
