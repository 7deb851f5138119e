import type { Context } from '../engine/context.ts';
import { Refused, ServiceError } from '../engine/errors.ts';
import type { Owner } from '../engine/operation.ts';
import { attemptOf, knownAttempt } from '../resources/checkout/claims.ts';
import type { Paid, PayFields } from '../resources/checkout/model.ts';
import { paidBefore, payAs } from '../resources/checkout/pay.ts';
import { openTarget } from '../resources/checkout/target.ts';
import { vaultCard } from '../resources/token/vault.ts';
import { declines } from '../simulation/gateways.ts';
import { buyerIn, faultsIn, quantitiesIn, shownEntries } from './checkout-entries.ts';
import { offerOf } from './checkout-offer.ts';
import type { Entries } from './fields.ts';
import type { Locale } from './locale.ts';
import type { Visit } from './page.ts';
import { brandOf, digitsOf, readExpiry } from './shared/card.ts';
import { type Told, tellDecline, tellRefusal, tellUnusable } from './shared/refused.ts';
import type { CheckoutState } from './state.ts';

/** What became of a form that a browser posted by itself: without a script, or before it was there. */
export type Sent =
  | { readonly kind: 'paid'; readonly paid: Paid }
  /** Nobody knows yet; the attempt can be asked about by its key. */
  | { readonly kind: 'unknown'; readonly key: string }
  /** Nothing was charged: the form comes back with what was typed. */
  | { readonly kind: 'refused'; readonly told: Told; readonly faults: Entries['faults'] };

/** Why payments are declined, by all codes that the gateways and the service have for it. */
export const declineReasons = (): CheckoutState['declineReasons'] =>
  Object.fromEntries(
    Object.entries(declines).flatMap(([category, { code, gatewayCodes }]) =>
      [code, ...Object.values(gatewayCodes)].map((each) => [each, category]),
    ),
  );

/**
 * Pays a checkout with the card of a posted form, as the page's script does with the client API. A form that is posted
 * twice is one attempt, and pays once.
 * @throws ServiceError 404 for a checkout that cannot be paid (any more)
 */
export function payForm(
  { engine, form, cause }: Visit,
  { workspace, mode }: Owner,
  slug: string,
  locale: Locale,
): Sent {
  try {
    // What is refused must leave nothing behind, so that the refusal leaves the unit of work.
    return engine.run(workspace, mode, cause, (ctx) => pay(ctx, slug, form, locale));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status === 404 || error.status >= 500) throw error;
    return afterRefusal(error, form, locale);
  }
}

function pay(ctx: Context, slug: string, form: Visit['form'], locale: Locale): Sent {
  const texts = locale.script;
  const number = digitsOf(form.cardNumber ?? '');
  const key = form.attempt ?? '';
  const attempt = attemptOf(slug, key, { ...shownEntries(form), last4: number.slice(-4) });
  const before = paidBefore(ctx, slug, attempt);
  if (before !== null) return { kind: 'paid', paid: before };
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
  // What is charged is what the buyer saw.
  if (codeFault !== null || form.amount !== String(checkout.amount)) {
    return refused(texts.changed(locale.money(checkout.amount, checkout.currency)));
  }
  const expiry = readExpiry(form.cardExpiry ?? '');
  if (expiry === null) throw new Error('The checked expiry date of a form cannot be read.');
  let aliases: ReturnType<typeof vaultCard>;
  try {
    const card = { card_number: number, card_exp: `${expiry.month}/${expiry.year}` };
    aliases = vaultCard(ctx, { ...card, card_cvc: form.cardCvc?.trim() });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const told = tellUnusable('card', error.message, texts);
    return refused(told, told.fields);
  }
  const chosen = items.map(({ productId, quantity }) => ({ productId, quantity }));
  const body: PayFields = {
    ...buyerIn(form, checkout),
    vaultPanAlias: aliases.card_number,
    vaultCvcAlias: aliases.card_cvc,
    vaultExpMonth: expiry.month,
    vaultExpYear: expiry.year,
    vaultBin: number.slice(0, 6),
    vaultBrand: brandOf(number) ?? undefined,
    vaultLast4: number.slice(-4),
    ...(checkout.kind === 'payment_link' && chosen.length > 0 ? { items: chosen } : {}),
    discountCode,
    clientMetadata: { platform: 'web' },
  };
  const paid = payAs(ctx, slug, attempt, { body, sdk: null });
  return paid instanceof Refused ? afterAttempt(paid.error, key, locale) : { kind: 'paid', paid };
}

/** What was recorded of an attempt stays: that it was declined, or that nobody knows. */
function afterAttempt({ status, extra }: ServiceError, key: string, { script }: Locale): Sent {
  if (status >= 500) return { kind: 'unknown', key };
  const told = tellDecline('card', declineReasons()[String(extra?.declineCode)] ?? 'unknown', script);
  return refused(told, told.fields);
}

/** Nothing was done. */
function afterRefusal({ status, message }: ServiceError, form: Visit['form'], { script: texts }: Locale): Sent {
  if (status === 409) return { kind: 'unknown', key: form.attempt ?? '' };
  if (status === 402) return refused(texts.script.authentication);
  if (status === 422) return refused(texts.sentBefore);
  const told = tellRefusal('card', message, [], texts);
  return refused(told, told.fields);
}

const refused = ({ title, text }: Pick<Told, 'title' | 'text'>, faults: Entries['faults'] = {}): Sent => ({
  kind: 'refused',
  told: { title, text, fields: {} },
  faults,
});

/** What became of an attempt that a form made before; null where nothing came of it, or where nobody knows of it. */
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
