import { type AddressForm, addressForm, postalCodeFault } from '../../shared/countries.ts';
import { make, need } from './dom.ts';
import type { Form } from './form.ts';
import { pageTexts } from './texts.ts';

/** Arranges an address in the format of the chosen country, and checks its postal code. */
export function watchCountry(form: Form, prefix: string): void {
  const texts = pageTexts();
  const country = form.control(`${prefix}Country`);
  form.check(`${prefix}PostalCode`, (text) => postalCodeFault(text, country.value, texts));
  country.addEventListener('change', () => {
    const { city, postalCode, state, isLargestFirst } = addressForm(country.value, texts);
    rename(form, `${prefix}City`, city);
    rename(form, `${prefix}PostalCode`, postalCode.label);
    showState(form, `${prefix}State`, state);
    arrange(form, prefix, isLargestFirst);
    form.show(`${prefix}PostalCode`, null);
  });
}

/** Puts the fields into the country's order. The street field, which can have the focus, is not moved. */
function arrange(form: Form, prefix: string, isLargestFirst: boolean): void {
  const [street, city] = ['Address1', 'City'].map((part) => form.control(`${prefix}${part}`).closest('.field'));
  const state = need(`#${prefix}StatePlace`, form.element);
  if (street == null || city == null) return;
  const second = form.has(`${prefix}Address2`) ? form.control(`${prefix}Address2`).closest('.field') : null;
  if (isLargestFirst) street.before(state, city);
  else (second ?? street).after(city, state);
}

function rename(form: Form, id: string, label: string): void {
  const text = form.control(id).labels?.[0]?.firstChild;
  // Text after the name, such as "optional", stays.
  if (text != null) text.textContent = text.nextSibling === null ? label : `${label} `;
}

/**
 * Shows a list if the country has one, and hides the field if the country's addresses have no state. A typed value
 * that matches is kept.
 */
function showState(form: Form, id: string, state: AddressForm['state']): void {
  const before = form.control(id);
  const attributes = { class: 'input', id, name: id, autocomplete: before.getAttribute('autocomplete') };
  const described = { ...attributes, 'aria-describedby': `${id}-error` };
  const choices = state?.choices ?? null;
  const after =
    choices === null
      ? make('input', { ...described, type: 'text', maxlength: 200, spellcheck: 'false' })
      : make('select', described, [
          make('option', { value: '' }, [pageTexts().choose]),
          ...choices.map(({ code, name }) => make('option', { value: code }, [name])),
        ]);
  if (choices === null || choices.some(({ code }) => code === before.value)) after.value = before.value;
  before.replaceWith(after);
  rename(form, id, state?.label ?? pageTexts().address.state.state);
  need(`#${id}Place`, form.element).hidden = state === null;
}
