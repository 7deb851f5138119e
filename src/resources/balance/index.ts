import { defineResource } from '../../engine/resource.ts';
import { BalanceModel, balances, ledgerGroups } from './model.ts';
import { getBalance } from './operations.ts';

/** The payout balance, and the double-entry ledger behind it. */
export const balance = defineResource({
  name: 'balance',
  models: { Balance: BalanceModel },
  collections: [balances, ledgerGroups],
  operations: [getBalance],
});
