import type { CardAliases } from './api.ts';
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
  rewrite,
} from './card.ts';
import { need } from './dom.ts';
import type { Form } from './form.ts';

export interface TypedCard {
  readonly number: string;
  readonly expiry: Expiry;
  readonly cvc: string;
  readonly brand: string | null;
  readonly bin: string;
  readonly last4: string;
}

/** Groups the digits of a card as they are typed, shows its brand and checks it. */
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

/** Must be called when the form has no faults. */
export function typedCard(form: Form): TypedCard {
  const number = digitsOf(form.text('cardNumber'));
  const expiry = readExpiry(form.text('cardExpiry'));
  if (expiry === null) throw new Error('The expiry date is not valid.');
  return {
    number,
    expiry,
    cvc: form.text('cardCvc'),
    brand: brandOf(number),
    bin: number.slice(0, 6),
    last4: number.slice(-4),
  };
}

/** Removes the card from the screen. */
export function clearCard(form: Form): void {
  for (const id of ['cardNumber', 'cardExpiry', 'cardCvc']) form.control(id).value = '';
  need('#cardBrand').textContent = '';
}

interface TypedBankAccount {
  readonly number: string;
  readonly routingNumber: string;
  readonly accountType: string;
  readonly accountHolderType: string;
}

export function watchBank(form: Form): void {
  form.check('routingNumber', routingFault);
  form.check('bankAccountNumber', accountFault);
}

/** Must be called when the form has no faults. */
export const typedBankAccount = (form: Form): TypedBankAccount => ({
  number: digitsOf(form.text('bankAccountNumber')),
  routingNumber: form.text('routingNumber'),
  accountType: form.text('accountType'),
  accountHolderType: form.text('accountHolderType'),
});

/** A card as the client API takes it. */
export const cardOf = (card: TypedCard, { card_number, card_cvc }: CardAliases) => ({
  vaultPanAlias: card_number,
  vaultCvcAlias: card_cvc,
  vaultExpMonth: card.expiry.month,
  vaultExpYear: card.expiry.year,
  vaultBin: card.bin,
  vaultBrand: card.brand ?? undefined,
  vaultLast4: card.last4,
});

export const accountOf = (account: TypedBankAccount, alias: string) => ({
  paymentMethodType: 'ach',
  vaultBankAccountAlias: alias,
  vaultBankLast4: account.number.slice(-4),
  routingNumber: account.routingNumber,
  accountType: account.accountType,
  accountHolderType: account.accountHolderType,
});

function routingFault(text: string): string | null {
  const digits = text.trim();
  if (digits === '') return 'Enter the routing number.';
  if (!/^\d{9}$/.test(digits)) return 'A routing number has 9 digits.';
  const weights = [3, 7, 1];
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * weights[at % 3]!, 0);
  return sum % 10 === 0 ? null : 'This routing number has a typo: its check digit does not fit.';
}

function accountFault(text: string): string | null {
  if (text.trim() === '') return 'Enter the account number.';
  return /^\d{4,17}$/.test(digitsOf(text)) ? null : 'An account number has 4 to 17 digits.';
}
