import { type Content, html, type Markup } from './html.ts';
import { icon } from './layout.ts';
import type { Locale } from './locale.ts';
import { isolated } from './shared/isolated.ts';

/** The lines of an address. @param name which of them is the name */
export const addressLines = (lines: readonly string[], name: string | null | undefined): Content =>
  html`<div class="address">${lines.map((line) => html`<p${line === name && html` class="strong"`}>${isolated(line)}</p>`)}</div>`;

/** The value of a fact; one of several lines, such as an address, has them below each other. */
export const factValue = (value: string): Markup =>
  html`${value.split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`)}`;

/** The script `print` shows it; without one the browser's own menu prints. */
export const printButton = ({ page }: Locale): Markup =>
  html`<button class="button" id="print" type="button" hidden>${icon('print')}${page.invoice.print}</button>`;
