import type { Context } from '../../core/kernel/context.ts';
import { termsFromNow } from '../../payments/resources/subscription/renewals.ts';
import { type Content, html, type Markup } from '../html.ts';
import { icon, shownImage } from '../layout.ts';
import type { Locale } from '../locale.ts';
import { isolateName } from '../shared/isolate-name.ts';
import type { Checkout, CheckoutProduct } from '../state.ts';
import type { ScriptTexts } from '../texts/en.ts';

interface SummaryOptions {
  checkout: Checkout;
  /** The name of the link, or the number of the invoice, that the buyer pays. */
  purpose: string;
  cancelUrl: string | null;
  /** Whether all products are in stock; if not, there is no total. */
  isPayable: boolean;
}

/** The items and totals of an order. The page's script updates them. */
export function checkoutSummary(
  ctx: Context,
  locale: Locale,
  { checkout, purpose, cancelUrl, isPayable }: SummaryOptions,
): Markup {
  const { amount, currency, products, showOrderSummary, kind } = checkout;
  const withLines = showOrderSummary && products.length > 0;
  // If no product is chosen, or a product is not available, the summary is open.
  const isOpen = amount === 0 || !isPayable;
  return html`<section class="checkout-summary stack stack-large" aria-label="${locale.page.checkout.order}">
${cancelUrl !== null && html`<a class="back-link" href="${cancelUrl}">${icon('back')}${locale.page.backTo(isolateName(checkout.workspace.name))}</a>`}
<div class="stack stack-small"><h1 class="purpose">${purpose}</h1>${isPayable && html`<p class="amount" id="amount">${locale.money(amount, currency)}</p>${renewals(ctx, locale, checkout)}`}</div>
${withLines && html`<details class="order-fold" id="orderFold"${isOpen && html` open`}><summary>${locale.page.checkout.details}${icon('chevron')}</summary></details><ul class="lines">${products.map((product) => line(locale, checkout, product))}</ul>`}
${showOrderSummary && isPayable && html`<div class="stack order-sums">${kind !== 'invoice' && discountForm(locale)}${totals(locale, checkout)}</div>`}
</section>`;
}

/** The recurring charge for a product, in minor units; 0 if the product is paid once. */
const renewedAmount = ({ recurring, price, quantity }: CheckoutProduct): number =>
  recurring === null ? 0 : price * quantity;

/** Whether the payment starts a subscription. An invoice is paid only once. */
export const beginsSubscription = ({ kind, products }: Checkout): boolean =>
  kind !== 'invoice' && products.some((product) => renewedAmount(product) > 0);

/**
 * The recurring charges after this payment, one sentence for each interval. They cover only the recurring part of the
 * order, at full price. On a link's page, the script shows the sentences that apply, with the amounts.
 */
function renewals(ctx: Context, locale: Locale, { kind, products, currency }: Checkout): Content {
  const { then, paidOnce } = locale.page.checkout;
  const byTerms = new Map<string, CheckoutProduct[]>();
  for (const product of products) {
    if (product.recurring === null) continue;
    const terms = termsFromNow(ctx, product.recurring, locale);
    byTerms.set(terms, [...(byTerms.get(terms) ?? []), product]);
  }
  if (kind === 'invoice') return byTerms.size > 0 && html`<p class="renewal">${paidOnce}</p>`;
  return [...byTerms].map(([terms, same]) => {
    const amount = same.reduce((sum, product) => sum + renewedAmount(product), 0);
    const ids = same.map(({ productId }) => productId).join(' ');
    return html`<p class="renewal" data-renewal="${ids}"${amount === 0 && html` hidden`}>${then.before}<strong>${locale.money(amount, currency)}</strong>${then.after(terms)}</p>`;
  });
}

function line(locale: Locale, checkout: Checkout, product: CheckoutProduct): Markup {
  const { stock } = locale.script;
  const { productId, name, description, price, quantity, imageUrl, available } = product;
  const { currency, kind, products } = checkout;
  const image = shownImage(imageUrl);
  const initial = [...name.trim()][0]?.toUpperCase() ?? '·';
  const isChoice = kind === 'payment_link';
  return html`<li class="line" data-product="${productId}">
${image === null ? html`<span class="line-mark" aria-hidden="true">${initial}</span>` : html`<img class="line-picture" src="${image}" alt="" width="48" height="48">`}
<div><p class="line-name">${name}</p>
${description !== null && description !== '' && html`<p class="soft small">${description}</p>`}
${
  isChoice
    ? available === 0
      ? html`<p class="line-stock">${stock.soldOut}</p>`
      : html`${stepper(locale, { productId, name, quantity, least: products.length > 1 ? 0 : 1, most: available })}${available !== null && available <= fewLeft && html`<p class="line-stock">${stock.left(available)}</p>`}`
    : quantity > 1 && html`<p class="soft small">${quantity} × ${locale.money(price, currency)}</p>`
}</div>
${!(isChoice && available === 0) && html`<p class="line-price">${locale.money(price * quantity, currency)}</p>`}
</li>`;
}

interface StepperOptions {
  productId: string;
  name: string;
  quantity: number;
  /** 0 means that the product is optional. */
  least: 0 | 1;
  /** The maximum quantity that the buyer can buy; null if the stock is not counted. */
  most: number | null;
}

/** The page shows the remaining stock if it is not higher than this number. */
const fewLeft = 10;
const largestQuantity = 999;

const stepper = (
  { page: { checkout: texts } }: Locale,
  { productId, name, quantity, least, most }: StepperOptions,
): Markup =>
  html`<div class="stepper"><button type="button" data-step="-1" aria-label="${texts.less(name)}">−</button><input type="number" inputmode="numeric" name="quantity.${productId}" form="checkout" min="${least}" max="${Math.min(most ?? largestQuantity, largestQuantity)}" step="1" value="${quantity}" data-quantity="${productId}" aria-label="${texts.quantityOf(name)}"><button type="button" data-step="1" aria-label="${texts.more(name)}">+</button></div>`;

/** Accepts a discount code. The script shows an applied code with its discount, and hides this form. */
const discountForm = ({ page: { checkout: texts } }: Locale): Markup =>
  html`<details class="unfold" id="discountFold"><summary>${texts.addDiscount}</summary>
<form id="discount" class="field" novalidate><label for="discountCode">${texts.discountCode}</label>
<div class="code-row"><input class="input" id="discountCode" maxlength="50" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="discountCode-error"><button class="button button-small" type="submit">${texts.apply}</button></div>
<p class="error" id="discountCode-error" role="alert"></p></form></details>`;

function totals(locale: Locale, checkout: Checkout): Markup {
  const { amount, discountAmount, discountCode, currency, products } = checkout;
  const texts = locale.page.checkout;
  const isDiscounted = discountAmount > 0;
  return html`<dl class="totals${products.length === 0 && ' totals-plain'}" aria-live="polite">
<div class="spread" id="subtotalRow"${!isDiscounted && html` hidden`}><dt class="soft">${texts.subtotal}</dt><dd id="subtotal">${locale.money(amount + discountAmount, currency)}</dd></div>
<div class="spread" id="discountRow"${!isDiscounted && html` hidden`}><dt class="soft discount">${texts.discount} <span class="code" id="discountName">${discountCode}</span><form id="removeDiscount" hidden><button class="code-remove" type="submit" aria-label="${texts.removeDiscount}">${icon('cross')}</button></form></dt><dd id="discountAmount">${locale.money(-discountAmount, currency)}</dd></div>
<div class="spread total"><dt>${texts.total}</dt><dd id="total">${locale.money(amount, currency)}</dd></div>
</dl>`;
}

/** The products that are out of stock, shown in place of the form. */
export function shortageNotice({ stock }: ScriptTexts, shortages: readonly CheckoutProduct[]): Markup {
  const { title, soldOut, nothing, short } = stock;
  const isSoldOut = shortages.every(({ available }) => available === 0);
  const missing = shortages.filter(({ available }) => available !== 0);
  return html`<div class="notice notice-warn" id="shortage" role="status">${icon('alert')}<div class="stack stack-small"><p><strong>${isSoldOut ? soldOut : title}</strong></p>
${missing.map(({ name, available, quantity }) => html`<p>${short(isolateName(name), available ?? 0, quantity)}</p>`)}<p>${nothing}</p></div></div>`;
}
