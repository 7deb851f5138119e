import { isLoopbackSource, loopbackSources } from '../engine/hosts.ts';
import type { Assets } from './assets.ts';
import type { Brand } from './brand.ts';
import { html, jsonForScript, type Markup, raw } from './html.ts';
import type { Page } from './page.ts';

export interface PageOptions {
  assets: Assets;
  brand: Brand;
  title: string;
  /** What stands in `<main>`. */
  body: Markup;
  /** Which data set it shows: the ribbon tells. */
  mode: 'test' | 'live';
  /** Default 200. */
  status?: number;
  /** `page`: a narrow column. `medium`: a sheet. `wide`: two columns. `frame`: in another's page, without brand and foot. */
  layout?: 'page' | 'medium' | 'wide' | 'frame';
  /** The module of `src/pages/browser/` that the page runs: `checkout`. */
  script?: string;
  /** What the script starts with. */
  state?: unknown;
  /** Further stylesheets of `src/pages/styles/`: `invoice`. */
  styles?: readonly string[];
  /** Origins that the script calls beside its own. */
  connects?: readonly string[];
  /** Where its forms may lead beside its own origin, redirects included. */
  submitsTo?: readonly string[];
  /** Who may frame the page: exact origins or `'self'`. Default nobody. */
  framedBy?: readonly string[];
}

const emulatorName = 'payments-emulator';

/**
 * A whole page: head, brand, the ribbon that says what this is, and the content security policy that keeps it from
 * running or loading anything but its own. Scripts and styles are files, and the script's data is JSON.
 */
export function renderPage(options: PageOptions): Page {
  const { assets, brand, title, body, mode, status = 200, layout = 'page', script, state, styles = [] } = options;
  const isFrame = layout === 'frame';
  const logo = shownImage(brand.logo_url);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="${assets.brandIconPath(brand)}" type="image/svg+xml">
${['page', ...styles].map((name) => html`<link rel="stylesheet" href="${assets.pathOf(`${name}.css`)}">\n`)}<link rel="stylesheet" href="${assets.brandSheetPath(brand)}">
${script === undefined ? null : html`<script type="module" src="${assets.pathOf(`${script}.js`)}"></script>`}
</head>
<body class="layout-${layout}">
${isFrame ? null : ribbon(mode)}
${isFrame ? null : header(brand, logo)}
<main id="main">
${body}
</main>
${isFrame ? frameFooter(mode) : footer(brand)}
${state === undefined ? null : html`<script type="application/json" id="state">${jsonForScript(state)}</script>`}
</body>
</html>
`;
  return { status, html: page.text, csp: policyOf(options) };
}

const ribbon = (mode: 'test' | 'live'): Markup =>
  html`<aside class="ribbon" aria-label="Sandbox"><strong>Sandbox</strong> <span>${mode === 'test' ? 'Test data' : 'Live data set'}, no real money moves</span></aside>`;

const header = (brand: Brand, logo: string | null): Markup =>
  html`<header class="brand">${brandMark(brand, logo)}<span class="brand-name">${brand.name}</span></header>`;

/** The logo, or the initial where there is none that may be loaded. */
const brandMark = ({ name }: Brand, logo: string | null): Markup =>
  logo === null
    ? html`<span class="brand-mark" aria-hidden="true">${[...name.trim()][0]?.toUpperCase() ?? '·'}</span>`
    : html`<img class="brand-logo" src="${logo}" alt="" width="40" height="40">`;

/** The name stands between the signs of an isolate, so that its direction does not turn what follows. */
const footer = ({ name }: Brand): Markup =>
  html`<footer class="foot"><p>${`\u2068${name}\u2069`} · served by ${emulatorName}, a local sandbox</p></footer>`;

const frameFooter = (mode: 'test' | 'live'): Markup =>
  html`<footer class="foot foot-frame"><p>Sandbox, ${mode === 'test' ? 'test data' : 'live data set'}: no real money moves</p></footer>`;

/**
 * An image that a page may show: on this machine, or in the address itself. Pages load nothing from elsewhere, so that
 * a logo on a merchant's own server is left out.
 */
export function shownImage(address: string | null | undefined): string | null {
  if (address == null || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'data:') return /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/.test(address) ? address : null;
  return isLoopbackSource(hostname) && /^https?:$/.test(protocol) ? address : null;
}

function policyOf({ connects = [], submitsTo = connects, framedBy = [], layout }: PageOptions): string {
  const others = [...new Set(connects)].map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${loopbackSources.join(' ')}`,
    // The page around a frame may bring fonts of its own, in their very words.
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
  check: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  alert: '<path d="M12 8v5M12 16.5v.01"/><circle cx="12" cy="12" r="9"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
  back: '<path d="M19 12H5M11 6l-6 6 6 6"/>',
  download: '<path d="M12 4v11M7 11l5 5 5-5M5 20h14"/>',
  chevron: '<path d="m7 10 5 5 5-5"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
} as const;

export type IconName = keyof typeof icons;

/** A drawing beside a text that says the same. */
export const icon = (name: IconName): Markup =>
  raw(
    `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" ` +
      `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${icons[name]}</svg>`,
  );
