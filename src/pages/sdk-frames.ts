import { invalidPart } from '../core/kernel/errors.ts';
import { apiKeys } from '../core/kernel/workspace.ts';
import { brandOf } from '../payments/resources/account/brand.ts';
import { testCredentials, type WalletType, walletTypes } from '../payments/simulation/wallet-credentials.ts';
import { cardMarks, codePictures } from './card-marks.ts';
import { framersOf } from './checkout/checkout.ts';
import { walletNames } from './checkout/checkout-form.ts';
import { attribute, html, type Markup, raw } from './html.ts';
import { originsIn, parentOrigin, renderPage, scriptsOf, themeNamed } from './layout.ts';
import type { Locale } from './locale.ts';
import type { Page, PageRoute, Visit } from './page.ts';
import { markOf } from './shared/card-marks.ts';
import { isolateName } from './shared/isolate-name.ts';

const fields = {
  cardNumber: {
    autocomplete: 'cc-number',
    placeholder: () => '1234 1234 1234 1234',
    picture: () => cardMarks('picture'),
  },
  cardExpiry: {
    autocomplete: 'cc-exp',
    placeholder: ({ page }: Locale) => page.fields.expiryFormat,
    picture: () => null,
  },
  cardCvc: {
    autocomplete: 'cc-csc',
    placeholder: ({ page }: Locale) => page.fields.securityCodeFormat,
    picture: (locale: Locale) => codePictures('picture', locale),
  },
} as const;

/** The position of a field in the joined block of all three fields. */
const joints: readonly (string | undefined)[] = ['top', 'left', 'right'];

const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name);
const isWallet = (name: string): name is WalletType => walletTypes.some((type) => type === name);

/**
 * The origin of the page around a frame. Only that page can frame it and exchange messages with it.
 * @throws 400 `parameter_invalid`
 */
function parentOf({ query }: Visit): string {
  const origin = parentOrigin(query.origin);
  if (origin === null)
    throw invalidPart('origin', 'origin must be the origin of the surrounding page, such as http://localhost:3000.');
  return origin;
}

/** The pages that can frame a frame: the page around it, and the pages around that page that it names. */
const framersAround = (visit: Visit): readonly string[] => [parentOf(visit), ...originsIn(visit.query.around)];

/** One card field, for `mountCardInputs` of the browser SDK. */
const fieldPage: PageRoute = {
  method: 'GET',
  path: '/sdk/v1/field',
  answer: (visit): Page => {
    const { assets, locale, query } = visit;
    const { field = '', group = '', joined } = query;
    if (!isField(field)) throw invalidPart('field', `field must be one of ${Object.keys(fields).join(', ')}.`);
    if (!/^[\w-]{16,64}$/.test(group)) throw invalidPart('group', 'group must be the value that the SDK generated.');
    const { autocomplete, placeholder, picture } = fields[field];
    const title = locale.page.sdkField[field];
    const theme = themeNamed(query.theme) ?? 'light';
    const page = html`<!doctype html>
<html lang="${locale.tag}" data-theme="${theme}"${joints.includes(joined) && attribute('data-joined', joined)}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme}">
<link rel="stylesheet" href="${assets.pathOf('sdk-field.css')}">
${scriptsOf(assets, locale, 'sdk-field')}
</head>
<body>
<form novalidate autocomplete="on">
<input class="Input Input--empty" id="field" name="${field}" aria-label="${title}" aria-describedby="problem picture" aria-invalid="false" autocomplete="${autocomplete}" inputmode="numeric" type="text" maxlength="30" autocapitalize="off" autocorrect="off" spellcheck="false" placeholder="${placeholder(locale)}">
${picture(locale)}
<p class="visually-hidden" id="problem" aria-live="polite"></p>
</form>
</body>
</html>
`;
    const csp =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src data:; form-action 'none'; " +
      `base-uri 'none'; frame-ancestors ${framersAround(visit).join(' ')}`;
    return { status: 200, html: page.text, csp };
  },
};

/** The buyer that the sheet suggests. */
const buyerOf = ({ page: { fields, sheet } }: Locale) =>
  [
    ['email', fields.email, 'email', 'email', 'ada@example.com'],
    ['firstName', fields.firstName, 'given-name', 'text', 'Ada'],
    ['lastName', fields.lastName, 'family-name', 'text', 'Lovelace'],
    ['phone', fields.phone, 'tel', 'tel', '+12175550100'],
    ['address1', sheet.address, 'address-line1', 'text', '1 Main St'],
    ['address2', sheet.apartment, 'address-line2', 'text', ''],
    ['city', sheet.city, 'address-level2', 'text', 'Springfield'],
    ['state', sheet.state, 'address-level1', 'text', 'IL'],
    ['postalCode', sheet.postalCode, 'postal-code', 'text', '62701'],
    ['country', fields.country, 'country', 'text', 'US'],
  ] as const;

/** The emulated sheet of a wallet, for `elements().mountWallets` of the browser SDK and for the checkout. */
const walletPage: PageRoute = {
  method: 'GET',
  path: '/sdk/v1/wallet',
  answer: (visit): Page => {
    const { assets, engine, locale, query } = visit;
    const { wallet = '', checkout = '' } = query;
    if (!isWallet(wallet)) throw invalidPart('wallet', `wallet must be one of ${walletTypes.join(', ')}.`);
    const name = walletNames[wallet];
    return renderPage({
      assets,
      locale,
      brand: { name, logo_url: null, color: '#4f46e5' },
      title: locale.script.dialogs.walletSheet(name),
      mode: 'test',
      layout: 'frame',
      theme: themeNamed(query.theme),
      styles: ['sdk-wallet'],
      script: 'sdk-wallet',
      // Browsers check every page around a frame. A merchant's page can also frame the checkout that opened the
      // sheet.
      framedBy: [...framersAround(visit), ...framersOf(engine, checkout)],
      body: sheet(locale, wallet, merchantOf(visit)),
    });
  },
};

/** The name of the merchant whose publishable key opens the sheet. A checkout page supplies its own merchant name. */
function merchantOf({ engine, query, cause }: Visit): string {
  const key = engine.state.root.of(apiKeys).get(query.key ?? '');
  const workspace = key === undefined ? undefined : engine.workspace(key.workspace_id);
  if (key === undefined || workspace === undefined) return '…';
  return engine.run(workspace, key.mode, cause, (ctx) => isolateName(brandOf(ctx).name));
}

const sheet = (locale: Locale, wallet: WalletType, merchant: string): Markup => {
  const texts = locale.page.sheet;
  return html`
<form class="stack" autocomplete="off">
<h1 class="visually-hidden">${locale.page.checkout.payment}</h1>
<p class="soft small">${texts.intro}</p>
<dl class="sheet-total">
<div><dt>${texts.pay}</dt><dd id="merchant">${merchant}</dd></div>
<div><dt>${texts.total}</dt><dd class="sheet-amount" id="amount">…</dd></div>
</dl>
<fieldset>
<legend class="legend">${texts.card}</legend>
<div class="sheet-cards">
${testCredentials(wallet).map(
  ({ credential, outcome, brand, last4, token_type }, at) => html`<label class="sheet-card">
<input type="radio" name="credential" value="${credential}" data-brand="${brand}" data-last4="${last4}"${at === 0 ? html` checked` : null}>
<span><strong>${brand === 'visa' ? 'Visa' : brand} •••• ${last4}</strong>${token_type === 'dpan' && ` ${texts.device}`}<br><span class="soft small">${texts.outcomes[outcome]}</span></span>
<span class="sheet-mark">${raw(markOf(brand, 'accepted-mark'))}</span>
</label>`,
)}
</div>
</fieldset>
<details class="sheet-buyer">
<summary>${texts.buyer}</summary>
<p class="soft small" id="delivery" hidden>${texts.delivery}</p>
<div class="fields fields-two">
${buyerOf(locale).map(
  ([id, label, autocomplete, type, value]) => html`<div class="field">
<label for="${id}">${label}</label>
<input class="input" id="${id}" name="${id}" type="${type}" autocomplete="${autocomplete}" value="${value}" maxlength="200">
</div>`,
)}
</div>
</details>
<div class="sheet-actions">
<button class="button button-primary" id="pay" type="submit" disabled><span>${texts.payAmount.before}<span id="pay-amount"></span>${texts.payAmount.after}</span></button>
</div>
</form>`;
};

/** The frames of the browser SDK, other than the embedded checkout. */
export const sdkFrameRoutes: readonly PageRoute[] = [fieldPage, walletPage];
