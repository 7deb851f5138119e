import { brandOf } from '../resources/account/brand.ts';
import { shownBlocks } from '../resources/block/shown.ts';
import { customerOf, ownerOfPortal, portalPath } from '../resources/portal/actions.ts';
import { isPaid } from '../resources/portal/view.ts';
import { printedReceipt } from '../resources/receipt/mail.ts';
import { transactions } from '../resources/transaction/model.ts';
import { showBlock } from './blocks.ts';
import { html } from './html.ts';
import { icon, renderPage } from './layout.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { picturesOf } from './picture.ts';
import { paymentPill, showPill } from './portal-pills.ts';
import { unknownPage } from './refusals.ts';
import { panelOf } from './sandbox-panel.ts';
import { isolated } from './shared/isolated.ts';

/** The receipt of a payment, as it was e-mailed, with how the payment stands now. It is printed by the browser. */
function receiptPage(visit: Visit): Page {
  const { engine, assets, locale, params, cause } = visit;
  const texts = locale.page.portal;
  const slug = params.slug ?? '';
  const owner = ownerOfPortal(engine, slug);
  if (owner === null) return unknownPage(visit);
  return engine.run(owner.workspace, owner.mode, cause, (ctx) => {
    const transaction = ctx.find(transactions, params.id ?? '');
    if (transaction?.customer_id !== customerOf(ctx, slug).id || !isPaid(transaction)) return unknownPage(visit);
    const { amount, currency, order_number, status } = transaction;
    const { order, facts } = printedReceipt(ctx, transaction, locale);
    const brand = brandOf(ctx);
    const pictures = picturesOf(ctx, transaction.line_items);
    const title = `${texts.receipt} · ${texts.order(order_number)}`;
    return renderPage({
      assets,
      locale,
      brand,
      mode: owner.mode,
      title: `${title} · ${brand.name}`,
      layout: 'medium',
      styles: ['invoice', 'portal'],
      panel: panelOf(ctx, { page: 'Receipt', about: [transaction.id], slug }),
      body: html`<a class="back-link" href="${portalPath({ slug })}">${icon('back')}${texts.title}</a>
<article class="sheet card">
<header class="sheet-head">
<div><p class="soft small">${title}</p><h1 class="amount">${locale.money(amount, currency)}</h1></div>
${showPill(paymentPill(texts, status))}
</header>
<table class="sheet-lines">
<caption class="visually-hidden">${texts.whatWasBought}</caption>
<tbody>${order.rows.map(
        ({ name, quantity, unit_amount, amount: sum }, at) =>
          html`<tr><th scope="row">${pictures[at]}${isolated(name)}${quantity > 1 && html`<span class="soft small"> ${quantity} × ${locale.money(unit_amount, currency)}</span>`}</th><td class="figure">${locale.money(sum, currency)}</td></tr>`,
      )}</tbody>
</table>
<dl class="totals sheet-totals">${order.totals.map(
        ({ label, amount: sum }, at) =>
          html`<div class="spread${at === order.totals.length - 1 && ' total'}"><dt>${label}</dt><dd>${locale.money(sum, currency)}</dd></div>`,
      )}</dl>
<dl class="facts">${facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<div class="blocks">${shownBlocks(ctx, transaction).map((block) => showBlock(block))}</div>
</article>`,
    });
  });
}

export const receiptRoute: PageRoute = { method: 'GET', path: '/portal/{slug}/receipts/{id}', answer: receiptPage };
