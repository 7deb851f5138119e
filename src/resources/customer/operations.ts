import { defineOperation } from '../../engine/operation.ts';
import { assumed, Metadata, nullable, OneOf, publicSchema, T, Text, Words } from '../../engine/schema.ts';
import { gatewayKinds } from '../../engine/settings.ts';
import { billingInput, shippingInput } from '../common/address.ts';
import { listQuery } from '../common/queries.ts';
import { PaymentMethodModel } from '../payment-method/model.ts';
import { updateCustomer, upsertCustomer } from './actions.ts';
import { CustomerModel, customers } from './model.ts';
import { cardFields, saveGivenCard } from './payment-methods.ts';

const Customer = publicSchema(CustomerModel);

const contact = {
  first_name: assumed(T.Optional(nullable(Text(100)))),
  last_name: assumed(T.Optional(nullable(Text(100)))),
  company: assumed(T.Optional(nullable(Text(200)))),
  phone: assumed(T.Optional(nullable(Text(40)))),
  ...billingInput(),
  ...shippingInput(),
  metadata: assumed(T.Optional(Metadata())),
};

export const listCustomers = defineOperation({
  id: 'customers.list',
  method: 'GET',
  path: '/customers',
  summary: 'List customers',
  access: 'read',
  query: T.Object({ ...listQuery, processor: T.Optional(OneOf(gatewayKinds)) }),
  success: 200,
  envelope: 'list',
  answer: Customer,
  errors: [400],
  example: { query: { processor: 'debit_payouts' } },
  handle: (ctx, { query }) =>
    ctx.page(customers, query, query.processor === undefined ? {} : { processor: [query.processor] }),
});

export const createCustomer = defineOperation({
  id: 'customers.create',
  method: 'POST',
  path: '/customers',
  summary: 'Create a customer, or update the one with this e-mail address',
  access: 'secret',
  body: T.Object({ email: Words(254), ...contact, ...cardFields }),
  success: 201,
  envelope: 'bare',
  answer: T.Object({
    data: Customer,
    payment_method: nullable(publicSchema(PaymentMethodModel)),
    existing: T.Boolean(),
  }),
  errors: [400],
  example: {
    body: {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      billing_address_1: '1 Main St',
      billing_city: 'Springfield',
      billing_state: 'IL',
      billing_postal_code: '62701',
      billing_country: 'US',
    },
  },
  handle: (ctx, { body }) => {
    const { customer, existing } = upsertCustomer(ctx, body);
    const withCard = [body.payment_token, body.cc_number, body.cc_exp_month, body.cc_exp_year].some(
      (field) => field !== undefined,
    );
    return { data: customer, payment_method: withCard ? saveGivenCard(ctx, customer, body) : null, existing };
  },
});

export const getCustomer = defineOperation({
  id: 'customers.get',
  method: 'GET',
  path: '/customers/{id}',
  summary: 'Read a customer',
  access: 'read',
  success: 200,
  envelope: 'data',
  answer: Customer,
  errors: [404],
  example: { params: { id: 'cus_1' } },
  handle: (ctx, { params }) => ctx.get(customers, params.id!),
});

export const changeCustomer = defineOperation({
  id: 'customers.update',
  method: 'PATCH',
  path: '/customers/{id}',
  summary: "Change a customer's contact, billing or shipping details",
  access: 'secret',
  body: T.Object({ email: T.Optional(Words(254)), ...contact }),
  success: 200,
  envelope: 'data',
  answer: Customer,
  errors: [400, 404],
  example: { params: { id: 'cus_1' }, body: { phone: '+1 555 0100' } },
  handle: (ctx, { body, params }) => updateCustomer(ctx, ctx.get(customers, params.id!), body),
});
