import type { Context } from '../engine/context.ts';
import { moneyOf } from '../engine/money.ts';
import { brandOf } from '../resources/account/brand.ts';
import { brandName } from '../resources/common/card.ts';
import { dayOf } from '../resources/common/days.ts';
import { customerOf, ownerOfPortal, portalPath } from '../resources/portal/actions.ts';
import {
  type InvoiceView,
  type MethodView,
  type PaymentView,
  type PortalView,
  type SubscriptionView,
  viewPortal,
} from '../resources/portal/view.ts';
import { subscriptions } from '../resources/subscription/model.ts';
import { testCards } from '../simulation/cards.ts';
import { showBlock } from './blocks.ts';
import { cardFields, cardHint, hintsFold } from './fields.ts';
import { type Content, html, type Markup } from './html.ts';
import { icon, renderPage } from './layout.ts';
import type { Page, Visit } from './page.ts';
import { picturesOf } from './picture.ts';
import { showPill } from './portal-receipt.ts';
import {
  actionTexts,
  invoicePills,
  overduePill,
  type PortalAction,
  paymentPills,
  subscriptionPills,
  texts,
} from './portal-texts.ts';
import { unknownPage } from './refusals.ts';
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
  const { engine, assets, params, query, cause } = visit;
  const slug = params.slug ?? '';
  const owner = ownerOfPortal(engine, slug);
  if (owner === null) return unknownPage(assets);
  return engine.run(owner.workspace, owner.mode, cause, (ctx) => {
    const brand = brandOf(ctx);
    const view = viewPortal(ctx, slug, customerOf(ctx, slug), query.after);
    const state: PortalState = {
      now: ctx.at,
      vault: view.vaultConfig,
      actions: actionTexts,
      texts: { lost: texts.lost, badCard: texts.badCard, tooMany: texts.tooMany(60) },
    };
    const page = renderPage({
      assets,
      brand,
      mode: owner.mode,
      status: said?.status ?? 200,
      title: `${texts.title} · ${brand.name}`,
      layout: 'wide',
      styles: ['portal'],
      script: 'portal',
      state,
      body: bodyOf(view, {
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

const bodyOf = (
  view: PortalView,
  { pictures, said, isLater, expiry }: Shown,
): Markup => html`<div class="stack stack-large">
<header class="stack stack-small">
<h1>${texts.title}</h1>
<p class="soft">${texts.forWhom(view.customer)}</p>
</header>
${noticeOf(said)}
<div class="portal">
<div class="stack stack-large">
${section(
  'subscriptions',
  texts.subscriptions,
  itemsOf(
    view.subscriptions.map((each) => subscriptionItem(view, each, pictures.get(each.id))),
    texts.none.subscriptions,
  ),
)}
${section('methods', texts.methods, [
  itemsOf(
    view.paymentMethods.map((each) => methodItem(view, each)),
    texts.none.methods,
  ),
  view.vaultConfig.enabled && addForm(view, expiry, said),
])}
</div>
<div class="stack stack-large">
${view.blocks.length > 0 && html`<div class="blocks">${view.blocks.map((block) => showBlock(block))}</div>`}
${view.invoices.length > 0 && section('invoices', texts.invoices, itemsOf(view.invoices.map(invoiceItem), ''))}
${section('payments', texts.payments, [itemsOf(view.payments.map(paymentItem), texts.none.payments), pagesOf(view, isLater)])}
</div>
</div>
</div>`;

/** The script shows here what becomes of an action. */
function noticeOf(said: Said | null): Markup {
  if (said === null) return html`<div class="notice" id="notice" tabindex="-1" hidden></div>`;
  const { title, text } = said.text ?? actionTexts[said.action][said.isRefused ? 'refused' : 'done'];
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

function subscriptionItem(view: PortalView, subscription: SubscriptionView, picture: Content): Markup {
  const { id, name, status, amount, currency, interval, intervalCount, endsAt, endedAt, blocks } = subscription;
  const path = `/subscriptions/${id}`;
  const price = texts.each(moneyOf(amount, currency), texts.every(interval, intervalCount));
  const pill = endsAt === null ? subscriptionPills[status] : ([texts.endsOn(dayOf(endsAt)), 'warn'] as const);
  return html`<li class="stack stack-small" id="${id}">
<div class="portal-line"><h3>${picture}${name}</h3>${showPill(pill)}</div>
<p>${price}</p>
<p class="soft small">${standingOf(view, subscription)}</p>
${blocks.length > 0 && html`<div class="blocks">${blocks.map((block) => showBlock(block, 'h4'))}</div>`}
${endsAt !== null && html`<div>${actionForm(view, 'kept', `${path}/keep`, { label: texts.keepButton, what: name, look: '' })}</div>`}
${
  endsAt === null &&
  endedAt === null &&
  html`<div class="portal-folds">${changeFold(view, subscription, path)}
<details class="unfold"><summary>${texts.cancel}<span class="visually-hidden"> (${name})</span></summary>
<div class="stack stack-small"><p class="small">${cancelText(subscription)}</p>
${actionForm(view, 'cancelled', `${path}/cancel`, { label: texts.cancelButton, what: name, look: 'button-danger' })}</div></details></div>`
}
</li>`;
}

function cancelText({ cancelsAtOnce, nextChargeAt }: SubscriptionView): string {
  return cancelsAtOnce || nextChargeAt === null ? texts.cancelNow : texts.cancelAtEnd(dayOf(nextChargeAt));
}

/** What is to be expected of a subscription, in a sentence. */
function standingOf({ paymentMethods }: PortalView, subscription: SubscriptionView): string {
  const { status, endsAt, endedAt, nextChargeAt, paymentMethodId } = subscription;
  if (endedAt !== null) return texts.endedOn(dayOf(endedAt));
  if (endsAt !== null) return texts.endsText(dayOf(endsAt));
  if (status === 'paused') return texts.pausedText;
  if (nextChargeAt === null) return texts.pendingText;
  const method = paymentMethods.find(({ id }) => id === paymentMethodId);
  const say = status === 'past_due' ? texts.retryOn : status === 'scheduled' ? texts.startsOn : texts.nextOn;
  return say(dayOf(nextChargeAt), method === undefined ? texts.gone : methodName(method));
}

function changeFold(view: PortalView, { id, name, paymentMethodId }: SubscriptionView, path: string): Content {
  const others = view.paymentMethods.filter((each) => each.id !== paymentMethodId && each.card?.expired !== true);
  if (others.length === 0) return null;
  const fields = html`<div class="field"><label for="method-${id}">${texts.changeLabel}</label><select class="input" id="method-${id}" name="paymentMethodId">${others.map(
    (each) => html`<option value="${each.id}">${methodName(each)}</option>`,
  )}</select></div>`;
  return html`<details class="unfold"><summary>${texts.change}<span class="visually-hidden"> (${name})</span></summary>
${actionForm(view, 'changed', `${path}/payment-method`, { label: texts.changeButton, what: name, look: '', fields })}</details>`;
}

function methodName({ card, bankAccount }: MethodView): string {
  if (card !== null) return texts.endingIn(brandName(card.brand), card.last4);
  return texts.endingIn(bankAccount?.bankName ?? texts.bankAccount, bankAccount?.last4 ?? '');
}

function methodItem(view: PortalView, method: MethodView): Markup {
  const { id, card, paysFor } = method;
  const name = methodName(method);
  return html`<li class="portal-line" id="${id}">
<div class="portal-method">${icon(card === null ? 'bank' : 'card')}<div><p>${name}</p>
${card !== null && html`<p class="small ${card.expired ? 'portal-bad' : 'soft'}">${card.expired ? texts.expired : texts.expires(card.expMonth, card.expYear)}</p>`}
${paysFor.length > 0 && html`<p class="small soft">${texts.paysFor(paysFor.join(', '))}</p>`}</div></div>
${paysFor.length === 0 && actionForm(view, 'removed', `/payment-methods/${id}/remove`, { label: texts.remove, what: name, look: '' })}
</li>`;
}

/** The script hands the card to the vault; without one it is posted to the page, which does. */
const addForm = (view: PortalView, expiry: string, said: Said | null): Markup =>
  html`<details class="unfold" id="add"${said?.action === 'added' && said.isRefused && html` open`}><summary>${texts.add}</summary>
<form class="stack" id="add-card" method="post" action="${portalPath(view)}/payment-methods" data-action="added" autocomplete="on">
<p class="small soft">${texts.addText}</p>
${cardFields()}
<button class="button button-primary" id="pay" type="submit">${icon('lock')}<span>${texts.addButton}</span></button>
${hintsFold(html`<div class="stack stack-small"><p class="small soft">${texts.hintsText}</p><div class="hints">${ordinaryCards.map((card) => cardHint(card, expiry))}</div></div>`)}
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

/** Pages may be asked for under several names of this machine: their links have none. */
const pathOf = (url: string): string => new URL(url).pathname;

function invoiceItem({ number, status, amount, currency, dueDate, overdue, url }: InvoiceView): Markup {
  return html`<li class="portal-line"><div><p>${number}<span class="soft"> · ${moneyOf(amount, currency)}</span></p>
${dueDate !== null && status !== 'paid' && status !== 'void' && html`<p class="small soft">${texts.dueOn(dayOf(dueDate))}</p>`}</div>
<div class="portal-end">${showPill(overdue ? overduePill : invoicePills[status])}<a class="portal-link" href="${pathOf(url)}">${texts.view}<span class="visually-hidden"> (${number})</span></a></div></li>`;
}

function paymentItem(payment: PaymentView): Markup {
  const { orderNumber, status, amount, currency, totalRefunded, description, createdAt, receiptUrl } = payment;
  const order = texts.order(orderNumber);
  return html`<li class="portal-line"><div><p>${moneyOf(amount, currency)}<span class="soft"> · ${description ?? order}</span></p>
<p class="small soft">${dayOf(createdAt)} · ${paidWith(payment)}</p>
${totalRefunded > 0 && html`<p class="small soft">${texts.refunded(moneyOf(totalRefunded, currency))}</p>`}</div>
<div class="portal-end">${showPill(paymentPills[status])}${receiptUrl !== null && html`<a class="portal-link" href="${pathOf(receiptUrl)}">${texts.receipt}<span class="visually-hidden"> (${order})</span></a>`}</div></li>`;
}

const paidWith = ({ paidWith: { type, brand, last4 } }: PaymentView): string => {
  const name = type === 'card' ? brandName(brand) : texts.bankAccount;
  return last4 === null ? name : texts.endingIn(name, last4);
};

function pagesOf(view: PortalView, isLater: boolean): Content {
  const last = view.payments.at(-1);
  const page = portalPath(view);
  return html`${isLater && html`<a class="portal-link" href="${page}#payments">${texts.newest}</a>`}${
    view.hasMorePayments &&
    last !== undefined &&
    html`<a class="portal-link" href="${page}?after=${last.id}#payments">${texts.earlier}</a>`
  }`;
}
