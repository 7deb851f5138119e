import type { Context } from '../engine/context.ts';
import { brandOf } from '../resources/account/brand.ts';
import { brandName } from '../resources/common/brand-name.ts';
import { customerOf, ownerOfPortal, portalPath } from '../resources/portal/actions.ts';
import { type MethodView, type PortalView, type SubscriptionView, viewPortal } from '../resources/portal/view.ts';
import { subscriptions } from '../resources/subscription/model.ts';
import { testCards } from '../simulation/cards.ts';
import { showBlock } from './blocks.ts';
import { cardFields, cardHint, hintsFold } from './fields.ts';
import { type Content, html, type Markup } from './html.ts';
import { icon, renderPage } from './layout.ts';
import type { Locale } from './locale.ts';
import type { Page, Visit } from './page.ts';
import { picturesOf } from './picture.ts';
import { invoiceItem, pagesOf, paymentItem } from './portal-history.ts';
import { type Pill, type PortalAction, showPill, subscriptionLooks } from './portal-pills.ts';
import { unknownPage } from './refusals.ts';
import { panelOf } from './sandbox-panel.ts';
import { isolated } from './shared/isolated.ts';
import type { PortalState } from './state.ts';

/** What the page says on top: what was done just now, or what was refused. */
export interface Said {
  readonly action: PortalAction;
  readonly isRefused: boolean;
  readonly status: number;
  /** Default: what is said of the action. */
  readonly text?: { readonly title: string; readonly text: string };
  /** Seconds after which it may be tried again. */
  readonly retryAfter?: number;
}

/**
 * A customer's own page (specification, "App routes", names it; all of it is assumed). Its forms work without a script;
 * with it they call the client API.
 */
export function portalPage(visit: Visit, said: Said | null): Page {
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
      texts: { lost: texts.lost, badCard: texts.badCard, tooMany: texts.tooMany(60) },
    };
    const page = renderPage({
      assets,
      locale,
      brand,
      mode: owner.mode,
      status: said?.status ?? 200,
      title: `${texts.title} · ${brand.name}`,
      layout: 'wide',
      styles: ['portal'],
      script: 'portal',
      state,
      panel: panelOf(ctx, { page: 'Customer portal', about: [customer.id], slug, direction: 'in' }),
      body: bodyOf(locale, view, {
        pictures: picturesBySubscription(ctx, view),
        said,
        isLater: query.after !== undefined,
        expiry: expiryOf(ctx),
      }),
    });
    return said?.retryAfter === undefined ? page : { ...page, headers: { 'Retry-After': String(said.retryAfter) } };
  });
}

/** The pictures of what subscriptions are for, by the ids of the subscriptions. */
function picturesBySubscription(ctx: Context, view: PortalView): ReadonlyMap<string, Content> {
  const held = view.subscriptions.map(({ id }) => ctx.get(subscriptions, id));
  const pictures = picturesOf(ctx, held);
  return new Map(held.map(({ id }, at) => [id, pictures[at]]));
}

interface Shown {
  readonly pictures: ReadonlyMap<string, Content>;
  readonly said: Said | null;
  /** Whether newer payments are on a page before. */
  readonly isLater: boolean;
  /** What the test numbers fill in. */
  readonly expiry: string;
}

function bodyOf(locale: Locale, view: PortalView, { pictures, said, isLater, expiry }: Shown): Markup {
  const texts = locale.page.portal;
  const { name, email } = view.customer;
  return html`<div class="stack stack-large">
<header class="stack stack-small">
<h1>${texts.title}</h1>
<p class="soft">${name === null ? email : `${isolated(name)} · ${email}`}</p>
</header>
${noticeOf(locale, said)}
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
${section('methods', texts.methods, [
  itemsOf(
    view.paymentMethods.map((each) => methodItem(locale, view, each)),
    texts.none.methods,
  ),
  view.vaultConfig.enabled && addForm(locale, view, expiry, said),
])}
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
    view.payments.map((each) => paymentItem(locale, each)),
    texts.none.payments,
  ),
  pagesOf(texts, view, isLater),
])}
</div>
</div>
</div>`;
}

/** The script shows here what becomes of an action. */
function noticeOf({ page }: Locale, said: Said | null): Markup {
  if (said === null) return html`<div class="notice" id="notice" tabindex="-1" hidden></div>`;
  const { title, text } = said.text ?? page.portal.actions[said.action][said.isRefused ? 'refused' : 'done'];
  const look = said.isRefused ? 'notice-danger' : 'notice-good';
  return html`<div class="notice ${look}" id="notice" tabindex="-1" role="${said.isRefused ? 'alert' : 'status'}" data-said><div class="stack stack-small"><p><strong>${title}</strong></p><p>${text}</p></div></div>`;
}

const section = (id: string, title: string, content: Content): Markup =>
  html`<section class="card stack" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`;

const itemsOf = (items: readonly Markup[], none: string): Markup =>
  items.length === 0 ? html`<p class="soft">${none}</p>` : html`<ul class="portal-items">${items}</ul>`;

/** A form of one action: its button's name says for what, also to who does not see the page. */
function actionForm(
  view: PortalView,
  action: PortalAction,
  path: string,
  { label, what, look, fields = null }: { label: string; what: string; look: string; fields?: Content },
): Markup {
  return html`<form class="portal-form" method="post" action="${portalPath(view)}${path}" data-action="${action}">${fields}
<button class="button button-small ${look}" type="submit"><span>${label}</span><span class="visually-hidden"> (${what})</span></button></form>`;
}

function subscriptionItem(locale: Locale, view: PortalView, subscription: SubscriptionView, picture: Content): Markup {
  const texts = locale.page.portal;
  const { id, name, status, amount, currency, interval, intervalCount, endsAt, endedAt, blocks } = subscription;
  const path = `/subscriptions/${id}`;
  const price = texts.each(locale.money(amount, currency), locale.printed.every(interval, intervalCount));
  const pill: Pill =
    endsAt === null
      ? [texts.subscriptionStates[status], subscriptionLooks[status]]
      : [texts.endsOn(locale.day(endsAt)), 'warn'];
  return html`<li class="stack stack-small" id="${id}">
<div class="portal-line"><h3>${picture}${name}</h3>${showPill(pill)}</div>
<p>${price}</p>
<p class="soft small">${standingOf(locale, view, subscription)}</p>
${blocks.length > 0 && html`<div class="blocks">${blocks.map((block) => showBlock(block, 'h4'))}</div>`}
${endsAt !== null && html`<div>${actionForm(view, 'kept', `${path}/keep`, { label: texts.keepButton, what: name, look: '' })}</div>`}
${
  endsAt === null &&
  endedAt === null &&
  html`<div class="portal-folds">${changeFold(locale, view, subscription, path)}
<details class="unfold"><summary>${texts.cancel}<span class="visually-hidden"> (${name})</span></summary>
<div class="stack stack-small"><p class="small">${cancelText(locale, subscription)}</p>
${actionForm(view, 'cancelled', `${path}/cancel`, { label: texts.cancelButton, what: name, look: 'button-danger' })}</div></details></div>`
}
</li>`;
}

function cancelText(locale: Locale, { cancelsAtOnce, nextChargeAt }: SubscriptionView): string {
  const { cancelNow, cancelAtEnd } = locale.page.portal;
  return cancelsAtOnce || nextChargeAt === null ? cancelNow : cancelAtEnd(locale.day(nextChargeAt));
}

/** What is to be expected of a subscription, in a sentence. */
function standingOf(locale: Locale, { paymentMethods }: PortalView, subscription: SubscriptionView): string {
  const texts = locale.page.portal;
  const { status, endsAt, endedAt, nextChargeAt, paymentMethodId } = subscription;
  if (endedAt !== null) return texts.endedOn(locale.day(endedAt));
  if (endsAt !== null) return texts.endsText(locale.day(endsAt));
  if (status === 'paused') return texts.pausedText;
  if (nextChargeAt === null) return texts.pendingText;
  const method = paymentMethods.find(({ id }) => id === paymentMethodId);
  const say = status === 'past_due' ? texts.retryOn : status === 'scheduled' ? texts.startsOn : texts.nextOn;
  return say(locale.day(nextChargeAt), method === undefined ? texts.gone : methodName(locale, method));
}

function changeFold(
  locale: Locale,
  view: PortalView,
  { id, name, paymentMethodId }: SubscriptionView,
  path: string,
): Content {
  const texts = locale.page.portal;
  const others = view.paymentMethods.filter((each) => each.id !== paymentMethodId && each.card?.expired !== true);
  if (others.length === 0) return null;
  const fields = html`<div class="field"><label for="method-${id}">${texts.changeLabel}</label><select class="input" id="method-${id}" name="paymentMethodId">${others.map(
    (each) => html`<option value="${each.id}">${methodName(locale, each)}</option>`,
  )}</select></div>`;
  return html`<details class="unfold"><summary>${texts.change}<span class="visually-hidden"> (${name})</span></summary>
${actionForm(view, 'changed', `${path}/payment-method`, { label: texts.changeButton, what: name, look: '', fields })}</details>`;
}

function methodName({ printed }: Locale, { card, bankAccount }: MethodView): string {
  if (card !== null) return printed.endingIn(brandName(card.brand, printed.card), card.last4);
  return printed.endingIn(bankAccount?.bankName ?? printed.bankAccount, bankAccount?.last4 ?? '');
}

function methodItem(locale: Locale, view: PortalView, method: MethodView): Markup {
  const texts = locale.page.portal;
  const { id, card, paysFor } = method;
  const name = methodName(locale, method);
  return html`<li class="portal-line" id="${id}">
<div class="portal-method">${icon(card === null ? 'bank' : 'card')}<div><p>${name}</p>
${card !== null && html`<p class="small ${card.expired ? 'portal-bad' : 'soft'}">${card.expired ? texts.expired : texts.expires(card.expMonth, card.expYear)}</p>`}
${paysFor.length > 0 && html`<p class="small soft">${texts.paysFor(paysFor.map(isolated).join(', '))}</p>`}</div></div>
${paysFor.length === 0 && actionForm(view, 'removed', `/payment-methods/${id}/remove`, { label: texts.remove, what: name, look: '' })}
</li>`;
}

/** The script hands the card to the vault; without one it is posted to the page, which does. */
const addForm = (locale: Locale, view: PortalView, expiry: string, said: Said | null): Markup =>
  html`<details class="unfold" id="add"${said?.action === 'added' && said.isRefused && html` open`}><summary>${locale.page.portal.add}</summary>
<form class="stack" id="add-card" method="post" action="${portalPath(view)}/payment-methods" data-action="added" autocomplete="on">
<p class="small soft">${locale.page.portal.addText}</p>
${cardFields(locale)}
<button class="button button-primary" id="pay" type="submit">${icon('lock')}<span>${locale.page.portal.addButton}</span></button>
${hintsFold(locale, html`<div class="stack stack-small"><p class="small soft">${locale.page.hints.intro}</p><div class="hints">${ordinaryCards.map((card) => cardHint(card, expiry))}</div></div>`)}
</form></details>`;

/** One card of each brand that is charged without a question. */
const ordinaryCards = testCards.filter(
  ({ behaviour, country, brand }, at, all) =>
    behaviour === null &&
    country === 'US' &&
    all.findIndex((each) => each.brand === brand && each.behaviour === null && each.country === 'US') === at,
);

/** Three years from now on the emulated clock. */
const expiryOf = ({ at }: Context): string => `12 / ${String((Number(at.slice(0, 4)) + 3) % 100).padStart(2, '0')}`;
