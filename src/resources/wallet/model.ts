import { collection } from '../../engine/collection.ts';
import { Anything, assumed, nullable, OneOf, sensitive, T, Text, Timestamp } from '../../engine/schema.ts';
import { setting, settings } from '../../engine/settings.ts';
import { tokenTypes, walletTypes } from '../../simulation/wallet-credentials.ts';
import { CardModel } from '../common/card.ts';

export const walletSettings = settings({
  wallets_enabled: setting(T.Boolean(), true, 'wallet payments, never on `debit_payouts`'),
  wallet_a_domains: setting(
    T.Record(T.String()),
    {},
    'a loopback address for each domain that is registered for wallet_a in live mode',
  ),
});

/** A wallet's encrypted credential: a text or an object, whichever its sheet gives. */
const Credential = () =>
  sensitive(T.Optional(T.Unsafe<string | Record<string, unknown> | null>({ type: ['string', 'object', 'null'] })));

/** `card_network` and `card_details`, for display. */
const info = () => T.Optional(nullable(Anything()));

/** `service_wallet` as the SDK produced it (specification, "Wallet payments"). */
export const ServiceWalletInput = T.Object({
  type: OneOf(walletTypes),
  wallet_a_payment_data: Credential(),
  wallet_b_token: Credential(),
  prepared: sensitive(T.Optional(nullable(Text(200)))),
  info: info(),
});
export type ServiceWallet = T.Static<typeof ServiceWalletInput>;

/** The same as prepare takes it. */
export const PrepareInput = T.Object({ type: OneOf(walletTypes), wallet_b_token: Credential(), info: info() });
export type PrepareFields = T.Static<typeof PrepareInput>;

/** A sealed credential. Its id is a digest, because the caller alone holds the credential itself. */
const PreparedCredentialModel = T.Object({
  id: T.String(),
  card: CardModel,
  behaviour: nullable(T.String()),
  token_type: OneOf(tokenTypes),
  created_at: Timestamp(),
  used_at: nullable(Timestamp()),
});
export type PreparedCredential = Readonly<T.Static<typeof PreparedCredentialModel>>;

export const preparedCredentials = collection('prepared_credential', {
  model: PreparedCredentialModel,
  prefix: 'wprep',
  indexes: [],
});

const threeDsReasons = ['already_authenticated', 'three_ds_disabled', 'vault_disabled', 'card_unavailable'] as const;
export type ThreeDsReason = (typeof threeDsReasons)[number];

/** Specification, "Wallet prepare result". */
export const WalletPrepareModel = T.Object({
  object: T.Unsafe<string>({ type: 'string', const: 'wallet_prepare' }),
  prepared: T.String(),
  three_ds_required: T.Boolean(),
  three_ds_reason: nullable(OneOf(threeDsReasons)),
  card_id: nullable(T.String()),
  card: T.Object({
    brand: nullable(T.String()),
    last4: nullable(T.String()),
    exp_month: T.Integer(),
    exp_year: T.Integer(),
    token_type: OneOf(tokenTypes),
  }),
});

/** A domain that wallet_a may be shown on; its id is the host name. */
const WalletDomainModel = T.Object({ id: T.String(), created_at: Timestamp() });

export const walletDomains = collection('wallet_domain', {
  model: WalletDomainModel,
  prefix: 'wdom',
  removable: true,
  indexes: [],
});

/** The registration state of a mode (assumed, but that the operations answer one). */
export const WalletDomainsModel = T.Object({
  object: T.Unsafe<string>({ type: 'string', const: 'wallet_domains' }),
  livemode: assumed(T.Boolean()),
  domains: assumed(
    T.Array(
      T.Object({
        domain: T.String(),
        status: OneOf(['registered', 'pending']),
        /** The service's own and the workspace's custom domain, which cannot be removed. */
        managed: T.Boolean(),
      }),
    ),
  ),
});
export type WalletDomains = T.Static<typeof WalletDomainsModel>;
