import type { Context } from '../kernel/context.ts';
import type { Owner } from '../kernel/declare/operation.ts';
import { ServiceError } from '../kernel/errors.ts';
import { knownAttempt } from '../resources/checkout/claims.ts';
import type { Paid, PayFields } from '../resources/checkout/model.ts';
import { paidBefore } from '../resources/checkout/pay.ts';
import { openTarget } from '../resources/checkout/target.ts';
import { declines } from '../simulation/gateways.ts';
import { buyerIn, faultsIn, quantitiesIn } from './checkout-entries.ts';
import { offerOf } from './checkout-offer.ts';
import type { Entries } from './fields.ts';
import type { Locale } from './locale.ts';
import type { Visit } from './page.ts';
import type { Answer } from './shared/answer.ts';
import { brandOf, digitsOf, readExpiry } from './shared/card.ts';
import { outcomeOf } from './shared/outcome.ts';
import { type Told, tellDecline, tellRefusal, tellUnusable } from './shared/refused.ts';
import type { Checkout, CheckoutState } from './state.ts';
import type { ScriptTexts } from './texts/en.ts';

/** The result of a form that a browser posted itself: without scripts, or before the script was loaded. */
export type Sent =
  | { readonly kind: 'paid'; readonly paid: Paid }
  /** The outcome is unknown; the key identifies the attempt. */
  | { readonly kind: 'unknown'; readonly key: string }
  | Refusal;

/** Nothing was charged: the form is sent back with what was typed. */
export interface Refusal {
  readonly kind: 'refused';
  readonly told: Told;
  readonly faults: Entries['faults'];
  /** The status of the page: the client API's. */
  readonly status: number;
  /** Seconds until it may be tried again. */
  readonly retryAfter?: number;
}

/** Why payments are declined, by all codes of the gateways and of the service. */
export const declineReasons = (): CheckoutState['declineReasons'] =>
  Object.fromEntries(
    Object.entries(declines).flatMap(([category, { refusal, gatewayCodes }]) =>
      [refusal.code, ...Object.values(gatewayCodes)].map((each) => [each, category]),
    ),
  );

/**
 * Pays a checkout with the card of a posted form, by the same client API calls as the page's script. Posting a form
 * twice is one attempt, and pays once.
 * @throws ServiceError 404 for a checkout that cannot be paid
 */
export async function payForm(visit: Visit, { workspace, mode }: Owner, slug: string, locale: Locale): Promise<Sent> {
  const { engine, form, cause, call } = visit;
  const texts = locale.script;
  const before = () => engine.run(workspace, mode, cause, (ctx) => sentBefore(ctx, slug, form, texts));
  const order = before() ?? engine.run(workspace, mode, cause, (ctx) => orderIn(ctx, slug, form, locale));
  if ('kind' in order) return order;
  const { card, body, vaultPath } = order;
  const vaulted = await call<{ card_number: string; card_cvc?: string }>(vaultPath, card);
  if (vaulted.kind !== 'done') return afterVault(vaulted, texts);
  const { card_number: vaultPanAlias, card_cvc: vaultCvcAlias } = vaulted.body;
  const key = form.attempt ?? '';
  const send = () => call<Paid>(`/api/checkout/${slug}/pay`, { ...body, vaultPanAlias, vaultCvcAlias }, key);
  const first = await send();
  const outcome = outcomeOf(first.kind === 'unreachable' ? await send() : first);
  switch (outcome.kind) {
    case 'paid':
      return outcome;
    case 'unknown':
      return { kind: 'unknown', key };
    case 'declined': {
      const told = tellDecline('card', declineReasons()[outcome.refusal.declineCode ?? ''] ?? 'unknown', texts);
      return refused(told, told.fields);
    }
    case 'invalid': {
      // The form was posted twice at once, and the other one came first.
      if (outcome.refusal.reason === 'idempotency_key_reused') return before() ?? refused(texts.sentBefore);
      const told = tellRefusal('card', outcome.refusal, order.customFields, texts);
      return refused(told, told.fields);
    }
    case 'authenticate':
      return refused(texts.script.authentication, {}, 402);
    case 'gone':
      return refused(texts.closed, {}, 404);
    case 'wait': {
      const { seconds } = outcome;
      return { ...refused({ title: texts.wait.title, text: texts.wait.text(seconds) }, {}, 429), retryAfter: seconds };
    }
  }
}

/** The order and the instrument. */
interface PostedOrder {
  /** In the vault's form. */
  readonly card: { readonly card_number: string; readonly card_exp: string; readonly card_cvc?: string };
  readonly vaultPath: string;
  /** The pay body without the card's aliases. */
  readonly body: PayFields;
  readonly customFields: Checkout['customFields'];
}

/** Reads a posted form, and reports errors as the script does. */
function orderIn(ctx: Context, slug: string, form: Visit['form'], locale: Locale): PostedOrder | Refusal {
  const texts = locale.script;
  const quantities = quantitiesIn(form);
  const discountCode = form.discountCode || undefined;
  const { checkout, codeFault } = offerOf(ctx, slug, openTarget(ctx, slug), { quantities, discountCode });
  const items = checkout.products.filter(({ quantity }) => quantity > 0);
  if (form.method === 'ach') return refused(texts.script.bank);
  if (!checkout.cardEnabled) return refused({ title: texts.refused.title, text: texts.refused.unavailable });
  if (checkout.products.length > 0 && items.length === 0) return refused(texts.empty);
  const faults = faultsIn(form, checkout, ctx.at, locale);
  if (Object.keys(faults).length > 0)
    return refused({ title: texts.refused.title, text: texts.refused.fields }, faults);
  // The charge must match what the buyer saw.
  if (codeFault !== null || form.amount !== String(checkout.amount)) {
    return refused(texts.changed(locale.money(checkout.amount, checkout.currency)));
  }
  const expiry = readExpiry(form.cardExpiry ?? '');
  if (expiry === null) throw new Error('The checked expiry date of a form cannot be read.');
  const number = digitsOf(form.cardNumber ?? '');
  const chosen = items.map(({ productId, quantity }) => ({ productId, quantity }));
  const card_cvc = digitsOf(form.cardCvc ?? '') || undefined;
  return {
    card: { card_number: number, card_exp: `${expiry.month}/${expiry.year}`, card_cvc },
    vaultPath: new URL(checkout.vaultConfig.url).pathname,
    body: {
      ...buyerIn(form, checkout),
      vaultExpMonth: expiry.month,
      vaultExpYear: expiry.year,
      vaultBin: number.slice(0, 6),
      vaultBrand: brandOf(number) ?? undefined,
      vaultLast4: number.slice(-4),
      ...(checkout.kind === 'payment_link' && chosen.length > 0 ? { items: chosen } : {}),
      discountCode,
      clientMetadata: { platform: 'web', language: locale.tag },
    },
    customFields: checkout.customFields,
  };
}

/** Nothing was charged: the vault refused the card, or did not answer. */
function afterVault(answer: Exclude<Answer<unknown>, { kind: 'done' }>, texts: ScriptTexts): Refusal {
  if (answer.kind === 'unreachable' || answer.status !== 400) return refused(texts.lost, {}, 503);
  const told = tellUnusable('card', answer.refusal, texts);
  return refused(told, told.fields);
}

/** @param status of the page that shows it */
const refused = (
  { title, text }: Pick<Told, 'title' | 'text'>,
  faults: Entries['faults'] = {},
  status = 400,
): Refusal => ({ kind: 'refused', told: { title, text, fields: {} }, faults, status });

/**
 * The result if the form was posted before; null: it was not. A form that already led to a payment and now asks for
 * another sum or another card is sent back.
 */
function sentBefore(ctx: Context, slug: string, form: Visit['form'], texts: ScriptTexts): Sent | null {
  const before = attemptBefore(ctx, slug, form.attempt ?? '');
  if (before?.kind !== 'paid') return before;
  const { amount, card } = before.paid;
  const isSame = form.amount === String(amount) && card?.last4 === digitsOf(form.cardNumber ?? '').slice(-4);
  return isSame ? before : refused(texts.sentBefore);
}

/** The result of an earlier attempt of a form; null: there was no such attempt, or nothing was charged. */
export function attemptBefore(ctx: Context, slug: string, key: string): Exclude<Sent, { kind: 'refused' }> | null {
  const attempt = knownAttempt(ctx, slug, key);
  if (attempt === null) return null;
  try {
    const paid = paidBefore(ctx, slug, attempt);
    return paid === null ? null : { kind: 'paid', paid };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 409) return { kind: 'unknown', key };
    throw error;
  }
}
