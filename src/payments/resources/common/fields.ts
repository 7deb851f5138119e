import { longestImageAddress } from '../../../core/base/images.ts';
import {
  about,
  assumed,
  described,
  Id,
  nullable,
  picture,
  T,
  Text,
  Timestamp,
  Words,
} from '../../../core/kernel/declare/schema.ts';
import { refusal } from '../../../core/kernel/errors.ts';

/** Fields that have the same meaning everywhere, each declared once. */

/** The currency of an existing object. */
export const Currency = () => about(T.String(), 'The ISO 4217 code of the currency, in upper case.');

const currencyForm = { pattern: '^[A-Za-z]{3}$' };

/** A currency in a body or query; `checkCurrency` reads it. */
export const CurrencyInput = (otherwise = 'USD where none is given') =>
  about(T.Optional(described(Text(10), currencyForm)), `An ISO 4217 code in any case; ${otherwise}.`);

/** An e-mail address in a body; `checkEmail` reads it. */
export const EmailInput = (description: string) => about(described(Words(254), { format: 'email' }), description);

/** An http or https address in a body; `checkUrl` reads it. */
export const UrlInput = (description: string) =>
  about(described(Text(2_000), { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' }), description);

/** The address of a picture, as a URL or as data; `checkImage` reads it. */
export const ImageInput = (description: string) =>
  about(
    picture(described(Text(longestImageAddress), { format: 'uri' })),
    `${description}, http or https, or a picture of at most 64 KB as data:image/png;base64,….`,
  );

/** A country in a body, or an empty text if it is unknown; `checkCountry` reads it. */
export const CountryInput = (longest: number, description: string) =>
  about(
    described(Text(longest), { pattern: '^([A-Za-z]{2})?$' }),
    `${description}, an ISO 3166-1 alpha-2 code in any case.`,
  );

/** The caller's own name for its request. */
export const ReferenceIdInput = (description: string) =>
  about(T.Optional(T.String({ minLength: 1, maxLength: 255 })), description);

/** The caller's own name for its request, in an answer. */
export const ReferenceId = () =>
  about(nullable(T.String()), 'The reference that the caller gave; null where it gave none.');
/** A reference that cannot be used again. */
export const referenceReused = refusal(409, 'reference_id_reused');

/** The id of an object. */
export const IdOf = (noun: string) => about(T.String(), `The id of the ${noun}.`);
/** The id of an object that may be missing. */
export const IdOfAny = (noun: string, otherwise = 'null where there is none') =>
  about(nullable(T.String()), `The id of the ${noun}; ${otherwise}.`);
/** The id of an object, in a body. */
export const IdInput = (noun: string) => about(Id(), `The id of the ${noun}.`);

/** The last four digits of a number that is not stored. */
export const Last4 = (of: string) => about(T.String(), `The last four digits of the ${of}.`);

/** An instant that may be in the future. */
export const instantWhen = (what: string) =>
  about(assumed(nullable(Timestamp())), `When ${what}, in ISO 8601; null until then.`);

/** The path parameter that names a page. */
export const pageSlug = { slug: "The last part of the page's address." };
