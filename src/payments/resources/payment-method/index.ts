import { slice } from '../../../core/kernel/declare/slice.ts';
import { PaymentMethodView, paymentMethods } from './model.ts';

/** Saved cards and bank accounts. Their operations are in the customer slice. */
export const paymentMethod = slice('payment_method', {
  models: { PaymentMethod: PaymentMethodView },
  collections: [paymentMethods],
});
