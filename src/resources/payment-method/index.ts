import { slice } from '../../kernel/declare/slice.ts';
import { PaymentMethodView, paymentMethods } from './model.ts';

/** Saved cards and bank accounts. Their operations stand with the customers whom they belong to. */
export const paymentMethod = slice('payment_method', {
  models: { PaymentMethod: PaymentMethodView },
  collections: [paymentMethods],
});
