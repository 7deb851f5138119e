import { countries } from '../payments/platform/checks.ts';
import { brandName } from '../payments/resources/common/brand-name.ts';
import { attribute, type Content, html, type Markup, raw } from './html.ts';
import { icon } from './layout.ts';
import type { Locale } from './locale.ts';
import { brandNames } from './shared/card.ts';
import { codePicture, markOf, shownBrands } from './shared/card-marks.ts';
import { type AddressForm, addressForm } from './shared/countries.ts';

/** The initial values of a form's fields, by field id. */
export type InitialValues = Readonly<Record<string, string>>;

interface FieldOptions {
  /** The id and the name of the field. */
  id: string;
  label: Content;
  /** Default: true. The label of an optional field indicates that the field is optional. */
  required?: boolean;
  /** `whole`: the field takes a whole row; `wide`: it takes a whole row on phones. */
  span?: 'whole' | 'wide';
  values?: InitialValues;
}

interface InputOptions extends FieldOptions {
  type?: 'text' | 'email' | 'tel';
  autocomplete?: string;
  inputmode?: 'numeric' | 'decimal' | 'tel' | 'email';
  value?: string | null;
  placeholder?: string;
  maxlength?: number;
  readOnly?: boolean;
  /** Markup over the right end of the input. */
  affix?: Markup;
}

const flag = (name: string, isSet: boolean): Markup | null => (isSet ? html` ${name}` : null);

/** A control with its label above it and space for its error below it. */
const labelled = ({ page }: Locale, { id, label, span, required = true }: FieldOptions, control: Markup): Markup =>
  html`<div class="field ${span}"><label for="${id}">${label}${!required && html` <span class="optional">${page.fields.optional}</span>`}</label>${control}<p class="error" id="${id}-error"></p></div>`;

/** The attributes that all controls share. */
const stateOf = ({ id, required = true }: FieldOptions): Markup =>
  html`${flag('required', required)} aria-describedby="${id}-error"`;

const affixed = (input: Markup, affix: Markup | undefined): Markup =>
  affix === undefined ? input : html`<div class="affix">${input}${affix}</div>`;

export function inputField(locale: Locale, options: InputOptions): Markup {
  const { id, type = 'text', readOnly = false, values = {} } = options;
  const affix = readOnly ? html`<span class="locked">${icon('lock')}</span>` : options.affix;
  const value = values[id] ?? options.value;
  const input = html`<input class="input" id="${id}" name="${id}" type="${type}"${attribute('autocomplete', options.autocomplete)}${attribute('inputmode', options.inputmode)}${attribute('value', value)}${attribute('placeholder', options.placeholder)}${attribute('maxlength', options.maxlength)}${stateOf(options)}${flag('readonly', readOnly)} spellcheck="false">`;
  return labelled(locale, options, affixed(input, affix));
}

/** An input for digits. The script sends them to the vault, and they never appear in a page again. */
function secretField(locale: Locale, options: InputOptions): Markup {
  const { id, affix } = options;
  const input = html`<input class="input input-number" id="${id}" name="${id}" type="text" inputmode="numeric"${attribute('autocomplete', options.autocomplete)}${attribute('placeholder', options.placeholder)}${attribute('maxlength', options.maxlength)}${stateOf(options)} spellcheck="false">`;
  return labelled(locale, options, affixed(input, affix));
}

type Choice = readonly [value: string, label: string];

export function selectField(
  locale: Locale,
  options: FieldOptions & { choices: readonly Choice[]; value?: string; autocomplete?: string },
): Markup {
  const { id, choices, autocomplete, values = {} } = options;
  const value = values[id] ?? options.value;
  const shown = choices.map(
    ([each, text]) => html`<option value="${each}"${flag('selected', each === value)}>${text}</option>`,
  );
  return labelled(
    locale,
    options,
    html`<select class="input" id="${id}" name="${id}"${attribute('autocomplete', autocomplete)}${stateOf(options)}>${shown}</select>`,
  );
}

export function areaField(locale: Locale, options: FieldOptions & { maxlength: number }): Markup {
  const { id, maxlength } = options;
  return labelled(
    locale,
    options,
    html`<textarea class="input" id="${id}" name="${id}" rows="3"${attribute('maxlength', maxlength)}${stateOf(options)}></textarea>`,
  );
}

/** A checkbox with its label beside it. The label does not indicate whether the checkbox is required. */
export function checkField(options: FieldOptions & { checked?: boolean }): Markup {
  const { id, label, span, checked = false } = options;
  return html`<div class="field ${span}"><div class="check"><input type="checkbox" id="${id}" name="${id}"${flag('checked', checked)}${stateOf(options)}><label for="${id}">${label}</label></div><p class="error" id="${id}-error"></p></div>`;
}

/** Given name and family name, in the language's order. */
export function nameFields(locale: Locale, values: InitialValues = {}): Markup {
  const { fields, familyNameFirst } = locale.page;
  const given = inputField(locale, {
    id: 'firstName',
    label: fields.firstName,
    autocomplete: 'given-name',
    maxlength: 100,
    values,
  });
  const family = inputField(locale, {
    id: 'lastName',
    label: fields.lastName,
    autocomplete: 'family-name',
    maxlength: 100,
    values,
  });
  return familyNameFirst ? html`${family}${given}` : html`${given}${family}`;
}

/** A choice of card or bank account: radio buttons named `method`. */
export const methodField = ({ page }: Locale, legend: string, cardLabel: string): Markup =>
  html`<fieldset class="field whole"><legend class="legend"><span class="visually-hidden">${legend}</span></legend><div class="choices"><label class="choice"><input type="radio" name="method" value="card" checked>${icon('card')}<span>${cardLabel}</span></label><label class="choice"><input type="radio" name="method" value="ach">${icon('bank')}<span>${page.fields.bankAccount}</span></label></div></fieldset>`;

/** Number, expiry date and security code of a card, in one frame. */
export const cardFields = (locale: Locale): Markup => html`<div class="fields fields-two joined">
${secretField(locale, { id: 'cardNumber', label: locale.page.fields.cardNumber, span: 'whole', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234', maxlength: 23, affix: cardMarks() })}
${inputField(locale, { id: 'cardExpiry', label: locale.page.fields.expiry, autocomplete: 'cc-exp', inputmode: 'numeric', placeholder: locale.page.fields.expiryFormat, maxlength: 20 })}
${secretField(locale, { id: 'cardCvc', label: locale.page.fields.securityCode, autocomplete: 'cc-csc', placeholder: locale.page.fields.securityCodeFormat, maxlength: 4, affix: raw(codePicture) })}
</div>`;

/** The marks of the most common brands, with their names. */
export const acceptedMarks = (): Markup[] =>
  shownBrands.map(
    (brand) => html`${raw(markOf(brand, 'accepted-mark'))}<span class="visually-hidden">${brandName(brand)}</span>`,
  );

/** The marks of the accepted brands. While the buyer types a number, only the mark of its brand is shown. */
const cardMarks = (): Markup =>
  html`<span class="card-marks" id="cardMarks"><span class="visually-hidden">${shownBrands.map((brand) => brandName(brand)).join(', ')}</span>${brandNames.map((brand) => raw(markOf(brand)))}<span class="visually-hidden" id="cardBrand" aria-live="polite"></span></span>`;

export const bankFields = (locale: Locale): Markup => html`<div class="fields fields-two joined">
${inputField(locale, { id: 'routingNumber', label: locale.page.fields.routingNumber, inputmode: 'numeric', maxlength: 20, placeholder: locale.page.fields.routingNumberFormat, autocomplete: 'off' })}
${secretField(locale, { id: 'bankAccountNumber', label: locale.page.fields.accountNumber, maxlength: 17, placeholder: locale.page.fields.accountNumberFormat, autocomplete: 'off' })}
${selectField(locale, {
  id: 'accountType',
  label: locale.page.fields.accountType,
  value: 'checking',
  choices: [
    ['checking', locale.page.fields.checking],
    ['savings', locale.page.fields.savings],
  ],
})}
${selectField(locale, {
  id: 'accountHolderType',
  label: locale.page.fields.accountHolder,
  value: 'personal',
  choices: [
    ['personal', locale.page.fields.personal],
    ['business', locale.page.fields.business],
  ],
})}
</div>`;

interface AddressOptions {
  values?: InitialValues;
  /** The preselected country, ISO 3166-1 alpha-2, which is listed first. */
  country: string;
  /** Whether to ask for a second address line. Default: false. */
  hasSecondLine?: boolean;
}

/**
 * Country and postal code, then the rest of an address in the country's order. The ids are the names in the client
 * API, such as `billingAddress1`.
 */
export function addressFields(
  locale: Locale,
  prefix: 'billing' | 'shipping',
  { values = {}, country, hasSecondLine = false }: AddressOptions,
): Markup {
  const texts = locale.page.fields;
  const form = addressForm(values[`${prefix}Country`] ?? country, locale.script);
  const street = inputField(locale, {
    id: `${prefix}Address1`,
    label: texts.street,
    span: 'whole',
    autocomplete: `${prefix} address-line1`,
    maxlength: 200,
    values,
  });
  const second =
    hasSecondLine &&
    inputField(locale, {
      id: `${prefix}Address2`,
      label: texts.street2,
      span: 'whole',
      required: false,
      autocomplete: `${prefix} address-line2`,
      maxlength: 200,
      values,
    });
  const city = inputField(locale, {
    id: `${prefix}City`,
    label: form.city,
    autocomplete: `${prefix} address-level2`,
    maxlength: 200,
    values,
  });
  const state = stateField(locale, `${prefix}State`, form.state, {
    autocomplete: `${prefix} address-level1`,
    values,
  });
  return html`<div class="fields fields-two joined address" id="${prefix}Address">
${selectField(locale, { id: `${prefix}Country`, label: texts.country, value: country, autocomplete: `${prefix} country`, choices: countryChoices(locale, country), values })}
${inputField(locale, { id: `${prefix}PostalCode`, label: form.postalCode.label, autocomplete: `${prefix} postal-code`, maxlength: 200, values })}
${form.isLargestFirst ? [state, city, street, second] : [street, second, city, state]}
</div>`;
}

/** A list if the country has a list of states. Hidden if the country's addresses have no state. */
function stateField(
  locale: Locale,
  id: string,
  state: AddressForm['state'],
  { autocomplete, values }: { autocomplete: string; values: InitialValues },
): Markup {
  const field = {
    id,
    label: state?.label ?? locale.script.address.state.state,
    required: false,
    autocomplete,
    values,
  };
  const choices = state?.choices ?? null;
  const control =
    choices === null
      ? inputField(locale, { ...field, maxlength: 200 })
      : selectField(locale, {
          ...field,
          choices: [['', locale.script.choose], ...choices.map(({ code, name }): Choice => [code, name])],
        });
  return html`<div class="state" id="${id}Place"${state === null && html` hidden`}>${control}</div>`;
}

function countryChoices({ tag }: Locale, first: string): Choice[] {
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const { compare } = new Intl.Collator(tag);
  const choices = [...countries]
    .map((code): Choice => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => compare(one, other));
  return [...choices.filter(([code]) => code === first), ...choices.filter(([code]) => code !== first)];
}

/** A part of a form with a heading. */
export const formSection = (id: string, title: string, content: Content): Markup =>
  html`<section class="stack" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`;

/** Reports that the page needs its script, and why. */
export const noScriptNotice = ({ page }: Locale): Markup =>
  html`<noscript><p class="notice notice-warn">${icon('alert')}<span>${page.needsScript}</span></p></noscript>`;
