import { checkCountry, checkEmail } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { invalid, missing } from '../../engine/errors.ts';
import type { CheckoutSession } from '../checkout-session/model.ts';
import type { AddressInput } from '../common/address.ts';
import type { Payer } from '../transaction/page-payment.ts';
import type { PayFields, ShippingAddressFields } from './model.ts';

const contact = ['email', 'firstName', 'lastName'] as const;
/** What card and bank want of the address of whoever types their numbers in; a wallet knows the address. */
const billing = ['billingAddress1', 'billingCity', 'billingPostalCode', 'billingCountry'] as const;
const shipping = ['address1', 'city', 'postalCode', 'country'] as const;

/**
 * Who pays, as the body says (specification, "Public checkout client API", what is required).
 * @throws 400 `parameter_missing` or `parameter_invalid`
 */
export function readPayer({ settings }: Context, body: PayFields): Payer {
  const required = [
    ...contact,
    ...(settings.require_checkout_phone ? (['phone'] as const) : []),
    ...(body.service_wallet === undefined ? billing : []),
  ];
  for (const field of required) if (!body[field]?.trim()) throw missing(field);
  return {
    email: checkEmail(body.email ?? ''),
    first_name: body.firstName ?? null,
    last_name: body.lastName ?? null,
    phone: body.phone || null,
    billing_address_1: body.billingAddress1 || null,
    billing_address_2: body.billingAddress2 || null,
    billing_city: body.billingCity || null,
    billing_state: body.billingState || null,
    billing_postal_code: body.billingPostalCode || null,
    billing_country: body.billingCountry ? checkCountry(body.billingCountry, 'billingCountry') : null,
  };
}

/**
 * Holds a buyer to what the merchant knows of them: a field that is read-only on the page is so for everybody.
 * @throws 400 `parameter_invalid`
 */
export function requireKnownContact(session: CheckoutSession, { email, phone }: Payer): void {
  const { email_field_mode, customer_email, phone_field_mode, customer_phone } = session;
  const isOther = (given: string | null | undefined, known: string | null): boolean =>
    given != null && known !== null && given.trim().toLowerCase() !== known.trim().toLowerCase();
  if (email_field_mode === 'read_only' && isOther(email, customer_email)) {
    throw invalid('email', 'email is read-only in this checkout: send it as loaded.');
  }
  if (phone_field_mode === 'read_only' && isOther(phone, customer_phone)) {
    throw invalid('phone', 'phone is read-only in this checkout: send it as loaded.');
  }
}

/**
 * Where what is paid goes to; null where nothing is sent.
 * @param required whether the page asks for it
 * @throws 400 `parameter_missing` or `parameter_invalid`
 */
export function readShipping(
  given: ShippingAddressFields | undefined,
  required: boolean,
): AddressInput<'shipping'> | null {
  if (given === undefined && !required) return null;
  const { address1, address2, city, state, postalCode, country } = given ?? {};
  if (required) {
    for (const field of shipping) if (!given?.[field]?.trim()) throw missing(`shippingAddress.${field}`);
  }
  return {
    shipping_address_1: address1 || null,
    shipping_address_2: address2 || null,
    shipping_city: city || null,
    shipping_state: state || null,
    shipping_postal_code: postalCode || null,
    shipping_country: country ? checkCountry(country, 'shippingAddress.country') : null,
  };
}
