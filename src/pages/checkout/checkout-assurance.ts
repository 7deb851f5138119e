import type { Brand } from '../brand.ts';
import { acceptedMarks } from '../fields.ts';
import { html, type Markup } from '../html.ts';
import { icon } from '../layout.ts';
import type { Locale } from '../locale.ts';
import { isolateName } from '../shared/isolate-name.ts';
import type { Checkout } from '../state.ts';
import { walletMark, walletNames } from './checkout-form.ts';

/**
 * The statements of a checkout about itself: that payments are safe, which methods it accepts, and who answers
 * questions.
 */
export function checkoutAssurance(
  { page: { checkout: texts } }: Locale,
  { cardEnabled, workspace, walletsEnabled, wallets }: Checkout,
  { name, links }: Brand,
): Markup | null {
  const { trust } = texts;
  const seen = !cardEnabled ? trust.account : workspace.achEnabled ? trust.either : trust.card;
  const merchant = isolateName(name);
  const { achEnabled } = workspace;
  const isTyped = cardEnabled || achEnabled;
  if (!isTyped && !walletsEnabled) return null;
  const shownWallets = walletsEnabled ? wallets : [];
  const address = links?.support ?? (links?.email == null ? null : `mailto:${links.email}`);
  return html`<section class="assurance" aria-label="${trust.title}">
${isTyped && html`<p class="assured">${icon('lock')}<span><strong>${trust.title}</strong> ${seen(merchant)}</span></p>`}
<div class="accepted"><p>${trust.accepted}</p><ul>${cardEnabled && acceptedMarks().map((mark) => html`<li>${mark}</li>`)}${shownWallets.map((type) => html`<li class="accepted-wallet">${walletMark(type)}<span>${walletNames[type]}</span></li>`)}${achEnabled && html`<li class="accepted-bank">${icon('bank')}<span>${trust.bank}</span></li>`}</ul></div>
${address !== null && html`<p class="questions">${trust.questions} <a href="${address}" target="_blank" rel="noopener noreferrer">${trust.ask(merchant)}</a></p>`}
</section>`;
}
