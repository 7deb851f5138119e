import type { Context } from '../engine/context.ts';
import { minorDigitsOf } from '../engine/money.ts';
import { brandOf } from '../resources/account/brand.ts';
import type { PayoutLink } from '../resources/payout-link/model.ts';
import { areaField, cardFields, inputField } from './fields.ts';
import { html, type Markup } from './html.ts';
import { renderPage } from './layout.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { doneCard, needsScript, payoutHints, payoutPage, payoutState, submitRow } from './payout-page.ts';

/** Where anybody asks the merchant for a payout (specification, "Payout link" of type `request`). */
export const requestRoutes: readonly PageRoute[] = [
  {
    method: 'GET',
    path: '/request/{slug}',
    answer: (visit) => payoutPage(visit, 'request', (ctx, link) => requestPage(visit, ctx, link)),
  },
];

function requestPage({ assets }: Visit, ctx: Context, link: PayoutLink): Page {
  const brand = brandOf(ctx);
  return renderPage({
    assets,
    brand,
    mode: ctx.mode,
    title: `Request a payout from ${brand.name}`,
    styles: ['payout'],
    script: 'request',
    state: payoutState(ctx, link),
    body: html`<div id="open" class="stack stack-large">
<section class="payout-head">
<h1>Request a payout from ${brand.name}</h1>
${link.note !== null && html`<blockquote class="payout-note">${link.note}</blockquote>`}
<p class="soft">Say how much and where it should go. ${brand.name} looks at each request before it is paid.</p>
</section>
<div class="card">${form(ctx, link)}</div>
</div>
${doneCard('Your request was sent', `${brand.name} decides about it. What is approved goes to your card.`)}`,
  });
}

function form(ctx: Context, { amount, currency }: PayoutLink): Markup {
  const digits = minorDigitsOf(currency);
  return html`<form id="request" class="stack stack-large" method="post" action="#" novalidate>
${needsScript()}
<fieldset id="entries" class="stack stack-large">
<section class="stack" aria-labelledby="what-title"><h2 id="what-title">Your request</h2>
<div class="fields">
${inputField({
  id: 'requestedAmount',
  label: 'Amount',
  inputmode: digits === 0 ? 'numeric' : 'decimal',
  autocomplete: 'off',
  maxlength: 15,
  placeholder: (0).toFixed(digits),
  value: amount === null ? null : (amount / 10 ** digits).toFixed(digits),
  affix: html`<span class="soft small">${currency}</span>`,
})}
${inputField({ id: 'name', label: 'Name', autocomplete: 'name', maxlength: 200 })}
${inputField({ id: 'email', label: 'Email', type: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 254 })}
${areaField({ id: 'note', label: 'What is it for?', required: false, maxlength: 500 })}
</div>
</section>
<section class="stack" aria-labelledby="to-title"><h2 id="to-title">Where should it go?</h2>
${cardFields()}<p class="hint">Debit and prepaid cards.</p>
</section>
</fieldset>
${submitRow('Send request')}
${payoutHints(ctx, false)}
</form>`;
}
