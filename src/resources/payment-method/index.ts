import { defineResource } from '../../engine/resource.ts';
import { PaymentMethodModel, paymentMethods } from './model.ts';

/** Saved cards and bank accounts. Their operations stand with the customers whom they belong to. */
export const paymentMethod = defineResource({
  name: 'payment_method',
  models: { PaymentMethod: PaymentMethodModel },
  collections: [paymentMethods],
  operations: [],
});
