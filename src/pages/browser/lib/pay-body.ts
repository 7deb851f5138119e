import type { Checkout } from '../../checkout-state.ts';
import { sdkName } from './api.ts';
import type { TypedBankAccount } from './bank-form.ts';
import type { TypedCard } from './card-form.ts';
import type { Form } from './form.ts';
import type { CardAliases } from './vault.ts';

type Answers = Readonly<Record<string, string | number | boolean>>;

const filled = (text: string): string | undefined => (text === '' ? undefined : text);

const answersTo = (form: Form, checkout: Checkout): Answers | undefined =>
  checkout.customFields.length === 0 ? undefined : answersOf(form, checkout);

/**
 * What is said of a buyer whose wallet says the rest: what the checkout knows and takes no other for, and the answers to
 * its own questions.
 */
export const walletBuyerOf = (form: Form, checkout: Checkout) => ({
  email: knownEmail(checkout) ?? undefined,
  phone: checkout.phoneFieldMode === 'editable' ? undefined : (checkout.customerPhone ?? undefined),
  customFieldValues: answersTo(form, checkout),
});

/** The address of the buyer, where the checkout takes no other. */
export const knownEmail = ({ emailFieldMode, customerEmail }: Checkout): string | null =>
  emailFieldMode === 'editable' ? null : customerEmail;

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
    customFieldValues: answersTo(form, checkout),
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

/** A card that was typed in, in the words of the pay body. */
export const cardOf = (card: TypedCard, { card_number, card_cvc }: CardAliases) => ({
  vaultPanAlias: card_number,
  vaultCvcAlias: card_cvc,
  vaultExpMonth: card.expiry.month,
  vaultExpYear: card.expiry.year,
  vaultBin: card.bin,
  vaultBrand: card.brand ?? undefined,
  vaultLast4: card.last4,
});

/** A bank account likewise. */
export const accountOf = (account: TypedBankAccount, alias: string) => ({
  paymentMethodType: 'ach',
  vaultBankAccountAlias: alias,
  vaultBankLast4: account.number.slice(-4),
  routingNumber: account.routingNumber,
  accountType: account.accountType,
  accountHolderType: account.accountHolderType,
});

/** What the page says of the browser that it runs in. */
export const clientMetadata = () => ({
  platform: 'web',
  sdk: sdkName,
  language: navigator.language.slice(0, 35),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone.slice(0, 64),
  screenWidth: screen.width,
  screenHeight: screen.height,
});
