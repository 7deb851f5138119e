import type { PrintedDocument } from '../payments/mail/mail-draft.ts';
import type { wordsOf } from '../payments/mail/words.ts';
import { attribute, type Content, html, type Markup } from './html.ts';
import { icon } from './layout.ts';
import type { Locale } from './locale.ts';
import { isolateName } from './shared/isolate-name.ts';

/** The lines of an address. @param name the line with the name */
const addressLines = (lines: readonly string[], name: string | null | undefined): Content =>
  html`<div class="address">${lines.map((line) => html`<p${line === name && html` class="strong"`}>${isolateName(line)}</p>`)}</div>`;

/** The merchant and the billed customer. */
export const partySections = (
  { recipient, addressee, issuer: { name, address } }: PrintedDocument,
  words: ReturnType<typeof wordsOf>,
): Markup =>
  html`<section aria-labelledby="billed"><h2 class="sheet-label" id="billed">${words.billedTo}</h2>${addressLines(recipient, addressee)}</section>
<section aria-labelledby="issuer"><h2 class="sheet-label" id="issuer">${words.from}</h2>${addressLines([name, ...address], name)}</section>`;

/**
 * A label and its value. The lines of a longer value, such as an address, appear below each other.
 * @param look the class of the value: `small` for an id, which is long and not useful to the reader
 */
export const factRow = (label: string, value: string, look?: string): Markup =>
  html`<div><dt>${label}</dt><dd${attribute('class', look)}>${value.split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</dd></div>`;

/** The facts of a payment. @param id the payment's own id, which is one of the facts */
export const factRows = (facts: PrintedDocument['facts'], id: string): Content =>
  facts.map(({ label, value }) => factRow(label, value, value === id ? 'small' : undefined));

/** The script `print` shows the button. Without scripts, users print from the browser's menu. */
export const printButton = ({ page }: Locale): Markup =>
  html`<button class="button" id="print" type="button" hidden>${icon('print')}${page.invoice.print}</button>`;
