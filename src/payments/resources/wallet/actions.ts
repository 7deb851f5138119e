import { createHash } from 'node:crypto';
import { minuteMs } from '../../../core/base/instants.ts';
import type { Context } from '../../../core/kernel/context.ts';
import type { Capability } from '../../../core/kernel/declare/capability.ts';
import { about, T } from '../../../core/kernel/declare/schema.ts';
import { errorOf, invalid, missing } from '../../../core/kernel/errors.ts';
import { platformSettings } from '../../platform/settings.ts';
import {
  deviceTokenIndicator,
  type OpenedCredential,
  openCredential,
  type WalletType,
} from '../../simulation/wallet-credentials.ts';
import type { Card } from '../common/card.ts';
import { spend } from '../common/spending.ts';
import { threeDsSettings } from '../three-ds/model.ts';
import { tokenExpired, tokenUsed } from '../token/actions.ts';
import { tokenSettings } from '../token/model.ts';
import {
  type PreparedCredential,
  type PrepareFields,
  preparedCredentials,
  type ServiceWallet,
  ServiceWalletInput,
  type ThreeDsReason,
  walletSettings,
} from './model.ts';

/** How long a prepared credential is valid, in milliseconds (specification, "Limits" 6). */
const lifetime = 15 * minuteMs;

/** The card of a wallet, which is known after its credential is opened. */
export interface WalletCard {
  readonly type: WalletType;
  readonly card: Card;
  readonly behaviour: string | null;
  /** Whether the card can be saved and charged again. Only the buyer's own card from wallet_b can. */
  readonly reusable: boolean;
  /** Whether the charge can include a 3-D Secure result for the card. */
  readonly takesThreeDs: boolean;
  /** The electronic commerce indicator of a device token; null for a card. */
  readonly eci: string | null;
  readonly cryptogram: boolean;
}

/** Returns whether the workspace accepts wallets. */
export const hasWallets = ({ workspace, mode }: Context): boolean => wallets.lackOf(workspace, mode) === null;

/** Payments with wallets (specification, "Wallets are not available on debit-and-payouts workspaces"). */
export const wallets: Capability = {
  name: 'wallets',
  lackOf: (workspace) => {
    if (platformSettings.of(workspace).gateway === 'debit_payouts')
      return 'Wallets are not available on debit_payouts workspaces.';
    return walletSettings.of(workspace).wallets_enabled
      ? null
      : 'Wallets are not enabled; enable them with the setting wallets_enabled.';
  },
};

/**
 * Returns the digest of a credential. Credentials are stored and found by their digest, so that the data folder
 * contains no credentials.
 */
const digestOf = (credential: string): string => createHash('sha256').update(credential).digest('hex');

/** Seals an opened credential for one charge of this workspace. */
function seal(ctx: Context, { card, behaviour, token_type }: OpenedCredential): string {
  const prepared = ctx.newSecret(preparedCredentials.prefix);
  ctx.put(preparedCredentials, {
    id: digestOf(prepared),
    card,
    behaviour,
    token_type,
    created_at: ctx.at,
    used_at: null,
  });
  return prepared;
}

/** A wallet_b credential, opened once. */
export interface Preparation {
  /** The sealed credential, for one charge of this workspace. */
  readonly prepared: string;
  readonly opened: OpenedCredential;
  /** The reason why no step-up should run; null if one should run. */
  readonly reason: ThreeDsReason | null;
}

/**
 * Opens a wallet_b credential and seals it (specification, "Wallet routes").
 * @throws 400 `parameter_missing` or `parameter_invalid`
 */
export function prepare(ctx: Context, { type, wallet_b_token }: PrepareFields): Preparation {
  if (type === 'wallet_a') {
    throw invalid(
      'service_wallet.type',
      'The device already authenticates wallet_a tokens; charge them without preparing them.',
    );
  }
  if (!isGiven(wallet_b_token)) throw missing('service_wallet.wallet_b_token');
  const opened = openCredential(type, wallet_b_token);
  return { prepared: seal(ctx, opened), opened, reason: whyNoStepUp(ctx, opened) };
}

/** Returns why no step-up should run; null if one should run (specification, "Wallet prepare result"). */
function whyNoStepUp(ctx: Context, { token_type, authenticable }: OpenedCredential): ThreeDsReason | null {
  if (token_type === 'dpan') return 'already_authenticated';
  if (!threeDsSettings.of(ctx).three_ds_enabled) return 'three_ds_disabled';
  if (!tokenSettings.of(ctx).vault_enabled) return 'vault_disabled';
  return authenticable ? null : 'card_unavailable';
}

/**
 * Opens the wallet credential of a charge: the wallet's own credential, or a prepared credential.
 * @throws 400 `parameter_missing`, `parameter_invalid`, `token_used` or `token_expired`
 */
export function openWallet(ctx: Context, wallet: ServiceWallet): WalletCard {
  const { type, prepared, wallet_a_payment_data, wallet_b_token } = wallet;
  const own = type === 'wallet_a' ? 'wallet_a_payment_data' : 'wallet_b_token';
  const foreign = type === 'wallet_a' ? wallet_b_token : wallet_a_payment_data;
  if (isGiven(foreign)) throw invalid('service_wallet', `service_wallet of type ${type} accepts only ${own}.`);
  if (isGiven(prepared)) {
    if (type === 'wallet_a') {
      throw invalid(
        'service_wallet.prepared',
        'Only wallet_b credentials can be prepared; send wallet_a_payment_data.',
      );
    }
    if (isGiven(wallet_b_token)) {
      throw invalid('service_wallet.prepared', 'Send service_wallet.prepared or wallet_b_token, not both.');
    }
    const found = usablePrepared(ctx, prepared);
    return describe(type, found, true);
  }
  const credential = type === 'wallet_a' ? wallet_a_payment_data : wallet_b_token;
  if (!isGiven(credential)) throw missing(`service_wallet.${own}`);
  return describe(type, openCredential(type, credential), false);
}

const isGiven = <V>(value: V | null | undefined | ''): value is V =>
  value !== undefined && value !== null && value !== '';

function usablePrepared(ctx: Context, prepared: string): PreparedCredential {
  const param = 'service_wallet.prepared';
  const found = ctx.find(preparedCredentials, digestOf(prepared));
  if (found === undefined) throw invalid(param, 'This wallet credential was not prepared in this workspace.');
  if (found.used_at !== null) {
    throw errorOf(tokenUsed, 'The prepared wallet credential was already used; each credential works only once.', {
      param,
    });
  }
  if (ctx.isOver(found.created_at, lifetime)) {
    throw errorOf(tokenExpired, 'The prepared wallet credential has expired; it is valid for 15 minutes.', { param });
  }
  return found;
}

function describe(
  type: WalletType,
  { card, behaviour, token_type }: Pick<OpenedCredential, 'behaviour' | 'token_type'> & { card: Card },
  isPrepared: boolean,
): WalletCard {
  const isCard = token_type === 'pan';
  return {
    type,
    card,
    behaviour,
    reusable: type === 'wallet_b' && isCard,
    takesThreeDs: isPrepared && isCard,
    eci: isCard ? null : deviceTokenIndicator,
    cryptogram: !isCard,
  };
}

const walletRequest = {
  fields: T.Object({
    service_wallet: about(T.Optional(ServiceWalletInput), 'The wallet credential, exactly as the SDK returned it.'),
  }),
  refuses: [tokenUsed, tokenExpired],
};

/** Spends a prepared credential. An attempt to charge it uses it up, as for a token. */
export const spentPrepared = spend('prepared', {
  asks: { merchant: walletRequest, client: walletRequest },
  backAfter: ['not_charged'],
  check: (ctx, { given: { service_wallet } }) =>
    isGiven(service_wallet?.prepared) ? { what: usablePrepared(ctx, service_wallet.prepared).id } : null,
  take: (ctx, id) => void ctx.put(preparedCredentials, { ...ctx.get(preparedCredentials, id), used_at: ctx.at }),
  giveBack: (ctx, id) => void ctx.put(preparedCredentials, { ...ctx.get(preparedCredentials, id), used_at: null }),
});
