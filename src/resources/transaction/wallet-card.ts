import type { Context } from '../../engine/context.ts';
import { isSameCard } from '../common/card.ts';
import { customers } from '../customer/model.ts';
import { newestUsable, saveBankAccount, saveCard } from '../payment-method/actions.ts';
import type { TransactionDraft } from './draft.ts';

/**
 * Saves the card of a wallet for its buyer, or finds it among the saved ones (specification, "Wallet payments" 5); a
 * bank account that subscriptions are paid with likewise.
 * @returns the id of the saved card; the draft's own where there is nothing, or nobody, to save it for
 */
export function keepWalletCard(ctx: Context, draft: TransactionDraft): string | null {
  const { wallet_card, new_bank_account, customer_id } = draft;
  const customer = customer_id === null ? undefined : ctx.find(customers, customer_id);
  if (customer === undefined) return draft.payment_method_id;
  if (new_bank_account) return saveBankAccount(ctx, customer, new_bank_account).id;
  if (!wallet_card) return draft.payment_method_id;
  const { card, behaviour } = wallet_card;
  const known = newestUsable(ctx, customer.id, (saved) => saved.card !== null && isSameCard(saved.card, card));
  return (known ?? saveCard(ctx, customer, card, behaviour)).id;
}
