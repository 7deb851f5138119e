import type { Checkout, CheckoutState } from '../../../state.ts';
import { watchAddress } from '../address.ts';
import { watchCountry } from '../country.ts';
import { emailFault, type Form } from '../form.ts';
import { pageTexts } from '../texts.ts';
import { watchBank, watchCard } from './payment-fields.ts';

/** Checks, formats and completes the fields of a checkout as the user types. */
export function watchFields(form: Form, { checkout, isAddressSuggested, now }: CheckoutState): void {
  const { cardEnabled, workspace, slug, customFields } = checkout;
  if (cardEnabled) watchCard(form, now.slice(0, 7));
  if (workspace.achEnabled) watchBank(form);
  if (form.has('email')) form.check('email', emailFault);
  for (const prefix of ['billing', 'shipping']) {
    if (!form.has(`${prefix}Address1`)) continue;
    watchCountry(form, prefix);
    if (isAddressSuggested) watchAddress(form, prefix, slug);
  }
  for (const [at, { type, label, required }] of customFields.entries()) {
    if (type === 'number') form.check(`custom${at}`, (text) => numberFault(text, label, required));
  }
}

function numberFault(text: string, label: string, isRequired: boolean): string | null {
  const { missingNumber, noNumber } = pageTexts();
  if (text.trim() === '') return isRequired ? missingNumber(label) : null;
  return Number.isFinite(Number(text)) ? null : noNumber(label);
}

const filled = (text: string): string | undefined => (text === '' ? undefined : text);

/** The buyer's data that a wallet does not provide: fixed values of the checkout, and custom fields. */
export const walletBuyerOf = (form: Form, checkout: Checkout) => ({
  email: knownEmail(checkout) ?? undefined,
  phone: checkout.phoneFieldMode === 'editable' ? undefined : (checkout.customerPhone ?? undefined),
  customFieldValues: customValues(form, checkout),
});

/** The buyer's email address, if the checkout specifies it. */
export const knownEmail = ({ emailFieldMode, customerEmail }: Checkout): string | null =>
  emailFieldMode === 'editable' ? null : customerEmail;

/** The buyer in the format of the pay body. The checkout provides the fields that are missing on the page. */
export function buyerOf(form: Form, checkout: Checkout) {
  const billing = form.isTicked('billingAsShipping') ? 'shipping' : 'billing';
  return {
    email: filled(form.text('email')) ?? checkout.customerEmail ?? '',
    firstName: form.text('firstName'),
    lastName: form.text('lastName'),
    phone: filled(form.text('phone')) ?? checkout.customerPhone ?? undefined,
    billingAddress1: form.text(`${billing}Address1`),
    billingCity: form.text(`${billing}City`),
    billingState: filled(form.text(`${billing}State`)),
    billingPostalCode: form.text(`${billing}PostalCode`),
    billingCountry: form.text(`${billing}Country`),
    customFieldValues: customValues(form, checkout),
    shippingAddress: checkout.collectShippingAddress
      ? {
          address1: form.text('shippingAddress1'),
          city: form.text('shippingCity'),
          state: filled(form.text('shippingState')),
          postalCode: form.text('shippingPostalCode'),
          country: form.text('shippingCountry'),
        }
      : undefined,
  };
}

function customValues(
  form: Form,
  { customFields }: Checkout,
): Readonly<Record<string, string | number | boolean>> | undefined {
  if (customFields.length === 0) return undefined;
  const values: Record<string, string | number | boolean> = {};
  for (const [at, { id, type }] of customFields.entries()) {
    const text = form.text(`custom${at}`);
    if (type === 'checkbox') values[id] = form.isTicked(`custom${at}`);
    else if (text !== '') values[id] = type === 'number' ? Number(text) : text;
  }
  return values;
}
