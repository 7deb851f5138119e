import { loopbackSources } from '../base/hosts.ts';
import type { Context } from '../kernel/context.ts';
import type { Owner } from '../kernel/declare/operation.ts';
import type { Engine } from '../kernel/engine.ts';
import { ServiceError } from '../kernel/errors.ts';
import { brandOf } from '../resources/account/brand.ts';
import { checkoutSettings, type Paid } from '../resources/checkout/model.ts';
import { ownerOfCheckout, type Target, targetBySlug } from '../resources/checkout/target.ts';
import { type CheckoutSession, checkoutSessions } from '../resources/checkout-session/model.ts';
import { invoicePath } from '../resources/invoice/mail.ts';
import { countryOf } from './buyer-country.ts';
import { checkoutAssurance } from './checkout-assurance.ts';
import { quantitiesIn, shownEntries } from './checkout-entries.ts';
import { checkoutForm, type FormOptions, walletButtons } from './checkout-form.ts';
import { type Offer, offerOf, shortagesOf, type Wish } from './checkout-offer.ts';
import { attemptBefore, declineReasons, payForm, type Refusal, type Sent } from './checkout-payment.ts';
import { checkoutSummary, shortageNotice } from './checkout-summary.ts';
import { html } from './html.ts';
import { inspectorLink } from './inspector-link.ts';
import { parentOrigin, renderPage, resultCard, themeNamed } from './layout.ts';
import { Locale } from './locale.ts';
import type { Page, PageAnswer, PageRoute, Visit } from './page.ts';
import { type NotPayable, type NotPayableOptions, notPayablePage, unknownPage } from './refusals.ts';
import { isolated } from './shared/isolated.ts';
import { tellDiscount } from './shared/refused.ts';
import type { CheckoutState, FrameState } from './state.ts';

/** Where a checkout is shown: on its own page, or in a frame of another page. */
export interface Place {
  readonly slug: string;
  /** `/pay/{slug}` or `/embed/{client_secret}`. */
  readonly path: string;
  readonly owner: Owner;
  readonly frame: FrameState | null;
}

/** Who may frame a page there. */
export const framedBy = ({ frame }: Pick<Place, 'frame'>): readonly string[] =>
  frame === null ? [] : (frame.origins ?? loopbackSources);

export function hostedPlace(engine: Engine, slug: string): Place | null {
  const owner = ownerOfCheckout(engine, slug);
  return owner === null ? null : { slug, path: `/pay/${slug}`, owner, frame: null };
}

/** @param secret the `client_secret` of a session */
export function embeddedPlace(engine: Engine, secret: string): Place | null {
  const owner = engine.ownerOf(checkoutSessions, { client_secret: [secret] });
  if (owner === null) return null;
  const session = engine
    .dataSet(owner.workspace.id, owner.mode)
    .of(checkoutSessions)
    .newest({ client_secret: [secret] });
  if (session === undefined) return null;
  return { slug: session.slug, path: `/embed/${secret}`, owner, frame: frameOf(session) };
}

const frameOf = ({ allowed_parent_origins: origins }: CheckoutSession): FrameState => ({
  origins: origins.length === 0 ? null : origins,
});

/**
 * The origins that may frame the embedded checkout of a slug, and everything that the checkout frames; none: it is
 * hosted.
 */
export function framersOf(engine: Engine, slug: string): readonly string[] {
  const owner = ownerOfCheckout(engine, slug);
  if (owner === null) return [];
  const session = engine
    .dataSet(owner.workspace.id, owner.mode)
    .of(checkoutSessions)
    .newest({ slug: [slug] });
  return session?.ui_mode === 'embedded' ? framedBy({ frame: frameOf(session) }) : [];
}

/** The language of a slug: that of its session, which a merchant has chosen, otherwise the visitor's. */
export const localeOf = ({ locale }: Pick<Visit, 'locale'>, target: Target | undefined): Locale =>
  target?.kind === 'session' && target.record.locale != null ? new Locale(target.record.locale) : locale;

/** The same outside a unit of work. */
function localeAt(visit: Visit, { owner, slug }: Place): Locale {
  const sessions = visit.engine.dataSet(owner.workspace.id, owner.mode).of(checkoutSessions);
  const record = sessions.newest({ slug: [slug] });
  return localeOf(visit, record === undefined ? undefined : { kind: 'session', record });
}

function checkoutPage(visit: Visit, place: Place | null, refusal: Refusal | null = null): PageAnswer {
  const { engine, assets, cause, query } = visit;
  if (place === null) return unknownPage(visit);
  const { slug, owner, frame } = place;
  const theme = themeOf(visit, place);
  return engine.run(owner.workspace, owner.mode, cause, (ctx): PageAnswer => {
    const before = query.attempt === undefined ? null : attemptBefore(ctx, slug, query.attempt);
    if (before !== null) return answerAttempt(ctx, visit, place, before);
    const brand = brandOf(ctx);
    const target = targetBySlug(ctx, slug);
    const locale = localeOf(visit, target);
    const offer = target === undefined ? null : payable(ctx, slug, target, wishOf(visit));
    if (target === undefined || offer === null) {
      const reason = target === undefined ? 'unknown' : (reasonOf(target) ?? 'inactive');
      return notPayablePage({
        assets,
        locale,
        layout: frame === null ? 'page' : 'frame',
        theme,
        framedBy: framedBy(place),
        reason,
        frame,
        checkout: target === undefined ? null : { slug, path: place.path, now: ctx.at },
        link: target === undefined || frame !== null ? undefined : linkOf(locale, target, isolated(brand.name)),
        owner: { brand, mode: owner.mode },
        inspector: target === undefined ? null : inspectorLink(ctx, target.record.id),
      });
    }
    return showForm(ctx, visit, { place, target, offer, refusal });
  });
}

interface Shown {
  readonly place: Place;
  readonly target: Target;
  readonly offer: Offer;
  readonly refusal: Refusal | null;
}

/** The order and the form that pays it; if something is out of stock, that is shown in place of the form. */
function showForm(ctx: Context, visit: Visit, { place, target, offer, refusal }: Shown): Page {
  const { engine, assets, form, query, acceptLanguage } = visit;
  const { path, owner, frame } = place;
  const { checkout, ownCode, codeFault } = offer;
  const brand = brandOf(ctx);
  const locale = localeOf(visit, target);
  const { script } = locale;
  const workspace = { ...checkout.workspace, achAuthorizationText: locale.page.checkout.debitAuthorization };
  const state: CheckoutState = {
    checkout: { ...checkout, workspace },
    ownCode,
    path,
    frame,
    isAddressSuggested: checkoutSettings.of(ctx).address_suggest,
    now: ctx.at,
    declineReasons: declineReasons(),
  };
  const purpose = purposeOf(locale, target, isolated(brand.name));
  const cancelUrl = target.kind === 'session' && frame === null ? target.record.cancel_url : null;
  const shortages = shortagesOf(checkout);
  const options: FormOptions = {
    locale,
    checkout: state.checkout,
    action: formAction(visit, place),
    attempt: engine.nextCallId('attempt'),
    entries: { values: shownEntries(form), faults: refusal?.faults ?? {} },
    told: refusal?.told ?? (query.attempt === undefined ? null : script.notCharged),
    country: countryOf(acceptLanguage),
  };
  const entry =
    shortages.length > 0
      ? shortageNotice(script, shortages)
      : html`${walletButtons(locale, checkout)}${checkoutForm(ctx, options)}`;
  const codeTyped = query.discountCode ?? null;
  const fault = codeFault === null ? null : tellDiscount(codeFault, codeTyped ?? '', script);
  const page = renderPage({
    assets,
    locale,
    layout: frame === null ? 'wide' : 'frame',
    theme: themeOf(visit, place),
    framedBy: framedBy(place),
    brand,
    mode: owner.mode,
    title: `${purpose} · ${brand.name}`,
    status: refusal?.status ?? 200,
    script: 'checkout',
    holdsForm: true,
    state,
    inspector: inspectorLink(ctx, target.record.id),
    connects: [engine.publicOrigin],
    body: html`<div class="checkout">${checkoutSummary(ctx, locale, { checkout, purpose, cancelUrl, path, isPayable: shortages.length === 0, code: { own: ownCode, typed: codeTyped, fault, around: aroundFrame(visit, place) } })}<div class="card">${entry}</div>${checkoutAssurance(locale, checkout, brand)}</div>`,
  });
  return refusal?.retryAfter === undefined ? page : { ...page, headers: { 'Retry-After': String(refusal.retryAfter) } };
}

/** The color scheme that the page around a frame has declared, from the frame's address. */
const themeOf = ({ query }: Visit, { frame }: Place) => (frame === null ? null : themeNamed(query.theme));

/** The parameters of a frame's address that describe the page around it, for the following pages. */
function aroundFrame({ query }: Visit, { frame }: Place): Record<string, string> {
  const origin = frame === null ? null : parentOrigin(query.parent);
  const { theme, locale } = query;
  return {
    ...(locale === undefined ? {} : { locale }),
    ...(origin === null ? {} : { parent: origin }),
    ...(origin === null || theme === undefined ? {} : { theme }),
  };
}

function formAction(visit: Visit, place: Place): string {
  const around = new URLSearchParams(aroundFrame(visit, place));
  return around.size === 0 ? place.path : `${place.path}?${around}`;
}

/** The buyer's choice, from a posted form or from the page's address. */
const wishOf = ({ form, query }: Visit): Wish => ({
  quantities: form.attempt === undefined ? undefined : quantitiesIn(form),
  discountCode: form.discountCode || query.discountCode || undefined,
});

/** The answer to a form that a browser posted itself. */
async function postedForm(visit: Visit, place: Place | null): Promise<PageAnswer> {
  if (place === null) return unknownPage(visit);
  const { owner, slug } = place;
  let sent: Sent;
  try {
    sent = await payForm(visit, owner, slug, localeAt(visit, place));
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return checkoutPage(visit, place);
    throw error;
  }
  if (sent.kind === 'refused') return checkoutPage(visit, place, sent);
  if (sent.kind === 'unknown') return { redirect: attemptAddress(visit, place, sent.key) };
  return { redirect: nextAddress(visit, place, sent.paid) };
}

const attemptAddress = (visit: Visit, place: Place, key: string): string =>
  `${place.path}?${new URLSearchParams({ attempt: key, ...aroundFrame(visit, place) })}`;

/** The next address after a payment, as the script computes it: the confirmation, and after a moment the shop. */
function nextAddress(visit: Visit, place: Place, { confirmationToken: token }: Paid): string {
  const { path, frame } = place;
  const then: Record<string, string> = frame === null ? { then: 'shop' } : {};
  return `${path}/confirmation?${new URLSearchParams({ token, ...then, ...aroundFrame(visit, place) })}`;
}

/** The answer to an attempt that was posted before: the confirmation, or that the outcome is unknown. */
function answerAttempt(
  ctx: Context,
  visit: Visit,
  place: Place,
  before: Exclude<Sent, { kind: 'refused' }>,
): PageAnswer {
  if (before.kind === 'paid') return { redirect: nextAddress(visit, place, before.paid) };
  const locale = localeOf(visit, targetBySlug(ctx, place.slug));
  const { title, text, action } = locale.script.uncertain;
  const again = attemptAddress(visit, place, before.key);
  return renderPage({
    assets: visit.assets,
    locale,
    brand: brandOf(ctx),
    mode: ctx.mode,
    layout: place.frame === null ? 'page' : 'frame',
    framedBy: framedBy(place),
    title,
    script: 'ask-again',
    leaveTo: again,
    body: resultCard(
      { title, text, icon: 'clock', seal: 'warn' },
      html`<a class="button button-primary" id="again" href="${again}">${action}</a>`,
      { 'data-reason': 'uncertain' },
    ),
  });
}

/** A checkout as its page shows it; null: it cannot be paid. */
function payable(ctx: Context, slug: string, target: Target, wish: Wish): Offer | null {
  if (reasonOf(target) !== null) return null;
  try {
    return offerOf(ctx, slug, target, wish);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

/** Why a target cannot be paid in its status; null: it can. */
function reasonOf({ kind, record }: Target): NotPayable | null {
  if (kind === 'payment_link') return record.status === 'inactive' ? 'inactive' : null;
  switch (record.status) {
    case 'complete':
    case 'paid':
      return 'paid';
    case 'processing':
    case 'expired':
    case 'void':
      return record.status;
    default:
      return null;
  }
}

/** The link for a buyer who cannot pay: the shop's success page if the session was paid, otherwise the cancel page. */
function linkOf({ page }: Locale, { kind, record }: Target, merchant: string): NotPayableOptions['link'] {
  if (kind === 'invoice') return { label: page.viewInvoice(record.number), href: invoicePath(record) };
  if (kind !== 'session') return undefined;
  const { status, success_url, cancel_url } = record;
  const [label, href] =
    status === 'complete' ? [page.confirmation.continueTo(merchant), success_url] : [page.backTo(merchant), cancel_url];
  return href === null ? undefined : { label, href };
}

function purposeOf({ page, printed }: Locale, target: Target, merchant: string): string {
  if (target.kind === 'payment_link') return target.record.name;
  return target.kind === 'invoice' ? printed.invoiceNumber(target.record.number) : page.checkout.pay(merchant);
}

/** The page has nothing to press, so any page may frame it to show that the secret is unknown. */
const unknownSession = ({ assets, locale, query }: Visit): Page =>
  notPayablePage({
    assets,
    locale,
    layout: 'frame',
    theme: themeNamed(query.theme),
    framedBy: ['*'],
    frame: { origins: null },
    reason: 'session_unknown',
    owner: null,
  });

const hosted = ({ engine, params }: Visit): Place | null => hostedPlace(engine, params.slug ?? '');
const embedded = ({ engine, params }: Visit): Place | null => embeddedPlace(engine, params.secret ?? '');

function showEmbedded(visit: Visit): PageAnswer {
  const place = embedded(visit);
  return place === null ? unknownSession(visit) : checkoutPage(visit, place);
}

export const checkoutRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/pay/{slug}', answer: (visit) => checkoutPage(visit, hosted(visit)) },
  { method: 'POST', path: '/pay/{slug}', answer: (visit) => postedForm(visit, hosted(visit)) },
  { method: 'GET', path: '/embed/{secret}', answer: showEmbedded },
  { method: 'POST', path: '/embed/{secret}', answer: (visit) => postedForm(visit, embedded(visit)) },
];
