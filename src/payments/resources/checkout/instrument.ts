import type { Context } from '../../../core/kernel/context.ts';
import { requireCapability } from '../../../core/kernel/declare/capability.ts';
import { invalid, missing } from '../../../core/kernel/errors.ts';
import { accountFingerprintOf } from '../common/account-fingerprint.ts';
import { readBankAccount } from '../payment-method/actions.ts';
import { aliasedBankAccount, aliasedCard, vault } from '../token/vault.ts';
import { type Instrument, requireAch } from '../transaction/instrument.ts';
import { walletInstrument } from '../transaction/wallet.ts';
import { openWallet, type WalletCard, wallets } from '../wallet/actions.ts';
import type { ServiceWallet } from '../wallet/model.ts';
import type { PayFields } from './model.ts';

/**
 * The default fields of an instrument that the buyer enters for one payment. It is neither a saved instrument nor a
 * token.
 */
const entered: Instrument = {
  card: null,
  bank_account: null,
  behaviour: null,
  payment_method_id: null,
  cvc_given: null,
};

/**
 * Reads the instrument from the body: a wallet if the body has one, a bank account if `paymentMethodType` is `ach`,
 * otherwise a card.
 * @param currency the currency of the payment
 * @throws 400 `parameter_missing`, `parameter_invalid`, `token_used`, `token_expired` or `capability_required`
 */
export function readInstrument(ctx: Context, body: PayFields, currency: string): Instrument {
  const { service_wallet } = body;
  if (service_wallet !== undefined) return walletInstrument(readWallet(ctx, body, service_wallet));
  if (body.wallet !== undefined) {
    throw invalid('wallet', 'wallet is accepted only with service_wallet; send service_wallet too.');
  }
  requireCapability(vault, ctx);
  if (body.paymentMethodType === 'ach') return { ...entered, ...readAccount(ctx, body, currency) };
  if (body.vaultBankAccountAlias) {
    throw invalid('paymentMethodType', 'To debit a bank account, set paymentMethodType to ach.');
  }
  const { vaultPanAlias, vaultExpMonth: expMonth, vaultExpYear: expYear, vaultCvcAlias } = body;
  if (!vaultPanAlias) throw missing('vaultPanAlias');
  const cvcAlias = vaultCvcAlias || undefined;
  const { card, behaviour, cvcGiven } = aliasedCard(ctx, vaultPanAlias, { expMonth, expYear, cvcAlias });
  return { ...entered, card, behaviour, cvc_given: cvcGiven };
}

/** The fields of all instruments except wallets. */
const otherInstruments = ['vaultPanAlias', 'vaultCvcAlias', 'vaultBankAccountAlias'] as const;

/** Opens the wallet credential in the body, under the same rules as a charge (specification, "Wallet payments"). */
function readWallet(ctx: Context, body: PayFields, credential: ServiceWallet): WalletCard {
  requireCapability(wallets, ctx);
  for (const field of otherInstruments) {
    if (body[field]) throw invalid(field, `${field} cannot be combined with service_wallet.`);
  }
  if (body.paymentMethodType === 'ach') {
    throw invalid(
      'paymentMethodType',
      'service_wallet is charged as a card and cannot be combined with paymentMethodType ach.',
    );
  }
  return openWallet(ctx, credential);
}

function readAccount(
  ctx: Context,
  body: PayFields,
  currency: string,
): Pick<Instrument, 'bank_account' | 'account_fingerprint'> {
  requireAch(ctx, currency, 'paymentMethodType');
  if (body.vaultPanAlias) throw invalid('vaultPanAlias', 'Send a card or a bank account, not both.');
  const { vaultBankAccountAlias, routingNumber, accountType, accountHolderType } = body;
  if (!vaultBankAccountAlias) throw missing('vaultBankAccountAlias');
  if (!routingNumber) throw missing('routingNumber');
  if (accountType === undefined) throw missing('accountType', 'accountType is required; send checking or savings.');
  if (accountHolderType === undefined) {
    throw missing('accountHolderType', 'accountHolderType is required; send personal or business.');
  }
  if (body.achAuthorized !== true) {
    throw invalid('achAuthorized', 'A bank debit requires authorization from the buyer; set achAuthorized to true.');
  }
  const { last4, fingerprint } = aliasedBankAccount(ctx, vaultBankAccountAlias);
  const bank_account = readBankAccount({
    routing_number: routingNumber,
    account_number: last4,
    account_type: accountType,
    account_holder_type: accountHolderType,
    account_holder_name: `${body.firstName ?? ''} ${body.lastName ?? ''}`.trim(),
  });
  return fingerprint === null
    ? { bank_account }
    : { bank_account, account_fingerprint: accountFingerprintOf(bank_account, fingerprint) };
}
