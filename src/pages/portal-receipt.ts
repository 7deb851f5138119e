import { moneyOf } from '../engine/money.ts';
import { brandOf } from '../resources/account/brand.ts';
import { shownBlocks } from '../resources/block/shown.ts';
import { customerOf, ownerOfPortal, portalPath } from '../resources/portal/actions.ts';
import { isPaid } from '../resources/portal/view.ts';
import { printedReceipt } from '../resources/receipt/mail.ts';
import { transactions } from '../resources/transaction/model.ts';
import { showBlock } from './blocks.ts';
import { html, type Markup } from './html.ts';
import { icon, renderPage } from './layout.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { picturesOf } from './picture.ts';
import { type Pill, paymentPills, texts } from './portal-texts.ts';
import { unknownPage } from './refusals.ts';

export const showPill = ([label, look]: Pill): Markup => html`<p class="pill pill-${look}">${label}</p>`;

/** The receipt of a payment, as it was e-mailed, with how the payment stands now. It is printed by the browser. */
function receiptPage({ engine, assets, params, cause }: Visit): Page {
  const slug = params.slug ?? '';
  const owner = ownerOfPortal(engine, slug);
  if (owner === null) return unknownPage(assets);
  return engine.run(owner.workspace, owner.mode, cause, (ctx) => {
    const transaction = ctx.find(transactions, params.id ?? '');
    if (transaction?.customer_id !== customerOf(ctx, slug).id || !isPaid(transaction)) return unknownPage(assets);
    const { amount, currency, order_number, status } = transaction;
    const { order, facts } = printedReceipt(ctx, transaction);
    const brand = brandOf(ctx);
    const pictures = picturesOf(ctx, transaction.line_items);
    const title = `${texts.receipt} · ${texts.order(order_number)}`;
    return renderPage({
      assets,
      brand,
      mode: owner.mode,
      title: `${title} · ${brand.name}`,
      layout: 'medium',
      styles: ['invoice', 'portal'],
      body: html`<a class="back-link" href="${portalPath({ slug })}">${icon('back')}${texts.backToPortal}</a>
<article class="sheet card">
<header class="sheet-head">
<div><p class="soft small">${title}</p><h1 class="amount">${moneyOf(amount, currency)}</h1></div>
${showPill(paymentPills[status])}
</header>
<table class="sheet-lines">
<caption class="visually-hidden">${texts.whatWasBought}</caption>
<tbody>${order.rows.map(
        ({ name, quantity, unit_amount, amount: sum }, at) =>
          html`<tr><th scope="row">${pictures[at]}${name}${quantity > 1 && html`<span class="soft small"> ${quantity} × ${moneyOf(unit_amount, currency)}</span>`}</th><td class="figure">${moneyOf(sum, currency)}</td></tr>`,
      )}</tbody>
</table>
<dl class="totals sheet-totals">${order.totals.map(
        ({ label, amount: sum }, at) =>
          html`<div class="spread${at === order.totals.length - 1 && ' total'}"><dt>${label}</dt><dd>${moneyOf(sum, currency)}</dd></div>`,
      )}</dl>
<dl class="facts">${facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<div class="blocks">${shownBlocks(ctx, transaction).map((block) => showBlock(block))}</div>
</article>`,
    });
  });
}

export const receiptRoute: PageRoute = { method: 'GET', path: '/portal/{slug}/receipts/{id}', answer: receiptPage };
