import { slice } from '../../../core/kernel/declare/slice.ts';
import { AccountCheckModel } from './model.ts';
import { createAccountCheck } from './operations.ts';

/** Questions to the networks: can this card or bank receive money. */
export const accountCheck = slice('account_check', {
  models: { AccountCheck: AccountCheckModel },
  operations: [createAccountCheck],
});
