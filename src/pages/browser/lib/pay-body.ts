import type { Checkout } from '../../checkout-state.ts';
import { sdkName } from './api.ts';
import type { Form } from './form.ts';

type Answers = Readonly<Record<string, string | number | boolean>>;

const filled = (text: string): string | undefined => (text === '' ? undefined : text);

/** Who buys, in the words of the pay body; what a page does not ask for is known to it already. */
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
    customFieldValues: checkout.customFields.length === 0 ? undefined : answersOf(form, checkout),
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

function answersOf(form: Form, { customFields }: Checkout): Answers {
  const answers: Record<string, string | number | boolean> = {};
  for (const [at, { id, type }] of customFields.entries()) {
    const text = form.text(`custom${at}`);
    if (type === 'checkbox') answers[id] = form.isTicked(`custom${at}`);
    else if (text !== '') answers[id] = type === 'number' ? Number(text) : text;
  }
  return answers;
}

/** What the page says of the browser that it runs in. */
export const clientMetadata = () => ({
  platform: 'web',
  sdk: sdkName,
  language: navigator.language.slice(0, 35),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone.slice(0, 64),
  screenWidth: screen.width,
  screenHeight: screen.height,
});
