import { longestImageAddress } from '../../../core/base/images.ts';
import { about, baseFields, nullable, picture, T, Timestamp, textForm } from '../../../core/kernel/declare/schema.ts';
import { setting, settings } from '../../../core/kernel/declare/settings.ts';
import { collection } from '../../../core/store/collection.ts';
import { checkImage } from '../../platform/checks.ts';
import { Currency } from '../common/fields.ts';

/** The target of a link on a page. */
const Link = () =>
  nullable(
    T.String({
      ...textForm('^https?://[^\\s]+$', 'an http or https URL', 'https://shop.example/terms'),
      maxLength: 2_000,
    }),
  );

const line = () => T.Optional(nullable(T.String({ maxLength: 200 })));
const BrandAddress = T.Object(
  {
    address_1: line(),
    address_2: line(),
    city: line(),
    state: line(),
    postal_code: line(),
    country: T.Optional(
      nullable(T.String(textForm('^[A-Z]{2}$', 'an uppercase ISO 3166-1 alpha-2 country code', 'US'))),
    ),
  },
  { additionalProperties: false },
);
const demoAddress = {
  address_1: '1 Market Square',
  city: 'Springfield',
  state: 'IL',
  postal_code: '62701',
  country: 'US',
};

export const accountSettings = settings({
  brand: setting(
    T.Object(
      {
        name: T.String(),
        logo_url: picture(nullable(T.String({ maxLength: longestImageAddress }))),
        color: T.String(
          textForm('^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$', 'a color with 3 or 6 hexadecimal digits', '#4f46e5'),
        ),
        support_email: T.Optional(
          nullable(
            T.String({ ...textForm('^[^\\s@]+@[^\\s@]+$', 'an e-mail address', 'help@shop.example'), maxLength: 254 }),
          ),
        ),
        support_url: T.Optional(Link()),
        terms_url: T.Optional(Link()),
        privacy_url: T.Optional(Link()),
        address: T.Optional(nullable(BrandAddress)),
      },
      { additionalProperties: false },
    ),
    { name: 'Demo Shop', logo_url: null, color: '#4f46e5', address: demoAddress },
    'the name, logo and color on pages and in emails; the `support_email`, `support_url`, `terms_url` and `privacy_url` that the pages link to; the `address` (`address_1`, `address_2`, `city`, `state`, `postal_code`, `country`) on invoices and receipts',
    // A fixture can name an image file, which the emulator reads before this check. A schema pattern could not
    // distinguish a file name from a URL.
    ({ logo_url }) => logo_url === null || checkImage(logo_url, 'settings.brand.logo_url'),
  ),
  custom_domain: setting(
    nullable(T.String()),
    null,
    "the account's custom domain, which is always registered for wallet_a and cannot be unregistered",
  ),
});

/** The merchant behind a workspace (specification, "Account"). */
export const AccountModel = T.Object({
  ...baseFields('account'),
  name: about(T.String(), 'The merchant name that buyers see.'),
  logo_url: about(nullable(T.String()), "The URL of the merchant's logo; null if there is none."),
  timezone: about(T.String(), "The merchant's IANA time zone, such as Europe/Berlin."),
  slug: about(T.String(), "The merchant's short name in URLs."),
  currency: Currency(),
  subdomain: about(T.String(), "The subdomain of the merchant's storefronts."),
  custom_domain: about(nullable(T.String()), "The merchant's custom domain; null if there is none."),
});
export type Account = Readonly<T.Static<typeof AccountModel>>;

/** The fields that the API can change. All other fields come from the settings of the workspace. */
const AccountChangesModel = T.Object({
  id: T.String(),
  name: T.Optional(T.String()),
  logo_url: T.Optional(nullable(T.String())),
  timezone: T.Optional(T.String()),
  updated_at: Timestamp(),
});
export type AccountChanges = Readonly<T.Static<typeof AccountChangesModel>>;

/** A data set has at most one record. It has none until the API changes a field. */
export const accountChanges = collection('account', { model: AccountChangesModel, prefix: 'acct', indexes: [] });
