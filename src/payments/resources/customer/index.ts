import { objectList } from '../../../core/kernel/declare/declarations.ts';
import { Id, T } from '../../../core/kernel/declare/schema.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { joined } from '../common/cells.ts';
import { CardName, withCard } from '../common/fixture-card.ts';
import { emailFields, fullName } from './actions.ts';
import { type Customer, CustomerModel, customers } from './model.ts';
import { CustomerInput, changeCustomer, createCustomer, getCustomer, listCustomers } from './operations.ts';
import {
  createPaymentMethod,
  deletePaymentMethod,
  listPaymentMethods,
  PaymentMethodInput,
  paymentMethodDeleted,
} from './payment-methods.ts';

/** Buyers and recipients, and their saved instruments. */
export const customer = slice('customer', {
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
  announces: [paymentMethodDeleted],
  afterEdit: (ctx, edited: Customer) => emailFields(ctx, edited, edited.email),
  fixtures: [
    {
      section: 'customers',
      as: createCustomer,
      fields: T.Object({ ...CustomerInput.properties, card: CardName() }),
      body: (_ctx, fields) => withCard(fields),
      idOf: ({ data }) => (data as Customer).id,
    },
    {
      section: 'payment_methods',
      noun: 'payment_method',
      as: createPaymentMethod,
      fields: T.Object({ customer_id: Id(), card: CardName(), ...PaymentMethodInput.properties }),
      body: (_ctx, { customer_id: _customer, ...fields }) => withCard(fields),
      params: ({ customer_id }) => ({ id: String(customer_id) }),
    },
  ],
  list: objectList(customers, {
    title: 'Customers',
    view: {
      place: 8,
      title: 'Customers',
      brief: 'Cust',
      empty: 'No customers yet. To create one, call POST /customers or make a payment or payout.',
    },
    who: ({ email }) => email,
    what: (customer) => joined(fullName(customer), customer.company, customer.phone),
  }),
});
