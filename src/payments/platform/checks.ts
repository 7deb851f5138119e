import { imageFault } from '../../core/base/images.ts';
import { errorOf, invalid, missing, type Param, refusal } from '../../core/kernel/errors.ts';
import { largestAmount, longestKey, longestValue, type MetadataValues, mostKeys } from './fields.ts';

/**
 * Checks that `metadata` may be stored: at most 50 keys of 40 characters, with text of 500, numbers, booleans or null.
 * @throws 400 `parameter_invalid`
 */
export function checkMetadata(metadata: MetadataValues | undefined): MetadataValues {
  if (metadata === undefined) return {};
  const entries = Object.entries(metadata);
  if (entries.length > mostKeys) throw invalid('metadata', `metadata has more than ${mostKeys} keys.`);
  for (const [key, value] of entries) {
    if (isLonger(key, longestKey))
      throw invalid('metadata', `A key of metadata is longer than ${longestKey} characters.`);
    if (typeof value === 'object' && value !== null) {
      throw invalid(`metadata.${key}`, `metadata.${key} must be a text, a number, a boolean or null.`);
    }
    if (typeof value === 'string' && isLonger(value, longestValue)) {
      throw invalid(`metadata.${key}`, `metadata.${key} is longer than ${longestValue} characters.`);
    }
  }
  return { ...metadata };
}

/** Whether a text has more than `most` characters. A surrogate pair counts as one character, as in the schemas. */
const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most;

export const amountTooLarge = refusal(400, 'amount_too_large');

/**
 * Checks an amount against the emulator's limits; the schema checks its type and lower bound.
 * @throws 400 `amount_too_large`
 */
export function checkAmount(amount: number, param: Param = 'amount'): number {
  if (amount > largestAmount) {
    throw errorOf(amountTooLarge, `${param} is above the limit of ${largestAmount} cents.`, { param });
  }
  return amount;
}

const emailPattern = /^[^\s@"<>,;:\\()[\]]+@[^\s@"<>,;:\\()[\].]+(\.[^\s@"<>,;:\\()[\].]+)*$/;

/** @throws 400 `parameter_invalid` */
export function checkEmail(email: string, param: Param = 'email'): string {
  if (!emailPattern.test(email) || /[\p{C}]/u.test(email))
    throw invalid(param, `${param} '${email}' is not an e-mail address.`);
  return email;
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * An ISO 4217 code in upper case; default `USD`.
 * @throws 400 `parameter_invalid`
 */
export function checkCurrency(currency: string | undefined, param: Param = 'currency'): string {
  if (currency === undefined) return 'USD';
  const code = currency.toUpperCase();
  if (!currencies.has(code)) throw invalid(param, `${param} '${currency}' is not an ISO 4217 currency.`);
  return code;
}

/** ISO 3166-1 alpha-2. */
export const countries: ReadonlySet<string> = new Set(
  [
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY',
    'BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK',
    'FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR',
    'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK',
    'ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM',
    'PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF',
    'TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
  ].flatMap((line) => line.split(' ')),
);

/**
 * An ISO 3166-1 alpha-2 code in upper case.
 * @throws 400 `parameter_invalid`
 */
export function checkCountry(country: string, param: Param): string {
  const code = country.toUpperCase();
  if (!countries.has(code)) {
    throw invalid(param, `${param} '${country}' is not an ISO 3166-1 alpha-2 country.`);
  }
  return code;
}

/**
 * An http or https address.
 * @throws 400 `parameter_invalid`
 */
export function checkUrl(url: string, param: Param): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw invalid(param, `${param} must be an http or https address.`);
  }
  return url;
}

/**
 * A locale: a BCP 47 tag.
 * @throws 400 `parameter_invalid`
 */
export function checkLocale(tag: string, param: Param = 'locale'): string {
  try {
    if (Intl.getCanonicalLocales(tag).length === 1) return tag;
  } catch {}
  throw invalid(
    param,
    `${param} must be a BCP 47 tag, such as de or fr-CA; leave it out, and the buyer's browser decides.`,
  );
}

/**
 * The address of a picture: a URL, or a data URL of at most 64 KB.
 * @throws 400 `parameter_invalid`
 */
export function checkImage(address: string, param: Param): string {
  const fault = imageFault(address);
  if (fault !== null) throw invalid(param, `${param} ${fault}`);
  return address;
}

const originForm = /^https?:\/\/([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])(:\d+)?$/;

/**
 * An origin as browsers write it, so that texts can be compared: no path, no capitals, no default port.
 * @throws 400 `parameter_invalid`
 */
export function checkOrigin(origin: string, param: Param): string {
  const exact = URL.canParse(origin) ? new URL(origin).origin : null;
  if (exact === origin && originForm.test(origin)) return origin;
  const hint = exact !== null && originForm.test(exact) ? `; write ${exact}` : ' such as https://shop.example';
  throw invalid(param, `'${origin}' is not the exact form of an origin${hint}.`);
}

/** The checks of fields that no schema has, by the names that `checked` gives them. Each returns what is stored. */
export const fieldChecks = {
  country: (code: string, param: Param) => (code === '' ? code : checkCountry(code, param)),
  currency: checkCurrency,
  email: checkEmail,
  image: checkImage,
  locale: checkLocale,
  origin: checkOrigin,
  url: checkUrl,
} as const satisfies Readonly<Record<string, (text: string, param: Param) => string>>;
export type FieldCheck = keyof typeof fieldChecks;

/**
 * Requires exactly one of some fields.
 * @throws 400 `parameter_missing` if no field is given, `parameter_invalid` if several fields are
 */
export function exactlyOne<F extends Param>(given: Partial<Record<F, unknown>>, fields: readonly F[]): F {
  const present = fields.filter((field) => given[field] !== undefined);
  if (present.length === 1) return present[0]!;
  const list = `${fields.slice(0, -1).join(', ')} or ${fields.at(-1)}`;
  if (present.length > 1) throw invalid(present[1]!, `Give exactly one of ${list}, not ${present.join(' and ')}.`);
  throw missing(fields[0]!, `Give exactly one of ${list}.`);
}
