import { Id, T } from '../../engine/schema.ts';
import { slice } from '../../engine/slice.ts';
import { CardName, withCard } from '../common/fixture-card.ts';
import { createPaymentMethod, PaymentMethodInput } from '../customer/payment-methods.ts';
import { PaymentMethodModel, paymentMethods } from './model.ts';

/** Saved cards and bank accounts. Their operations stand with the customers whom they belong to. */
export const paymentMethod = slice('payment_method', {
  models: { PaymentMethod: PaymentMethodModel },
  collections: [paymentMethods],
  fixture: {
    section: 'payment_methods',
    as: createPaymentMethod,
    fields: T.Object({ customer_id: Id(), card: CardName(), ...PaymentMethodInput.properties }),
    body: (_ctx, { customer_id: _customer, ...fields }) => withCard(fields),
    params: ({ customer_id }) => ({ id: String(customer_id) }),
  },
});
