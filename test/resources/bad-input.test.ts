import { describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../src/core/kernel/declare/operation.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { merchantOperations } from '../support/declared.ts';
import { cards, type Demo, eachTest, type Refusal, routing, springfield } from '../support/demo.ts';
import { type ExampleRequest, ExampleRequests } from '../support/example-requests.ts';
import type { Answer, Caller } from '../support/sandbox.ts';

const writing: AnyOperation[] = merchantOperations.filter(({ method }) => method !== 'GET');

/** Ids of objects that are there. */
interface There {
  customer: string;
  method: string;
  pending: string;
  settled: string;
}

const card = { cc_number: cards.visaDebit, cc_exp_month: '12', cc_exp_year: '2030' };
const bank_account = {
  routing_number: routing.instant,
  account_number: '000123456789',
  account_type: 'checking',
  account_holder_type: 'personal',
  account_holder_name: 'Ada Lovelace',
};
const contact = { first_name: 'Ada', phone: '1', ...springfield, shipping_country: 'US', metadata: { a: 1 } };

/**
 * The paths of the operations that everybody uses, and bodies that give every field once, so that a wrong meaning of a
 * field is tried, too. Of every other operation, the example is tried.
 */
const calls: Record<string, (there: There) => { path: string; bodies: Record<string, unknown>[] }> = {
  'customers.create': () => ({ path: '/customers', bodies: [{ email: 'bo@example.com', ...contact, ...card }] }),
  'customers.update': ({ customer }) => ({
    path: `/customers/${customer}`,
    bodies: [{ email: 'lovelace@example.com', ...contact }],
  }),
  'payment_methods.create': ({ customer }) => ({
    path: `/customers/${customer}/payment-methods`,
    bodies: [card, { type: 'bank_account', ...bank_account }],
  }),
  'payment_methods.delete': ({ customer, method }) => ({
    path: `/customers/${customer}/payment-methods/${method}`,
    bodies: [],
  }),
  'tokens.create': () => ({
    path: '/tokens',
    bodies: [{ number: cards.visaDebit, exp_month: '12', exp_year: '2030', cvv: '123' }],
  }),
  'charges.create': ({ customer, method }) => ({
    path: '/charges',
    bodies: [
      {
        customer_id: customer,
        payment_method_id: method,
        amount: 4200,
        currency: 'USD',
        reference_id: 'r-1',
        rail: 'card',
        gateway: 'debit_payouts',
        email: 'ada@example.com',
        ...springfield,
        return_url: 'https://shop.example/back',
        metadata: { a: 1 },
      },
    ],
  }),
  'transactions.void': ({ pending }) => ({ path: `/transactions/${pending}/void`, bodies: [] }),
  'transactions.refund': ({ settled }) => ({ path: `/transactions/${settled}/refund`, bodies: [{ amount: 100 }] }),
  'payouts.create': ({ customer }) => ({
    path: '/payouts',
    bodies: [
      {
        amount: 1500,
        customer_id: customer,
        bank_account,
        rail: 'ach',
        reference_id: 'p-1',
        currency: 'USD',
        descriptor: 'SHOP',
        metadata: { a: 1 },
      },
    ],
  }),
};

let demo: Demo;
let there: There;
eachTest(async (fresh) => {
  demo = fresh;
  const customer = await demo.saveCustomer();
  const method = await demo.saveCard(customer);
  const settled = await demo.settled({ customer_id: customer.id });
  const pending = await demo.charged({ customer_id: customer.id });
  there = { customer: customer.id, method: method.id, pending: pending.id, settled: settled.id };
});

const send = (
  method: AnyOperation['method'],
  path: string,
  body?: unknown,
  caller: Caller = demo.api,
): Promise<Answer<Refusal>> => {
  if (method === 'PATCH') return caller.patch(path, body);
  if (method === 'DELETE') return caller.delete(path);
  return caller.post(path, body);
};

function expectRefusal({ status, body, headers }: Answer<Refusal>, what: string, wanted = 400): void {
  expect(status, `${what} answered ${JSON.stringify(body).slice(0, 300)}`).toBe(wanted);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(body.error, what).toEqual(expect.stringMatching(/\S/));
  expect(['invalid_request_error', 'not_found_error']).toContain(body.type);
  expect(body.code, what).toEqual(expect.any(String));
  expect(Object.keys(body).filter((key) => !['error', 'type', 'code', 'param'].includes(key))).toEqual([]);
}

const named = (operations: AnyOperation[]) => operations.map((operation) => [operation.id, operation] as const);
const withBody = writing.filter(({ body }) => body !== undefined);

/** The example of an operation, in a workspace that may call it. */
async function possibleRequest(operation: AnyOperation): Promise<ExampleRequest> {
  for await (const request of new ExampleRequests(demo.sandbox).for(operation)) {
    const { body } = await send(operation.method, request.path, [], demo.sandbox.as(request.key));
    if (body.code !== 'capability_required') return request;
  }
  throw new Error(`No workspace may call ${operation.id}.`);
}

/** Callers of the app token expect errors in the form of OAuth. */
const hasUsualErrors = (operation: AnyOperation): boolean => !('refusalBody' in operation);

it.each(named(withBody.filter((each) => !(each.id in calls) && hasUsualErrors(each))))(
  '%s refuses its example with each value that its schema does not allow, and changes nothing',
  async (_, operation) => {
    const { sandbox } = demo;
    const { workspace, key, path, body = {} } = await possibleRequest(operation);
    const exported = async () => (await sandbox.control.get(`/export?workspace=${workspace}`)).body;
    const before = await exported();
    const bad = badBodies(operation.body as Shape, body).filter(({ isOfSchema }) => isOfSchema !== true);
    expect(bad.length).toBeGreaterThan(0);
    for (const { what, field, text } of bad) {
      const answer = await send(operation.method, path, text, sandbox.as(key));
      expectRefusal(answer, what);
      expect(answer.body.param?.split('.')[0], what).toBe(field.split('.')[0]);
    }
    expect(await exported()).toEqual(before);
  },
);

describe.each(named(withBody.filter(({ id }) => id in calls)))('%s', (id, { method, body, status: success }) => {
  it('refuses every body that its schema does not allow, and changes nothing', async () => {
    const { path, bodies } = calls[id]!(there);
    const before = await demo.exported();
    for (const good of bodies) {
      const bad = badBodies(body as Shape, good);
      expect(bad.length).toBeGreaterThan(5);
      for (const [at, { what, field, text }] of bad.entries()) {
        const answer = await send(method, path, text);
        expectRefusal(answer, what);
        expect(answer.body.param?.split('.')[0], what).toBe(field.split('.')[0]);
        if (bad[at + 1]?.field !== field) expect(await demo.exported(), `${field} left something`).toBe(before);
      }
    }
    for (const good of bodies) {
      expect(await send(method, path, good), 'the good body').toMatchObject({ status: success });
    }
  });
});

const strangeIds = ['none', 'x'.repeat(90), '__proto__', 'constructor', '%00', '%F0%9F%92%B3', "'--", '1e3', '%20'];

it.each(named(writing.filter(({ id, path }) => id in calls && path.includes('{'))))(
  '%s answers 404 or 400 for ids of nothing',
  async (id, { method }) => {
    const { path, bodies } = calls[id]!(there);
    const before = await demo.exported();
    for (const known of Object.values(there).filter((one) => path.includes(one))) {
      for (const strange of strangeIds) {
        const answer = await send(method, path.replace(known, strange), bodies[0]);
        expectRefusal(answer, `${method} ${path.replace(known, strange)}`, answer.status === 400 ? 400 : 404);
      }
    }
    expect(await demo.exported()).toBe(before);
  },
);
