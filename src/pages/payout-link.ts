import type { Context } from '../core/kernel/context.ts';
import { largestAmount } from '../payments/platform/fields.ts';
import { minorDigitsOf } from '../payments/platform/money.ts';
import { platformSettings } from '../payments/platform/settings.ts';
import { brandOf } from '../payments/resources/account/brand.ts';
import { brandName } from '../payments/resources/common/brand-name.ts';
import { partsOfName } from '../payments/resources/common/names.ts';
import { customerByEmail } from '../payments/resources/customer/actions.ts';
import { payoutLifecycle } from '../payments/resources/payout/lifecycle.ts';
import { type Payout, payouts } from '../payments/resources/payout/model.ts';
import { didArrive } from '../payments/resources/payout-link/buyer-fields.ts';
import { type PayoutLink, payoutLinks } from '../payments/resources/payout-link/model.ts';
import { vaultConfigOf } from '../payments/resources/token/vault.ts';
import { testCards } from '../payments/simulation/cards.ts';
import {
  areaField,
  bankFields,
  cardFields,
  formSection,
  type InitialValues,
  inputField,
  methodField,
  nameFields,
  noScriptNotice,
} from './fields.ts';
import { type Content, html, type Markup } from './html.ts';
import { inspectorLink } from './inspector-link.ts';
import { icon, type Result, renderPage, resultCard } from './layout.ts';
import type { Locale } from './locale.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { factRow } from './print.ts';
import { type NotPayable, notPayablePage, unknownPage } from './refusals.ts';
import { isolateName } from './shared/isolate-name.ts';
import type { PayoutState, ResultState } from './state.ts';
import { bankHints, cardHint, type OfferedCard, testExpiry, testNumbers } from './test-numbers.ts';

/** The differences between the pages of the two types of payout links. */
interface PayoutForm {
  readonly script: 'claim' | 'request';
  readonly title: string;
  readonly head: Markup;
  readonly sections: Content;
  readonly submitLabel: string;
  readonly hasBank: boolean;
  /** The message that replaces the form after it was sent; null if the script opens another page. */
  readonly done: { readonly title: string; readonly text: string } | null;
}

/** The page of a payout link. If the link cannot be used, the page shows the reason. */
function payoutPage(
  visit: Visit,
  type: PayoutLink['type'],
  formOf: (ctx: Context, locale: Locale, link: PayoutLink, merchant: string) => PayoutForm,
): Page {
  const { engine, assets, locale, params, cause } = visit;
  const slug = params.slug ?? '';
  const owner = engine.ownerOf(payoutLinks, { slug: [slug] });
  if (owner === null) return unknownPage(visit);
  const { workspace, mode } = owner;
  return engine.run(workspace, mode, cause, (ctx) => {
    const link = ctx.of(payoutLinks).newest({ slug: [slug] });
    if (link?.type !== type) return unknownPage(visit);
    const brand = brandOf(ctx);
    const reason = reasonOf(ctx, link);
    const inspector = inspectorLink(ctx, link.id);
    if (reason !== null) return notPayablePage({ assets, locale, reason, owner: { brand, mode }, inspector });
    const form = formOf(ctx, locale, link, isolateName(brand.name));
    const { script, title } = form;
    const { currency } = link;
    const state: PayoutState = { slug, currency, largest: largestAmount, vault: vaultConfigOf(ctx), now: ctx.at };
    const body = bodyOf(ctx, locale, form);
    return renderPage({ assets, locale, brand, mode, title, styles: ['payout'], script, state, inspector, body });
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
      return platformSettings.of(ctx).debit_payouts_enabled[ctx.mode] ? null : 'no_payouts';
  }
}

/** The script enables the button. After the form is sent, the script hides the form and shows the result. */
const bodyOf = (
  ctx: Context,
  locale: Locale,
  { script, head, sections, submitLabel, hasBank, done }: PayoutForm,
): Markup => html`<div id="open" class="stack stack-large">
<section class="payout-head">
${head}
</section>
<div class="card"><form id="${script}" class="stack stack-large" method="post" action="#" novalidate>
${noScriptNotice(locale)}
<fieldset id="entries" class="stack stack-large">
${sections}
</fieldset>
<div class="stack stack-small">
<div id="notice" tabindex="-1" hidden></div>
<button class="button button-primary" id="pay" type="submit" disabled>${icon('lock')}<span id="payLabel">${submitLabel}</span></button>
<p class="soft small center" id="progress" role="status"></p>
</div>
${testNumbers(locale, locale.page.hints.intro, [
  [null, payoutCards().map((card) => cardHint(locale, card, testExpiry(ctx)))],
  [locale.page.hints.bankAccount, hasBank ? bankHints(locale) : []],
])}
</form></div>
</div>
${done !== null && resultCard({ ...done, icon: 'check', seal: 'good' }, html`<dl class="facts"></dl>`, { id: 'done', hidden: '' })}`;

/** Some cards that can receive money, and a card that cannot. */
function payoutCards(): OfferedCard[] {
  const plain = testCards.filter(({ behaviour, country }) => behaviour === null && country === 'US');
  const firsts = (['visa', 'mastercard', 'discover'] as const).flatMap((brand) =>
    plain.filter((card) => card.brand === brand && card.funding === 'debit').slice(0, 1),
  );
  const prepaid = plain.filter(({ funding }) => funding === 'prepaid').slice(0, 1);
  const credit = plain.filter(({ funding }) => funding === 'credit').slice(0, 1);
  return [...firsts, ...prepaid, ...credit.map((card) => ({ ...card, unfit: 'notPaidTo' as const }))];
}

/** Sending money to a card requires its owner's postal code. */
const postalCode = (locale: Locale): Markup =>
  html`<div class="fields joined">${inputField(locale, {
    id: 'billingPostalCode',
    label: locale.page.payout.billingPostalCode,
    autocomplete: 'billing postal-code',
    maxlength: 200,
  })}</div>`;

/** The recipient's name, as the sender wrote it or as the merchant has stored it. */
function nameOf(ctx: Context, { recipient_name, recipient_email }: PayoutLink): InitialValues {
  const known = recipient_email === null ? undefined : customerByEmail(ctx, recipient_email);
  const { given, family } =
    recipient_name === null
      ? { given: known?.first_name ?? null, family: known?.last_name ?? null }
      : partsOfName(recipient_name);
  return { ...(given === null ? {} : { firstName: given }), ...(family === null ? {} : { lastName: family }) };
}

function claimForm(ctx: Context, locale: Locale, link: PayoutLink, merchant: string): PayoutForm {
  const { amount, currency, recipient_name, recipient_email, note, expires_at } = link;
  const texts = locale.page.payout;
  const { fields } = locale.page;
  const money = locale.money(amount ?? 0, currency);
  return {
    script: 'claim',
    title: texts.claimTitle(money, merchant),
    head: html`<p class="soft">${texts.sentYou(merchant, recipient_name && isolateName(recipient_name))}</p>
<h1 class="amount">${money}</h1>
${note !== null && html`<blockquote class="payout-note">${note}</blockquote>`}
${expires_at !== null && html`<p class="soft small">${icon('clock')}${texts.claimUntil(locale.day(expires_at))}</p>`}`,
    sections: [
      formSection(
        'to',
        texts.whereTo,
        html`${methodField(locale, texts.methods, fields.debitCard)}
<div id="cardFields" class="stack stack-small">${cardFields(locale)}${postalCode(locale)}<p class="hint">${texts.cardSpeed}</p></div>
<div id="bankFields" class="stack stack-small" hidden>${bankFields(locale)}<p class="hint">${texts.bankSpeed}</p></div>`,
      ),
      formSection(
        'who',
        texts.who,
        html`<div class="fields fields-two joined">
${nameFields(locale, nameOf(ctx, link))}
${inputField(locale, { id: 'email', label: fields.email, type: 'email', span: 'whole', autocomplete: 'email', inputmode: 'email', maxlength: 254, value: recipient_email })}
${inputField(locale, { id: 'phone', label: fields.phone, type: 'tel', span: 'whole', required: false, autocomplete: 'tel', inputmode: 'tel', maxlength: 40 })}
</div>`,
      ),
    ],
    submitLabel: texts.claim(money),
    hasBank: true,
    done: null,
  };
}

function requestForm(
  _ctx: Context,
  locale: Locale,
  { amount, currency, note }: PayoutLink,
  merchant: string,
): PayoutForm {
  const texts = locale.page.payout;
  const digits = minorDigitsOf(currency);
  const title = texts.requestTitle(merchant);
  const written = new Intl.NumberFormat(locale.tag, { minimumFractionDigits: digits, useGrouping: false });
  return {
    script: 'request',
    title,
    head: html`<h1>${title}</h1>
${note !== null && html`<blockquote class="payout-note">${note}</blockquote>`}
<p class="soft">${texts.requestIntro(merchant)}</p>`,
    sections: [
      formSection(
        'what',
        texts.yourRequest,
        html`<div class="fields joined">
${inputField(locale, {
  id: 'requestedAmount',
  label: texts.amount,
  inputmode: digits === 0 ? 'numeric' : 'decimal',
  autocomplete: 'off',
  maxlength: 15,
  placeholder: written.format(0),
  value: amount === null ? null : written.format(amount / 10 ** digits),
  affix: html`<span class="soft small">${currency}</span>`,
})}
${inputField(locale, { id: 'name', label: texts.name, autocomplete: 'name', maxlength: 200 })}
${inputField(locale, { id: 'email', label: locale.page.fields.email, type: 'email', autocomplete: 'email', inputmode: 'email', maxlength: 254 })}
${areaField(locale, { id: 'note', label: texts.whatFor, required: false, maxlength: 500 })}
</div>`,
      ),
      formSection('to', texts.whereTo, html`${cardFields(locale)}<p class="hint">${texts.cards}</p>`),
    ],
    submitLabel: texts.send,
    hasBank: false,
    done: texts.requested(merchant),
  };
}

/**
 * The recipient's page after the claim and later, with the status of the payout. Its URL contains an id that other
 * people with the link do not know.
 */
function claimedPage(visit: Visit): Page {
  const { engine, assets, locale, params, query, cause } = visit;
  const texts = locale.page.payout;
  const slug = params.slug ?? '';
  const owner = engine.ownerOf(payoutLinks, { slug: [slug] });
  if (owner === null) return unknownPage(visit);
  const { workspace, mode } = owner;
  return engine.run(workspace, mode, cause, (ctx) => {
    const brand = brandOf(ctx);
    const link = ctx.of(payoutLinks).newest({ slug: [slug] });
    if (link?.payout_id == null || link.payout_id !== query.id) {
      return notPayablePage({ assets, locale, reason: 'unknown', owner: { brand, mode } });
    }
    const payout = ctx.get(payouts, link.payout_id);
    const result = claimedResult(locale, payout, isolateName(brand.name));
    const state: ResultState = { frame: null, leaveTo: null };
    const reason = payout.return_reason ?? payout.error_message;
    return renderPage({
      assets,
      locale,
      brand,
      mode,
      title: `${result.title} · ${brand.name}`,
      script: 'confirmation',
      state,
      inspector: inspectorLink(ctx, payout.id),
      body: resultCard(
        result,
        html`<dl class="facts">
${factRow(texts.amount, locale.money(payout.amount, payout.currency))}
${factRow(texts.to, destinationOf(locale, payout))}
${reason !== null && html`<div><dt>${texts.reason}</dt><dd class="reason" lang="en">${reason}</dd></div>`}
${factRow(texts.reference, payout.id, 'small')}
</dl>`,
        { id: 'confirmation', 'data-status': payoutLifecycle.stateOf(payout) },
      ),
    });
  });
}

function claimedResult({ page: { payout: texts } }: Locale, payout: Payout, merchant: string): Result {
  switch (payoutLifecycle.stateOf(payout)) {
    case 'paid':
      return { ...texts.sent(merchant), icon: 'check', seal: 'good' };
    case 'returned':
      return { ...texts.returned(merchant), icon: 'alert', seal: 'danger' };
    case 'failed':
      return { ...texts.failed(merchant), icon: 'alert', seal: 'danger' };
    case 'canceled':
      return { ...texts.cancelled(merchant), icon: 'alert', seal: 'plain' };
    default: {
      const { title, card, bank } = texts.onItsWay;
      return { title, text: payout.rail === 'ach' ? bank : card, icon: 'clock', seal: 'good' };
    }
  }
}

function destinationOf({ printed }: Locale, { card_brand, card_last_four, bank_last_four }: Payout): string {
  if (card_last_four !== null) return printed.endingIn(brandName(card_brand, printed.card), card_last_four);
  return bank_last_four === null ? printed.bankAccount : printed.endingIn(printed.bankAccount, bank_last_four);
}

/**
 * The pages of payout links (specification, "Payout link"). The recipient of a directed link claims its money. Anyone
 * can request a payout through a link of type `request`.
 */
export const payoutLinkRoutes: readonly PageRoute[] = [
  { method: 'GET', path: '/claim/{slug}', answer: (visit) => payoutPage(visit, 'directed', claimForm) },
  { method: 'GET', path: '/claim/{slug}/payout', answer: claimedPage },
  { method: 'GET', path: '/request/{slug}', answer: (visit) => payoutPage(visit, 'request', requestForm) },
];
