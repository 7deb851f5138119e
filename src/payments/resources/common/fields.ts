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
  textForm,
  Words,
} from '../../../core/kernel/declare/schema.ts';
import { refusal } from '../../../core/kernel/errors.ts';
import type { FieldCheck } from '../../platform/checks.ts';

/** Fields that have the same meaning everywhere. Each one is declared once. */

/** A field that operations read with one of the `fieldChecks`. */
export const checked = <S extends T.TSchema>(check: FieldCheck, schema: S): S => checkedAs(check, schema);

/** The currency of an existing object. */
export const Currency = () =>
  about(checked('currency', T.String({ 'x-currency': true })), 'Uppercase ISO 4217 currency code.');

export const countryForm = textForm('^([A-Za-z]{2})?$', 'an ISO 3166-1 alpha-2 country code', 'US');
export const routingForm = textForm('^[0-9]{9}$', 'nine digits', '021000021');
export const accountForm = textForm('^[0-9]{4,17}$', '4 to 17 digits', '000123456789');
const currencyForm = textForm('^[A-Za-z]{3}$', 'an ISO 4217 currency code', 'USD');

/** A currency in a body or query; `checkCurrency` reads it. */
export const CurrencyInput = (otherwise = 'defaults to USD') =>
  about(
    T.Optional(checked('currency', described(Text(10), currencyForm))),
    `ISO 4217 currency code, in uppercase or lowercase; ${otherwise}.`,
  );

/** An email address in a body; `checkEmail` reads it. */
export const EmailInput = (description: string) =>
  about(checked('email', described(Words(254), { format: 'email' })), description);

/** An http or https URL in a body; `checkUrl` reads it. */
export const UrlInput = (description: string) =>
  about(
    checked(
      'url',
      described(Text(2_000), {
        format: 'uri',
        ...textForm('^[Hh][Tt][Tt][Pp][Ss]?:', 'an http or https URL', 'https://shop.example'),
      }),
    ),
    description,
  );

/** An image, as a URL or as data; `checkImage` reads it. */
export const ImageInput = (description: string) =>
  about(
    picture(checked('image', described(Text(longestImageAddress), { format: 'uri' }))),
    `${description}: an http or https URL, or an image of at most 64 KB as data:image/png;base64,….`,
  );

/** A country in a body, or an empty string if it is unknown; `checkCountry` reads it. */
export const CountryInput = (longest: number, description: string) =>
  about(
    checked('country', described(Text(longest), countryForm)),
    `${description}, as an ISO 3166-1 alpha-2 code in uppercase or lowercase.`,
  );

/** The caller's own reference for a request. */
export const ReferenceIdInput = (description: string) =>
  about(T.Optional(T.String({ minLength: 1, maxLength: 255 })), description);

export const tellsCallsApart = 'cannot be edited, because it prevents a retry from executing the request twice';

/** The caller's own reference for a request, in a response. */
export const ReferenceId = () =>
  about(fixed(nullable(T.String()), tellsCallsApart), 'The reference that you sent; null if there is none.');
/** A reference that cannot be used again. */
export const referenceReused = refusal(409, 'reference_id_reused');

/** The id of an object. */
export const IdOf = (noun: string) => about(T.String(), `The id of the ${noun}.`);
/** The id of an object that may be missing. */
export const IdOfAny = (noun: string, otherwise = 'null if there is none') =>
  about(nullable(T.String()), `The id of the ${noun}; ${otherwise}.`);
/** The id of an object, in a body. */
export const IdInput = (noun: string) => about(Id(), `The id of the ${noun}.`);

/** The last four digits of a number that is not stored. */
export const Last4 = (of: string) => about(fixed(T.String(), standsForNumber), `The last four digits of the ${of}.`);
/** The reason why parts of a number that is not stored cannot be edited. */
export const standsForNumber =
  'cannot be edited, because it is derived from the full number, which determines payment outcomes; save another card or account instead';

/** The reason why a number of an object cannot be edited. */
export const isCounted = 'cannot be edited, because the emulator assigns it';
/** The reason why a part of a page's URL cannot be edited. */
export const isAddress = 'cannot be edited, because it is part of the page URL and must stay secret';

/** The namespace of the slugs in `/pay/{slug}`, which identify sessions, payment links and invoices. */
export const payPage = 'pay page';

/** A timestamp that can be in the future. */
export const instantWhen = (what: string) =>
  about(assumed(nullable(Timestamp())), `When ${what} (ISO 8601); null if not set.`);

/** The path parameter that identifies a page. */
export const pageSlug = { slug: 'The slug: the last segment of the page URL.' };
