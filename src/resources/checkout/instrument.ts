import type { Context } from '../../engine/context.ts';
import { invalid, missing } from '../../engine/errors.ts';
import { readBankAccount } from '../payment-method/actions.ts';
import type { BankAccount } from '../payment-method/model.ts';
import { type AliasedCard, aliasedBankAccount, aliasedCard, requireVault } from '../token/vault.ts';
import type { PayFields } from './model.ts';

/** What a checkout is paid with. */
export type Entered =
  | { readonly rail: 'card'; readonly card: AliasedCard }
  | { readonly rail: 'ach'; readonly account: BankAccount };

/**
 * What the body pays with: a card, or a bank account where `paymentMethodType` is `ach`.
 * @throws 400 `parameter_missing`, `parameter_invalid`, `token_expired` or `capability_required`
 */
export function readInstrument(ctx: Context, body: PayFields): Entered {
  requireVault(ctx);
  if (body.paymentMethodType === 'ach') return { rail: 'ach', account: readAccount(ctx, body) };
  if (body.vaultBankAccountAlias) {
    throw invalid('paymentMethodType', 'A bank account is debited with paymentMethodType ach.');
  }
  const { vaultPanAlias, vaultExpMonth: expMonth, vaultExpYear: expYear, vaultCvcAlias } = body;
  if (!vaultPanAlias) throw missing('vaultPanAlias');
  return {
    rail: 'card',
    card: aliasedCard(ctx, vaultPanAlias, { expMonth, expYear, cvcAlias: vaultCvcAlias || undefined }),
  };
}

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
