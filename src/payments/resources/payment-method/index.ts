import { slice } from '../../../core/kernel/declare/slice.ts';
import { PaymentMethodView, paymentMethods } from './model.ts';

/** Saved cards and bank accounts. Their operations are in the slice of their customers. */
export const paymentMethod = slice('payment_method', {
  models: { PaymentMethod: PaymentMethodView },
  collections: [paymentMethods],
});
