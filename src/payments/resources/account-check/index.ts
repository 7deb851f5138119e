import { slice } from '../../../core/kernel/declare/slice.ts';
import { AccountCheckModel } from './model.ts';
import { createAccountCheck } from './operations.ts';

/** Account checks: whether a card or bank account can receive money. */
export const accountCheck = slice('account_check', {
  models: { AccountCheck: AccountCheckModel },
  operations: [createAccountCheck],
});
