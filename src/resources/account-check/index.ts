import { defineResource } from '../../engine/resource.ts';
import { AccountCheckModel } from './model.ts';
import { createAccountCheck } from './operations.ts';

/** Questions to the networks: can this card or bank receive money. */
export const accountCheck = defineResource({
  name: 'account_check',
  models: { AccountCheck: AccountCheckModel },
  collections: [],
  operations: [createAccountCheck],
});
