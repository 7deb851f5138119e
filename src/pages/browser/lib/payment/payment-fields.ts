import { brandName } from '../../../../payments/resources/common/brand-name.ts';
import {
  brandOf,
  codeFault,
  codeLength,
  digitsOf,
  type Expiry,
  expiryFault,
  groupDigits,
  isWholeExpiry,
  isWholeNumber,
  numberFault,
  readExpiry,
} from '../../../shared/card.ts';
import type { CardAliases } from '../api.ts';
import { goOnTo, isTypedAtEnd, onTyped, rewrite, watchExpiry } from '../caret.ts';
import { need } from '../dom.ts';
import type { Form } from '../form.ts';
import { pageTexts } from '../texts.ts';

export interface TypedCard {
  readonly number: string;
  readonly expiry: Expiry;
  readonly cvc: string;
  readonly brand: string | null;
  readonly bin: string;
  readonly last4: string;
}

/**
 * Groups the digits of a card number as the user types, shows the card's brand, checks each field, and moves the
 * focus to the next field when a field is complete and valid.
 * @param now the month of the emulated clock, such as `2026-03`
 */
export function watchCard(form: Form, now: string): void {
  const [number, expiry, code] = ['cardNumber', 'cardExpiry', 'cardCvc'].map((id) => form.control(id)) as [
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
  ];
  const texts = pageTexts();
  const brand = () => brandOf(digitsOf(number.value));
  form.check('cardNumber', (text) => numberFault(text, texts));
  form.check('cardExpiry', (text) => expiryFault(text, now, texts));
  form.check('cardCvc', (text) => codeFault(text, brand(), texts));
  onTyped(number, (event) => {
    rewrite(number, groupDigits(digitsOf(number.value)));
    showBrand(brand());
    if (isTypedAtEnd(number, event) && isWholeNumber(number.value)) goOnTo(expiry);
  });
  watchExpiry(expiry);
  onTyped(expiry, (event) => {
    if (isTypedAtEnd(expiry, event) && isWholeExpiry(expiry.value, now, texts)) goOnTo(code);
  });
  onTyped(code, () => rewrite(code, digitsOf(code.value).slice(0, codeLength(brand()))));
}

/** Announces the brand of the number to screen readers, and hides the marks of all other brands. */
function showBrand(brand: string | null): void {
  need('#cardBrand').textContent = brandName(brand, '');
  const marks = need('#cardMarks');
  if (brand === null) delete marks.dataset.brand;
  else marks.dataset.brand = brand;
}

/** The form must have no errors. */
export function typedCard(form: Form): TypedCard {
  const number = digitsOf(form.text('cardNumber'));
  const expiry = readExpiry(form.text('cardExpiry'));
  if (expiry === null) throw new Error('The expiry date is not valid.');
  return {
    number,
    expiry,
    cvc: digitsOf(form.text('cardCvc')),
    brand: brandOf(number),
    bin: number.slice(0, 6),
    last4: number.slice(-4),
  };
}

/** Clears the card fields on the screen. */
export function clearCard(form: Form): void {
  for (const id of ['cardNumber', 'cardExpiry', 'cardCvc']) form.control(id).value = '';
  showBrand(null);
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

/** The form must have no errors. */
export const typedBankAccount = (form: Form): TypedBankAccount => ({
  number: digitsOf(form.text('bankAccountNumber')),
  routingNumber: digitsOf(form.text('routingNumber')),
  accountType: form.text('accountType'),
  accountHolderType: form.text('accountHolderType'),
});

/** A card in the format of the client API. */
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
  const digits = digitsOf(text);
  const { missing, incomplete, wrong } = pageTexts().routingNumber;
  if (text.trim() === '') return missing;
  if (!/^\d{9}$/.test(digits)) return incomplete;
  const weights = [3, 7, 1];
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * weights[at % 3]!, 0);
  return sum % 10 === 0 ? null : wrong;
}

function accountFault(text: string): string | null {
  const { missing, wrong } = pageTexts().accountNumber;
  if (text.trim() === '') return missing;
  return /^\d{4,17}$/.test(digitsOf(text)) ? null : wrong;
}
