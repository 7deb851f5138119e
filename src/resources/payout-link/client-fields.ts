import type { Context } from '../../engine/context.ts';
import { invalid, ServiceError } from '../../engine/errors.ts';
import { nullable, T, Text, Words } from '../../engine/schema.ts';
import { hasExpired } from '../../simulation/read-card.ts';
import { brandOf } from '../account/brand.ts';
import { requireEligible } from '../account-check/actions.ts';
import type { Card } from '../common/card.ts';
import { aliasedCard, ExpiryPart, VaultConfigModel, vaultConfigOf } from '../token/vault.ts';
import { requireDebitPayouts } from '../transaction/instrument.ts';
import { linkBySlug } from './actions.ts';
import type { PayoutLink } from './model.ts';

/** What the page of any payout link needs to know. */
export const pageFields = {
  slug: T.String(),
  currency: T.String(),
  note: nullable(T.String()),
  sandbox: T.Boolean(),
  workspaceId: T.String(),
  vaultConfig: VaultConfigModel,
  brand: T.Object({ name: T.String(), logoUrl: nullable(T.String()), color: T.String() }),
};

export function pageOf(ctx: Context, { slug, currency, note }: PayoutLink) {
  const { name, logo_url, color } = brandOf(ctx);
  return {
    slug,
    currency,
    note,
    sandbox: !ctx.livemode,
    workspaceId: ctx.workspace.id,
    vaultConfig: vaultConfigOf(ctx),
    brand: { name, logoUrl: logo_url, color },
  };
}

/**
 * The link of a page, where something can still be done with it.
 * @param status of one that was claimed, cancelled or has expired: 404 for who looks at it, 409 for who acts on it
 * @throws 404 `resource_missing` for an unknown slug, else as `status` says; 400 `capability_required` where the
 * workspace makes no payouts
 */
export function usableLink(ctx: Context, slug: string, type: PayoutLink['type'], status: 404 | 409): PayoutLink {
  const link = linkBySlug(ctx, slug, type);
  const why = whyUnusable(link);
  if (why !== null) {
    const kind = status === 404 ? 'not_found_error' : 'idempotency_error';
    throw new ServiceError(kind, why, { code: 'invalid_state', extra: { status: link.status } });
  }
  requireDebitPayouts(ctx);
  return link;
}

function whyUnusable({ status, expires_at }: PayoutLink): string | null {
  switch (status) {
    case 'claimed':
      return 'This payout was claimed already.';
    case 'cancelled':
      return 'This payout link was cancelled by its sender.';
    case 'expired':
      return `This payout link expired on ${expires_at?.slice(0, 10)}.`;
    case 'pending':
    case 'active':
      return null;
  }
}

/** A card by its aliases, as in pay (specification, "Public checkout client API"). Brand and digits are the vault's. */
export const cardFields = {
  vaultPanAlias: T.Optional(Words(100)),
  vaultCvcAlias: T.Optional(Words(100)),
  vaultExpMonth: T.Optional(ExpiryPart()),
  vaultExpYear: T.Optional(ExpiryPart()),
  vaultBin: T.Optional(Text(20)),
  vaultBrand: T.Optional(Text(40)),
  vaultLast4: T.Optional(Text(10)),
};

export interface CardInput {
  vaultPanAlias?: string;
  vaultCvcAlias?: string;
  vaultExpMonth?: string | number;
  vaultExpYear?: string | number;
}

/**
 * A card that money can be sent to.
 * @throws 400 as `aliasedCard`, for one that has expired, and `ACCOUNT_NOT_ELIGIBLE` for a credit card
 */
export function payableCard(ctx: Context, panAlias: string, input: CardInput): Card {
  const { card } = aliasedCard(ctx, panAlias, {
    expMonth: input.vaultExpMonth,
    expYear: input.vaultExpYear,
    cvcAlias: input.vaultCvcAlias,
  });
  if (hasExpired(card, ctx.at)) throw invalid('vaultExpYear', 'This card has expired.');
  requireEligible(card, 'vaultPanAlias');
  return card;
}
