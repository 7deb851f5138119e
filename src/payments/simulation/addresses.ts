interface PostalAddress {
  readonly address1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

interface KnownAddress extends PostalAddress {
  readonly id: string;
  /** The address on one line, as displayed on a page. */
  readonly text: string;
  /** The text in lowercase, without diacritics and punctuation, for searching. */
  readonly plain: string;
}

const mostSuggested = 5;

/** Fictional streets in real cities: `house and street|city|state|postal code|country`. */
const lines = [
  '12 Maple Street|Springfield|IL|62701|US',
  '48 Maple Avenue|Portland|OR|97205|US',
  '350 Harbor View Drive|Seattle|WA|98101|US',
  '1801 Cedar Lane|Austin|TX|78701|US',
  '77 Lakeshore Road|Chicago|IL|60601|US',
  '9 Beacon Court|Boston|MA|02108|US',
  '2210 Sunset Terrace|Los Angeles|CA|90028|US',
  '615 Orchard Way|Denver|CO|80202|US',
  '140 Willow Street|New York|NY|10001|US',
  '31 Magnolia Place|Atlanta|GA|30303|US',
  '804 Desert Bloom Road|Phoenix|AZ|85004|US',
  '26 Seagull Lane|Miami|FL|33130|US',
  '500 Granite Avenue|Minneapolis|MN|55401|US',
  '18 Foundry Street|Philadelphia|PA|19103|US',
  '67 Aspen Hill|Salt Lake City|UT|84101|US',
  '210 Maple Crescent|Toronto|ON|M5V 2T6|CA',
  '45 Birchwood Road|Vancouver|BC|V6B 1A1|CA',
  '8 Rue des Lilas|Montréal|QC|H2Y 1C6|CA',
  '17 Wharf Lane|London||EC2A 4NE|GB',
  '3 Heather Close|Manchester||M1 1AE|GB',
  '29 Thistle Row|Edinburgh||EH1 1BB|GB',
  '14 Lindenstraße|Berlin|BE|10969|DE',
  '52 Am Kirschgarten|Hamburg|HH|20095|DE',
  '6 Rue du Moulin Vert|Paris||75014|FR',
  '40 Banksia Parade|Sydney|NSW|2000|AU',
  '11 Wattle Street|Melbourne|VIC|3000|AU',
];

const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const addresses: readonly KnownAddress[] = lines.map((line, at) => {
  const [address1 = '', city = '', state = '', postalCode = '', country = ''] = line.split('|');
  const text = [address1, city, `${state} ${postalCode}`.trim(), country].join(', ');
  const id = `addr_${country.toLowerCase()}_${at + 1}`;
  return { id, address1, city, state, postalCode, country, text, plain: plainText(text) };
});

/**
 * Suggests addresses in which every typed word is the beginning of a word. Returns at most 5, and none for fewer than
 * 2 characters.
 * @param country an ISO 3166-1 alpha-2 code in any case; all countries by default
 */
export function suggestAddresses(typed: string, country?: string): { id: string; text: string }[] {
  const words = plainText(typed).split(' ');
  if (words.join('').length < 2) return [];
  return addresses
    .filter((address) => country === undefined || address.country === country.toUpperCase())
    .filter(({ plain }) => words.every((word) => ` ${plain}`.includes(` ${word}`)))
    .slice(0, mostSuggested)
    .map(({ id, text }) => ({ id, text }));
}

/** The address of a suggestion; null if the id is unknown. */
export function findAddress(id: string): PostalAddress | null {
  const found = addresses.find((address) => address.id === id);
  if (found === undefined) return null;
  const { address1, city, state, postalCode, country } = found;
  return { address1, city, state, postalCode, country };
}
