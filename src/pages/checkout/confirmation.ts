import type { PrintedOrder } from '../../payments/mail/mail-draft.ts';
import { brandOf } from '../../payments/resources/account/brand.ts';
import { shownBlocks } from '../../payments/resources/block/carriers.ts';
import {
  type ConfirmedPayment,
  confirmedPayment,
  openBankAuth,
} from '../../payments/resources/checkout/confirmation.ts';
import { isOpen, targetBySlug } from '../../payments/resources/checkout/payable-object.ts';
import { type CheckoutSession, checkoutSessions } from '../../payments/resources/checkout-session/model.ts';
import { invoicePath } from '../../payments/resources/invoice/mail.ts';
import { portalOf, portalPath } from '../../payments/resources/portal/actions.ts';
import { factsOf, invoiceOf, isTaken, orderOf } from '../../payments/resources/receipt/order.ts';
import { showBlock } from '../blocks.ts';
import { type Content, html, type Markup } from '../html.ts';
import { inspectorLink } from '../inspector-link.ts';
import { type Result, renderPage, resultCard, themeNamed } from '../layout.ts';
import type { Locale } from '../locale.ts';
import type { Page, PageRoute, Visit } from '../page.ts';
import { picturesOf } from '../picture.ts';
import { factRow, factRows } from '../print.ts';
import { notPayablePage, unknownPage } from '../refusals.ts';
import { isolateName } from '../shared/isolate-name.ts';
import type { ResultState } from '../state.ts';
import type { PageTexts } from '../texts/en.ts';
import { type CheckoutLocation, embeddedPlace, framedBy, hostedPlace, localeOf } from './checkout.ts';

/**
 * The buyer's page directly after a payment and later: the order, its status, and the blocks of installed apps
 * (specification, "App routes"). The `confirmationToken` opens it.
 */
function confirmationPage(visit: Visit, place: CheckoutLocation | null): Page {
  const { engine, assets, query, cause, isSeen } = visit;
  if (place === null) return unknownPage(visit);
  const { owner, slug, frame } = place;
  return engine.run(owner.workspace, owner.mode, cause, (ctx) => {
    const brand = brandOf(ctx);
    const target = targetBySlug(ctx, slug);
    const locale = localeOf(visit, target);
    const { page } = locale;
    const texts = page.confirmation;
    const options = {
      assets,
      locale,
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
    const bankAuth = openBankAuth(ctx, token);
    // The success page is not shown after a failed payment, or before the debit is authorized.
    const address = hasMoney ? (bankAuth === null ? session?.success_url : null) : returnAddress(session);
    // Users can edit records by hand.
    const shop = frame === null && address != null && /^https?:/i.test(address) ? address : null;
    const shopName = isolateName(brand.name);
    const invoice = frame === null ? invoiceOf(ctx, transaction) : null;
    const canPayAgain = status === 'failed' && target !== undefined && isOpen(target);
    const result =
      bankAuth === null ? resultOf(texts, confirmed) : ({ ...texts.awaited, icon: 'bank', seal: 'warn' } as const);
    // A buyer who has just paid is redirected to the shop. A buyer who opens the page later, or who must still act
    // here, stays.
    const isLeaving = query.then === 'shop' && shop !== null && bankAuth === null && hasMoney;
    const state: ResultState = { frame, leaveTo: isLeaving ? shop : null };
    const receipt = email !== null && hasMoney && bankAuth === null && `${locale.script.gap}${texts.receiptTo(email)}`;
    const { customer_id } = transaction;
    const portal = customer_id === null || !isSeen ? null : portalPath(portalOf(ctx, { id: customer_id }));
    return renderPage({
      ...options,
      brand,
      mode: owner.mode,
      title: `${result.title} · ${brand.name}`,
      script: 'confirmation',
      state,
      inspector: inspectorLink(ctx, transaction.id),
      body: resultCard(
        { ...result, text: [result.text, receipt] },
        html`${isLeaving && html`<p class="leaving" role="status"><span class="spinner" aria-hidden="true"></span>${texts.leaving(shopName)}</p>`}
${bankAuth !== null && html`<a class="button button-primary" href="${bankAuth}"${frame !== null && html` target="_blank" rel="noopener"`}>${texts.authorize}</a>`}
${orderSection(locale, orderOf(ctx, transaction, locale), picturesOf(ctx, transaction.line_items))}
<dl class="facts">
${factRow(texts.order, `#${transaction.order_number}`)}
${factRows(factsOf(ctx, transaction, locale), transaction.id)}
</dl>
<div class="blocks" id="blocks" aria-live="polite">${shownBlocks(ctx, transaction).map((block) => showBlock(block))}</div>
${canPayAgain && html`<a class="button button-primary" href="${place.path}">${texts.payAgain}</a>`}
${shop !== null && html`<a class="button${!canPayAgain && ' button-primary'}" href="${shop}">${hasMoney ? texts.continueTo(shopName) : status === 'failed' && !canPayAgain ? texts.tryAgainAt(shopName) : page.backTo(shopName)}</a>`}
${invoice !== null && html`<a class="button" href="${invoicePath(invoice)}">${page.viewInvoice(invoice.number)}</a>`}
${portal !== null && html`<a class="button" href="${portal}"${frame !== null && html` target="_blank" rel="noopener"`}>${texts.portal}</a>`}`,
        { id: 'confirmation', 'data-status': status },
      ),
    });
  });
}

/** The URL where a buyer whose payment failed can start again. A session can be paid only once. */
function returnAddress(session: CheckoutSession | undefined): string | null {
  const { cancel_url = null, success_url = null } = session ?? {};
  if (cancel_url !== null || success_url === null || !URL.canParse(success_url)) return cancel_url;
  return new URL(success_url).origin;
}

function resultOf(
  texts: PageTexts['confirmation'],
  { transaction: { status, rail }, bank_auth }: ConfirmedPayment,
): Result {
  switch (status) {
    case 'failed':
      return bank_auth === 'refused'
        ? { ...texts.refused, icon: 'alert', seal: 'plain' }
        : bank_auth === 'expired'
          ? { ...texts.unanswered, icon: 'alert', seal: 'plain' }
          : { ...texts.failed, icon: 'alert', seal: 'danger' };
    case 'voided':
      return { ...texts.voided, icon: 'alert', seal: 'plain' };
    case 'refunded':
    case 'partially_refunded':
      return { ...texts.refunded, icon: 'check', seal: 'good' };
    default:
      return rail === 'ach' && status === 'pending_settlement'
        ? { ...texts.onItsWay, icon: 'clock', seal: 'good' }
        : { ...texts.paid, icon: 'check', seal: 'good' };
  }
}

/** The purchased items, with the totals. */
const orderSection = (
  locale: Locale,
  { rows, totals, currency }: PrintedOrder,
  pictures: readonly Content[],
): Markup => html`<section class="order" aria-label="${locale.page.confirmation.order}">
<ul class="order-lines">${rows.map(
  ({ name, quantity, unit_amount, amount }, at) =>
    html`<li class="spread"><span>${pictures[at]}${isolateName(name)}${quantity > 1 && html` <span class="soft small times">${quantity} × ${locale.money(unit_amount, currency)}</span>`}</span><span>${locale.money(amount, currency)}</span></li>`,
)}</ul>
<dl class="totals">${totals.map(
  ({ label, amount }, at) =>
    html`<div class="spread${at === totals.length - 1 && ' total'}"><dt>${label}</dt><dd>${locale.money(amount, currency)}</dd></div>`,
)}</dl>
</section>`;

/** The return URL of a challenge in a frame. The page notifies the checkout, which then requests the result. */
function challengeReturn(visit: Visit): Page {
  const { engine, assets, params, cause } = visit;
  const place = hostedPlace(engine, params.slug ?? '');
  if (place === null) return unknownPage(visit);
  return engine.run(place.owner.workspace, place.owner.mode, cause, (ctx) => {
    const locale = localeOf(visit, targetBySlug(ctx, place.slug));
    const { title, text } = locale.page.confirmation.challengeReturn;
    return renderPage({
      assets,
      locale,
      brand: brandOf(ctx),
      mode: place.owner.mode,
      title,
      layout: 'frame',
      theme: 'system',
      // Any page that the session allows can also frame the checkout itself.
      framedBy: ['*'],
      script: 'challenge-return',
      body: html`<div class="result"><span class="spinner" aria-hidden="true"></span><h1>${text}</h1></div>`,
    });
  });
}

const hosted = (visit: Visit): Page => confirmationPage(visit, hostedPlace(visit.engine, visit.params.slug ?? ''));
const embedded = (visit: Visit): Page => confirmationPage(visit, embeddedPlace(visit));

export const confirmationRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/pay/{slug}/confirmation', answer: hosted },
  { method: 'GET', path: '/embed/{secret}/confirmation', answer: embedded },
  { method: 'GET', path: '/pay/{slug}/3ds', answer: challengeReturn },
  { method: 'POST', path: '/pay/{slug}/3ds', answer: challengeReturn },
];
