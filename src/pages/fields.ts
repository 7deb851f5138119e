import { countries } from '../engine/checks.ts';
import { type Content, html, type Markup } from './html.ts';

export interface FieldOptions {
  /** Also the field's name. */
  id: string;
  label: Content;
  /** Default true: what may be left out says so in its label. */
  required?: boolean;
  hint?: Content;
  /** `whole`: all of its row; `wide`: all of it on a phone. */
  span?: 'whole' | 'wide';
}

export interface InputOptions extends FieldOptions {
  type?: 'text' | 'email' | 'tel' | 'number';
  autocomplete?: string;
  inputmode?: 'numeric' | 'decimal' | 'tel' | 'email';
  value?: string | number | null;
  placeholder?: string;
  maxlength?: number;
  readOnly?: boolean;
  /** Markup that lies over the right end of the input. */
  affix?: Markup;
}

const optional = html` <span class="optional">(optional)</span>`;

const labelOf = ({ label, required = true }: FieldOptions): Content => [label, required ? null : optional];

/** What a field is described by, for screen readers: its hint and its error. */
const described = ({ id, hint }: FieldOptions): string => `${hint === undefined ? '' : `${id}-hint `}${id}-error`;

const below = ({ id, hint }: FieldOptions): Markup =>
  html`${hint === undefined ? null : html`<p class="hint" id="${id}-hint">${hint}</p>`}<p class="error" id="${id}-error"></p>`;

/** An attribute that is there or not. */
const flag = (name: string, isThere: boolean): Markup | null => (isThere ? html` ${name}` : null);

const attribute = (name: string, value: string | number | null | undefined): Markup | null =>
  value === null || value === undefined ? null : html` ${name}="${value}"`;

/** A labelled input with a place for its error. */
export function inputField(options: InputOptions): Markup {
  const { id, span, type = 'text', required = true, affix } = options;
  const input = html`<input class="input" id="${id}" name="${id}" type="${type}"${attribute('autocomplete', options.autocomplete)}${attribute('inputmode', options.inputmode)}${attribute('value', options.value)}${attribute('placeholder', options.placeholder)}${attribute('maxlength', options.maxlength)}${flag('required', required)}${flag('readonly', options.readOnly ?? false)} aria-describedby="${described(options)}" spellcheck="false">`;
  return html`<div class="field ${span}"><label for="${id}">${labelOf(options)}</label>${
    affix === undefined ? input : html`<div class="affix">${input}${affix}</div>`
  }${below(options)}</div>`;
}

export interface SelectOptions extends FieldOptions {
  choices: readonly { value: string; label: string }[];
  value?: string | null;
  autocomplete?: string;
}

export function selectField(options: SelectOptions): Markup {
  const { id, span, choices, value, required = true, autocomplete } = options;
  return html`<div class="field ${span}"><label for="${id}">${labelOf(options)}</label><select class="input" id="${id}" name="${id}"${attribute('autocomplete', autocomplete)}${flag('required', required)} aria-describedby="${described(options)}">${choices.map(
    (choice) =>
      html`<option value="${choice.value}"${flag('selected', choice.value === value)}>${choice.label}</option>`,
  )}</select>${below(options)}</div>`;
}

export function areaField(options: FieldOptions & { maxlength?: number; rows?: number }): Markup {
  const { id, span, required = true, maxlength, rows = 3 } = options;
  return html`<div class="field ${span}"><label for="${id}">${labelOf(options)}</label><textarea class="input" id="${id}" name="${id}" rows="${rows}"${attribute('maxlength', maxlength)}${flag('required', required)} aria-describedby="${described(options)}"></textarea>${below(options)}</div>`;
}

/** A box to tick, with its text beside it. One that may be left empty need not say so. */
export function checkField(options: FieldOptions & { checked?: boolean }): Markup {
  const { id, span, required = true, checked = false } = options;
  return html`<div class="field ${span}"><div class="check"><input type="checkbox" id="${id}" name="${id}"${flag('required', required)}${flag('checked', checked)} aria-describedby="${described(options)}"><label for="${id}">${options.label}</label></div>${below(options)}</div>`;
}

/** One of a few, all in sight. */
export function choiceField(
  options: FieldOptions & { choices: readonly { value: string; label: string; icon?: Markup }[]; value: string },
): Markup {
  const { id, label, choices, value } = options;
  return html`<fieldset class="field whole"><legend class="legend">${label}</legend><div class="choices">${choices.map(
    (choice) =>
      html`<label class="choice"><input type="radio" name="${id}" value="${choice.value}"${flag('checked', choice.value === value)}>${choice.icon}<span>${choice.label}</span></label>`,
  )}</div></fieldset>`;
}

/** Number, expiry and security code of a card. They have no names: nothing posts them but the vault's own call. */
export const cardFields = (): Markup => html`<div class="fields fields-two">
${nameless({ id: 'cardNumber', label: 'Card number', span: 'whole', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234', maxlength: 23, affix: html`<span class="card-brand" id="cardBrand" aria-live="polite"></span>` })}
${nameless({ id: 'cardExpiry', label: 'Expiry', autocomplete: 'cc-exp', placeholder: 'MM / YY', maxlength: 7 })}
${nameless({ id: 'cardCvc', label: 'Security code', autocomplete: 'cc-csc', placeholder: 'CVC', maxlength: 4 })}
</div>`;

/** An input of digits that a form never sends. */
function nameless(options: InputOptions): Markup {
  const { id, span, affix } = options;
  const input = html`<input class="input input-number" id="${id}" type="text" inputmode="numeric"${attribute('autocomplete', options.autocomplete)}${attribute('placeholder', options.placeholder)}${attribute('maxlength', options.maxlength)} required aria-describedby="${described(options)}" spellcheck="false">`;
  return html`<div class="field ${span}"><label for="${id}">${options.label}</label>${
    affix === undefined ? input : html`<div class="affix">${input}${affix}</div>`
  }${below(options)}</div>`;
}

/** A bank account: where it is, its number, what kind it is and whose. */
export const bankFields = (): Markup => html`<div class="fields fields-two">
${inputField({ id: 'routingNumber', label: 'Routing number', inputmode: 'numeric', maxlength: 9, placeholder: '9 digits', autocomplete: 'off' })}
${nameless({ id: 'bankAccountNumber', label: 'Account number', maxlength: 17, placeholder: '4 to 17 digits', autocomplete: 'off' })}
${selectField({
  id: 'accountType',
  label: 'Account type',
  value: 'checking',
  choices: [
    { value: 'checking', label: 'Checking' },
    { value: 'savings', label: 'Savings' },
  ],
})}
${selectField({
  id: 'accountHolderType',
  label: 'Account holder',
  value: 'personal',
  choices: [
    { value: 'personal', label: 'Personal' },
    { value: 'business', label: 'Business' },
  ],
})}
</div>`;

export interface AddressOptions {
  prefix: 'billing' | 'shipping';
  /** `ISO 3166-1 alpha-2`. Default `US`. */
  country?: string;
}

/** Street, city, state, postal code and country; ids as the client API names them: `billingAddress1`. */
export const addressFields = ({
  prefix,
  country = 'US',
}: AddressOptions): Markup => html`<div class="fields fields-three">
${selectField({ id: `${prefix}Country`, label: 'Country', span: 'whole', value: country, autocomplete: `${prefix} country`, choices: countryChoices() })}
${inputField({ id: `${prefix}Address1`, label: 'Street address', span: 'whole', autocomplete: `${prefix} address-line1`, maxlength: 200 })}
${inputField({ id: `${prefix}City`, label: 'City', span: 'wide', autocomplete: `${prefix} address-level2`, maxlength: 200 })}
${inputField({ id: `${prefix}State`, label: 'State', required: false, autocomplete: `${prefix} address-level1`, maxlength: 200 })}
${inputField({ id: `${prefix}PostalCode`, label: 'Postal code', autocomplete: `${prefix} postal-code`, maxlength: 200 })}
</div>`;

function countryChoices(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return [...countries]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}
