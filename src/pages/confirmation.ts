import { moneyOf } from '../engine/money.ts';
import type { PrintedOrder } from '../mail/staged.ts';
import { brandOf } from '../resources/account/brand.ts';
import { shownBlocks } from '../resources/block/shown.ts';
import { type ConfirmedPayment, confirmedPayment, openBankAuth } from '../resources/checkout/confirmation.ts';
import { isOpen, targetBySlug } from '../resources/checkout/target.ts';
import { checkoutSessions } from '../resources/checkout-session/model.ts';
import { invoicePath } from '../resources/invoice/mail.ts';
import { portalOf, portalPath } from '../resources/portal/actions.ts';
import { factsOf, invoiceOf, isTaken, orderOf } from '../resources/receipt/order.ts';
import { showBlock } from './blocks.ts';
import { embeddedPlace, framedBy, hostedPlace, type Place } from './checkout.ts';
import { type Content, html, type Markup } from './html.ts';
import { type Result, renderPage, resultCard, themeNamed } from './layout.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { picturesOf } from './picture.ts';
import { notPayablePage, unknownPage } from './refusals.ts';
import type { ResultState } from './state.ts';

/**
 * What a buyer sees after paying, now and later: what was paid, its status, and the blocks of installed apps
 * (specification, "App routes"). The `confirmationToken` opens it.
 */
function confirmationPage({ engine, assets, query, cause, isSeen }: Visit, place: Place | null): Page {
  if (place === null) return unknownPage(assets);
  const { owner, slug, frame } = place;
  return engine.run(owner.workspace, owner.mode, cause, (ctx) => {
    const brand = brandOf(ctx);
    const options = {
      assets,
      framedBy: framedBy(place),
      layout: frame === null ? ('page' as const) : ('frame' as const),
      theme: frame === null ? null : themeNamed(query.theme),
    };
    const token = query.token ?? '';
    const confirmed = confirmedPayment(ctx, token);
    if (confirmed === null || confirmed.slug !== slug) {
      return notPayablePage({ ...options, reason: 'unknown', owner: { brand, mode: owner.mode } });
    }
    const { transaction } = confirmed;
    const { checkout_session_id, email, status } = transaction;
    const session = checkout_session_id === null ? undefined : ctx.find(checkoutSessions, checkout_session_id);
    const hasMoney = isTaken(transaction);
    // The page of a success is none for a payment that came to nothing.
    const address = hasMoney ? session?.success_url : session?.cancel_url;
    // Records can be edited by hand.
    const shop = frame === null && address != null && /^https?:/i.test(address) ? address : null;
    const invoice = frame === null ? invoiceOf(ctx, transaction) : null;
    const target = targetBySlug(ctx, slug);
    const bankAuth = openBankAuth(ctx, token);
    const result = bankAuth === null ? resultOf(confirmed) : texts.awaited;
    // Who has just paid is taken back to the shop; who opens the page later, or has something to do here, is not.
    const isLeaving = query.then === 'shop' && shop !== null && bankAuth === null && hasMoney;
    const state: ResultState = { frame, leaveTo: isLeaving ? shop : null };
    const receipt = email !== null && hasMoney && bankAuth === null && ` ${texts.receiptTo(email)}`;
    const { customer_id } = transaction;
    const portal = customer_id === null || !isSeen ? null : portalPath(portalOf(ctx, { id: customer_id }));
    return renderPage({
      ...options,
      brand,
      mode: owner.mode,
      title: `${result.title} · ${brand.name}`,
      script: 'confirmation',
      state,
      body: resultCard(
        { ...result, text: [result.text, receipt] },
        html`${isLeaving && html`<p class="leaving" role="status"><span class="spinner" aria-hidden="true"></span>${texts.leaving(brand.name)}</p>`}
${bankAuth !== null && html`<a class="button button-primary" href="${bankAuth}"${frame !== null && html` target="_blank" rel="noopener"`}>${texts.authorize}</a>`}
${orderSection(orderOf(ctx, transaction), picturesOf(ctx, transaction.line_items))}
<dl class="facts">
<dt>${texts.order}</dt><dd>#${transaction.order_number}</dd>
${factsOf(ctx, transaction).map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}
</dl>
<div class="blocks" id="blocks" aria-live="polite">${shownBlocks(ctx, transaction).map((block) => showBlock(block))}</div>
${status === 'failed' && target !== undefined && isOpen(target) && html`<a class="button button-primary" href="${place.path}">${texts.payAgain}</a>`}
${shop !== null && html`<a class="button${bankAuth === null && ' button-primary'}" href="${shop}">${hasMoney ? texts.continueTo(brand.name) : texts.backTo(brand.name)}</a>`}
${invoice !== null && html`<a class="button" href="${invoicePath(invoice)}">${texts.viewInvoice(invoice.number)}</a>`}
${portal !== null && html`<a class="button" href="${portal}"${frame !== null && html` target="_blank" rel="noopener"`}>${texts.portal}</a>`}`,
        { id: 'confirmation', 'data-status': status },
      ),
    });
  });
}

/** What the page says, in one place. */
const texts = {
  portal: 'See your payments and subscriptions',
  order: 'Order',
  authorize: 'Authorize the debit at your bank',
  payAgain: 'Pay again',
  receiptTo: (email: string) => `A receipt goes to ${email}.`,
  leaving: (merchant: string) => `Taking you back to ${merchant}…`,
  continueTo: (merchant: string) => `Continue to ${merchant}`,
  backTo: (merchant: string) => `Back to ${merchant}`,
  viewInvoice: (number: string) => `View the invoice ${number}`,
  paid: { title: 'Thank you for your payment', text: 'Your order is confirmed.', icon: 'check', seal: 'good' },
  onItsWay: {
    title: 'Thank you, your payment is on its way',
    text: 'The debit of your bank account can take a few days.',
    icon: 'clock',
    seal: 'good',
  },
  awaited: {
    title: 'One more step: authorize the debit',
    text: 'Your bank asks you once before this account is debited for the first time.',
    icon: 'bank',
    seal: 'warn',
  },
  refused: {
    title: 'You refused the debit',
    text: 'You told your bank not to allow it, so no money is taken.',
    icon: 'alert',
    seal: 'plain',
  },
  failed: {
    title: 'The payment failed',
    text: 'It was rejected after all. No money is taken; the shop can tell you what to do.',
    icon: 'alert',
    seal: 'danger',
  },
  voided: { title: 'The payment was cancelled', text: 'No money is taken.', icon: 'alert', seal: 'plain' },
  refunded: {
    title: 'The payment was refunded',
    text: 'The money is on its way back.',
    icon: 'check',
    seal: 'good',
  },
} as const satisfies Readonly<Record<string, string | Result | ((value: string) => string)>>;

function resultOf({ transaction: { status, rail }, bank_auth }: ConfirmedPayment): Result {
  switch (status) {
    case 'failed':
      return bank_auth === 'refused' ? texts.refused : texts.failed;
    case 'voided':
      return texts.voided;
    case 'refunded':
    case 'partially_refunded':
      return texts.refunded;
    default:
      return rail === 'ach' && status === 'pending_settlement' ? texts.onItsWay : texts.paid;
  }
}

/** What was bought, and what it came to. */
const orderSection = (
  { rows, totals, currency }: PrintedOrder,
  pictures: readonly Content[],
): Markup => html`<section class="order" aria-label="${texts.order}">
<ul class="order-lines">${rows.map(
  ({ name, quantity, unit_amount, amount }, at) =>
    html`<li class="spread"><span>${pictures[at]}${name}${quantity > 1 && html` <span class="soft small">${quantity} × ${moneyOf(unit_amount, currency)}</span>`}</span><span>${moneyOf(amount, currency)}</span></li>`,
)}</ul>
<dl class="totals">${totals.map(
  ({ label, amount }, at) =>
    html`<div class="spread${at === totals.length - 1 && ' total'}"><dt>${label}</dt><dd>${moneyOf(amount, currency)}</dd></div>`,
)}</dl>
</section>`;

/** The return address of a challenge in a frame: the page tells the checkout, which then asks for the result. */
function challengeReturn({ engine, assets, params, cause }: Visit): Page {
  const place = hostedPlace(engine, params.slug ?? '');
  if (place === null) return unknownPage(assets);
  return engine.run(place.owner.workspace, place.owner.mode, cause, (ctx) =>
    renderPage({
      assets,
      brand: brandOf(ctx),
      mode: place.owner.mode,
      title: 'Back to the shop',
      layout: 'frame',
      theme: 'system',
      // The checkout itself may be in a frame of any page that its session allows.
      framedBy: ['*'],
      script: 'challenge-return',
      body: html`<div class="result"><span class="spinner" aria-hidden="true"></span><h1>Going on with your payment…</h1></div>`,
    }),
  );
}

const hosted = (visit: Visit): Page => confirmationPage(visit, hostedPlace(visit.engine, visit.params.slug ?? ''));
const embedded = (visit: Visit): Page =>
  confirmationPage(visit, embeddedPlace(visit.engine, visit.params.secret ?? ''));

export const confirmationRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/pay/{slug}/confirmation', answer: hosted },
  { method: 'GET', path: '/embed/{secret}/confirmation', answer: embedded },
  { method: 'GET', path: '/pay/{slug}/3ds', answer: challengeReturn },
  { method: 'POST', path: '/pay/{slug}/3ds', answer: challengeReturn },
];
