import type { Context } from '../../../core/kernel/context.ts';
import { isSameCard } from '../common/card.ts';
import { customers } from '../customer/model.ts';
import { newestUsable, saveBankAccount, saveCard } from '../payment-method/actions.ts';
import type { PaymentMethod } from '../payment-method/model.ts';
import type { TransactionDraft } from './draft.ts';

/**
 * The saved instrument that pays: its id, and the instrument itself if it was just saved; null if it already existed.
 */
interface SavedInstrument {
  readonly id: string | null;
  readonly fresh: PaymentMethod | null;
}

/**
 * Saves the card of a wallet or of a page for its buyer, or finds it among the saved cards (specification, "Wallet
 * payments" 5). Saves a bank account that pays for subscriptions in the same way. If the draft has no customer or no
 * instrument to save, its own instrument does not change.
 */
export function saveNewInstrument(ctx: Context, draft: TransactionDraft): SavedInstrument {
  const { new_card, new_bank_account, account_fingerprint, customer_id } = draft;
  const customer = customer_id === null ? undefined : ctx.find(customers, customer_id);
  const saved = (fresh: PaymentMethod): SavedInstrument => ({ id: fresh.id, fresh });
  if (customer !== undefined && new_bank_account) {
    return saved(saveBankAccount(ctx, customer, new_bank_account, account_fingerprint));
  }
  if (customer === undefined || !new_card) return { id: draft.payment_method_id, fresh: null };
  const { card, behaviour } = new_card;
  const known = newestUsable(ctx, customer.id, (method) => method.card !== null && isSameCard(method.card, card));
  return known === undefined ? saved(saveCard(ctx, customer, card, behaviour)) : { id: known.id, fresh: null };
}
