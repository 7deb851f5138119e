import { defineResource } from '../../engine/resource.ts';
import { CustomerModel, customers } from './model.ts';
import { changeCustomer, createCustomer, getCustomer, listCustomers } from './operations.ts';
import { createPaymentMethod, deletePaymentMethod, listPaymentMethods } from './payment-methods.ts';

/** Buyers and recipients, and the instruments saved for them. */
export const customer = defineResource({
  name: 'customer',
  models: { Customer: CustomerModel },
  collections: [customers],
  operations: [
    listCustomers,
    createCustomer,
    getCustomer,
    changeCustomer,
    listPaymentMethods,
    createPaymentMethod,
    deletePaymentMethod,
  ],
  announces: ['payment_method.delete'],
});
