import type { Context } from '../core/kernel/context.ts';
import type { PrintedDocument } from '../payments/mail/mail-draft.ts';
import { wordsOf } from '../payments/mail/words.ts';
import { brandOf } from '../payments/resources/account/brand.ts';
import { type Printing, printingOfPdf } from '../payments/resources/common/printing.ts';
import { customers } from '../payments/resources/customer/model.ts';
import { invoiceBySlug, isPayable, viewInvoice } from '../payments/resources/invoice/actions.ts';
import { documentOf, isOverdue } from '../payments/resources/invoice/mail.ts';
import { type Invoice, invoices } from '../payments/resources/invoice/model.ts';
import { type Content, html, type Markup } from './html.ts';
import { inspectorLink } from './inspector-link.ts';
import { icon, renderPage } from './layout.ts';
import type { Locale } from './locale.ts';
import type { Download, Page, PageRoute, Visit } from './page.ts';
import { picturesOf } from './picture.ts';
import { partySections, printButton } from './print.ts';
import { unknownPage } from './refusals.ts';
import { isolateName } from './shared/isolate-name.ts';
import type { PageTexts } from './texts/en.ts';

interface InvoicePage {
  readonly invoice: Invoice;
  readonly document: PrintedDocument;
  /** The pictures of its rows. */
  readonly pictures: readonly Content[];
  readonly canPay: boolean;
  readonly isOverdue: boolean;
}

/** The invoice of a slug. The status of a sent invoice becomes viewed when a visitor opens it. */
function openInvoice(ctx: Context, slug: string, isSeen: boolean, printing: Printing): InvoicePage {
  const found = invoiceBySlug(ctx, slug);
  if (found === undefined) throw new Error(`The invoice with the slug ${slug} no longer exists.`);
  const invoice = isSeen ? viewInvoice(ctx, found) : found;
  const document = documentOf(ctx, invoice, ctx.get(customers, invoice.customer_id), brandOf(ctx), printing);
  const pictures = picturesOf(ctx, invoice.line_items);
  return { invoice, document, pictures, canPay: isPayable(invoice), isOverdue: isOverdue(ctx, invoice) };
}

function invoicePage(visit: Visit): Page {
  const { engine, assets, locale, params, cause, isSeen } = visit;
  const slug = params.slug ?? '';
  const owner = engine.ownerOf(invoices, { slug: [slug] });
  if (owner === null) return unknownPage(visit);
  const { workspace, mode } = owner;
  return engine.run(workspace, mode, cause, (ctx) => {
    const found = openInvoice(ctx, slug, isSeen, locale);
    return renderPage({
      assets,
      locale,
      brand: brandOf(ctx),
      mode,
      title: locale.page.invoice.title(found.invoice.number, found.document.issuer.name),
      styles: ['invoice'],
      layout: 'medium',
      script: 'print',
      inspector: inspectorLink(ctx, found.invoice.id),
      body: sheet(locale, found, slug),
    });
  });
}

async function invoicePdf(visit: Visit): Promise<Page | Download> {
  const { engine, locale, params, cause, isSeen } = visit;
  const slug = params.slug ?? '';
  const owner = engine.ownerOf(invoices, { slug: [slug] });
  if (owner === null) return unknownPage(visit);
  const { document, invoice } = engine.run(owner.workspace, owner.mode, cause, (ctx) =>
    openInvoice(ctx, slug, isSeen, printingOfPdf(locale, engine)),
  );
  const { printPdf } = await import('../payments/mail/pdf.ts');
  const { bytes } = await printPdf(document, invoice.updated_at, engine);
  return { status: 200, type: 'application/pdf', filename: `${invoice.number}.pdf`, bytes };
}

const sheet = (locale: Locale, found: InvoicePage, slug: string): Markup => {
  const texts = locale.page.invoice;
  const { invoice, document, pictures, canPay } = found;
  const words = wordsOf(locale.tag);
  const total = document.totals.at(-1)!;
  return html`<article class="sheet card">
<header class="sheet-head">
<div><p class="soft small">${document.title} ${document.number}</p><h1 class="amount">${locale.money(canPay ? total.amount : invoice.amount, invoice.currency)}</h1>
${canPay && invoice.due_date !== null && html`<p class="soft">${locale.page.portal.dueOn(locale.day(invoice.due_date))}</p>`}</div>
${statusOf(texts, found)}
</header>
${noticeOf(texts, invoice)}
<div class="sheet-actions">
${canPay && html`<a class="button button-primary" href="/pay/${slug}">${icon('lock')}${locale.script.pay(locale.money(total.amount, invoice.currency))}</a>`}
${printButton(locale)}
<a class="button" href="/invoice/${slug}/pdf" download="${invoice.number}.pdf">${icon('download')}${texts.download}</a>
</div>
<div class="sheet-parties">
${partySections(document, words)}
</div>
<dl class="sheet-facts">${document.facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
<table class="sheet-lines">
<caption class="visually-hidden">${texts.lines}</caption>
<thead><tr><th scope="col">${words.description}</th><th scope="col" class="figure wide">${words.quantity}</th><th scope="col" class="figure wide">${words.unitPrice}</th><th scope="col" class="figure">${words.amount}</th></tr></thead>
<tbody>${document.rows.map(
    (
      { name, quantity, unit_amount, amount },
      at,
    ) => html`<tr><td>${pictures[at]}${isolateName(name)}<span class="narrow soft small">${quantity} × ${locale.money(unit_amount, invoice.currency)}</span></td>
<td class="figure wide">${quantity}</td><td class="figure wide">${locale.money(unit_amount, invoice.currency)}</td><td class="figure">${locale.money(amount, invoice.currency)}</td></tr>`,
  )}</tbody>
</table>
<dl class="totals sheet-totals">${document.totals.map(
    ({ label, amount }, at) =>
      html`<div class="spread${at === document.totals.length - 1 && ' total'}"><dt>${label}</dt><dd>${locale.money(amount, invoice.currency)}</dd></div>`,
  )}</dl>
${document.note !== null && html`<p class="sheet-note">${document.note}</p>`}
</article>`;
};

type Texts = PageTexts['invoice'];

const pills: Readonly<Record<string, readonly [label: 'open' | 'processing' | 'paid' | 'void', look: string]>> = {
  sent: ['open', 'warn'],
  viewed: ['open', 'warn'],
  processing: ['processing', 'warn'],
  paid: ['paid', 'good'],
  void: ['void', 'plain'],
};
const overdue = ['overdue', 'danger'] as const;

function statusOf(texts: Texts, { invoice: { status }, isOverdue }: InvoicePage): Markup {
  const [label, look] = isOverdue ? overdue : (pills[status] ?? [null, 'plain']);
  return html`<p class="pill pill-${look}"><span class="visually-hidden">${texts.status} </span>${label === null ? status : texts[label]}</p>`;
}

function noticeOf(texts: Texts, { status }: Invoice): Content {
  if (status === 'processing') {
    return html`<p class="notice notice-warn">${icon('clock')}<span>${texts.processingNotice}</span></p>`;
  }
  if (status === 'paid')
    return html`<p class="notice notice-good">${icon('check')}<span>${texts.paidNotice}</span></p>`;
  return status === 'void' && html`<p class="notice">${icon('alert')}<span>${texts.voidNotice}</span></p>`;
}

/** The invoice as a page and as a PDF. The buyer pays it on the checkout page. */
export const invoiceRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/invoice/{slug}', answer: invoicePage },
  { method: 'GET', path: '/invoice/{slug}/pdf', answer: invoicePdf },
];
