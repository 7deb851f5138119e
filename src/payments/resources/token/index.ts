import { slice } from '../../../core/kernel/declare/slice.ts';
import { testCardSettings } from '../../simulation/read-card.ts';
import { spentToken } from './actions.ts';
import { postToVault } from './buyer-operations.ts';
import { cardReferences } from './card-references.ts';
import { PaymentTokenModel, paymentTokens, tokenSettings } from './model.ts';
import { createTokenOperation, getTokenizationKey } from './operations.ts';
import { vaultAliases } from './vault.ts';

/** One-time card tokens, and the aliases of the card vault. */
export const token = slice('token', {
  models: { PaymentToken: PaymentTokenModel },
  settings: [tokenSettings, testCardSettings],
  collections: [paymentTokens, cardReferences, vaultAliases],
  operations: [createTokenOperation, getTokenizationKey, postToVault],
  spends: [spentToken],
});
