import { defineResource } from '../../engine/resource.ts';
import { cardReferences } from './card-references.ts';
import { PaymentTokenModel, paymentTokens } from './model.ts';
import { createTokenOperation, getTokenizationKey } from './operations.ts';

/** One-time card tokens. */
export const token = defineResource({
  name: 'token',
  models: { PaymentToken: PaymentTokenModel },
  collections: [paymentTokens, cardReferences],
  operations: [createTokenOperation, getTokenizationKey],
});
