import { defineOperation } from '../../engine/operation.ts';
import { about, assumed, nullable, T, Text, Words } from '../../engine/schema.ts';
import { accountOf, updateAccount } from './actions.ts';
import { AccountModel } from './model.ts';

/** Named so that they are no unknown fields, which `--strict` would refuse. */
const notApplied = () => assumed(T.Optional(about(T.Unknown(), 'Read-only: what is given here is not applied')));

export const getAccount = defineOperation({
  id: 'account.get',
  method: 'GET',
  path: '/account',
  summary: 'Read the account',
  access: 'read',
  scope: 'account:read',
  success: 200,
  envelope: 'bare',
  answer: AccountModel,
  // The row names it, for a key without an account; here every workspace has one.
  errors: [404],
  example: {},
  handle: (ctx) => accountOf(ctx),
});

export const changeAccount = defineOperation({
  id: 'account.update',
  method: 'PATCH',
  path: '/account',
  summary: "Change the account's name, logo or time zone",
  access: 'secret',
  scope: 'account:write',
  body: T.Object({
    name: T.Optional(Words(200)),
    logo_url: T.Optional(nullable(Text(2_000))),
    timezone: T.Optional(Text(100)),
    slug: notApplied(),
    currency: notApplied(),
    subdomain: notApplied(),
    custom_domain: notApplied(),
  }),
  success: 200,
  envelope: 'bare',
  answer: AccountModel,
  errors: [400],
  example: { body: { name: 'Ada’s Coffee', logo_url: 'https://shop.example/logo.png', timezone: 'Europe/Berlin' } },
  handle: (ctx, { body }) => updateAccount(ctx, body),
});
