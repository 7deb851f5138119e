import type { CheckoutState } from '../../checkout-state.ts';
import { watchAddress } from './address.ts';
import { watchBank } from './bank-form.ts';
import { watchCard } from './card-form.ts';
import { emailFault, type Form } from './form.ts';

/** Lets the fields of a checkout check, format and complete what is typed into them. */
export function watchEntries(form: Form, { checkout, isAddressSuggested }: CheckoutState): void {
  const { cardEnabled, workspace, slug, customFields } = checkout;
  if (cardEnabled) watchCard(form);
  if (workspace.achEnabled) watchBank(form);
  if (form.has('email')) form.check('email', emailFault);
  for (const prefix of ['billing', 'shipping']) {
    if (isAddressSuggested && form.has(`${prefix}Address1`)) watchAddress(form, prefix, slug);
  }
  for (const [at, { type, label, required }] of customFields.entries()) {
    if (type === 'number') form.check(`custom${at}`, (text) => numberFault(text, label, required));
  }
}

function numberFault(text: string, label: string, isRequired: boolean): string | null {
  if (text.trim() === '') return isRequired ? `${label}: enter a number.` : null;
  return Number.isFinite(Number(text)) ? null : `${label}: this is not a number.`;
}
