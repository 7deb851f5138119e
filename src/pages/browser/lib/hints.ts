import { need } from './dom.ts';
import type { Form } from './form.ts';
import { cardEntries, type FormTestData, fillBeside } from './payment/fill-in.ts';

const testBuyer: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  name: 'Ada Lovelace',
  phone: '+1 555 010 0100',
};

const testAddress: Readonly<Record<string, string>> = {
  Address1: '1 Main Street',
  City: 'Springfield',
  State: 'IL',
  PostalCode: '62701',
};

/**
 * Fills in the form when the user presses a test number, and also fills in the SDK's card fields of a shop's page in
 * another window. Fields that the buyer has filled in stay unchanged.
 */
export function watchHints(form: Form, choose: (method: 'card' | 'ach') => void): void {
  const fill = (filling: FormTestData): void => {
    const { card, routing, account } = filling;
    fillBuyer(form);
    fillBeside(filling);
    if (card !== undefined) {
      choose('card');
      for (const [id, text] of Object.entries(cardEntries(filling))) form.fill(id, text);
    } else {
      choose('ach');
      form.fill('routingNumber', routing ?? '');
      form.fill('bankAccountNumber', account ?? '');
    }
    form.element.closest('details')?.setAttribute('open', '');
    (document.getElementById('pay') ?? form.element.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  };
  for (const button of form.element.querySelectorAll<HTMLButtonElement>('[data-card], [data-routing]')) {
    button.addEventListener('click', () => fill({ ...button.dataset }));
  }
  for (const button of form.element.querySelectorAll<HTMLButtonElement>('[data-discount]')) {
    button.addEventListener('click', () => applyDiscount(button.dataset.discount ?? ''));
  }
}

function applyDiscount(code: string): void {
  const input = need<HTMLInputElement>('#discountCode');
  input.closest('details')?.setAttribute('open', '');
  input.value = code;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.form?.requestSubmit();
}

/** The test address is in the United States, whatever country the form starts with. */
function chooseCountry(form: Form, prefix: string): void {
  if (!form.has(`${prefix}Country`)) return;
  const country = form.control(`${prefix}Country`);
  country.value = 'US';
  country.dispatchEvent(new Event('change', { bubbles: true }));
}

function fillBuyer(form: Form): void {
  const fillEmpty = (id: string, text: string): void => {
    if (form.has(id) && form.text(id) === '' && form.control(id).closest('[hidden]') === null) form.fill(id, text);
  };
  for (const [id, text] of Object.entries(testBuyer)) fillEmpty(id, text);
  for (const prefix of ['shipping', 'billing']) {
    if (form.text(`${prefix}Address1`) === '' && form.text(`${prefix}PostalCode`) === '') chooseCountry(form, prefix);
    for (const [part, text] of Object.entries(testAddress)) fillEmpty(`${prefix}${part}`, text);
  }
}
