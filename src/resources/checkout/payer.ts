import { checkCountry, checkEmail } from '../../engine/checks.ts';
import type { Context } from '../../engine/context.ts';
import { missing } from '../../engine/errors.ts';
import type { AddressInput } from '../common/address.ts';
import type { Payer } from '../transaction/page-payment.ts';
import type { PayFields, ShippingAddressFields } from './model.ts';

const contact = ['email', 'firstName', 'lastName'] as const;
/** What card and bank want of the address of whoever types their numbers in. */
const billing = ['billingAddress1', 'billingCity', 'billingPostalCode', 'billingCountry'] as const;
const shipping = ['address1', 'city', 'postalCode', 'country'] as const;

/**
 * Who pays, as the body says (specification, "Public checkout client API", what is required).
 * @throws 400 `parameter_missing` or `parameter_invalid`
 */
export function readPayer({ settings }: Context, body: PayFields): Payer {
  const required = [...contact, ...(settings.require_checkout_phone ? (['phone'] as const) : []), ...billing];
  for (const field of required) if (!body[field]?.trim()) throw missing(field);
  return {
    email: checkEmail(body.email ?? ''),
    first_name: body.firstName ?? null,
    last_name: body.lastName ?? null,
    phone: body.phone || null,
    billing_address_1: body.billingAddress1,
    billing_address_2: body.billingAddress2 || null,
    billing_city: body.billingCity,
    billing_state: body.billingState || null,
    billing_postal_code: body.billingPostalCode,
    billing_country: checkCountry(body.billingCountry ?? '', 'billingCountry'),
  };
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
