import { countries } from '../engine/checks.ts';
import type { TestCard } from '../simulation/cards.ts';
import { attribute, type Content, html, type Markup } from './html.ts';
import { icon } from './layout.ts';

interface FieldOptions {
  /** Also the field's name. */
  id: string;
  label: Content;
  /** Default true. The label of a field that is not required says so. */
  required?: boolean;
  /** `whole`: all of its row; `wide`: all of it on a phone. */
  span?: 'whole' | 'wide';
}

interface InputOptions extends FieldOptions {
  type?: 'text' | 'email' | 'tel';
  autocomplete?: string;
  inputmode?: 'numeric' | 'decimal' | 'tel' | 'email';
  value?: string | null;
  placeholder?: string;
  maxlength?: number;
  readOnly?: boolean;
  /** Markup that lies over the right end of the input. */
  affix?: Markup;
}

const flag = (name: string, isSet: boolean): Markup | null => (isSet ? html` ${name}` : null);

/** A control with its label above and a place for its error below. */
const labelled = ({ id, label, span, required = true }: FieldOptions, control: Markup): Markup =>
  html`<div class="field ${span}"><label for="${id}">${label}${!required && html` <span class="optional">(optional)</span>`}</label>${control}<p class="error" id="${id}-error"></p></div>`;

const affixed = (input: Markup, affix: Markup | undefined): Markup =>
  affix === undefined ? input : html`<div class="affix">${input}${affix}</div>`;

export function inputField(options: InputOptions): Markup {
  const { id, type = 'text', required = true, readOnly = false, affix } = options;
  const input = html`<input class="input" id="${id}" name="${id}" type="${type}"${attribute('autocomplete', options.autocomplete)}${attribute('inputmode', options.inputmode)}${attribute('value', options.value)}${attribute('placeholder', options.placeholder)}${attribute('maxlength', options.maxlength)}${flag('required', required)}${flag('readonly', readOnly)} aria-describedby="${id}-error" spellcheck="false">`;
  return labelled(options, affixed(input, affix));
}

/** An input of digits. It has no name, so that the form never posts it: only the vault gets it, from the script. */
function secretField(options: InputOptions): Markup {
  const { id, affix } = options;
  const input = html`<input class="input input-number" id="${id}" type="text" inputmode="numeric"${attribute('autocomplete', options.autocomplete)}${attribute('placeholder', options.placeholder)}${attribute('maxlength', options.maxlength)} required aria-describedby="${id}-error" spellcheck="false">`;
  return labelled(options, affixed(input, affix));
}

type Choice = readonly [value: string, label: string];

export function selectField(
  options: FieldOptions & { choices: readonly Choice[]; value?: string; autocomplete?: string },
): Markup {
  const { id, choices, value, required = true, autocomplete } = options;
  const shown = choices.map(
    ([each, text]) => html`<option value="${each}"${flag('selected', each === value)}>${text}</option>`,
  );
  return labelled(
    options,
    html`<select class="input" id="${id}" name="${id}"${attribute('autocomplete', autocomplete)}${flag('required', required)} aria-describedby="${id}-error">${shown}</select>`,
  );
}

export function areaField(options: FieldOptions & { maxlength: number }): Markup {
  const { id, required = true, maxlength } = options;
  return labelled(
    options,
    html`<textarea class="input" id="${id}" name="${id}" rows="3"${attribute('maxlength', maxlength)}${flag('required', required)} aria-describedby="${id}-error"></textarea>`,
  );
}

/** A checkbox with its label beside it, which does not say whether it is required. */
export const checkField = ({
  id,
  label,
  span,
  required = true,
  checked = false,
}: FieldOptions & { checked?: boolean }): Markup =>
  html`<div class="field ${span}"><div class="check"><input type="checkbox" id="${id}" name="${id}"${flag('required', required)}${flag('checked', checked)} aria-describedby="${id}-error"><label for="${id}">${label}</label></div><p class="error" id="${id}-error"></p></div>`;

/** Card or bank account, as radio buttons named `method`. */
export const methodField = (legend: string, cardLabel: string): Markup =>
  html`<fieldset class="field whole"><legend class="legend"><span class="visually-hidden">${legend}</span></legend><div class="choices"><label class="choice"><input type="radio" name="method" value="card" checked>${icon('card')}<span>${cardLabel}</span></label><label class="choice"><input type="radio" name="method" value="ach">${icon('bank')}<span>Bank account</span></label></div></fieldset>`;

export const cardFields = (): Markup => html`<div class="fields fields-two">
${secretField({ id: 'cardNumber', label: 'Card number', span: 'whole', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234', maxlength: 23, affix: html`<span class="card-brand" id="cardBrand" aria-live="polite"></span>` })}
${secretField({ id: 'cardExpiry', label: 'Expiry', autocomplete: 'cc-exp', placeholder: 'MM / YY', maxlength: 7 })}
${secretField({ id: 'cardCvc', label: 'Security code', autocomplete: 'cc-csc', placeholder: 'CVC', maxlength: 4 })}
</div>`;

export const bankFields = (): Markup => html`<div class="fields fields-two">
${inputField({ id: 'routingNumber', label: 'Routing number', inputmode: 'numeric', maxlength: 9, placeholder: '9 digits', autocomplete: 'off' })}
${secretField({ id: 'bankAccountNumber', label: 'Account number', maxlength: 17, placeholder: '4 to 17 digits', autocomplete: 'off' })}
${selectField({
  id: 'accountType',
  label: 'Account type',
  value: 'checking',
  choices: [
    ['checking', 'Checking'],
    ['savings', 'Savings'],
  ],
})}
${selectField({
  id: 'accountHolderType',
  label: 'Account holder',
  value: 'personal',
  choices: [
    ['personal', 'Personal'],
    ['business', 'Business'],
  ],
})}
</div>`;

/** Street, city, state, postal code and country; ids as the client API names them: `billingAddress1`. */
export const addressFields = (prefix: 'billing' | 'shipping'): Markup => html`<div class="fields fields-three">
${selectField({ id: `${prefix}Country`, label: 'Country', span: 'whole', value: 'US', autocomplete: `${prefix} country`, choices: countryChoices() })}
${inputField({ id: `${prefix}Address1`, label: 'Street address', span: 'whole', autocomplete: `${prefix} address-line1`, maxlength: 200 })}
${inputField({ id: `${prefix}City`, label: 'City', span: 'wide', autocomplete: `${prefix} address-level2`, maxlength: 200 })}
${inputField({ id: `${prefix}State`, label: 'State', required: false, autocomplete: `${prefix} address-level1`, maxlength: 200 })}
${inputField({ id: `${prefix}PostalCode`, label: 'Postal code', autocomplete: `${prefix} postal-code`, maxlength: 200 })}
</div>`;

function countryChoices(): Choice[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return [...countries]
    .map((code): Choice => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}

/** A part of a form under a heading. */
export const formSection = (id: string, title: string, content: Content): Markup =>
  html`<section class="stack" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`;

export const noScriptNotice = (text: string): Markup =>
  html`<noscript><p class="notice notice-warn">${icon('alert')}<span>${text}</span></p></noscript>`;

/** Test numbers that fill the form in when they are pressed. */
export const hintsFold = (hints: Content): Markup =>
  html`<details class="fold" id="hints"><summary>Test numbers${icon('chevron')}</summary>${hints}</details>`;

/** @param expiry default: the one that the script fills in */
export const cardHint = ({ number, about }: Pick<TestCard, 'number' | 'about'>, expiry?: string): Markup =>
  html`<button class="hint-row" type="button" data-card="${number}"${attribute('data-expiry', expiry)}><span>${about}</span><code>${number}</code></button>`;

export const bankHint = (about: string): Markup =>
  html`<button class="hint-row" type="button" data-routing="021000021" data-account="000123456789"><span>${about}</span><code>021000021 / 000123456789</code></button>`;
