import { isLoopbackHost, loopbackSources } from '../../core/base/hosts.ts';
import type { Context } from '../../core/kernel/context.ts';
import type { Owner } from '../../core/kernel/declare/operation.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import { ServiceError } from '../../core/kernel/errors.ts';
import { publicOriginOf } from '../../payments/platform/surroundings.ts';
import { brandOf } from '../../payments/resources/account/brand.ts';
import { checkoutSettings } from '../../payments/resources/checkout/model.ts';
import { ownerOfCheckout, type PayableObject, targetBySlug } from '../../payments/resources/checkout/payable-object.ts';
import { type CheckoutSession, checkoutSessions } from '../../payments/resources/checkout-session/model.ts';
import { invoicePath } from '../../payments/resources/invoice/mail.ts';
import { declines } from '../../payments/simulation/gateways.ts';
import { countryOf } from '../buyer-country.ts';
import { html } from '../html.ts';
import { inspectorLink } from '../inspector-link.ts';
import { originsIn, renderPage, themeNamed } from '../layout.ts';
import { Locale } from '../locale.ts';
import type { Page, PageRoute, Visit } from '../page.ts';
import { type NotPayable, type NotPayableOptions, notPayablePage, unknownPage } from '../refusals.ts';
import { isolateName } from '../shared/isolate-name.ts';
import type { Checkout, CheckoutState, FrameState } from '../state.ts';
import { checkoutAssurance } from './checkout-assurance.ts';
import { checkoutForm, type FormOptions, walletButtons } from './checkout-form.ts';
import { offerOf, shortagesOf } from './checkout-offer.ts';
import { checkoutSummary, shortageNotice } from './checkout-summary.ts';

/** The place where a checkout is shown: on its own page, or in a frame of another page. */
export interface CheckoutLocation {
  readonly slug: string;
  /** `/pay/{slug}` or `/embed/{client_secret}`. */
  readonly path: string;
  readonly owner: Owner;
  readonly frame: FrameState | null;
  /** The origins of additional pages around the page with the frame. */
  readonly around?: readonly string[];
}

/** The origins that can frame a page at this place. */
export const framedBy = ({ frame, around = [] }: Pick<CheckoutLocation, 'frame' | 'around'>): readonly string[] =>
  frame === null ? [] : [...(frame.origins ?? loopbackSources), ...around];

export function hostedPlace(engine: Engine, slug: string): CheckoutLocation | null {
  const owner = ownerOfCheckout(engine, slug);
  return owner === null ? null : { slug, path: `/pay/${slug}`, owner, frame: null };
}

/** The place of the session whose `client_secret` is in the URL. */
export function embeddedPlace(visit: Visit): CheckoutLocation | null {
  const { engine, params } = visit;
  const { secret = '' } = params;
  const owner = engine.ownerOf(checkoutSessions, { client_secret: [secret] });
  if (owner === null) return null;
  const session = engine
    .dataSet(owner.workspace.id, owner.mode)
    .of(checkoutSessions)
    .newest({ client_secret: [secret] });
  if (session === undefined) return null;
  const frame = frameOf(session);
  return { slug: session.slug, path: `/embed/${secret}`, owner, frame, around: namedAround(visit, frame) };
}

/**
 * The pages around a shop that is itself in a frame, as the shop reports them. Only reports from a page that can
 * frame the checkout are trusted, and reports from the checkout itself, which passes the names on to its other pages.
 */
function namedAround({ query, referrer, origin }: Visit, { origins }: FrameState): readonly string[] {
  if (referrer === null) return [];
  const isAllowed = origins === null ? isLoopbackHost(new URL(referrer).hostname) : origins.includes(referrer);
  return isAllowed || referrer === origin ? originsIn(query.around) : [];
}

const frameOf = ({ allowed_parent_origins: origins }: CheckoutSession): FrameState => ({
  origins: origins.length === 0 ? null : origins,
});

/**
 * The origins that can frame the embedded checkout of a slug, and every page that the checkout frames; empty if the
 * checkout is hosted.
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

/**
 * The language of a slug: the language that a merchant has chosen for the session, or else the visitor's language.
 */
export const localeOf = ({ locale }: Pick<Visit, 'locale'>, target: PayableObject | undefined): Locale =>
  target?.kind === 'session' && target.record.locale != null ? new Locale(target.record.locale) : locale;

function checkoutPage(visit: Visit, place: CheckoutLocation | null): Page {
  const { engine, assets, cause } = visit;
  if (place === null) return unknownPage(visit);
  const { slug, owner, frame } = place;
  const theme = themeOf(visit, place);
  return engine.run(owner.workspace, owner.mode, cause, (ctx): Page => {
    const brand = brandOf(ctx);
    const target = targetBySlug(ctx, slug);
    const locale = localeOf(visit, target);
    const checkout = target === undefined ? null : payable(ctx, slug, target);
    if (target === undefined || checkout === null) {
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
        link: target === undefined || frame !== null ? undefined : linkOf(locale, target, isolateName(brand.name)),
        owner: { brand, mode: owner.mode },
        inspector: target === undefined ? null : inspectorLink(ctx, target.record.id),
      });
    }
    return showForm(ctx, visit, { place, target, checkout });
  });
}

interface Shown {
  readonly place: CheckoutLocation;
  readonly target: PayableObject;
  readonly checkout: Checkout;
}

/** The order and the payment form. If a product is out of stock, the page reports this in place of the form. */
function showForm(ctx: Context, visit: Visit, { place, target, checkout }: Shown): Page {
  const { engine, assets, acceptLanguage } = visit;
  const { path, owner, frame } = place;
  const brand = brandOf(ctx);
  const locale = localeOf(visit, target);
  const { script } = locale;
  const workspace = { ...checkout.workspace, achAuthorizationText: locale.page.checkout.debitAuthorization };
  const state: CheckoutState = {
    checkout: { ...checkout, workspace },
    path,
    frame,
    isAddressSuggested: checkoutSettings.of(ctx).address_suggest,
    now: ctx.at,
    declineReasons: declineReasons(),
  };
  const purpose = purposeOf(locale, target, isolateName(brand.name));
  const cancelUrl = target.kind === 'session' && frame === null ? target.record.cancel_url : null;
  const shortages = shortagesOf(checkout);
  const options: FormOptions = { locale, checkout: state.checkout, country: countryOf(acceptLanguage) };
  const entry =
    shortages.length > 0
      ? shortageNotice(script, shortages)
      : html`${walletButtons(locale, checkout)}${checkoutForm(ctx, options)}`;
  return renderPage({
    assets,
    locale,
    layout: frame === null ? 'wide' : 'frame',
    theme: themeOf(visit, place),
    framedBy: framedBy(place),
    brand,
    mode: owner.mode,
    title: `${purpose} · ${brand.name}`,
    script: 'checkout',
    state,
    inspector: inspectorLink(ctx, target.record.id),
    connects: [publicOriginOf(engine)],
    body: html`<div class="checkout">${checkoutSummary(ctx, locale, { checkout, purpose, cancelUrl, isPayable: shortages.length === 0 })}<div class="card">${entry}</div>${checkoutAssurance(locale, checkout, brand)}</div>`,
  });
}

/** The color scheme that the page around a frame has declared in the frame's URL. */
const themeOf = ({ query }: Visit, { frame }: CheckoutLocation) => (frame === null ? null : themeNamed(query.theme));

/** The reasons for declines, by every code of the gateways and of the service. */
const declineReasons = (): CheckoutState['declineReasons'] =>
  Object.fromEntries(
    Object.entries(declines).flatMap(([category, { refusal, gatewayCodes }]) =>
      [refusal.code, ...Object.values(gatewayCodes)].map((each) => [each, category]),
    ),
  );

/** A checkout as its page shows it; null if it cannot be paid. */
function payable(ctx: Context, slug: string, target: PayableObject): Checkout | null {
  if (reasonOf(target) !== null) return null;
  try {
    return offerOf(ctx, slug, target);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

/** Why a target with its status cannot be paid; null if the target can be paid. */
function reasonOf({ kind, record }: PayableObject): NotPayable | null {
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

/** The link for a buyer who cannot pay: the shop's success page if the session was paid, or else the cancel page. */
function linkOf({ page }: Locale, { kind, record }: PayableObject, merchant: string): NotPayableOptions['link'] {
  if (kind === 'invoice') return { label: page.viewInvoice(record.number), href: invoicePath(record) };
  if (kind !== 'session') return undefined;
  const { status, success_url, cancel_url } = record;
  const [label, href] =
    status === 'complete' ? [page.confirmation.continueTo(merchant), success_url] : [page.backTo(merchant), cancel_url];
  return href === null ? undefined : { label, href };
}

function purposeOf({ page, printed }: Locale, target: PayableObject, merchant: string): string {
  if (target.kind === 'payment_link') return target.record.name;
  return target.kind === 'invoice' ? printed.invoiceNumber(target.record.number) : page.checkout.pay(merchant);
}

/** The page has no buttons, so any page can frame it to show that the secret is unknown. */
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

const hosted = ({ engine, params }: Visit): CheckoutLocation | null => hostedPlace(engine, params.slug ?? '');

function showEmbedded(visit: Visit): Page {
  const place = embeddedPlace(visit);
  return place === null ? unknownSession(visit) : checkoutPage(visit, place);
}

export const checkoutRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/pay/{slug}', answer: (visit) => checkoutPage(visit, hosted(visit)) },
  { method: 'GET', path: '/embed/{secret}', answer: showEmbedded },
];
