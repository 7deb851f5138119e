import {
  Anything,
  about,
  assumed,
  Livemode,
  nullable,
  ObjectName,
  OneOf,
  sensitive,
  T,
  Text,
  Timestamp,
} from '../../../core/kernel/declare/schema.ts';
import { setting, settings } from '../../../core/kernel/declare/settings.ts';
import { collection } from '../../../core/store/collection.ts';
import { tokenTypes, walletTypes } from '../../simulation/wallet-credentials.ts';
import { CardModel } from '../common/card.ts';

export const walletSettings = settings({
  wallets_enabled: setting(T.Boolean(), true, 'whether wallet payments are enabled (not available on `debit_payouts`)'),
  wallet_a_domains: setting(
    T.Record(T.String()),
    {},
    'the loopback address of each domain that can be registered for wallet_a in live mode',
  ),
});

/** A wallet's encrypted credential: a string or an object, depending on the wallet. */
const Credential = (description: string) =>
  about(
    sensitive(T.Optional(T.Unsafe<string | Record<string, unknown> | null>({ type: ['string', 'object', 'null'] }))),
    description,
  );

const info = () =>
  about(T.Optional(nullable(Anything())), 'Wallet information to display: `card_network` and `card_details`.');

/** `service_wallet` as the SDK produced it (specification, "Wallet payments"). */
export const ServiceWalletInput = T.Object({
  type: about(OneOf(walletTypes), 'The wallet type.'),
  wallet_a_payment_data: Credential('The encrypted wallet_a credential.'),
  wallet_b_token: Credential('The encrypted wallet_b credential.'),
  prepared: about(
    sensitive(T.Optional(nullable(Text(200)))),
    'The sealed result of wallet prepare, which replaces the credential.',
  ),
  info: info(),
});
export type ServiceWallet = T.Static<typeof ServiceWalletInput>;

/** The fields of a request that prepares a wallet credential. */
export const PrepareInput = T.Object({
  type: about(OneOf(walletTypes), 'The wallet type; only wallet_b credentials can be prepared.'),
  wallet_b_token: Credential('The encrypted wallet_b credential.'),
  info: info(),
});
export type PrepareFields = T.Static<typeof PrepareInput>;

/** A sealed credential. The id is a digest, because only the caller has the credential itself. */
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

/** The response of wallet prepare (specification, "Wallet prepare result"). */
export const WalletPrepareModel = T.Object({
  object: ObjectName('wallet_prepare'),
  prepared: about(
    T.String(),
    'A single-use sealed credential for `service_wallet.prepared` in a charge, valid for 15 minutes.',
  ),
  three_ds_required: about(T.Boolean(), 'Whether a step-up should run before charging.'),
  three_ds_reason: about(nullable(OneOf(threeDsReasons)), 'Why no step-up is required; null if a step-up is required.'),
  card_id: about(
    nullable(T.String()),
    'The card id for the 3-D Secure operations; null if 3-D Secure cannot authenticate the card.',
  ),
  card: about(
    T.Object({
      brand: about(nullable(T.String()), 'Card brand, such as visa; null if unknown.'),
      last4: about(nullable(T.String()), 'The last four digits of the card number; null if unknown.'),
      exp_month: about(T.Integer(), 'Expiration month, 1 to 12.'),
      exp_year: about(T.Integer(), 'Four-digit expiration year.'),
      token_type: about(OneOf(tokenTypes), "Whether the card is the buyer's real card (pan) or a device token (dpan)."),
    }),
    'Card details that are safe to display.',
  ),
});

/** A domain that can show wallet_a. The id is the host name. */
const WalletDomainModel = T.Object({ id: T.String(), created_at: Timestamp() });

export const walletDomains = collection('wallet_domain', {
  model: WalletDomainModel,
  prefix: 'wdom',
  removable: true,
  indexes: [],
});

/** The registration state of a mode, which the operations return. Its form is assumed. */
export const WalletDomainsModel = T.Object({
  object: ObjectName('wallet_domains'),
  livemode: assumed(Livemode()),
  domains: about(
    assumed(
      T.Array(
        T.Object({
          domain: about(T.String(), 'The host name.'),
          status: about(OneOf(['registered', 'pending']), 'Whether wallet_a can be shown on the domain.'),
          managed: about(
            T.Boolean(),
            "Whether the domain is the service's own domain or the workspace's custom domain, which cannot be removed.",
          ),
        }),
      ),
    ),
    'The domains of this mode, managed domains first.',
  ),
});
export type WalletDomains = T.Static<typeof WalletDomainsModel>;
