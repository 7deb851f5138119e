import { secondMs, unixSeconds } from '../../../core/base/instants.ts';
import { bare, operation } from '../../../core/kernel/declare/operation.ts';
import { Anything, about, T } from '../../../core/kernel/declare/schema.ts';
import { checkUrl } from '../../platform/checks.ts';
import { brandOf } from '../account/brand.ts';
import { UrlInput } from '../common/fields.ts';
import { referToCard } from '../token/card-references.ts';
import { tokenSettings } from '../token/model.ts';
import { prepare, wallets } from './actions.ts';
import { checkDomain, DomainInput, domainNotRegistered, requireRegistered } from './domains.ts';
import { PrepareInput, WalletPrepareModel } from './model.ts';

export const prepareWallet = operation('POST /wallets/prepare', {
  id: 'wallets.prepare',
  summary: 'Open a wallet_b credential once and seal it for a charge',
  access: 'publishable',
  body: T.Object({
    service_wallet: about(PrepareInput, 'The wallet credential, exactly as the wallet sheet returned it.'),
  }),
  answers: [200, WalletPrepareModel],
  capability: wallets,
  example: { body: { service_wallet: { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' } } },
  handle: (ctx, { body }) => {
    const { prepared, opened, reason } = prepare(ctx, body.service_wallet);
    const { card, behaviour, token_type, authenticable } = opened;
    const isKnown = token_type === 'dpan' || authenticable;
    return {
      object: 'wallet_prepare',
      prepared,
      three_ds_required: reason === null,
      three_ds_reason: reason,
      card_id: authenticable && tokenSettings.of(ctx).vault_enabled ? referToCard(ctx, card, behaviour).id : null,
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

/** How long a wallet_a sheet can use its session, in milliseconds (specification, "Limits" 6). */
const sessionLifetime = 300 * secondMs;

export const openWalletSession = operation('POST /wallets/wallet-a-session', {
  id: 'wallets.wallet_a_session',
  summary: 'Open a merchant session for a wallet_a sheet',
  access: 'publishable',
  body: T.Object({
    domain: DomainInput('The exact host name that serves the page.'),
    validation_url: T.Optional(UrlInput('The validation URL from the sheet.')),
  }),
  answers: [
    200,
    bare(
      T.Object({
        session: about(Anything(), 'A single-use session to pass unchanged to the sheet, valid for 5 minutes.'),
      }),
    ),
  ],
  capability: wallets,
  refuses: [domainNotRegistered],
  example: { body: { domain: 'shop.example', validation_url: 'https://wallet-a.example/session' } },
  handle: (ctx, { body }) => {
    const domain = checkDomain(body.domain);
    if (body.validation_url !== undefined) checkUrl(body.validation_url, 'validation_url');
    if (ctx.livemode) requireRegistered(ctx, domain);
    return {
      session: {
        merchantSessionIdentifier: ctx.newSecret('wsess'),
        domainName: domain,
        displayName: brandOf(ctx).name,
        epochTimestamp: unixSeconds(ctx.now),
        expiresAt: unixSeconds(ctx.now + sessionLifetime),
        nonce: ctx.newSecret('nonce'),
      },
    };
  },
});
