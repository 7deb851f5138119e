import type { Context } from '../engine/context.ts';
import { moneyOf } from '../engine/money.ts';
import type { PrintedDocument } from '../mail/staged.ts';
import { brandOf } from '../resources/account/brand.ts';
import { customers } from '../resources/customer/model.ts';
import { invoiceBySlug, isPayable, viewInvoice } from '../resources/invoice/actions.ts';
import { documentOf, isOverdue } from '../resources/invoice/mail.ts';
import { type Invoice, invoices } from '../resources/invoice/model.ts';
import { type Content, html, type Markup } from './html.ts';
import { icon, renderPage } from './layout.ts';
import type { Download, Page, PageRoute, Visit } from './page.ts';
import { picturesOf } from './picture.ts';
import { unknownPage } from './refusals.ts';

interface Found {
  readonly invoice: Invoice;
  readonly document: PrintedDocument;
  /** Of its rows. */
  readonly pictures: readonly Content[];
  readonly canPay: boolean;
  readonly isOverdue: boolean;
}

/** The invoice of a slug. One that was sent becomes viewed when somebody sees it. */
function openInvoice(ctx: Context, slug: string, isSeen: boolean): Found {
  const found = invoiceBySlug(ctx, slug);
  if (found === undefined) throw new Error(`The invoice at ${slug} is gone.`);
  const invoice = isSeen ? viewInvoice(ctx, found) : found;
  const document = documentOf(ctx, invoice, ctx.get(customers, invoice.customer_id), brandOf(ctx));
  const pictures = picturesOf(ctx, invoice.line_items);
  return { invoice, document, pictures, canPay: isPayable(invoice), isOverdue: isOverdue(ctx, invoice) };
}

function invoicePage({ engine, assets, params, cause, isSeen }: Visit): Page {
  const slug = params.slug ?? '';
  const owner = engine.ownerOf(invoices, { slug: [slug] });
  if (owner === null) return unknownPage(assets);
  const { workspace, mode } = owner;
  return engine.run(workspace, mode, cause, (ctx) => {
    const found = openInvoice(ctx, slug, isSeen);
    return renderPage({
      assets,
      brand: brandOf(ctx),
      mode,
      title: `Invoice ${found.invoice.number} from ${found.document.issuer.name}`,
      styles: ['invoice'],
      layout: 'medium',
      body: sheet(found, slug),
    });
  });
}

async function invoicePdf(visit: Visit): Promise<Page | Download> {
  const { engine, assets, params, cause, isSeen } = visit;
  const slug = params.slug ?? '';
  const owner = engine.ownerOf(invoices, { slug: [slug] });
  if (owner === null) return unknownPage(assets);
  const { document, invoice } = engine.run(owner.workspace, owner.mode, cause, (ctx) => openInvoice(ctx, slug, isSeen));
  const { printPdf } = await import('../mail/pdf.ts');
  const bytes = await printPdf(document, invoice.updated_at, engine.publicOrigin);
  return { status: 200, type: 'application/pdf', filename: `${invoice.number}.pdf`, bytes };
}

const sheet = (found: Found, slug: string): Markup => {
  const { invoice, document, pictures, canPay } = found;
  const total = document.totals.at(-1)!;
  return html`<article class="sheet card">
<header class="sheet-head">
<div><p class="soft small">${document.title} ${document.number}</p><h1 class="amount">${moneyOf(canPay ? total.amount : invoice.amount, invoice.currency)}</h1></div>
${statusOf(found)}
</header>
<div class="sheet-parties">
<section aria-labelledby="billed"><h2 class="sheet-label" id="billed">Billed to</h2>${document.recipient.map((line, at) => html`<p${at === 0 && html` class="strong"`}>${line}</p>`)}</section>
<dl class="sheet-facts">${[{ label: 'From', value: document.issuer.name }, ...document.facts].map(
    ({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>
</div>
<table class="sheet-lines">
<caption class="visually-hidden">What is invoiced</caption>
<thead><tr><th scope="col">Description</th><th scope="col" class="figure wide">Quantity</th><th scope="col" class="figure wide">Unit price</th><th scope="col" class="figure">Amount</th></tr></thead>
<tbody>${document.rows.map(
    (
      { name, quantity, unit_amount, amount },
      at,
    ) => html`<tr><td>${pictures[at]}${name}<span class="narrow soft small">${quantity} × ${moneyOf(unit_amount, invoice.currency)}</span></td>
<td class="figure wide">${quantity}</td><td class="figure wide">${moneyOf(unit_amount, invoice.currency)}</td><td class="figure">${moneyOf(amount, invoice.currency)}</td></tr>`,
  )}</tbody>
</table>
<dl class="totals sheet-totals">${document.totals.map(
    ({ label, amount }, at) =>
      html`<div class="spread${at === document.totals.length - 1 && ' total'}"><dt>${label}</dt><dd>${moneyOf(amount, invoice.currency)}</dd></div>`,
  )}</dl>
${document.note !== null && html`<p class="sheet-note">${document.note}</p>`}
${noticeOf(invoice)}
<div class="sheet-actions">
${canPay && html`<a class="button button-primary" href="/pay/${slug}">${icon('lock')}Pay ${moneyOf(total.amount, invoice.currency)}</a>`}
<a class="button" href="/invoice/${slug}/pdf" download="${invoice.number}.pdf">${icon('download')}Download PDF</a>
</div>
</article>`;
};

const pills: Readonly<Record<string, readonly [label: string, look: string]>> = {
  sent: ['Open', 'warn'],
  viewed: ['Open', 'warn'],
  processing: ['Processing', 'warn'],
  paid: ['Paid', 'good'],
  void: ['Void', 'plain'],
};
const overdue = ['Overdue', 'danger'] as const;

function statusOf({ invoice: { status }, isOverdue }: Found): Markup {
  const [label, look] = isOverdue ? overdue : (pills[status] ?? [status, 'plain']);
  return html`<p class="pill pill-${look}"><span class="visually-hidden">Status: </span>${label}</p>`;
}

function noticeOf({ status }: Invoice): Content {
  if (status === 'processing') {
    return html`<p class="notice notice-warn">${icon('clock')}<span>A payment was made and is being processed. Nothing more is to be done.</span></p>`;
  }
  if (status === 'paid') {
    return html`<p class="notice notice-good">${icon('check')}<span>This invoice is paid. Thank you.</span></p>`;
  }
  return (
    status === 'void' &&
    html`<p class="notice">${icon('alert')}<span>This invoice was withdrawn; nothing is to be paid.</span></p>`
  );
}

/** The invoice as a page and as a PDF. It is paid on the checkout's page. */
export const invoiceRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/invoice/{slug}', answer: invoicePage },
  { method: 'GET', path: '/invoice/{slug}/pdf', answer: invoicePdf },
];
