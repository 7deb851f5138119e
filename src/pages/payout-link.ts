import { largestAmount } from '../engine/checks.ts';
import type { Context } from '../engine/context.ts';
import { minorDigitsOf, moneyOf } from '../engine/money.ts';
import { brandOf } from '../resources/account/brand.ts';
import { brandName } from '../resources/common/card.ts';
import { dayOf } from '../resources/common/days.ts';
import { payoutLifecycle } from '../resources/payout/lifecycle.ts';
import { type Payout, payouts } from '../resources/payout/model.ts';
import { didArrive } from '../resources/payout-link/client-fields.ts';
import { type PayoutLink, payoutLinks } from '../resources/payout-link/model.ts';
import { vaultConfigOf } from '../resources/token/vault.ts';
import { type TestCard, testCards } from '../simulation/cards.ts';
import {
  areaField,
  bankFields,
  bankHint,
  cardFields,
  cardHint,
  formSection,
  hintsFold,
  inputField,
  methodField,
  noScriptNotice,
} from './fields.ts';
import { type Content, html, type Markup } from './html.ts';
import { icon, type Result, renderPage, resultCard } from './layout.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { type NotPayable, notPayablePage, unknownPage } from './refusals.ts';
import { panelOf } from './sandbox-panel.ts';
import type { PayoutState, ResultState } from './state.ts';

/** What differs between the pages of the two types of payout links. */
interface PayoutForm {
  readonly script: 'claim' | 'request';
  readonly title: string;
  readonly head: Markup;
  readonly sections: Content;
  readonly submitLabel: string;
  readonly hasBank: boolean;
  /** What is shown in place of the form once it was sent; null where another page is. */
  readonly done: { readonly title: string; readonly text: string } | null;
}

/** The page of a payout link; if it cannot be used, the page that says why. */
function payoutPage(
  { engine, assets, params, cause }: Visit,
  type: PayoutLink['type'],
  formOf: (link: PayoutLink, merchant: string) => PayoutForm,
): Page {
  const slug = params.slug ?? '';
  const owner = engine.ownerOf(payoutLinks, { slug: [slug] });
  if (owner === null) return unknownPage(assets);
  const { workspace, mode } = owner;
  return engine.run(workspace, mode, cause, (ctx) => {
    const link = ctx.of(payoutLinks).newest({ slug: [slug] });
    if (link?.type !== type) return unknownPage(assets);
    const brand = brandOf(ctx);
    const reason = reasonOf(ctx, link);
    const page = type === 'directed' ? 'Claim of a payout' : 'Request for a payout';
    const panel = panelOf(ctx, { page, about: [link.id], slug, direction: 'out' });
    if (reason !== null) return notPayablePage({ assets, reason, owner: { brand, mode }, panel });
    const form = formOf(link, brand.name);
    const { script, title } = form;
    const { currency } = link;
    const state: PayoutState = { slug, currency, largest: largestAmount, vault: vaultConfigOf(ctx), now: ctx.at };
    return renderPage({
      assets,
      brand,
      mode,
      title,
      styles: ['payout'],
      script,
      state,
      panel,
      body: bodyOf(ctx, form),
    });
  });
}

function reasonOf(ctx: Context, link: PayoutLink): NotPayable | null {
  const { type, status } = link;
  switch (status) {
    case 'claimed': {
      const payout = ctx.get(payouts, link.payout_id ?? '');
      if (!didArrive(ctx, link)) return 'claim_failed';
      return payout.status === 'paid' ? 'claim_sent' : 'claimed';
    }
    case 'cancelled':
      return type === 'directed' ? 'claim_cancelled' : 'form_closed';
    case 'expired':
      return 'claim_expired';
    case 'pending':
    case 'active':
      return ctx.settings.debit_payouts_enabled[ctx.mode] ? null : 'no_payouts';
  }
}

/** The script enables the button. When the form was sent, it removes what is open and shows the rest with the facts. */
const bodyOf = (
  ctx: Context,
  { script, head, sections, submitLabel, hasBank, done }: PayoutForm,
): Markup => html`<div id="open" class="stack stack-large">
<section class="payout-head">
${head}
</section>
<div class="card"><form id="${script}" class="stack stack-large" method="post" action="#" novalidate>
${noScriptNotice('This form needs JavaScript: it hands your card to a vault, so that its number goes nowhere else.')}
<fieldset id="entries" class="stack stack-large">
${sections}
</fieldset>
<div class="stack stack-small">
<div id="notice" tabindex="-1" hidden></div>
<button class="button button-primary" id="pay" type="submit" disabled>${icon('lock')}<span id="payLabel">${submitLabel}</span></button>
<p class="soft small center" id="progress" role="status"></p>
</div>
${hintsFold(html`<div class="stack stack-small">
<p class="small soft">Press one to fill it in. Real cards are refused.</p>
<div class="hints">${payoutCards().map((card) => cardHint(card, expiryOf(ctx)))}${hasBank && bankHint('Bank account')}</div>
</div>`)}
</form></div>
</div>
${done !== null && resultCard({ ...done, icon: 'check', seal: 'good' }, html`<dl class="facts"></dl>`, { id: 'done', hidden: '' })}`;

/** Three years from now on the emulated clock. */
const expiryOf = ({ at }: Context): string => `12 / ${String((Number(at.slice(0, 4)) + 3) % 100).padStart(2, '0')}`;

/** A few cards that money can be sent to, and one that it cannot. */
function payoutCards(): Pick<TestCard, 'number' | 'about'>[] {
  const plain = testCards.filter(({ behaviour, country }) => behaviour === null && country === 'US');
  const firsts = (['visa', 'mastercard', 'discover'] as const).flatMap((brand) =>
    plain.filter((card) => card.brand === brand && card.funding === 'debit').slice(0, 1),
  );
  const prepaid = plain.filter(({ funding }) => funding === 'prepaid').slice(0, 1);
  const credit = plain.filter(({ funding }) => funding === 'credit').slice(0, 1);
  return [...firsts, ...prepaid, ...credit.map((card) => ({ ...card, about: `${card.about}: cannot be paid to` }))];
}

/** Money is sent to a card with the postal code of its owner. */
const postalCode = inputField({
  id: 'billingPostalCode',
  label: 'Billing postal code',
  autocomplete: 'billing postal-code',
  maxlength: 200,
});

function claimForm(
  { amount, currency, recipient_name, recipient_email, note, expires_at }: PayoutLink,
  merchant: string,
): PayoutForm {
  const money = moneyOf(amount ?? 0, currency);
  return {
    script: 'claim',
    title: `Claim ${money} from ${merchant}`,
    head: html`<p class="soft">${recipient_name !== null && `${recipient_name}, `}${merchant} has sent you</p>
<h1 class="amount">${money}</h1>
${note !== null && html`<blockquote class="payout-note">${note}</blockquote>`}
${expires_at !== null && html`<p class="soft small">${icon('clock')}Claim it until ${dayOf(expires_at)}</p>`}`,
    sections: [
      formSection(
        'to',
        'Where should it go?',
        html`${methodField('Card or bank account', 'Debit card')}
<div id="cardFields" class="stack stack-small">${cardFields()}${postalCode}<p class="hint">Debit and prepaid cards. It arrives within minutes.</p></div>
<div id="bankFields" class="stack stack-small" hidden>${bankFields()}<p class="hint">It arrives in one to three business days.</p></div>`,
      ),
      formSection(
        'who',
        'Who are you?',
        html`<div class="fields fields-two">
${inputField({ id: 'firstName', label: 'First name', autocomplete: 'given-name', maxlength: 100 })}
${inputField({ id: 'lastName', label: 'Last name', autocomplete: 'family-name', maxlength: 100 })}
${inputField({ id: 'email', label: 'Email', type: 'email', span: 'whole', autocomplete: 'email', inputmode: 'email', maxlength: 254, value: recipient_email })}
${inputField({ id: 'phone', label: 'Phone', type: 'tel', span: 'whole', required: false, autocomplete: 'tel', inputmode: 'tel', maxlength: 40 })}
</div>`,
      ),
    ],
    submitLabel: `Claim ${money}`,
    hasBank: true,
    done: null,
  };
}

function requestForm({ amount, currency, note }: PayoutLink, merchant: string): PayoutForm {
  const digits = minorDigitsOf(currency);
  const title = `Request a payout from ${merchant}`;
  return {
    script: 'request',
    title,
    head: html`<h1>${title}</h1>
${note !== null && html`<blockquote class="payout-note">${note}</blockquote>`}
<p class="soft">Say how much and where it should go. ${merchant} looks at each request before it is paid.</p>`,
    sections: [
      formSection(
        'what',
        'Your request',
        html`<div class="fields">
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
</div>`,
      ),
      formSection('to', 'Where should it go?', html`${cardFields()}<p class="hint">Debit and prepaid cards.</p>`),
    ],
    submitLabel: 'Send request',
    hasBank: false,
    done: {
      title: 'Your request was sent',
      text: `${merchant} decides about it. What is approved goes to your card.`,
    },
  };
}

/**
 * What the recipient sees after claiming, now and later: how the payout stands. Its id opens the page, which whoever else
 * has the link does not know.
 */
function claimedPage({ engine, assets, params, query, cause }: Visit): Page {
  const slug = params.slug ?? '';
  const owner = engine.ownerOf(payoutLinks, { slug: [slug] });
  if (owner === null) return unknownPage(assets);
  const { workspace, mode } = owner;
  return engine.run(workspace, mode, cause, (ctx) => {
    const brand = brandOf(ctx);
    const link = ctx.of(payoutLinks).newest({ slug: [slug] });
    if (link?.payout_id == null || link.payout_id !== query.id) {
      return notPayablePage({ assets, reason: 'unknown', owner: { brand, mode } });
    }
    const payout = ctx.get(payouts, link.payout_id);
    const result = claimedResult(payout, brand.name);
    const state: ResultState = { frame: null, leaveTo: null };
    const reason = payout.return_reason ?? payout.error_message;
    return renderPage({
      assets,
      brand,
      mode,
      title: `${result.title} · ${brand.name}`,
      script: 'confirmation',
      state,
      panel: panelOf(ctx, { page: 'Claimed payout', about: [payout.id, link.id], slug, direction: 'out' }),
      body: resultCard(
        result,
        html`<dl class="facts">
<dt>Amount</dt><dd>${moneyOf(payout.amount, payout.currency)}</dd>
<dt>To</dt><dd>${destinationOf(payout)}</dd>
${reason !== null && html`<dt>Reason</dt><dd class="reason">${reason}</dd>`}
<dt>Reference</dt><dd class="small">${payout.id}</dd>
</dl>`,
        { id: 'confirmation', 'data-status': payoutLifecycle.stateOf(payout) },
      ),
    });
  });
}

function claimedResult(payout: Payout, merchant: string): Result {
  const again = `Ask ${merchant} for a new link, and give another card or bank account then.`;
  switch (payoutLifecycle.stateOf(payout)) {
    case 'paid':
      return {
        title: 'Your money was sent',
        text: `It has left ${merchant} and was taken by your bank.`,
        icon: 'check',
        seal: 'good',
      };
    case 'returned':
      return { title: 'Your money came back', text: `Your bank sent it back. ${again}`, icon: 'alert', seal: 'danger' };
    case 'failed':
      return {
        title: 'Your money did not arrive',
        text: `It could not be paid there, and ${merchant} has it back. ${again}`,
        icon: 'alert',
        seal: 'danger',
      };
    case 'canceled':
      return {
        title: 'This payout was cancelled',
        text: `${merchant} has taken it back before it was sent. Ask them if you think that this is a mistake.`,
        icon: 'alert',
        seal: 'plain',
      };
    default:
      return {
        title: 'Your money is on its way',
        text:
          payout.rail === 'ach'
            ? 'It arrives in one to three business days. You can close this page.'
            : 'It arrives within minutes. You can close this page.',
        icon: 'clock',
        seal: 'good',
      };
  }
}

function destinationOf({ card_brand, card_last_four, bank_last_four }: Payout): string {
  if (card_last_four !== null) return `${brandName(card_brand)} ending in ${card_last_four}`;
  return bank_last_four === null ? 'Bank account' : `Bank account ending in ${bank_last_four}`;
}

/**
 * The pages of payout links (specification, "Payout link"): the recipient of a directed link claims its money, anybody
 * requests a payout through a link of type `request`.
 */
export const payoutLinkRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/claim/{slug}', answer: (visit) => payoutPage(visit, 'directed', claimForm) },
  { method: 'GET', path: '/claim/{slug}/payout', answer: claimedPage },
  { method: 'GET', path: '/request/{slug}', answer: (visit) => payoutPage(visit, 'request', requestForm) },
];
