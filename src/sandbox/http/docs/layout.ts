import type { Assets } from '../../../pages/assets.ts';
import { attribute, type Content, html, type Markup } from '../../../pages/html.ts';

/** A link in the list next to the text. */
interface Listed {
  readonly path: string;
  readonly title: string;
  /** A note that distinguishes links with the same title. A long name is cut, but the time is not. */
  readonly note?: { readonly name: string; readonly time: string };
}

interface DocumentOptions {
  readonly assets: Assets;
  readonly title: string;
  /** The path of this page, which is marked in the list. */
  readonly path: string;
  /** The title of the list next to the text. */
  readonly listTitle: string;
  readonly list: readonly Listed[];
  readonly body: Content;
  /** For a page that is not a document: the class of its body, and the attributes of `<main>`. */
  readonly kind?: { readonly name: string; readonly attributes?: Readonly<Record<string, string>> };
  /** Additional modules of `src/pages/browser/`, such as `mail`. */
  readonly scripts?: readonly string[];
  /** The search text. */
  readonly query?: string;
}

const bar: readonly Listed[] = [
  { path: '/docs', title: 'Start' },
  { path: '/docs/api', title: 'API' },
  { path: '/docs/manual', title: 'Manual' },
  { path: '/mail', title: 'Mail' },
  { path: '/inspector', title: 'Inspector' },
  { path: '/openapi.json', title: 'openapi.json' },
];

/** Only the emulator's own styles and scripts may load. */
export const documentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** The emulator's own brand. */
export const brand = { color: '#4f46e5' };

interface HeadOptions {
  readonly assets: Assets;
  readonly title: string;
  /** The name of the stylesheet, such as `docs`. */
  readonly sheet: string;
  /** The names of the modules. */
  readonly scripts: readonly string[];
}

/** The head of the emulator's own pages. */
export const pageHead = ({ assets, title, sheet, scripts }: HeadOptions): Markup => html`<head>
<meta charset="utf-8">
<title>${title} · payments-emulator</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="${assets.brandIconPath(brand)}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.pathOf(`${sheet}.css`)}">
<link rel="stylesheet" href="${assets.brandSheetPath(brand)}">
${scripts.map((name) => html`<script type="module" src="${assets.pathOf(`${name}.js`)}"></script>\n`)}</head>`;

/** A complete page of the docs. */
export const renderDocument = ({
  assets,
  title,
  path,
  listTitle,
  list,
  body,
  kind,
  scripts = [],
  query = '',
}: DocumentOptions): string =>
  html`<!doctype html>
<html lang="en">
${pageHead({ assets, title, sheet: 'docs', scripts: ['docs', ...scripts] })}
<body${attribute('class', kind?.name)}>
<a class="skip" href="#main">Skip to the text</a>
<header class="docs-bar">
<strong>payments-emulator</strong>
<nav class="docs-nav" aria-label="Documents">${bar.map((each) => html` <a href="${each.path}"${current(isWithin(path, each.path))}>${each.title}</a> `)}</nav>
<form id="search" class="docs-search" role="search" action="/docs/search">
<input type="search" name="q" value="${query}" aria-label="Search the manual and the API" placeholder="Search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
</form>
</header>
<div class="docs">
<nav class="docs-list" aria-label="${listTitle}">
<h2>${listTitle}</h2>
${list.map((each) => html`<a href="${each.path}"${current(each.path === path)}>${each.title}${noteOf(each)}</a>\n`)}
</nav>
<main id="main" class="docs-text" tabindex="-1"${Object.entries(kind?.attributes ?? {}).map(([name, value]) => attribute(name, value))}>
${body}
</main>
</div>
</body>
</html>
`.text;

const noteOf = ({ note }: Listed): Markup | null =>
  note === undefined
    ? null
    : html`<small class="docs-note"><span>${note.name}</span> <time>${note.time}</time></small>`;

const isWithin = (path: string, other: string): boolean =>
  path === other || (other !== '/docs' && path.startsWith(`${other}/`));

const current = (is: boolean): Markup | null => (is ? html` aria-current="page"` : null);

/** A table that scrolls horizontally if it is too wide. */
export const table = (columns: readonly string[], rows: readonly (readonly Content[])[]): Markup =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${columns.map((name) => html`<th>${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>`;

export const code = (text: string): Markup => html`<code>${text}</code>`;

/** A name that a line can break after `_` or `.`, and nowhere else as long as its parts fit. */
export const nameCode = (name: string): Markup =>
  html`<code>${name.split(/(?<=[_.])/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}</code>`;

/**
 * Lines to copy.
 * @param language the language for the highlighter, such as `bash` or `json`
 */
export const block = (text: string, language = ''): Markup =>
  html`<pre tabindex="0"><code${language !== '' && attribute('class', `language-${language}`)}>${text}</code></pre>`;

/** One of several parts of a page that are shown one at a time. */
export interface Tab {
  readonly title: string;
  readonly body: Content;
}

/**
 * Parts of a page. A script shows one part at a time.
 * @param label the name of the group
 * @param choice groups with the same choice switch together
 */
export const tabs = (label: string, choice: string, parts: readonly Tab[]): Markup =>
  html`<div class="tabs" data-label="${label}" data-choice="${choice}">${parts.map(
    ({ title, body }) =>
      html`<section class="tab" data-title="${title}"><p class="tab-title">${title}</p>${body}</section>\n`,
  )}</div>`;
