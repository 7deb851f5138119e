import type { Context } from '../../core/kernel/context.ts';
import { brandOf } from '../../payments/resources/account/brand.ts';
import { bankAuthOf } from '../../payments/resources/checkout/confirmation.ts';
import { customerOf, ownerOfPortal } from '../../payments/resources/portal/actions.ts';
import type { PortalView } from '../../payments/resources/portal/buyer-fields.ts';
import { viewPortal } from '../../payments/resources/portal/view.ts';
import { subscriptions } from '../../payments/resources/subscription/model.ts';
import { showBlock } from '../blocks.ts';
import { countryOf } from '../buyer-country.ts';
import { noScriptNotice } from '../fields.ts';
import { type Content, html, type Markup } from '../html.ts';
import { inspectorLink } from '../inspector-link.ts';
import { icon, renderPage } from '../layout.ts';
import type { Locale } from '../locale.ts';
import type { Page, PageRoute, Visit } from '../page.ts';
import { picturesOf } from '../picture.ts';
import { unknownPage } from '../refusals.ts';
import { isolateName } from '../shared/isolate-name.ts';
import type { PortalState } from '../state.ts';
import { detailsOf } from './portal-details.ts';
import { invoiceItem, pagesOf, paymentItem } from './portal-history.ts';
import { methodsOf, type SavableMethods, savableMethodsIn } from './portal-methods.ts';
import { itemsOf } from './portal-parts.ts';
import { isPortalAction, type PortalAction } from './portal-pills.ts';
import { receiptRoutes } from './portal-receipt.ts';
import { subscriptionItem, wholeName } from './portal-subscriptions.ts';

/**
 * The customer portal. The specification only mentions it (in "App routes"), so the page is assumed. Its forms call
 * the client API.
 */
function portalPage(visit: Visit): Page {
  const { engine, assets, locale, params, query, cause } = visit;
  const texts = locale.page.portal;
  const slug = params.slug ?? '';
  const owner = ownerOfPortal(engine, slug);
  if (owner === null) return unknownPage(visit);
  return engine.run(owner.workspace, owner.mode, cause, (ctx) => {
    const brand = brandOf(ctx);
    const customer = customerOf(ctx, slug);
    const view = viewPortal(ctx, slug, customer, query.after);
    const state: PortalState = {
      now: ctx.at,
      vault: view.vaultConfig,
      actions: texts.actions,
      texts: {
        lost: texts.lost,
        badCard: texts.badCard,
        notTaken: texts.notTaken,
        emailRefused: texts.emailRefused,
        tooMany: texts.tooMany(60),
      },
    };
    return renderPage({
      assets,
      locale,
      brand,
      mode: owner.mode,
      title: `${texts.title} · ${brand.name}`,
      layout: 'wide',
      styles: ['portal'],
      script: 'portal',
      state,
      inspector: inspectorLink(ctx, customer.id),
      body: bodyOf(locale, view, {
        pictures: picturesBySubscription(ctx, view),
        bankAuths: new Map(view.payments.map(({ id }) => [id, bankAuthOf(ctx, id)])),
        said: isPortalAction(query.done) ? { action: query.done, of: query.of } : null,
        isLater: query.after !== undefined,
        savable: savableMethodsIn(ctx),
        country: countryOf(visit.acceptLanguage),
      }),
    });
  });
}

/** The pictures of subscriptions' products, by subscription id. */
function picturesBySubscription(ctx: Context, view: PortalView): ReadonlyMap<string, Content> {
  const held = view.subscriptions.map(({ id }) => ctx.get(subscriptions, id));
  const pictures = picturesOf(ctx, held);
  return new Map(held.map(({ id }, at) => [id, pictures[at]]));
}

/** The last action, and the id of its subscription. */
interface LastAction {
  readonly action: PortalAction;
  readonly of: string | undefined;
}

interface Shown {
  readonly pictures: ReadonlyMap<string, Content>;
  /** The URLs where the buyer can still authorize debits at the bank, by payment id. */
  readonly bankAuths: ReadonlyMap<string, string | null>;
  readonly said: LastAction | null;
  /** Whether a previous page has newer payments. */
  readonly isLater: boolean;
  readonly savable: SavableMethods;
  /** The customer's likely country, ISO 3166-1 alpha-2. */
  readonly country: string;
}

function bodyOf(locale: Locale, view: PortalView, shown: Shown): Markup {
  const texts = locale.page.portal;
  const { name, email } = view.customer;
  const { pictures, bankAuths, said, isLater } = shown;
  return html`${view.returnUrl !== null && html`<a class="back-link" href="${view.returnUrl}">${icon('back')}${locale.page.backTo(isolateName(view.brand.name))}</a>`}
<div class="stack stack-large">
<header class="stack stack-small">
<h1>${texts.title}</h1>
<p class="soft">${name === null ? email : `${isolateName(name)} · ${email}`}</p>
</header>
${noScriptNotice(locale)}
${noticeOf(locale, view, said)}
<div class="portal">
<div class="stack stack-large">
${section(
  'subscriptions',
  texts.subscriptions,
  itemsOf(
    view.subscriptions.map((each) => subscriptionItem(locale, view, each, pictures.get(each.id))),
    texts.none.subscriptions,
  ),
)}
${section('methods', texts.methods, methodsOf(locale, view, shown))}
${section('details', texts.details, detailsOf(locale, view, shown))}
</div>
<div class="stack stack-large">
${view.blocks.length > 0 && html`<div class="blocks">${view.blocks.map((block) => showBlock(block))}</div>`}
${
  view.invoices.length > 0 &&
  section(
    'invoices',
    texts.invoices,
    itemsOf(
      view.invoices.map((each) => invoiceItem(locale, each)),
      '',
    ),
  )
}
${section('payments', texts.payments, [
  itemsOf(
    view.payments.map((each) => paymentItem(locale, each, bankAuths.get(each.id) ?? null)),
    texts.none.payments,
  ),
  pagesOf(texts, view, isLater),
])}
</div>
</div>
</div>`;
}

/** The result of an action. The script shows refusals here. */
function noticeOf(locale: Locale, view: PortalView, said: LastAction | null): Markup {
  if (said === null) return html`<div class="notice" id="notice" tabindex="-1" hidden></div>`;
  const { title, text } = locale.page.portal.actions[said.action].done;
  const subscription = view.subscriptions.find(({ id }) => id === said.of);
  return html`<div class="notice notice-good" id="notice" tabindex="-1" role="status" data-said><div class="stack stack-small"><p><strong>${title}</strong></p>${subscription !== undefined && html`<p>${wholeName(locale, subscription)}</p>`}<p>${text}</p></div></div>`;
}

const section = (id: string, title: string, content: Content): Markup =>
  html`<section class="card stack" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`;

export const portalRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/portal/{slug}', answer: portalPage },
  ...receiptRoutes,
];
