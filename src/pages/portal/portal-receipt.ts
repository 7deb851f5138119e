import type { Context } from '../../core/kernel/context.ts';
import type { PrintedDocument } from '../../payments/mail/mail-draft.ts';
import { wordsOf } from '../../payments/mail/words.ts';
import { brandOf } from '../../payments/resources/account/brand.ts';
import { shownBlocks } from '../../payments/resources/block/carriers.ts';
import { type Printing, printingOfPdf } from '../../payments/resources/common/printing.ts';
import { customerOf, ownerOfPortal, portalPath } from '../../payments/resources/portal/actions.ts';
import { isPaid, receiptPath } from '../../payments/resources/portal/view.ts';
import { receiptDocument, receiptFile } from '../../payments/resources/receipt/mail.ts';
import { type Transaction, transactions } from '../../payments/resources/transaction/model.ts';
import { showBlock } from '../blocks.ts';
import { type Content, html, type Markup } from '../html.ts';
import { inspectorLink } from '../inspector-link.ts';
import { icon, renderPage } from '../layout.ts';
import type { Locale } from '../locale.ts';
import type { Download, Page, PageRoute, Visit } from '../page.ts';
import { picturesOf } from '../picture.ts';
import { factRows, partySections, printButton } from '../print.ts';
import { unknownPage } from '../refusals.ts';
import { isolateName } from '../shared/isolate-name.ts';
import { paymentPill, showPill } from './portal-pills.ts';

interface PortalReceipt {
  readonly transaction: Transaction;
  readonly document: PrintedDocument;
}

/** The receipt of a visit; null if the portal's customer has no receipt for the payment. */
function receiptIn(ctx: Context, { params }: Visit, printing: Printing): PortalReceipt | null {
  const transaction = ctx.find(transactions, params.id ?? '');
  if (transaction?.customer_id !== customerOf(ctx, params.slug ?? '').id || !isPaid(transaction)) return null;
  return { transaction, document: receiptDocument(ctx, transaction, brandOf(ctx), printing) };
}

/** The receipt of a payment as it was emailed, with the payment's current status. */
function receiptPage(visit: Visit): Page {
  const { engine, assets, locale, params, cause } = visit;
  const slug = params.slug ?? '';
  const owner = ownerOfPortal(engine, slug);
  if (owner === null) return unknownPage(visit);
  return engine.run(owner.workspace, owner.mode, cause, (ctx) => {
    const found = receiptIn(ctx, visit, locale);
    if (found === null) return unknownPage(visit);
    const { transaction, document } = found;
    const brand = brandOf(ctx);
    const title = `${document.title} · ${document.number}`;
    return renderPage({
      assets,
      locale,
      brand,
      mode: owner.mode,
      title: `${title} · ${brand.name}`,
      layout: 'medium',
      styles: ['invoice', 'portal'],
      script: 'print',
      inspector: inspectorLink(ctx, transaction.id),
      body: html`<a class="back-link" href="${portalPath({ slug })}">${icon('back')}${locale.page.portal.title}</a>
${sheet(locale, found, picturesOf(ctx, transaction.line_items), receiptPath(slug, transaction))}
<div class="blocks">${shownBlocks(ctx, transaction).map((block) => showBlock(block))}</div>
</article>`,
    });
  });
}

function sheet(
  locale: Locale,
  { transaction, document }: PortalReceipt,
  pictures: readonly Content[],
  path: string,
): Markup {
  const { amount, currency, status } = transaction;
  const texts = locale.page.portal;
  const words = wordsOf(locale.tag);
  const { rows, totals, facts } = document;
  return html`<article class="sheet card">
<header class="sheet-head">
<div><p class="soft small">${document.title} · ${document.number}</p><h1 class="amount">${locale.money(amount, currency)}</h1></div>
${showPill(paymentPill(texts, status))}
</header>
<div class="sheet-actions">
${printButton(locale)}
<a class="button" href="${path}/pdf" download="${receiptFile(transaction)}">${icon('download')}${locale.page.invoice.download}</a>
</div>
<div class="sheet-parties">
${partySections(document, words)}
</div>
<table class="sheet-lines">
<caption class="visually-hidden">${texts.whatWasBought}</caption>
<tbody>${rows.map(
    ({ name, quantity, unit_amount, amount: sum }, at) =>
      html`<tr><th scope="row">${pictures[at]}${isolateName(name)}${quantity > 1 && html` <span class="soft small times">${quantity} × ${locale.money(unit_amount, currency)}</span>`}</th><td class="figure">${locale.money(sum, currency)}</td></tr>`,
  )}</tbody>
</table>
<dl class="totals sheet-totals">${totals.map(
    ({ label, amount: sum }, at) =>
      html`<div class="spread${at === totals.length - 1 && ' total'}"><dt>${label}</dt><dd>${locale.money(sum, currency)}</dd></div>`,
  )}</dl>
<dl class="facts">${factRows(facts, transaction.id)}</dl>`;
}

async function receiptPdf(visit: Visit): Promise<Page | Download> {
  const { engine, params, cause, locale } = visit;
  const owner = ownerOfPortal(engine, params.slug ?? '');
  const printing = printingOfPdf(locale, engine);
  const found =
    owner === null ? null : engine.run(owner.workspace, owner.mode, cause, (ctx) => receiptIn(ctx, visit, printing));
  if (found === null) return unknownPage(visit);
  const { transaction, document } = found;
  const { printPdf } = await import('../../payments/mail/pdf.ts');
  const { bytes } = await printPdf(document, transaction.updated_at, engine);
  return { status: 200, type: 'application/pdf', filename: receiptFile(transaction), bytes };
}

/** The receipt as a page and as a PDF. */
export const receiptRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/portal/{slug}/receipts/{id}', answer: receiptPage },
  { method: 'GET', path: '/portal/{slug}/receipts/{id}/pdf', answer: receiptPdf },
];
