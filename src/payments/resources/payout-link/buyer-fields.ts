import type { Context, Kernel } from '../../../core/kernel/context.ts';
import { about, nullable, T, Words } from '../../../core/kernel/declare/schema.ts';
import { errorOf, invalid, notFound, type Refusal, refusal } from '../../../core/kernel/errors.ts';
import { hasExpired } from '../../simulation/read-card.ts';
import { brandOf } from '../account/brand.ts';
import type { Card } from '../common/card.ts';
import { dayOf } from '../common/days.ts';
import { Currency, IdOf } from '../common/fields.ts';
import { requireEligible } from '../common/push-to-card.ts';
import { type Payout, payouts } from '../payout/model.ts';
import {
  aliasedCard,
  CardFieldText,
  ExpMonthPart,
  ExpYearPart,
  VaultConfigModel,
  vaultConfigOf,
} from '../token/vault.ts';
import { requireDebitPayouts } from '../transaction/instrument.ts';
import { type PayoutLink, payoutLinks } from './model.ts';

/** The refusal for a page whose link was claimed, was cancelled or has expired. */
export const endedState = refusal(404, 'invalid_state');

/** Returns the owner of the payout link in the path. */
export const ownerOfLink = (kernel: Kernel, { params }: { params: { readonly slug: string } }) =>
  kernel.ownerOf(payoutLinks, { slug: [params.slug] });

/** The fields that the page of every payout link requires. */
export const pageFields = {
  slug: about(T.String(), 'The slug: the last segment of the page URL.'),
  currency: Currency(),
  note: about(nullable(T.String()), 'The note from the sender; null if there is none.'),
  sandbox: about(T.Boolean(), 'Whether the link belongs to test mode, in which no real money moves.'),
  workspaceId: IdOf("sender's workspace"),
  vaultConfig: about(VaultConfigModel, 'The vault that receives the card and account numbers.'),
  brand: about(
    T.Object({
      name: about(T.String(), "The sender's name."),
      logoUrl: about(nullable(T.String()), 'Logo URL; null if there is none.'),
      color: about(T.String(), 'A CSS color, such as #4f46e5.'),
    }),
    "The sender's branding.",
  ),
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
 * Returns the link of a page if it can still be used.
 * @param ended the refusal for a link that was claimed, was cancelled or has expired: 404 for reads, 409 for actions
 * @throws 404 `resource_missing` for an unknown slug; 404 or 409 `invalid_state`; 400 `capability_required` if the
 * workspace cannot make payouts
 */
export function usableLink(ctx: Context, slug: string, type: PayoutLink['type'], ended: Refusal): PayoutLink {
  const link = ctx.of(payoutLinks).newest({ slug: [slug] });
  if (link?.type !== type) throw notFound('payout link', slug);
  const why = whyUnusable(ctx, link);
  if (why !== null) {
    const { status } = link;
    const payout = payoutOf(ctx, link);
    throw errorOf(ended, why, { extra: payout === null ? { status } : { status, payoutStatus: payout.status } });
  }
  requireDebitPayouts(ctx);
  return link;
}

function whyUnusable(ctx: Context, link: PayoutLink): string | null {
  const { status, expires_at } = link;
  switch (status) {
    case 'claimed':
      return didArrive(ctx, link)
        ? 'This payout was already claimed.'
        : `This payout was claimed but did not arrive; ask ${brandOf(ctx).name} for a new link.`;
    case 'cancelled':
      return 'The sender cancelled this payout link.';
    case 'expired':
      return `This payout link expired${expires_at === null ? '' : ` on ${dayOf(expires_at)}`}.`;
    case 'pending':
    case 'active':
      return null;
  }
}

/** Returns the payout of a claim; null before the claim. */
const payoutOf = (ctx: Context, { payout_id }: PayoutLink): Payout | null =>
  payout_id === null ? null : ctx.get(payouts, payout_id);

/** Returns whether the money of a claimed link has reached the recipient or is on its way. */
export function didArrive(ctx: Context, link: PayoutLink): boolean {
  const payout = payoutOf(ctx, link);
  return payout === null || (!payout.returned && payout.status !== 'failed' && payout.status !== 'canceled');
}

/**
 * The fields that identify a card by its aliases, as in the pay operation (specification, "Public checkout client
 * API"). The vault stores the brand and the digits.
 */
export const cardFields = {
  vaultPanAlias: about(T.Optional(Words(100)), 'The vault alias for the card number.'),
  vaultCvcAlias: about(T.Optional(Words(100)), 'The vault alias for the security code.'),
  vaultExpMonth: T.Optional(ExpMonthPart()),
  vaultExpYear: T.Optional(ExpYearPart()),
  vaultBin: CardFieldText(20),
  vaultBrand: CardFieldText(40),
  vaultLast4: CardFieldText(10),
};

type CardInput = T.Static<T.TObject<typeof cardFields>>;

/**
 * Returns a card that can receive payouts.
 * @throws 400 for the same reasons as `aliasedCard`, for an expired card, and with `ACCOUNT_NOT_ELIGIBLE` for a
 * credit card
 */
export function payableCard(ctx: Context, panAlias: string, input: CardInput): Card {
  const { card } = aliasedCard(ctx, panAlias, {
    expMonth: input.vaultExpMonth,
    expYear: input.vaultExpYear,
    cvcAlias: input.vaultCvcAlias,
  });
  if (hasExpired(card, ctx.at)) throw invalid('vaultExpYear', 'This card has expired.');
  requireEligible(ctx, card, 'vaultPanAlias');
  return card;
}
