import type { Context } from '../engine/context.ts';
import type { Engine } from '../engine/engine.ts';
import { ServiceError } from '../engine/errors.ts';
import { loopbackSources } from '../engine/hosts.ts';
import type { Owner } from '../engine/operation.ts';
import { brandOf } from '../resources/account/brand.ts';
import { checkoutSettings } from '../resources/checkout/model.ts';
import { ownerOfCheckout, type Target, targetBySlug } from '../resources/checkout/target.ts';
import { showCheckout } from '../resources/checkout/view.ts';
import { type CheckoutSession, checkoutSessions } from '../resources/checkout-session/model.ts';
import { invoicePath } from '../resources/invoice/mail.ts';
import { checkoutForm, walletButtons } from './checkout-form.ts';
import { checkoutSummary } from './checkout-summary.ts';
import { html } from './html.ts';
import { renderPage, themeNamed } from './layout.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { type NotPayable, type NotPayableOptions, notPayablePage, unknownPage } from './refusals.ts';
import type { Checkout, CheckoutState, FrameState } from './state.ts';

/** Where a checkout is shown: on a page of its own, or in a frame of another page. */
export interface Place {
  readonly slug: string;
  /** `/pay/{slug}` or `/embed/{client_secret}`. */
  readonly path: string;
  readonly owner: Owner;
  readonly frame: FrameState | null;
}

/** Who may frame a page in that place. */
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

/** The origins that may frame the embedded checkout of a slug, and so what the checkout itself frames; none if it is hosted. */
export function framersOf(engine: Engine, slug: string): readonly string[] {
  const owner = ownerOfCheckout(engine, slug);
  if (owner === null) return [];
  const session = engine
    .dataSet(owner.workspace.id, owner.mode)
    .of(checkoutSessions)
    .newest({ slug: [slug] });
  return session?.ui_mode === 'embedded' ? framedBy({ frame: frameOf(session) }) : [];
}

function checkoutPage({ engine, assets, cause, query }: Visit, place: Place | null): Page {
  if (place === null) return unknownPage(assets);
  const { slug, path, owner, frame } = place;
  const theme = frame === null ? null : themeNamed(query.theme);
  return engine.run(owner.workspace, owner.mode, cause, (ctx) => {
    const brand = brandOf(ctx);
    const target = targetBySlug(ctx, slug);
    const checkout = target === undefined ? null : payable(ctx, slug, target);
    if (target === undefined || checkout === null) {
      const reason = target === undefined ? 'unknown' : (reasonOf(target) ?? 'inactive');
      return notPayablePage({
        assets,
        layout: frame === null ? 'page' : 'frame',
        theme,
        framedBy: framedBy(place),
        reason,
        frame,
        link: target === undefined || frame !== null ? undefined : linkOf(target, brand.name),
        owner: { brand, mode: owner.mode },
      });
    }
    const state: CheckoutState = {
      checkout,
      path,
      frame,
      isAddressSuggested: checkoutSettings.of(ctx).address_suggest,
    };
    const purpose = purposeOf(target, brand.name);
    const cancelUrl = target.kind === 'session' && frame === null ? target.record.cancel_url : null;
    return renderPage({
      assets,
      layout: frame === null ? 'wide' : 'frame',
      theme,
      framedBy: framedBy(place),
      brand,
      mode: owner.mode,
      title: `${purpose} · ${brand.name}`,
      script: 'checkout',
      state,
      connects: [engine.publicOrigin],
      body: html`<div class="checkout">${checkoutSummary({ checkout, purpose, cancelUrl })}<div class="card">${walletButtons(checkout)}${checkoutForm(ctx, checkout)}</div></div>`,
    });
  });
}

/** A checkout as its page shows it; null if it cannot be paid. */
function payable(ctx: Context, slug: string, target: Target): Checkout | null {
  if (reasonOf(target) !== null) return null;
  try {
    return showCheckout(ctx, slug, target, {});
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

/** Why the status of a target does not let it be paid; null if it does. */
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

/** Where a buyer who cannot pay may go. */
function linkOf({ kind, record }: Target, merchant: string): NotPayableOptions['link'] {
  if (kind === 'invoice') return { label: `View the invoice ${record.number}`, href: invoicePath(record) };
  if (kind !== 'session' || record.cancel_url === null) return undefined;
  return { label: `Back to ${merchant}`, href: record.cancel_url };
}

function purposeOf(target: Target, merchant: string): string {
  if (target.kind === 'payment_link') return target.record.name;
  return target.kind === 'invoice' ? `Invoice ${target.record.number}` : `Pay ${merchant}`;
}

/** It has nothing to press, so that it may say in a frame of any page that its secret is unknown. */
const unknownSession = ({ assets, query }: Visit): Page =>
  notPayablePage({
    assets,
    layout: 'frame',
    theme: themeNamed(query.theme),
    framedBy: ['*'],
    frame: { origins: null },
    reason: 'session_unknown',
    owner: null,
  });

export const checkoutRoutes: readonly PageRoute[] = [
  {
    method: 'GET',
    path: '/pay/{slug}',
    answer: (visit) => checkoutPage(visit, hostedPlace(visit.engine, visit.params.slug ?? '')),
  },
  {
    method: 'GET',
    path: '/embed/{secret}',
    answer: (visit) => {
      const place = embeddedPlace(visit.engine, visit.params.secret ?? '');
      return place === null ? unknownSession(visit) : checkoutPage(visit, place);
    },
  },
];
