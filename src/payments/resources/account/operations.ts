import { bare, operation } from '../../../core/kernel/declare/operation.ts';
import { about, assumed, described, nullable, T, Text, textForm, Words } from '../../../core/kernel/declare/schema.ts';
import { resourceMissing } from '../../../core/kernel/errors.ts';
import { ImageInput } from '../common/fields.ts';
import { accountOf, updateAccount } from './actions.ts';
import { AccountModel } from './model.ts';

/** A read-only field. It is declared because `--strict` rejects unknown fields. */
const notApplied = () => assumed(T.Optional(about(T.Unknown(), 'Read-only. The service ignores this field.')));

export const getAccount = operation('GET /account', {
  id: 'account.get',
  summary: 'Read the account',
  access: 'read',
  scope: 'account:read',
  answers: [200, bare(AccountModel)],
  // The specification lists this error for a key without an account. In the emulator, every workspace has an account.
  refuses: [resourceMissing],
  example: {},
  handle: (ctx) => accountOf(ctx),
});

export const changeAccount = operation('PATCH /account', {
  id: 'account.update',
  summary: "Change the account's name, logo or time zone",
  access: 'secret',
  scope: 'account:write',
  body: T.Object({
    name: about(T.Optional(Words(200)), 'The merchant name that buyers see.'),
    logo_url: T.Optional(nullable(ImageInput("The merchant's logo (null removes it)"))),
    timezone: about(
      T.Optional(described(Text(100), textForm('^[A-Za-z][A-Za-z0-9_+/-]*$', 'a time zone', 'America/New_York'))),
      'An IANA time zone, such as Europe/Berlin.',
    ),
    slug: notApplied(),
    currency: notApplied(),
    subdomain: notApplied(),
    custom_domain: notApplied(),
  }),
  answers: [200, bare(AccountModel)],
  example: { body: { name: 'Ada’s Coffee', logo_url: 'https://shop.example/logo.png', timezone: 'Europe/Berlin' } },
  handle: (ctx, { body }) => updateAccount(ctx, body),
});
