import { brandName } from '../../payments/resources/common/brand-name.ts';
import { portalPath } from '../../payments/resources/portal/actions.ts';
import type { InvoiceView, PaymentView, PortalView } from '../../payments/resources/portal/buyer-fields.ts';
import { type Content, html, type Markup } from '../html.ts';
import type { Locale } from '../locale.ts';
import { isolateName } from '../shared/isolate-name.ts';
import type { PageTexts } from '../texts/en.ts';
import { invoiceLooks, type Pill, paymentPill, showPill } from './portal-pills.ts';

/** The machine can have several names, so links have no host. */
const pathOf = (url: string): string => new URL(url).pathname;

export function invoiceItem(
  locale: Locale,
  { number, status, amount, currency, dueDate, paidAt, overdue, url }: InvoiceView,
): Markup {
  const texts = locale.page.portal;
  const pill: Pill = overdue ? [texts.overdue, 'warn'] : [texts.invoiceStates[status], invoiceLooks[status]];
  return html`<li class="portal-line"><div><p class="portal-facts"><span>${number}</span> <span class="soft">${locale.money(amount, currency)}</span></p>
${dueDate !== null && status !== 'paid' && status !== 'void' && html`<p class="small soft">${texts.dueOn(locale.day(dueDate))}</p>`}
${paidAt !== null && html`<p class="small soft">${texts.paidOn(locale.day(paidAt))}</p>`}</div>
<div class="portal-end">${showPill(pill)}<a class="portal-link" href="${pathOf(url)}">${texts.view}<span class="visually-hidden"> (${number})</span></a></div></li>`;
}

/** @param bankAuth the URL where the buyer can still authorize the debit; null if no authorization is needed */
export function paymentItem(locale: Locale, payment: PaymentView, bankAuth: string | null): Markup {
  const texts = locale.page.portal;
  const { orderNumber, status, amount, currency, totalRefunded, failure, description, createdAt, receiptUrl } = payment;
  const order = texts.order(orderNumber);
  return html`<li class="portal-line"><div><p class="portal-facts"><span>${locale.money(amount, currency)}</span> <span class="soft">${description === null ? order : isolateName(description)}</span></p>
<p class="portal-facts small soft"><span>${locale.day(createdAt)}</span> <span>${paidWith(locale, payment)}</span></p>
${failure !== null && html`<p class="small portal-bad">${texts.failures[failure]}</p>`}
${totalRefunded > 0 && html`<p class="small soft">${texts.refunded(locale.money(totalRefunded, currency))}</p>`}</div>
<div class="portal-end">${showPill(paymentPill(texts, status))}${bankAuth !== null && html`<a class="portal-link" href="${bankAuth}">${locale.page.confirmation.authorize}<span class="visually-hidden"> (${order})</span></a>`}${receiptUrl !== null && bankAuth === null && html`<a class="portal-link" href="${pathOf(receiptUrl)}">${locale.printed.receipt}<span class="visually-hidden"> (${order})</span></a>`}</div></li>`;
}

const paidWith = ({ printed }: Locale, { paidWith: { type, brand, last4 } }: PaymentView): string => {
  const name = type === 'card' ? brandName(brand, printed.card) : printed.bankAccount;
  return last4 === null ? name : printed.endingIn(name, last4);
};

export function pagesOf(texts: PageTexts['portal'], view: PortalView, isLater: boolean): Content {
  const last = view.payments.at(-1);
  const page = portalPath(view);
  return html`${isLater && html`<a class="portal-link" href="${page}#payments">${texts.newest}</a>`}${
    view.hasMorePayments &&
    last !== undefined &&
    html`<a class="portal-link" href="${page}?after=${last.id}#payments">${texts.earlier}</a>`
  }`;
}
