import { invalid } from '../engine/errors.ts';
import { testCredentials, type WalletType, walletTypes } from '../simulation/wallet-credentials.ts';
import { cardMarks, codePictures } from './card-marks.ts';
import { framersOf } from './checkout.ts';
import { walletNames } from './checkout-form.ts';
import { attribute, html, type Markup } from './html.ts';
import { parentOrigin, renderPage, themeNamed } from './layout.ts';
import type { Page, PageRoute, Visit } from './page.ts';

const fields = {
  cardNumber: {
    title: 'Card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
    picture: cardMarks,
  },
  cardExpiry: { title: 'Expiry date, month and year', autocomplete: 'cc-exp', placeholder: 'MM / YY', picture: null },
  cardCvc: { title: 'Security code', autocomplete: 'cc-csc', placeholder: 'CVC', picture: codePictures },
} as const;

/** Where a field lies in the block that the three make together. */
const joints: readonly (string | undefined)[] = ['top', 'left', 'right'];

const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name);
const isWallet = (name: string): name is WalletType => walletTypes.some((type) => type === name);

/**
 * The origin of the page around a frame: only that page may frame it, and only with that page does it exchange messages.
 * @throws 400 `parameter_invalid`
 */
function parentOf({ query }: Visit): string {
  const origin = parentOrigin(query.origin);
  if (origin === null)
    throw invalid('origin', 'origin must be that of the page around, such as http://localhost:3000.');
  return origin;
}

/** One field of a card, for `mountCardInputs` of the browser SDK. */
const fieldPage: PageRoute = {
  method: 'GET',
  path: '/sdk/v1/field',
  answer: (visit): Page => {
    const { assets, query } = visit;
    const { field = '', group = '', joined } = query;
    if (!isField(field)) throw invalid('field', `field must be one of ${Object.keys(fields).join(', ')}.`);
    if (!/^[\w-]{16,64}$/.test(group)) throw invalid('group', 'group must be the one that the SDK made.');
    const { title, autocomplete, placeholder, picture } = fields[field];
    const theme = themeNamed(query.theme) ?? 'light';
    const page = html`<!doctype html>
<html lang="en" data-theme="${theme}"${joints.includes(joined) && attribute('data-joined', joined)}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme}">
<link rel="stylesheet" href="${assets.pathOf('sdk-field.css')}">
<script type="module" src="${assets.pathOf('sdk-field.js')}"></script>
</head>
<body>
<main>
<form novalidate autocomplete="on">
<input class="Input Input--empty" id="field" name="${field}" aria-label="${title}" aria-describedby="problem picture" aria-invalid="false" autocomplete="${autocomplete}" inputmode="numeric" type="text" maxlength="30" autocapitalize="off" autocorrect="off" spellcheck="false" placeholder="${placeholder}">
${picture?.('picture')}
<p class="visually-hidden" id="problem" aria-live="polite"></p>
</form>
</main>
</body>
</html>
`;
    const csp =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src data:; form-action 'none'; " +
      `base-uri 'none'; frame-ancestors ${parentOf(visit)}`;
    return { status: 200, html: page.text, csp };
  },
};

/** The buyer that a sheet is filled in with. */
const buyer = [
  ['email', 'E-mail', 'email', 'email', 'ada@example.com'],
  ['firstName', 'First name', 'given-name', 'text', 'Ada'],
  ['lastName', 'Last name', 'family-name', 'text', 'Lovelace'],
  ['phone', 'Phone', 'tel', 'tel', '+12175550100'],
  ['address1', 'Address', 'address-line1', 'text', '1 Main St'],
  ['address2', 'Apartment', 'address-line2', 'text', ''],
  ['city', 'City', 'address-level2', 'text', 'Springfield'],
  ['state', 'State', 'address-level1', 'text', 'IL'],
  ['postalCode', 'Postal code', 'postal-code', 'text', '62701'],
  ['country', 'Country', 'country', 'text', 'US'],
] as const;

/** The emulated sheet of a wallet, for `elements().mountWallets` of the browser SDK and for the checkout. */
const walletPage: PageRoute = {
  method: 'GET',
  path: '/sdk/v1/wallet',
  answer: (visit): Page => {
    const { assets, engine, query } = visit;
    const { wallet = '', checkout = '' } = query;
    if (!isWallet(wallet)) throw invalid('wallet', `wallet must be one of ${walletTypes.join(', ')}.`);
    const name = walletNames[wallet];
    return renderPage({
      assets,
      brand: { name, logo_url: null, color: '#4f46e5' },
      title: `${name} (sandbox)`,
      mode: 'test',
      layout: 'frame',
      theme: themeNamed(query.theme),
      styles: ['sdk-wallet'],
      script: 'sdk-wallet',
      // Browsers check every page around a frame: the checkout that opened the sheet may itself be in a merchant's page.
      framedBy: [parentOf(visit), ...framersOf(engine, checkout)],
      body: sheet(wallet, name),
    });
  },
};

const sheet = (wallet: WalletType, name: string): Markup => html`
<form class="stack" autocomplete="off">
<h1 class="visually-hidden">${name}</h1>
<p class="soft small">An emulated sheet: no wallet is asked, no money moves.</p>
<dl class="sheet-total">
<div><dt>Pay</dt><dd id="merchant">…</dd></div>
<div><dt>Total</dt><dd class="sheet-amount" id="amount">…</dd></div>
</dl>
<fieldset>
<legend class="legend">Card</legend>
<div class="sheet-cards">
${testCredentials(wallet).map(
  ({ credential, about, brand, last4, token_type }, at) => html`<label class="sheet-card">
<input type="radio" name="credential" value="${credential}" data-brand="${brand}" data-last4="${last4}"${at === 0 ? html` checked` : null}>
<span><strong>${brand === 'visa' ? 'Visa' : brand} •••• ${last4}</strong>${token_type === 'dpan' ? ' (device)' : ''}<br><span class="soft small">${about}</span></span>
</label>`,
)}
</div>
</fieldset>
<details class="sheet-buyer">
<summary>Buyer: Ada Lovelace, Springfield</summary>
<p class="soft small" id="delivery" hidden>The address is sent as the shipping address too.</p>
<div class="fields fields-two">
${buyer.map(
  ([id, label, autocomplete, type, value]) => html`<div class="field">
<label for="${id}">${label}</label>
<input class="input" id="${id}" name="${id}" type="${type}" autocomplete="${autocomplete}" value="${value}" maxlength="200">
</div>`,
)}
</div>
</details>
<div class="sheet-actions">
<button class="button button-primary" id="pay" type="submit" disabled>Pay <span id="pay-amount"></span></button>
</div>
</form>`;

/** What the browser SDK frames besides the embedded checkout. */
export const sdkFrameRoutes: readonly PageRoute[] = [fieldPage, walletPage];
