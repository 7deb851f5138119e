import { slice } from '../../../core/kernel/declare/slice.ts';
import { AccountModel, accountChanges, accountSettings } from './model.ts';
import { changeAccount, getAccount } from './operations.ts';

/** The merchant: name, logo and time zone. */
export const account = slice('account', {
  models: { Account: AccountModel },
  settings: [accountSettings],
  collections: [accountChanges],
  operations: [getAccount, changeAccount],
});
