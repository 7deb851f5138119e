import { isLoopbackSource, loopbackSources } from '../core/base/hosts.ts';
import type { Mode } from '../core/kernel/workspace.ts';
import type { Assets } from './assets.ts';
import type { Brand } from './brand.ts';
import { attribute, type Content, html, jsonForScript, type Markup, raw } from './html.ts';
import type { Locale } from './locale.ts';
import type { Page } from './page.ts';
import { isolateName } from './shared/isolate-name.ts';
import type { PageTexts } from './texts/en.ts';

/** The color scheme of a page in a frame. */
export type Theme = 'light' | 'dark';

export const themeNamed = (name: string | undefined): Theme | null =>
  name === 'light' || name === 'dark' ? name : null;

interface PageOptions {
  assets: Assets;
  locale: Locale;
  brand: Brand;
  title: string;
  /** The content of `<main>`. */
  body: Markup;
  /** The mode that the ribbon shows. */
  mode: Mode;
  /** Default 200. */
  status?: number;
  /**
   * `page`: a narrow column. `medium`: a sheet. `wide`: two columns. `frame`: inside another page, without brand and
   * footer.
   */
  layout?: 'page' | 'medium' | 'wide' | 'frame';
  /**
   * Default: `system`, the browser's preference. For the layout `frame`, the default is light, because the page
   * around the frame has its own colors.
   */
  theme?: Theme | 'system' | null;
  /** The page's module in `src/pages/browser/`, such as `checkout`. */
  script?: string;
  /** The data for the script. */
  state?: unknown;
  /** The URL of the page's object in the inspector; absent if the page does not show an object. */
  inspector?: string | null;
  /**
   * The origin of the page whose dialog shows this page, and which already explains the sandbox. Empty if the dialog
   * is in a page of the emulator; null if this page is not in a dialog.
   */
  dialogOf?: string | null;
  /** Additional stylesheets of `src/pages/styles/`, such as `invoice`. */
  styles?: readonly string[];
  /** Other origins that the script calls. */
  connects?: readonly string[];
  /** Other origins that its forms can lead to, including by a redirect. */
  submitsTo?: readonly string[];
  /** The origins that can frame the page: exact origins or `'self'`. Default: none. */
  framedBy?: readonly string[];
}

const emulatorName = 'payments-emulator';

/**
 * A complete page with its content security policy, which permits only its own files. Scripts and styles are files,
 * and the script's data is JSON.
 */
export function renderPage(options: PageOptions): Page {
  const {
    assets,
    locale,
    brand,
    title,
    body,
    mode,
    status = 200,
    layout = 'page',
    script,
    state,
    styles = [],
    inspector = null,
    dialogOf = null,
    framedBy = [],
  } = options;
  const isFrame = layout === 'frame';
  // Landmarks of a frame need a name, because the page around it has a main part and a footer too.
  const name = attribute('aria-label', isFrame || framedBy.length > 0 ? title : null);
  const logo = shownImage(brand.logo_url);
  const { theme = null } = options;
  const scheme = theme === null && isFrame ? 'light' : theme === 'system' ? null : theme;
  const link = inspector !== null && inspectorButton(locale, inspector);
  const page = html`<!doctype html>
<html lang="${locale.tag}"${attribute('data-theme', scheme)}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme ?? 'light dark'}">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="${assets.brandIconPath(brand)}" type="image/svg+xml">
${['page', ...styles].map((name) => html`<link rel="stylesheet" href="${assets.pathOf(`${name}.css`)}">\n`)}<link rel="stylesheet" href="${assets.brandSheetPath(brand)}">
${script === undefined ? null : scriptsOf(assets, locale, script)}
</head>
<body class="layout-${layout}${dialogOf !== null && ' in-dialog'}"${attribute('data-dialog-of', dialogOf)}>
${isFrame ? null : ribbon(locale, mode, link)}
${isFrame ? null : header(brand, logo, name)}
<main id="main"${name}>
${body}
</main>
${isFrame ? frameFooter(locale, options, link) : footer(locale, brand)}
${state === undefined ? null : html`<script type="application/json" id="state">${jsonForScript(state)}</script>`}
</body>
</html>
`;
  return { status, html: page.text, csp: policyOf(options) };
}

/** The modules without texts. */
const silent: ReadonlySet<string> = new Set([
  'acs',
  'challenge-return',
  'confirmation',
  'not-payable',
  'print',
  'sdk-wallet',
]);

/** A page's module, preceded by the module's texts in one language. */
export const scriptsOf = (assets: Assets, { language }: Locale, script: string): Markup =>
  html`${!silent.has(script) && html`<script type="module" src="${assets.pathOf(`texts-${language}.js`)}"></script>\n`}<script type="module" src="${assets.pathOf(`${script}.js`)}"></script>`;

const ribbon = ({ page: { sandbox } }: Locale, mode: Mode, link: Content): Markup =>
  html`<aside class="ribbon" aria-label="${sandbox.name}"><strong>${sandbox.name}</strong> <span>${mode === 'test' ? sandbox.test : sandbox.live}</span>${link}</aside>`;

/** Opens the object of the page in the inspector, where developers see the effects of the visit. */
const inspectorButton = ({ page }: Locale, address: string): Markup =>
  html`<a class="ribbon-link" href="${address}" target="_blank" rel="noopener">${page.sandbox.inspector}</a>`;

const header = (brand: Brand, logo: string | null, name: Markup | null): Markup =>
  html`<header class="brand"${name}>${brandMark(brand, logo)}<span class="brand-name">${brand.name}</span></header>`;

/** The merchant's logo, or the merchant's initial if the page must not load the logo. */
const brandMark = ({ name }: Brand, logo: string | null): Markup =>
  logo === null
    ? html`<span class="brand-mark" aria-hidden="true">${[...name.trim()][0]?.toUpperCase() ?? '·'}</span>`
    : html`<img class="brand-logo" src="${logo}" alt="" width="40" height="40">`;

const footer = ({ page }: Locale, { name, links }: Brand): Markup =>
  html`<footer class="foot">${footLinks(page, links)}<p>${page.sandbox.servedBy(isolateName(name), emulatorName)}</p></footer>`;

/**
 * Links to the merchant's terms. The links open in a new tab, so that the text that the user has typed into the page
 * is not lost.
 */
function footLinks({ links: texts }: PageTexts, links: Brand['links']): Content {
  const shown = [
    [texts.terms, links?.terms],
    [texts.privacy, links?.privacy],
    [texts.support, links?.support ?? (links?.email != null ? `mailto:${links.email}` : null)],
  ].filter(([, address]) => address != null);
  return (
    shown.length > 0 &&
    html`<p class="foot-links">${shown.map(([label, address]) => html`<a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>`)}</p>`
  );
}

const frameFooter = ({ page }: Locale, { brand: { links }, mode, title }: PageOptions, link: Content): Markup =>
  html`<footer class="foot foot-frame" aria-label="${title}">${footLinks(page, links)}<p>${mode === 'test' ? page.sandbox.frameTest : page.sandbox.frameLive}</p>${link}</footer>`;

/** A result, shown as a picture and two sentences. */
export interface Result {
  readonly title: string;
  readonly text: Content;
  readonly icon: IconName;
  readonly seal: 'good' | 'warn' | 'danger' | 'plain';
}

/** @param rest additional content of the card */
export function resultCard(
  { title, text, icon: name, seal }: Result,
  rest: Content = null,
  attributes: Readonly<Record<string, string | number>> = {},
): Markup {
  return html`<div class="card result"${Object.entries(attributes).map(([key, value]) => attribute(key, value))}>
<span class="seal${seal !== 'good' && ` seal-${seal}`}">${icon(name)}</span>
<h1 tabindex="-1">${title}</h1>
<p class="soft">${text}</p>
${rest}
</div>`;
}

/**
 * The URL of an image that a page can show: a URL on this machine, or a data URL. Pages do not load files from other
 * places, not even a logo from the merchant's own server.
 */
export function shownImage(address: string | null | undefined): string | null {
  if (address == null || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'data:') return /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/.test(address) ? address : null;
  return isLoopbackSource(hostname) && /^https?:$/.test(protocol) ? address : null;
}

/** An exact origin that is safe to use in a policy; null for any other value. */
export function parentOrigin(given: string | undefined): string | null {
  if (given === undefined || !/^https?:\/\/[\w.:[\]-]+$/.test(given) || !URL.canParse(given)) return null;
  return new URL(given).origin === given ? given : null;
}

/** The maximum number of origins that a page can name. Browsers do not show pages in that many nested frames. */
const mostOrigins = 10;

/** The valid origins in a space-separated list, such as `https://a.example https://b.example`. */
export const originsIn = (given = ''): readonly string[] =>
  given
    .split(' ', mostOrigins)
    .map((each) => parentOrigin(each))
    .filter((origin) => origin !== null);

function policyOf({ connects = [], submitsTo = connects, framedBy = [], layout }: PageOptions): string {
  const others = [...new Set(connects)].map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${loopbackSources.join(' ')}`,
    // The page around a frame can pass fonts as data.
    ...(layout === 'frame' ? ['font-src data:'] : []),
    `connect-src 'self'${others}`,
    `frame-src 'self'${others}`,
    `form-action 'self'${submitsTo.map((origin) => ` ${origin}`).join('')}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ');
}

const icons = {
  card: '<rect x="2.5" y="5" width="19" height="14" rx="2.5"/><path d="M2.5 10h19M6.5 15h3"/>',
  bank: '<path d="m12 3.5 8.5 4.5v1.5h-17V8zM5.5 12v5M10 12v5M14 12v5M18.5 12v5M3.5 20h17"/>',
  lock: '<rect x="5" y="10.5" width="14" height="9.5" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>',
  cross: '<path d="m7 7 10 10M17 7 7 17"/>',
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  alert: '<path d="M12 8v5M12 16.5v.01"/><circle cx="12" cy="12" r="9"/>',
  shield: '<path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.6 7 9 4.1-1.4 7-4.7 7-9V6z"/><path d="m9 12 2.2 2.2L15 10.4"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
  back: '<path d="M19 12H5M11 6l-6 6 6 6"/>',
  download: '<path d="M12 4v11M7 11l5 5 5-5M5 20h14"/>',
  print: '<path d="M7 9V4h10v5M7 17H4.5v-6.5a1.5 1.5 0 0 1 1.5-1.5h12a1.5 1.5 0 0 1 1.5 1.5V17H17M7 14h10v6H7z"/>',
  chevron: '<path d="m7 10 5 5 5-5"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
} as const;

type IconName = keyof typeof icons;

/** Hidden from screen readers, because the text beside it has the same meaning. */
export const icon = (name: IconName): Markup =>
  raw(
    `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" ` +
      `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${icons[name]}</svg>`,
  );
