import {
  brandName,
  brandOf,
  cvcFault,
  digitsOf,
  type Expiry,
  expiryFault,
  groupDigits,
  groupExpiry,
  numberFault,
  readExpiry,
} from './card.ts';
import { need } from './dom.ts';
import type { Form } from './form.ts';

/** A card as it was typed in. */
export interface TypedCard {
  readonly number: string;
  readonly expiry: Expiry;
  readonly cvc: string;
  readonly brand: string | null;
  readonly bin: string;
  readonly last4: string;
}

/** Brings the fields of `cardFields()` to life: groups digits, names the brand, checks. */
export function watchCard(form: Form): void {
  const [number, expiry, cvc] = ['cardNumber', 'cardExpiry', 'cardCvc'].map((id) => form.control(id)) as [
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
  ];
  const brand = need('#cardBrand');
  form.check('cardNumber', numberFault);
  form.check('cardExpiry', expiryFault);
  form.check('cardCvc', (text) => cvcFault(text, brandOf(digitsOf(number.value))));
  number.addEventListener('input', () => {
    rewrite(number, groupDigits(digitsOf(number.value)));
    brand.textContent = brandName(brandOf(digitsOf(number.value)));
  });
  expiry.addEventListener('input', (event) => {
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    if (!isDeleting) rewrite(expiry, groupExpiry(expiry.value));
  });
  cvc.addEventListener('input', () => rewrite(cvc, digitsOf(cvc.value)));
}

/** The card that was typed in; call it once the form has no faults. */
export function typedCard(form: Form): TypedCard {
  const number = digitsOf(form.text('cardNumber'));
  const expiry = readExpiry(form.text('cardExpiry'));
  if (expiry === null) throw new Error('The expiry was not checked.');
  return {
    number,
    expiry,
    cvc: form.text('cardCvc'),
    brand: brandOf(number),
    bin: number.slice(0, 6),
    last4: number.slice(-4),
  };
}

/** Empties what must not stay on the screen. */
export function clearCard(form: Form): void {
  for (const id of ['cardNumber', 'cardExpiry', 'cardCvc']) form.control(id).value = '';
  need('#cardBrand').textContent = '';
}

/** Writes the text anew and leaves the caret after the same digit. */
function rewrite(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const isAtEnd = (input.selectionStart ?? input.value.length) >= input.value.length;
  input.value = text;
  if (document.activeElement !== input) return;
  let caret = text.length;
  if (!isAtEnd) {
    caret = 0;
    for (let digits = 0; caret < text.length && digits < before; caret++) if (/\d/.test(text[caret]!)) digits++;
  }
  input.setSelectionRange(caret, caret);
}
