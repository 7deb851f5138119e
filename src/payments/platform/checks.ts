import { orOf } from '../../core/base/closest.ts';
import { imageFault } from '../../core/base/images.ts';
import { errorOf, invalid, missing, type Param, refusal } from '../../core/kernel/errors.ts';
import { largestAmount, longestKey, longestValue, type MetadataValues, mostKeys } from './fields.ts';

/**
 * Checks `metadata` against the limits: at most 50 keys of 40 characters. A value is a text of at most 500
 * characters, a number, a boolean or null.
 * @throws 400 `parameter_invalid`
 */
export function checkMetadata(metadata: MetadataValues | undefined): MetadataValues {
  if (metadata === undefined) return {};
  const entries = Object.entries(metadata);
  if (entries.length > mostKeys) throw invalid('metadata', `metadata must have at most ${mostKeys} keys.`);
  for (const [key, value] of entries) {
    if (isLonger(key, longestKey))
      throw invalid('metadata', `Each metadata key must have at most ${longestKey} characters.`);
    if (typeof value === 'object' && value !== null) {
      throw invalid(`metadata.${key}`, `metadata.${key} must be a string, a number, a boolean or null.`);
    }
    if (typeof value === 'string' && isLonger(value, longestValue)) {
      throw invalid(`metadata.${key}`, `metadata.${key} must have at most ${longestValue} characters.`);
    }
  }
  return { ...metadata };
}

/** Whether a text has more than `most` characters. As in the schemas, a surrogate pair counts as one character. */
const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most;

export const amountTooLarge = refusal(400, 'amount_too_large');

/**
 * Checks an amount against the emulator's limits. The schema checks its type and minimum.
 * @throws 400 `amount_too_large`
 */
export function checkAmount(amount: number, param: Param = 'amount'): number {
  if (amount > largestAmount) {
    throw errorOf(amountTooLarge, `${param} must be at most ${largestAmount} cents.`, { param });
  }
  return amount;
}

const emailPattern = /^[^\s@"<>,;:\\()[\]]+@[^\s@"<>,;:\\()[\].]+(\.[^\s@"<>,;:\\()[\].]+)*$/;

/** @throws 400 `parameter_invalid` */
export function checkEmail(email: string, param: Param = 'email'): string {
  if (!emailPattern.test(email) || /[\p{C}]/u.test(email))
    throw invalid(param, `${param} '${email}' is not a valid email address.`);
  return email;
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * Checks an ISO 4217 code and returns it in uppercase; `USD` by default.
 * @throws 400 `parameter_invalid`
 */
export function checkCurrency(currency: string | undefined, param: Param = 'currency'): string {
  if (currency === undefined) return 'USD';
  const code = currency.toUpperCase();
  if (!currencies.has(code))
    throw invalid(param, `${param} '${currency}' is not an ISO 4217 currency code, such as USD.`);
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
 * Checks an ISO 3166-1 alpha-2 code and returns it in uppercase.
 * @throws 400 `parameter_invalid`
 */
export function checkCountry(country: string, param: Param): string {
  const code = country.toUpperCase();
  if (!countries.has(code)) {
    throw invalid(param, `${param} '${country}' is not an ISO 3166-1 alpha-2 country code, such as US.`);
  }
  return code;
}

/**
 * Checks an http or https URL.
 * @throws 400 `parameter_invalid`
 */
export function checkUrl(url: string, param: Param): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw invalid(param, `${param} must be an http or https URL, such as https://shop.example.`);
  }
  return url;
}

/**
 * Checks a locale, which is a BCP 47 tag.
 * @throws 400 `parameter_invalid`
 */
export function checkLocale(tag: string, param: Param = 'locale'): string {
  try {
    if (Intl.getCanonicalLocales(tag).length === 1) return tag;
  } catch {}
  throw invalid(
    param,
    `${param} must be a BCP 47 language tag, such as de or fr-CA. Omit the field to use the language of the buyer's browser.`,
  );
}

/**
 * Checks the address of an image: a URL, or a data URL with at most 64 KB.
 * @throws 400 `parameter_invalid`
 */
export function checkImage(address: string, param: Param): string {
  const fault = imageFault(address);
  if (fault !== null) throw invalid(param, `${param} ${fault}`);
  return address;
}

const originForm = /^https?:\/\/([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])(:\d+)?$/;

/**
 * Checks that an origin has the form that browsers use, so that texts can be compared: no path, no uppercase letters,
 * no default port.
 * @throws 400 `parameter_invalid`
 */
export function checkOrigin(origin: string, param: Param): string {
  const exact = URL.canParse(origin) ? new URL(origin).origin : null;
  if (exact === origin && originForm.test(origin)) return origin;
  const hint = exact !== null && originForm.test(exact) ? `; write ${exact}` : ' such as https://shop.example';
  throw invalid(param, `'${origin}' is not an origin in its exact form${hint}.`);
}

/**
 * The checks of fields that schemas cannot express, by the names that `checkedAs` uses. Each check returns the value
 * to store.
 */
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
 * Requires exactly one of several fields.
 * @param others what the body may have in their place, in words
 * @throws 400 `parameter_missing` if none is present, `parameter_invalid` if more than one is present
 */
export function exactlyOne<F extends Param>(
  given: Partial<Record<F, unknown>>,
  fields: readonly F[],
  others: readonly string[] = [],
): F {
  const present = fields.filter((field) => given[field] !== undefined);
  if (present.length === 1) return present[0]!;
  const list = orOf([...fields, ...others]);
  if (present.length > 1) throw invalid(present[1]!, `Send exactly one of ${list}; you sent ${present.join(' and ')}.`);
  throw missing(fields[0]!, `Send exactly one of ${list}.`);
}
