import type { Context } from '../engine/context.ts';
import { moneyOf } from '../engine/money.ts';
import { brandOf } from '../resources/account/brand.ts';
import { dayOf } from '../resources/common/days.ts';
import type { PayoutLink } from '../resources/payout-link/model.ts';
import { bankFields, cardFields, choiceField, inputField } from './fields.ts';
import { html, type Markup } from './html.ts';
import { icon, renderPage } from './layout.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { doneCard, needsScript, payoutHints, payoutPage, payoutState, submitRow } from './payout-page.ts';

/** Where the recipient of a directed payout link says where the money goes (specification, "Payout link"). */
export const claimRoutes: readonly PageRoute[] = [
  {
    method: 'GET',
    path: '/claim/{slug}',
    answer: (visit) => payoutPage(visit, 'directed', (ctx, link) => claimPage(visit, ctx, link)),
  },
];

function claimPage({ assets }: Visit, ctx: Context, link: PayoutLink): Page {
  const brand = brandOf(ctx);
  const money = moneyOf(link.amount ?? 0, link.currency);
  return renderPage({
    assets,
    brand,
    mode: ctx.mode,
    title: `Claim ${money} from ${brand.name}`,
    styles: ['payout'],
    script: 'claim',
    state: payoutState(ctx, link),
    body: html`<div id="open" class="stack stack-large">
${head(link, brand.name, money)}
<div class="card">${form(ctx, link, money)}</div>
</div>
${doneCard('Your money is on its way', `${brand.name} has everything that is needed. You can close this page.`)}`,
  });
}

const head = (
  { recipient_name, note, expires_at }: PayoutLink,
  merchant: string,
  money: string,
): Markup => html`<section class="payout-head">
<p class="soft">${recipient_name !== null && `${recipient_name}, `}${merchant} has sent you</p>
<h1 class="amount">${money}</h1>
${note !== null && html`<blockquote class="payout-note">${note}</blockquote>`}
${expires_at !== null && html`<p class="soft small">${icon('clock')}Claim it until ${dayOf(expires_at)}</p>`}
</section>`;

const form = (
  ctx: Context,
  { recipient_email }: PayoutLink,
  money: string,
): Markup => html`<form id="claim" class="stack stack-large" method="post" action="#" novalidate>
${needsScript()}
<fieldset id="entries" class="stack stack-large">
<section class="stack" aria-labelledby="to-title"><h2 id="to-title">Where should it go?</h2>
${choiceField({
  id: 'method',
  label: html`<span class="visually-hidden">Card or bank account</span>`,
  value: 'card',
  choices: [
    { value: 'card', label: 'Debit card', icon: icon('card') },
    { value: 'ach', label: 'Bank account', icon: icon('bank') },
  ],
})}
<div id="cardFields" class="stack stack-small">${cardFields()}<p class="hint">Debit and prepaid cards. It arrives within minutes.</p></div>
<div id="bankFields" class="stack stack-small" hidden>${bankFields()}<p class="hint">It arrives in one to three business days.</p></div>
</section>
<section class="stack" aria-labelledby="who-title"><h2 id="who-title">Who are you?</h2>
<div class="fields fields-two">
${inputField({ id: 'firstName', label: 'First name', autocomplete: 'given-name', maxlength: 100 })}
${inputField({ id: 'lastName', label: 'Last name', autocomplete: 'family-name', maxlength: 100 })}
${inputField({ id: 'email', label: 'Email', type: 'email', span: 'whole', autocomplete: 'email', inputmode: 'email', maxlength: 254, value: recipient_email })}
${inputField({ id: 'phone', label: 'Phone', type: 'tel', span: 'whole', required: false, autocomplete: 'tel', inputmode: 'tel', maxlength: 40 })}
</div>
</section>
</fieldset>
${submitRow(`Claim ${money}`)}
${payoutHints(ctx, true)}
</form>`;
