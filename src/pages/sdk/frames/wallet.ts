/**
 * The script of an emulated wallet sheet. The buyer chooses a card and pays. The surrounding dialog has the close
 * button.
 */

import { moneyOf } from '../../browser/lib/money.ts';
import { textOf } from '../../shared/answer.ts';
import { ParentPort } from '../messages.ts';

const contactFields = [
  'email',
  'firstName',
  'lastName',
  'address1',
  'address2',
  'city',
  'state',
  'postalCode',
  'country',
  'phone',
] as const;

/** Connects the form to the surrounding page. The button is enabled after the page has sent the amount. */
function startSheet(form: HTMLFormElement, origin: string): void {
  const at = (id: string) => document.getElementById(id);
  const pay = at('pay');
  let currency = 'USD';
  const showAmount = (minor: unknown) => {
    const text = moneyOf(Number(minor), currency);
    for (const id of ['amount', 'pay-amount']) {
      const place = at(id);
      if (place !== null) place.textContent = text;
    }
  };
  const page = new ParentPort(origin, (message) => {
    if (message.type === 'open') {
      currency = textOf(message.currency) || 'USD';
      showAmount(message.amount);
      const merchant = at('merchant');
      // A sheet that was opened with a publishable key already names its merchant.
      if (merchant !== null && textOf(message.name) !== '') merchant.textContent = textOf(message.name);
      const country = form.elements.namedItem('country');
      if (country instanceof HTMLInputElement) country.value = textOf(message.country) || country.value;
      const email = form.elements.namedItem('email');
      if (email instanceof HTMLInputElement && textOf(message.email) !== '') {
        email.value = textOf(message.email);
        email.readOnly = true;
      }
      const delivery = at('delivery');
      if (delivery !== null) delivery.hidden = message.collectShipping !== true;
      pay?.removeAttribute('disabled');
      if (pay instanceof HTMLElement) pay.focus();
    }
    if (message.type === 'amount') showAmount(message.amount);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (pay?.hasAttribute('disabled')) return;
    const data = new FormData(form);
    const chosen = form.querySelector('input[name="credential"]:checked');
    if (!(chosen instanceof HTMLInputElement)) return;
    const contact = Object.fromEntries(contactFields.map((name) => [name, textOf(data.get(name)).trim()]));
    page.post('approve', {
      credential: chosen.value,
      info: { card_network: chosen.dataset.brand ?? '', card_details: chosen.dataset.last4 ?? '' },
      contact,
    });
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') page.post('cancel');
  });
  const { body } = document;
  new ResizeObserver(() => page.post('resize', { height: Math.ceil(body.getBoundingClientRect().height) })).observe(
    body,
  );
  page.post('ready');
}

const form = document.querySelector('form');
if (form !== null && window.parent !== window) {
  startSheet(form, new URLSearchParams(location.search).get('origin') ?? '');
}
