import { defineCollection } from '../../engine/collection.ts';
import { baseFields, nullable, T } from '../../engine/schema.ts';

/** The merchant behind a workspace (specification, "Account"). */
export const AccountModel = T.Object({
  ...baseFields('account'),
  name: T.String(),
  logo_url: nullable(T.String()),
  timezone: T.String(),
  slug: T.String(),
  currency: T.String(),
  subdomain: T.String(),
  custom_domain: nullable(T.String()),
});
export type Account = T.Static<typeof AccountModel>;

/** What was changed through the API. What was not is as the workspace's settings have it, and follows them. */
export interface AccountChanges {
  readonly id: string;
  readonly name?: string;
  readonly logo_url?: string | null;
  readonly timezone?: string;
  readonly updated_at: string;
}

/** At most one record a data set: none until something is changed. */
export const accountChanges = defineCollection<AccountChanges>({ name: 'account', prefix: 'acct', indexes: [] });
