import type { Context } from '../../core/kernel/context.ts';
import { platformSettings } from '../../payments/platform/settings.ts';
import { pixelNames, pixelsOf } from '../../payments/resources/pixels/model.ts';
import { discountSettings } from '../../payments/resources/product/discount.ts';
import { transactionSettings } from '../../payments/resources/transaction/model.ts';
import { type TestCard, testCards } from '../../payments/simulation/cards.ts';
import type { WalletType } from '../../payments/simulation/wallet-credentials.ts';
import {
  addressFields,
  bankFields,
  cardFields,
  checkField,
  formSection,
  inputField,
  methodField,
  nameFields,
  noScriptNotice,
  selectField,
} from '../fields.ts';
import { html, type Markup } from '../html.ts';
import { icon } from '../layout.ts';
import type { Locale } from '../locale.ts';
import { isolateName } from '../shared/isolate-name.ts';
import { walletMarks } from '../shared/wallet-marks.ts';
import type { Checkout, CheckoutField } from '../state.ts';
import { bankHints, cardHint, type OfferedCard, testExpiry, testNumbers } from '../test-numbers.ts';
import type { PageTexts } from '../texts/en.ts';
import { beginsSubscription } from './checkout-summary.ts';

export interface FormOptions {
  readonly locale: Locale;
  readonly checkout: Checkout;
  /** The buyer's likely country, ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * The checkout form. The page's script enables the button, checks the form, fills in the amounts and sends the form.
 */
export function checkoutForm(ctx: Context, options: FormOptions): Markup {
  const { locale, checkout } = options;
  const { script } = locale;
  const texts = locale.page.checkout;
  const { cardEnabled, workspace, walletsEnabled, customFields, amount, currency } = checkout;
  const isTyped = cardEnabled || workspace.achEnabled;
  if (!isTyped && !walletsEnabled) {
    return html`<p class="notice notice-warn">${icon('alert')}<span>${texts.noPayments(isolateName(workspace.name))}</span></p>`;
  }
  return html`<form id="checkout" class="stack stack-large" method="post" action="#" autocomplete="on" novalidate>
${noScriptNotice(locale)}
<fieldset id="entries" class="stack stack-large">
${isTyped && html`<section aria-label="${texts.contact}">${contactFields(options)}</section>`}
${isTyped && checkout.collectShippingAddress && formSection('shipping', texts.shippingAddress, addressFields(locale, 'shipping', options))}
${customFields.length > 0 && html`<div id="custom">${formSection('custom', texts.moreAboutOrder, html`<div class="fields">${customFields.map((field, at) => customField(locale, field, at))}</div>`)}</div>`}
${isTyped && instrumentSections(options)}
</fieldset>
<div class="stack"${!isTyped && html` hidden`}>
<div id="notice" tabindex="-1" hidden></div>
<button class="button button-primary" id="pay" type="submit" disabled><span class="spinner" aria-hidden="true" hidden></span>${icon('lock')}<span class="paid-mark" hidden>${icon('check')}</span><span id="payLabel">${beginsSubscription(checkout) ? script.subscribe : script.pay(locale.money(amount, currency))}</span></button>
<p class="visually-hidden" id="progress" role="status"></p>
${isTyped && keptNotes(locale, checkout)}
</div>
${isTyped && testHints(ctx, locale, checkout)}
</form>`;
}

/**
 * The sentences about the data that the shop stores. The shop always stores a card, and stores a bank account if it
 * will be debited again. The script shows the sentences that apply.
 */
function keptNotes({ page: { checkout: texts } }: Locale, checkout: Checkout): Markup {
  const { cardEnabled, workspace } = checkout;
  const merchant = isolateName(workspace.name);
  const isAccountKept = !cardEnabled && beginsSubscription(checkout);
  return html`${cardEnabled && html`<p class="kept" id="cardKept">${texts.kept.card(merchant)}</p>`}${workspace.achEnabled && html`<p class="kept" id="accountKept"${!isAccountKept && html` hidden`}>${texts.kept.account(merchant)}</p>`}`;
}

/** The card or bank account, the billing address, and the authorization of a debit. */
const instrumentSections = (options: FormOptions): Markup => {
  const { locale } = options;
  const { cardEnabled, workspace, collectShippingAddress } = options.checkout;
  const texts = locale.page.checkout;
  return html`${formSection('payment', texts.payment, paymentFields(options))}
${formSection(
  'billing',
  texts.billingAddress,
  html`${collectShippingAddress && checkField({ id: 'billingAsShipping', label: texts.sameAsShipping, required: false, checked: true })}<div id="billingFields"${collectShippingAddress && html` hidden`}>${addressFields(locale, 'billing', options)}</div>`,
)}
${workspace.achEnabled && html`<div id="authorization"${cardEnabled && html` hidden`}>${checkField({ id: 'achAuthorized', label: html`<span id="authorizationText">${workspace.achAuthorizationText}</span>` })}</div>`}`;
};

function contactFields({ locale, checkout }: FormOptions): Markup {
  const texts = locale.page.fields;
  const { emailFieldMode, customerEmail, phoneFieldMode, customerPhone, workspace } = checkout;
  const isPhoneRequired = workspace.requireCheckoutPhone;
  // A field that should be hidden is still shown if its value is required and unknown.
  const hidesEmail = emailFieldMode === 'hidden' && customerEmail !== null;
  const hidesPhone = phoneFieldMode === 'hidden' && (customerPhone !== null || !isPhoneRequired);
  return html`<div class="fields fields-two joined">
${!hidesEmail && inputField(locale, { id: 'email', label: texts.email, type: 'email', span: 'whole', autocomplete: 'email', inputmode: 'email', maxlength: 254, value: customerEmail, readOnly: emailFieldMode === 'read_only' && customerEmail !== null })}
${nameFields(locale)}
${!hidesPhone && inputField(locale, { id: 'phone', label: texts.phone, type: 'tel', span: 'whole', required: isPhoneRequired, autocomplete: 'tel', inputmode: 'tel', maxlength: 50, value: customerPhone, readOnly: phoneFieldMode === 'read_only' && customerPhone !== null })}
</div>`;
}

/** A custom field of a payment link. The script sends its value with the field's own id. */
function customField(locale: Locale, { id, label, type, required, options }: CheckoutField, at: number): Markup {
  const field = { id: `custom${at}`, label, required };
  switch (type) {
    case 'text':
      return inputField(locale, { ...field, maxlength: 500 });
    case 'number':
      return inputField(locale, { ...field, inputmode: 'decimal' });
    case 'checkbox':
      return checkField(field);
    case 'select': {
      const none = ['', required ? locale.script.choose : locale.page.fields.none] as const;
      return selectField(locale, {
        ...field,
        choices: [none, ...(options ?? []).map((each) => [each, each] as const)],
      });
    }
    default:
      throw new Error(`The custom field ${id} has an unknown type.`);
  }
}

function paymentFields({ locale, checkout: { cardEnabled, workspace } }: FormOptions): Markup {
  const { achEnabled } = workspace;
  return html`${cardEnabled && achEnabled && methodField(locale, locale.page.checkout.howToPay, locale.page.fields.card)}${
    cardEnabled && html`<div id="cardFields">${cardFields(locale)}</div>`
  }${achEnabled && html`<div id="bankFields"${cardEnabled && html` hidden`}>${bankFields(locale)}</div>`}`;
}

function testHints(ctx: Context, locale: Locale, checkout: Checkout): Markup {
  const { cardEnabled, threeDsEnabled, workspace, showOrderSummary, kind, currency } = checkout;
  const texts = locale.page.hints;
  const special = testCards.filter(({ behaviour }) => behaviour !== null);
  const rows = (cards: readonly OfferedCard[]): Markup[] =>
    cardEnabled ? cards.map((card) => cardHint(locale, card, testExpiry(ctx))) : [];
  const hasCode = showOrderSummary && kind !== 'invoice';
  return testNumbers(locale, texts.buyerIntro, [
    [texts.ordinary, rows(ordinaryCards(ctx))],
    [texts.special, rows(special.filter((card) => !isThreeDs(card)))],
    [texts.threeDs, rows(threeDsEnabled ? special.filter(isThreeDs) : [])],
    [texts.bankAccount, workspace.achEnabled ? bankHints(locale) : []],
    [locale.page.checkout.discountCode, hasCode ? discountHints(ctx, locale, currency) : []],
    [texts.pixels, pixelRows(ctx)],
  ]);
}

/** The workspace's discount codes, each with its discount. */
const discountHints = (ctx: Context, locale: Locale, currency: string): Markup[] =>
  discountSettings.of(ctx).discounts.map((each) => {
    const taken = 'percent_off' in each ? `−${each.percent_off} %` : locale.money(-each.amount_off, currency);
    return html`<button class="hint-row" type="button" data-discount="${each.code}"><span>${taken}</span><code>${each.code}</code></button>`;
  });

/** The tracking pixels that a real checkout would load. This page does not load pixels. */
const pixelRows = (ctx: Context): Markup[] =>
  Object.entries(pixelNames).flatMap(([name, about]) => {
    const id = pixelsOf(ctx)[name as keyof typeof pixelNames];
    return id === null ? [] : [html`<p class="hint-row"><span lang="en">${about}</span><code>${id}</code></p>`];
  });

const isThreeDs = ({ behaviour }: TestCard): boolean => behaviour?.startsWith('three_ds') ?? false;

/** A card of each brand and funding type that the gateway accepts, and a card that it refuses. */
function ordinaryCards(ctx: Context): OfferedCard[] {
  const isDebitOnly =
    platformSettings.of(ctx).gateway === 'debit_payouts' && !transactionSettings.of(ctx).smart_routing;
  const seen = new Set<string>();
  const firsts = testCards.filter(({ behaviour, brand, funding, country }) => {
    const kind = `${brand} ${funding}`;
    if (behaviour !== null || country !== 'US' || seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
  if (!isDebitOnly) return firsts.filter(({ brand }) => brand !== 'diners' && brand !== 'jcb');
  const taken = firsts.filter(({ funding }) => funding !== 'credit');
  const refused = firsts.find(({ funding }) => funding === 'credit');
  return refused === undefined ? taken : [...taken, { ...refused, unfit: 'notCharged' }];
}

export const walletNames: Readonly<Record<WalletType, string>> = { wallet_a: 'Wallet A', wallet_b: 'Wallet B' };

export const walletMark = (type: WalletType): Markup =>
  html`<svg class="wallet-mark" viewBox="0 0 24 24" width="20" height="20" fill="currentColor" fill-rule="evenodd" aria-hidden="true" focusable="false"><path d="${walletMarks[type]}"/></svg>`;

/** The wallet buttons above the form. The script shows the buttons that the chosen items and this URL allow. */
export function walletButtons(
  { page: { checkout: texts } }: Locale,
  { walletsEnabled, wallets, sandbox, cardEnabled, workspace }: Checkout,
): Markup | null {
  if (!walletsEnabled) return null;
  const types = Object.keys(walletNames) as WalletType[];
  // In live mode, wallet_a depends on the page's URL, which only the browser knows.
  const isShown = (type: WalletType) => wallets.includes(type) && (sandbox || type !== 'wallet_a');
  return html`<section class="wallets" id="wallets" aria-labelledby="wallets-title"${!types.some(isShown) && html` hidden`}>
<h2 class="visually-hidden" id="wallets-title">${texts.wallets}</h2>
<div class="wallet-buttons">${types.map(
    (type) =>
      html`<button class="button button-wallet" type="button" data-wallet="${type}"${!isShown(type) && html` hidden`}>${walletMark(type)}<span>${texts.payWith(walletNames[type])}</span></button>`,
  )}</div>
<div class="wallet-progress" id="walletProgress" role="status"></div>
<div id="walletNotice" tabindex="-1" hidden></div>
${divider(texts.orPay, cardEnabled, workspace.achEnabled)}
</section>`;
}

function divider(orPay: PageTexts['checkout']['orPay'], byCard: boolean, byBank: boolean): Markup | null {
  if (!byCard && !byBank) return null;
  const text = byCard && byBank ? orPay.other : byCard ? orPay.card : orPay.bank;
  return html`<p class="divider"><span>${text}</span></p>`;
}
