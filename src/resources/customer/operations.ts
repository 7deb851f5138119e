import { refusals } from '../../engine/errors.ts';
import { bare, list, operation } from '../../engine/operation.ts';
import { nullable, OneOf, publicSchema, T, Words } from '../../engine/schema.ts';
import { gatewayKinds } from '../../engine/settings.ts';
import { listQuery } from '../common/queries.ts';
import { showMethod } from '../payment-method/actions.ts';
import { PaymentMethodView } from '../payment-method/model.ts';
import { updateCustomer, upsertCustomer } from './actions.ts';
import { CustomerChange, CustomerModel, customers } from './model.ts';
import { CardInput, saveGivenCard } from './payment-methods.ts';

export const listCustomers = operation('GET /customers', {
  id: 'customers.list',
  summary: 'List customers',
  access: 'read',
  query: T.Object({ ...listQuery, processor: T.Optional(OneOf(gatewayKinds)) }),
  answers: [200, list(CustomerModel)],
  example: { query: { processor: 'debit_payouts' } },
  handle: (ctx, { query }) =>
    ctx.page(customers, query, query.processor === undefined ? {} : { processor: [query.processor] }),
});

/** What describes a customer, and a card that is saved at once. */
export const CustomerInput = T.Object({ ...CustomerChange.properties, email: Words(254), ...CardInput.properties });

const CreatedCustomerModel = T.Object({
  data: publicSchema(CustomerModel),
  payment_method: nullable(publicSchema(PaymentMethodView)),
  existing: T.Boolean(),
});

export const createCustomer = operation('POST /customers', {
  id: 'customers.create',
  summary: 'Create a customer, or update the one with this e-mail address',
  access: 'secret',
  body: CustomerInput,
  answers: [201, bare(CreatedCustomerModel)],
  refuses: [refusals.tokenUsed, refusals.tokenExpired],
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
    const namesCard = [body.payment_token, body.cc_number, body.cc_exp_month, body.cc_exp_year].some(
      (field) => field !== undefined,
    );
    const payment_method = namesCard ? showMethod(ctx, saveGivenCard(ctx, customer, body)) : null;
    return { data: customer, payment_method, existing };
  },
});

export const getCustomer = operation('GET /customers/{id}', {
  id: 'customers.get',
  summary: 'Read a customer',
  access: 'read',
  answers: [200, CustomerModel],
  refuses: [refusals.resourceMissing],
  example: { params: { id: 'cus_1' } },
  handle: (ctx, { params }) => ctx.get(customers, params.id),
});

export const changeCustomer = operation('PATCH /customers/{id}', {
  id: 'customers.update',
  summary: "Change a customer's contact, billing or shipping details",
  access: 'secret',
  body: CustomerChange,
  answers: [200, CustomerModel],
  refuses: [refusals.resourceMissing],
  example: { params: { id: 'cus_1' }, body: { phone: '+1 555 0100' } },
  handle: (ctx, { body, params }) => updateCustomer(ctx, ctx.get(customers, params.id), body),
});
