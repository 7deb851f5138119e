import type { ShownBlock } from '../payments/mail/mail-draft.ts';
import { html, type Markup, raw } from './html.ts';

/** The block of an installed app, with a heading that fits the page's outline. */
export const showBlock = ({ title, lines, link }: ShownBlock, heading: 'h2' | 'h4' = 'h2'): Markup =>
  html`<section class="block">${raw(`<${heading}>`)}${title}${raw(`</${heading}>`)}${lines.map((line) => html`<p>${line}</p>`)}${
    link !== null && html`<p><a href="${link.url}" target="_blank" rel="noopener noreferrer">${link.label}</a></p>`
  }</section>`;
