import { formatAddress } from 'localized-address-format';
import type { PostalAddress } from '../../mail/mail-draft.ts';
import type { Address } from './address.ts';
import { isEastAsian } from './names.ts';
import type { Printing } from './printing.ts';

/** The person or company that an address belongs to. */
interface Addressee {
  readonly name?: string | null;
  readonly company?: string | null;
}

/**
 * Formats a postal address for its country, one line for each element. The country determines the order of the lines
 * and the position of the postal code. The name of the country comes last, in the reader's language. Unknown parts
 * are omitted.
 */
export function postalLines(address: PostalAddress, { name, company }: Addressee, printing: Printing): string[] {
  const { address_1, address_2, city, state, postal_code, country } = address;
  // The script of the address decides, not the reader's language: an address in Latin script keeps the order for
  // Latin addresses.
  const isLocal = [address_1, city, state].some((part) => isEastAsian(part ?? ''));
  const isJapanese = country === 'JP';
  const lines = formatAddress(
    {
      postalCountry: country ?? undefined,
      name: name ?? undefined,
      organization: company ?? undefined,
      addressLines: [address_1, address_2].filter((line): line is string => Boolean(line)),
      postalCode: postal_code ?? undefined,
      // A Japanese address combines the prefecture and the city.
      locality: isJapanese ? undefined : (city ?? undefined),
      administrativeArea: isJapanese ? joined(isLocal, state, city) : (state ?? undefined),
    },
    isLocal ? 'local' : 'latin',
  );
  const written = lines.map((line) => line.replace(/^[\s,-]+|[\s,-]+$/g, '')).filter((line) => line !== '');
  // The formats of some countries omit the city or the postal code, even if the address has one.
  const left = [isJapanese ? null : city, postal_code].filter((part) => part && !says(written, part));
  return [...written, left.join(' '), country == null ? '' : printing.country(country)].filter((line) => line !== '');
}

const joined = (isLocal: boolean, state: string | null | undefined, city: string | null | undefined) =>
  (isLocal ? [state, city] : [city, state]).filter(Boolean).join(isLocal ? '' : ', ') || undefined;

/**
 * Returns whether one of the lines contains a part. The comparison ignores case, because some countries write a city
 * in capital letters.
 */
const says = (lines: readonly string[], part: string): boolean =>
  lines.some((line) => line.toLowerCase().includes(part.toLowerCase()));

/** Returns the address of a record, which has flat fields. */
export const billingOf = (record: Address<'billing'>): PostalAddress => ({
  address_1: record.billing_address_1,
  address_2: record.billing_address_2,
  city: record.billing_city,
  state: record.billing_state,
  postal_code: record.billing_postal_code,
  country: record.billing_country,
});

export const shippingOf = (record: Address<'shipping'>): PostalAddress => ({
  address_1: record.shipping_address_1,
  address_2: record.shipping_address_2,
  city: record.shipping_city,
  state: record.shipping_state,
  postal_code: record.shipping_postal_code,
  country: record.shipping_country,
});

/** Returns whether any part of an address is known. */
export const isKnown = (address: PostalAddress): boolean => Object.values(address).some(Boolean);
