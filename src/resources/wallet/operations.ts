import { checkUrl } from '../../engine/checks.ts';
import { secondMs, unixSeconds } from '../../engine/clock.ts';
import type { Context } from '../../engine/context.ts';
import { invalid, missing } from '../../engine/errors.ts';
import { defineOperation } from '../../engine/operation.ts';
import { Anything, T, Text, Words } from '../../engine/schema.ts';
import { type OpenedCredential, openCredential } from '../../simulation/wallet-credentials.ts';
import { brandOf } from '../account/brand.ts';
import { referToCard } from '../token/card-references.ts';
import { requireWallets, seal } from './actions.ts';
import { checkDomain, requireRegistered } from './domains.ts';
import { PrepareInput, type ThreeDsReason, WalletPrepareModel } from './model.ts';

export const prepareWallet = defineOperation({
  id: 'wallets.prepare',
  method: 'POST',
  path: '/wallets/prepare',
  summary: 'Open a wallet_b credential once, and seal it for a charge',
  access: 'publishable',
  body: T.Object({ service_wallet: PrepareInput }),
  success: 200,
  envelope: 'data',
  answer: WalletPrepareModel,
  errors: [400],
  example: { body: { service_wallet: { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' } } },
  handle: (ctx, { body }) => {
    requireWallets(ctx);
    const { type, wallet_b_token } = body.service_wallet;
    if (type === 'wallet_a') {
      throw invalid('service_wallet.type', 'wallet_a tokens are authenticated by the device; charge them as they are.');
    }
    if (!wallet_b_token) throw missing('service_wallet.wallet_b_token');
    const opened = openCredential(type, wallet_b_token);
    const { card, behaviour, token_type, authenticable } = opened;
    const reason = whyNoStepUp(ctx, opened);
    const isKnown = token_type === 'dpan' || authenticable;
    return {
      object: 'wallet_prepare',
      prepared: seal(ctx, opened),
      three_ds_required: reason === null,
      three_ds_reason: reason,
      card_id: authenticable && ctx.settings.vault_enabled ? referToCard(ctx, card, behaviour).id : null,
      card: {
        brand: isKnown ? card.brand : null,
        last4: isKnown ? card.last4 : null,
        exp_month: Number(card.exp_month),
        exp_year: Number(card.exp_year),
        token_type,
      },
    };
  },
});

/** Why no step-up should run; null where one should (specification, "Wallet prepare result"). */
function whyNoStepUp({ settings }: Context, { token_type, authenticable }: OpenedCredential): ThreeDsReason | null {
  if (token_type === 'dpan') return 'already_authenticated';
  if (!settings.three_ds_enabled) return 'three_ds_disabled';
  if (!settings.vault_enabled) return 'vault_disabled';
  return authenticable ? null : 'card_unavailable';
}

/** How long a wallet_a sheet may use its session, in milliseconds (specification, "Limits" 6). */
const sessionLifetime = 300 * secondMs;

export const openWalletSession = defineOperation({
  id: 'wallets.wallet_a_session',
  method: 'POST',
  path: '/wallets/wallet-a-session',
  summary: 'Open a merchant session for a wallet_a sheet',
  access: 'publishable',
  body: T.Object({ domain: Words(253), validation_url: T.Optional(Text(2_000)) }),
  success: 200,
  envelope: 'bare',
  answer: T.Object({ session: Anything() }),
  errors: [400],
  example: { body: { domain: 'shop.example', validation_url: 'https://wallet-a.example/session' } },
  handle: (ctx, { body }) => {
    requireWallets(ctx);
    const domain = checkDomain(body.domain);
    if (body.validation_url !== undefined) checkUrl(body.validation_url, 'validation_url');
    if (ctx.livemode) requireRegistered(ctx, domain);
    return {
      session: {
        merchantSessionIdentifier: ctx.newId('wsess'),
        domainName: domain,
        displayName: brandOf(ctx).name,
        epochTimestamp: unixSeconds(ctx.now),
        expiresAt: unixSeconds(ctx.now + sessionLifetime),
        nonce: ctx.newId('nonce'),
      },
    };
  },
});
