import type { Context } from '../../engine/context.ts';
import { invalid, missing } from '../../engine/errors.ts';
import { readBankAccount } from '../payment-method/actions.ts';
import type { BankAccount } from '../payment-method/model.ts';
import { type AliasedCard, aliasedBankAccount, aliasedCard, requireVault } from '../token/vault.ts';
import type { Instrument } from '../transaction/instrument.ts';
import { walletInstrument } from '../transaction/wallet.ts';
import type { WalletCard } from '../wallet/actions.ts';
import type { PayFields } from './model.ts';
import { readWallet } from './wallet.ts';

/** What a checkout is paid with. */
export type Entered =
  | { readonly kind: 'card'; readonly card: AliasedCard }
  | { readonly kind: 'ach'; readonly account: BankAccount }
  | { readonly kind: 'wallet'; readonly wallet: WalletCard };

/**
 * What the body pays with: a wallet where it brings one, a bank account where `paymentMethodType` is `ach`, else a card.
 * @throws 400 `parameter_missing`, `parameter_invalid`, `token_used`, `token_expired` or `capability_required`
 */
export function readInstrument(ctx: Context, body: PayFields): Entered {
  const { service_wallet } = body;
  if (service_wallet !== undefined) return { kind: 'wallet', wallet: readWallet(ctx, body, service_wallet) };
  if (body.wallet !== undefined) {
    throw invalid('wallet', 'wallet is the contact of a wallet payer: send service_wallet too.');
  }
  requireVault(ctx);
  if (body.paymentMethodType === 'ach') return { kind: 'ach', account: readAccount(ctx, body) };
  if (body.vaultBankAccountAlias) {
    throw invalid('paymentMethodType', 'A bank account is debited with paymentMethodType ach.');
  }
  const { vaultPanAlias, vaultExpMonth: expMonth, vaultExpYear: expYear, vaultCvcAlias } = body;
  if (!vaultPanAlias) throw missing('vaultPanAlias');
  return {
    kind: 'card',
    card: aliasedCard(ctx, vaultPanAlias, { expMonth, expYear, cvcAlias: vaultCvcAlias || undefined }),
  };
}

/** The same, ready to be charged. */
export function instrumentOf(entered: Entered): Instrument {
  switch (entered.kind) {
    case 'wallet':
      return walletInstrument(entered.wallet);
    case 'ach':
      return { ...given, bank_account: entered.account };
    case 'card': {
      const { card, behaviour, cvcGiven } = entered.card;
      return { ...given, card, behaviour, cvc_given: cvcGiven };
    }
  }
}

/** What was entered for this payment alone: neither saved nor a token. */
const given: Instrument = {
  card: null,
  bank_account: null,
  behaviour: null,
  payment_method_id: null,
  token: null,
  cvc_given: null,
};

function readAccount(ctx: Context, body: PayFields): BankAccount {
  if (!ctx.settings.ach_enabled) throw invalid('paymentMethodType', 'This workspace takes no bank debits.');
  if (body.vaultPanAlias) throw invalid('vaultPanAlias', 'Give a card or a bank account, not both.');
  const { vaultBankAccountAlias, routingNumber, accountType, accountHolderType } = body;
  if (!vaultBankAccountAlias) throw missing('vaultBankAccountAlias');
  if (!routingNumber) throw missing('routingNumber');
  if (accountType === undefined) throw missing('accountType', 'accountType is required: checking or savings.');
  if (accountHolderType === undefined) {
    throw missing('accountHolderType', 'accountHolderType is required: personal or business.');
  }
  if (body.achAuthorized !== true) {
    throw invalid('achAuthorized', 'A bank debit needs the buyer’s authorization: achAuthorized must be true.');
  }
  const { last4 } = aliasedBankAccount(ctx, vaultBankAccountAlias);
  return readBankAccount({
    routing_number: routingNumber,
    // The vault has dropped the rest, and no more is kept of an account number anywhere.
    account_number: last4,
    account_type: accountType,
    account_holder_type: accountHolderType,
    account_holder_name: `${body.firstName ?? ''} ${body.lastName ?? ''}`.trim(),
  });
}
