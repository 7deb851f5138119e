import type { Context } from '../../../core/kernel/context.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { IdStream } from '../../../core/kernel/ids.ts';
import { checkImage } from '../../platform/checks.ts';
import { type Account, type AccountChanges, accountChanges, accountSettings } from './model.ts';

type AccountFields = Partial<Pick<Account, 'name' | 'logo_url' | 'timezone'>>;

/**
 * The creation date of every account. The actual date is not stored. This date is older than any record of a
 * workspace.
 */
const opened = '2020-01-01T00:00:00.000Z';
const longestLabel = 63;

/**
 * Returns the account of the workspace in this mode. Each mode has its own account, so that a test key cannot change
 * the live account. Both accounts start from the settings of the workspace.
 */
export function accountOf(ctx: Context): Account {
  const changes = ctx.of(accountChanges).newest({});
  const { brand, custom_domain } = accountSettings.of(ctx);
  const slug = slugOf(ctx.workspace.id);
  return {
    id: changes?.id ?? idOf(ctx),
    object: 'account',
    livemode: ctx.livemode,
    created_at: opened,
    updated_at: changes?.updated_at ?? opened,
    name: changes?.name ?? brand.name,
    logo_url: changes?.logo_url === undefined ? brand.logo_url : changes.logo_url,
    timezone: changes?.timezone ?? 'UTC',
    slug,
    currency: 'USD',
    subdomain: slug,
    custom_domain,
  };
}

/**
 * Changes the fields that the request contains (specification, "Account").
 * @throws 400 `parameter_invalid` for an invalid time zone or logo URL
 */
export function updateAccount(ctx: Context, { name, logo_url, timezone }: AccountFields): Account {
  if (logo_url != null) checkImage(logo_url, 'logo_url');
  if (timezone !== undefined) checkTimezone(timezone);
  const { name: named, logo_url: shown, timezone: kept } = accountOf(ctx);
  const isGiven = <V>(given: V | undefined, now: V): boolean => given !== undefined && given !== now;
  if (isGiven(name, named) || isGiven(logo_url, shown) || isGiven(timezone, kept)) {
    const before: Partial<AccountChanges> = ctx.of(accountChanges).newest({}) ?? {};
    ctx.put(accountChanges, {
      id: before.id ?? idOf(ctx),
      name: name ?? before.name,
      logo_url: logo_url === undefined ? before.logo_url : logo_url,
      timezone: timezone ?? before.timezone,
      updated_at: ctx.at,
    });
  }
  return accountOf(ctx);
}

/** Derives the id from the seed instead of taking one from the id stream, because a read must not change state. */
const idOf = ({ kernel, dataSet }: Context): string =>
  `${accountChanges.prefix}_${new IdStream(kernel.state.seed, `${dataSet.key}/account`).at(1)}`;

/** Converts `ws_demo_a` to `demo-a`, which is valid in a URL. */
const slugOf = (workspaceId: string): string =>
  workspaceId.replace(/^ws_/, '').replaceAll('_', '-').toLowerCase().slice(0, longestLabel);

/** @throws 400 `parameter_invalid` */
function checkTimezone(timezone: string): void {
  // Intl accepts offsets such as `+02:00`, but they are not IANA time zones.
  if (/^[A-Za-z]/.test(timezone) && isKnownZone(timezone)) return;
  throw invalid('timezone', `timezone '${timezone}' is not an IANA time zone; use a name such as Europe/Berlin.`);
}

function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
