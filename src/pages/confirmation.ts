import { moneyOf } from '../engine/money.ts';
import type { ShownBlock } from '../mail/staged.ts';
import { brandOf } from '../resources/account/brand.ts';
import { shownBlocks } from '../resources/block/shown.ts';
import { confirmedPayment, openBankAuth } from '../resources/checkout/confirmation.ts';
import { checkoutSessions } from '../resources/checkout-session/model.ts';
import { brandName } from '../resources/common/card.ts';
import { dayOf } from '../resources/common/days.ts';
import { invoicePath } from '../resources/invoice/mail.ts';
import { invoices } from '../resources/invoice/model.ts';
import type { Transaction } from '../resources/transaction/model.ts';
import { embeddedPlace, framedBy, hostedPlace, type Place } from './checkout.ts';
import { html, type Markup } from './html.ts';
import { type Result, renderPage, resultCard, themeNamed } from './layout.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { notPayablePage, unknownPage } from './refusals.ts';
import type { ResultState } from './state.ts';

/**
 * What a buyer sees after paying, now and later: what was paid, its status, and the blocks of installed apps
 * (specification, "App routes"). The `confirmationToken` opens it.
 */
function confirmationPage({ engine, assets, query, cause }: Visit, place: Place | null): Page {
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
    const confirmed = confirmedPayment(ctx, query.token ?? '');
    if (confirmed === null || confirmed.slug !== slug) {
      return notPayablePage({ ...options, reason: 'unknown', owner: { brand, mode: owner.mode } });
    }
    const { transaction } = confirmed;
    const { checkout_session_id, invoice_id } = transaction;
    const session = checkout_session_id === null ? undefined : ctx.find(checkoutSessions, checkout_session_id);
    const invoice = invoice_id === null ? undefined : ctx.find(invoices, invoice_id);
    const state: ResultState = { frame };
    const bankAuth = openBankAuth(ctx, query.token ?? '');
    const result = resultOf(transaction);
    const receipt =
      transaction.email !== null && transaction.status !== 'failed' && ` A receipt goes to ${transaction.email}.`;
    return renderPage({
      ...options,
      brand,
      mode: owner.mode,
      title: `${result.title} · ${brand.name}`,
      script: 'confirmation',
      state,
      body: resultCard(
        { ...result, text: [result.text, receipt] },
        html`<dl class="facts">
<dt>Order</dt><dd>#${transaction.order_number}</dd>
<dt>Amount</dt><dd>${moneyOf(transaction.amount, transaction.currency)}</dd>
<dt>${transaction.rail === 'ach' ? 'Debited from' : 'Paid with'}</dt><dd>${instrumentOf(transaction)}</dd>
<dt>Date</dt><dd>${dayOf(transaction.created_at)}</dd>
<dt>Reference</dt><dd>${transaction.id}</dd>
</dl>
<div class="blocks" id="blocks" aria-live="polite">${shownBlocks(ctx, transaction).map(showBlock)}</div>
${bankAuth !== null && html`<a class="button button-primary" href="${bankAuth}"${frame !== null && html` target="_blank" rel="noopener"`}>Authorize the debit at your bank</a>`}
${frame === null && session?.success_url != null && html`<a class="button${bankAuth === null && ' button-primary'}" href="${session.success_url}">Continue to ${brand.name}</a>`}
${frame === null && invoice !== undefined && html`<a class="button" href="${invoicePath(invoice)}">View the invoice ${invoice.number}</a>`}`,
        { id: 'confirmation', 'data-status': transaction.status },
      ),
    });
  });
}

function resultOf({ status, rail }: Transaction): Result {
  switch (status) {
    case 'failed':
      return {
        title: 'The payment failed',
        text: 'The network has rejected it after all. No money is taken; the shop can tell you what to do.',
        icon: 'alert',
        seal: 'danger',
      };
    case 'voided':
      return { title: 'The payment was cancelled', text: 'No money is taken.', icon: 'alert', seal: 'plain' };
    case 'refunded':
    case 'partially_refunded':
      return { title: 'The payment was refunded', text: 'The money is on its way back.', icon: 'check', seal: 'good' };
    default:
      return rail === 'ach' && status === 'pending_settlement'
        ? {
            title: 'Thank you, your payment is on its way',
            text: 'The debit of your bank account can take a few days.',
            icon: 'clock',
            seal: 'good',
          }
        : { title: 'Thank you for your payment', text: 'Your order is confirmed.', icon: 'check', seal: 'good' };
  }
}

function instrumentOf({ card_brand, card_last_four, bank_last_four }: Transaction): string {
  if (card_last_four !== null) return `${brandName(card_brand ?? 'card')} ending in ${card_last_four}`;
  return bank_last_four == null ? 'Bank account' : `Bank account ending in ${bank_last_four}`;
}

const showBlock = ({ title, lines, link }: ShownBlock): Markup =>
  html`<section class="block"><h2>${title}</h2>${lines.map((line) => html`<p>${line}</p>`)}${
    link !== null && html`<p><a href="${link.url}" target="_blank" rel="noopener noreferrer">${link.label}</a></p>`
  }</section>`;

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
