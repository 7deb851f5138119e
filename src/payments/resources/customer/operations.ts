import { ruled } from '../../../core/kernel/declare/field-rules.ts';
import { bare, list, operation } from '../../../core/kernel/declare/operation.ts';
import { about, nullable, OneOf, publicSchema, publicView, T } from '../../../core/kernel/declare/schema.ts';
import { resourceMissing } from '../../../core/kernel/errors.ts';
import { filters } from '../../../core/kernel/pagination.ts';
import { gatewayKinds } from '../../platform/settings.ts';
import { EmailInput } from '../common/fields.ts';
import { listQuery } from '../common/queries.ts';
import { readOne } from '../common/read-one.ts';
import { showMethod } from '../payment-method/actions.ts';
import { PaymentMethodView } from '../payment-method/model.ts';
import { tokenExpired, tokenUsed } from '../token/actions.ts';
import { updateCustomer, upsertCustomer } from './actions.ts';
import { CustomerChange, CustomerModel, customers } from './model.ts';
import { CardInput, cardRules, saveCardOf } from './payment-methods.ts';

export const listCustomers = operation('GET /customers', {
  id: 'customers.list',
  summary: 'List customers',
  access: 'read',
  query: T.Object({
    ...listQuery,
    processor: about(T.Optional(OneOf(gatewayKinds)), 'Returns only customers in the vault of this gateway.'),
  }),
  answers: [200, list(CustomerModel)],
  example: { query: { processor: 'debit_payouts' }, further: { starting_after: 'cus_ada' } },
  handle: (ctx, { query }) => ctx.page(customers, query, filters(query, 'processor')),
});

/** The fields of a customer and of a card to save for the customer. */
export const CustomerInput = ruled(
  T.Object({
    ...CustomerChange.properties,
    email: EmailInput('The email address. If a customer already has this address, the request updates that customer.'),
    ...CardInput.properties,
  }),
  ...cardRules,
);

const showCustomer = publicView(CustomerModel);
const CreatedCustomerModel = T.Object({
  data: about(publicSchema(CustomerModel), 'The created or updated customer.'),
  payment_method: about(nullable(PaymentMethodView), 'The saved card; null if the request contains no card.'),
  existing: about(T.Boolean(), 'Whether a customer with this email address already existed.'),
});

export const createCustomer = operation('POST /customers', {
  id: 'customers.create',
  summary: 'Create a customer, or update the customer with this email address',
  access: 'secret',
  body: CustomerInput,
  answers: [201, bare(CreatedCustomerModel)],
  refuses: [tokenUsed, tokenExpired],
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
    const payment_method = namesCard ? showMethod(ctx, saveCardOf(ctx, customer, body)) : null;
    return { data: showCustomer(customer), payment_method, existing };
  },
});

export const getCustomer = readOne('GET /customers/{id}', customers, { exampleId: 'cus_ada' });

export const changeCustomer = operation('PATCH /customers/{id}', {
  id: 'customers.update',
  summary: "Change a customer's contact, billing or shipping details",
  access: 'secret',
  body: CustomerChange,
  answers: [200, CustomerModel],
  refuses: [resourceMissing],
  example: { params: { id: 'cus_ada' }, body: { phone: '+1 555 0100' } },
  handle: (ctx, { body, params }) => updateCustomer(ctx, ctx.get(customers, params.id), body),
});
