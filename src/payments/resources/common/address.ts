import { about, assumed, described, nullable, T, Text } from '../../../core/kernel/declare/schema.ts';
import { missing, type Param } from '../../../core/kernel/errors.ts';
import { checkCountry } from '../../platform/checks.ts';
import { CountryInput, checked, countryForm } from './fields.ts';

/** The parts of an address. Records have a flat field for each part, such as `billing_city` or `shipping_country`. */
const parts = ['address_1', 'address_2', 'city', 'state', 'postal_code', 'country'] as const;
type Field<P extends string> = `${P}_${(typeof parts)[number]}`;

export type Address<P extends string> = { [K in Field<P>]: string | null };
export type AddressInput<P extends string> = { [K in Field<P>]?: string | null };

const words: Readonly<Record<(typeof parts)[number], string>> = {
  address_1: 'Street and number',
  address_2: 'Additional address line',
  city: 'City',
  state: 'State or region',
  postal_code: 'ZIP or postal code',
  country: 'ISO 3166-1 alpha-2 country code',
};

const fieldsOf = <P extends string, S extends T.TSchema>(prefix: P, schema: (part: string) => S) =>
  Object.fromEntries(
    parts.map((part) => [`${prefix}_${part}`, about(schema(part), `${words[part]} of the ${prefix} address.`)]),
  ) as Record<Field<P>, S>;

const line = () => nullable(Text(200));
const storedLine = (part: string) => (part === 'country' ? checked('country', line()) : line());
const givenLine = (part: string) =>
  T.Optional(part === 'country' ? checked('country', described(line(), countryForm)) : line());

/** The fields of an address in a record. */
export const billingFields = () => fieldsOf('billing', storedLine);
export const shippingFields = () => fieldsOf('shipping', (part) => assumed(storedLine(part)));

/** The fields of an address in a body. */
export const billingInput = () => fieldsOf('billing', givenLine);
export const shippingInput = () => fieldsOf('shipping', (part) => assumed(givenLine(part)));

/** Returns the name of a country, such as `United States` for `US`. An unknown code is returned unchanged. */
export const countryName = (code: string, locale = 'en'): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code) : code;

/**
 * Returns the parts of an address that the input contains.
 * @throws 400 `parameter_invalid` for an unknown country
 */
export function givenAddress<P extends 'billing' | 'shipping'>(prefix: P, input: AddressInput<P>): Partial<Address<P>> {
  const given: Record<string, string | null> = {};
  for (const part of parts) {
    const field = `${prefix}_${part}` as const;
    const value: string | null | undefined = input[field];
    if (value === undefined) continue;
    given[field] = part !== 'country' || value === null ? value : value === '' ? null : checkCountry(value, field);
  }
  return given as Partial<Address<P>>;
}

/** Returns the given part, or else the earlier part, or else null. An empty string counts as missing. */
const partOf = (given: string | null | undefined, otherwise: string | null | undefined): string | null =>
  given !== undefined && given !== null && given !== '' ? given : (otherwise ?? null);

const countryOf = (given: string | null | undefined, otherwise: string | null | undefined, param: Param) =>
  given ? checkCountry(given, param) : (otherwise ?? null);

/**
 * Returns a complete billing address: each given part, or else the part of `otherwise`, or else null. The code lists
 * every field because each charge builds two addresses. A loop over composed field names takes 3 µs per address; this
 * code takes 0.05 µs.
 * @throws 400 `parameter_invalid` for an unknown country
 */
export function wholeBilling(
  given: AddressInput<'billing'>,
  otherwise: AddressInput<'billing'> | null,
): Address<'billing'> {
  return {
    billing_address_1: partOf(given.billing_address_1, otherwise?.billing_address_1),
    billing_address_2: partOf(given.billing_address_2, otherwise?.billing_address_2),
    billing_city: partOf(given.billing_city, otherwise?.billing_city),
    billing_state: partOf(given.billing_state, otherwise?.billing_state),
    billing_postal_code: partOf(given.billing_postal_code, otherwise?.billing_postal_code),
    billing_country: countryOf(given.billing_country, otherwise?.billing_country, 'billing_country'),
  };
}

/**
 * Returns a complete shipping address: each given part, or else the part of `otherwise`, or else null.
 * @throws 400 `parameter_invalid` for an unknown country
 */
export function wholeShipping(
  given: AddressInput<'shipping'>,
  otherwise: AddressInput<'shipping'> | null,
): Address<'shipping'> {
  return {
    shipping_address_1: partOf(given.shipping_address_1, otherwise?.shipping_address_1),
    shipping_address_2: partOf(given.shipping_address_2, otherwise?.shipping_address_2),
    shipping_city: partOf(given.shipping_city, otherwise?.shipping_city),
    shipping_state: partOf(given.shipping_state, otherwise?.shipping_state),
    shipping_postal_code: partOf(given.shipping_postal_code, otherwise?.shipping_postal_code),
    shipping_country: countryOf(given.shipping_country, otherwise?.shipping_country, 'shipping_country'),
  };
}

const given = () => T.Optional(Text(200));

/** A shipping address in the client API. */
export const ShippingAddressInput = T.Object({
  address1: about(given(), 'Street and number.'),
  address2: about(assumed(given()), 'Additional address line.'),
  city: about(given(), "The city's name."),
  state: about(given(), 'State or region.'),
  postalCode: about(given(), 'ZIP or postal code.'),
  country: T.Optional(CountryInput(200, 'The country to ship to')),
});
export type ShippingAddressFields = T.Static<typeof ShippingAddressInput>;

/**
 * Reads the shipping address in a body of the client API.
 * @throws 400 `parameter_invalid` for an unknown country
 */
export const shippingOf = (given: ShippingAddressFields): Address<'shipping'> => ({
  shipping_address_1: given.address1 || null,
  shipping_address_2: given.address2 || null,
  shipping_city: given.city || null,
  shipping_state: given.state || null,
  shipping_postal_code: given.postalCode || null,
  shipping_country: given.country ? checkCountry(given.country, 'shippingAddress.country') : null,
});

const requiredShipping = ['address1', 'city', 'postalCode', 'country'] as const;

/**
 * Reads the shipping address of an order that requires shipping.
 * @throws 400 `parameter_missing`, or `parameter_invalid` for an unknown country
 */
export function wholeShippingOf(given: ShippingAddressFields): Address<'shipping'> {
  for (const field of requiredShipping) if (!given[field]?.trim()) throw missing(`shippingAddress.${field}`);
  return shippingOf(given);
}
