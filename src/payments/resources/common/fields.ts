import { longestImageAddress } from '../../../core/base/images.ts';
import {
  about,
  assumed,
  checkedAs,
  described,
  fixed,
  Id,
  nullable,
  picture,
  T,
  Text,
  Timestamp,
  Words,
} from '../../../core/kernel/declare/schema.ts';
import { refusal } from '../../../core/kernel/errors.ts';
import type { FieldCheck } from '../../platform/checks.ts';

/** Fields that have the same meaning everywhere, each declared once. */

/** A field that operations read by one of the `fieldChecks`. */
export const checked = <S extends T.TSchema>(check: FieldCheck, schema: S): S => checkedAs(check, schema);

/** The currency of an existing object. */
export const Currency = () =>
  about(checked('currency', T.String({ 'x-currency': true })), 'The ISO 4217 code of the currency, in upper case.');

const currencyForm = { pattern: '^[A-Za-z]{3}$' };

/** A currency in a body or query; `checkCurrency` reads it. */
export const CurrencyInput = (otherwise = 'USD where none is given') =>
  about(
    T.Optional(checked('currency', described(Text(10), currencyForm))),
    `An ISO 4217 code in any case; ${otherwise}.`,
  );

/** An e-mail address in a body; `checkEmail` reads it. */
export const EmailInput = (description: string) =>
  about(checked('email', described(Words(254), { format: 'email' })), description);

/** An http or https address in a body; `checkUrl` reads it. */
export const UrlInput = (description: string) =>
  about(checked('url', described(Text(2_000), { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' })), description);

/** The address of a picture, as a URL or as data; `checkImage` reads it. */
export const ImageInput = (description: string) =>
  about(
    picture(checked('image', described(Text(longestImageAddress), { format: 'uri' }))),
    `${description}, http or https, or a picture of at most 64 KB as data:image/png;base64,….`,
  );

/** A country in a body, or an empty text if it is unknown; `checkCountry` reads it. */
export const CountryInput = (longest: number, description: string) =>
  about(
    checked('country', described(Text(longest), { pattern: '^([A-Za-z]{2})?$' })),
    `${description}, an ISO 3166-1 alpha-2 code in any case.`,
  );

/** The caller's own name for its request. */
export const ReferenceIdInput = (description: string) =>
  about(T.Optional(T.String({ minLength: 1, maxLength: 255 })), description);

export const tellsCallsApart = 'tells calls apart, so that none is done twice';

/** The caller's own name for its request, in an answer. */
export const ReferenceId = () =>
  about(fixed(nullable(T.String()), tellsCallsApart), 'The reference that the caller gave; null where it gave none.');
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
export const Last4 = (of: string) => about(fixed(T.String(), standsForNumber), `The last four digits of the ${of}.`);
/** Why parts of a number that is not stored cannot be edited. */
export const standsForNumber = 'stands for the whole number, which decides the outcome of payments: save another one';

/** Why a number of an object cannot be edited. */
export const isCounted = 'is counted by the emulator';
/** Why a part of a page's address cannot be edited. */
export const isAddress = "is a part of the page's address, and a secret";

/** The namespace of the slugs of `/pay/{slug}`, which finds sessions, payment links and invoices. */
export const payPage = 'pay page';

/** An instant that may be in the future. */
export const instantWhen = (what: string) =>
  about(assumed(nullable(Timestamp())), `When ${what}, in ISO 8601; null until then.`);

/** The path parameter that names a page. */
export const pageSlug = { slug: "The last part of the page's address." };
