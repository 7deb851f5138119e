import { defineResource } from '../../engine/resource.ts';
import { PaymentTokenModel, paymentTokens } from './model.ts';
import { createTokenOperation } from './operations.ts';

/** One-time card tokens. */
export const token = defineResource({
  name: 'token',
  models: { PaymentToken: PaymentTokenModel },
  collections: [paymentTokens],
  operations: [createTokenOperation],
});
