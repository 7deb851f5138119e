import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Customer } from '../../src/payments/resources/customer/model.ts';
import { type LinkPayment, linkBySlug, payLink } from '../../src/payments/resources/payment-link/actions.ts';
import { type PaymentLink, paymentLinks } from '../../src/payments/resources/payment-link/model.ts';
import { createPaymentLink } from '../../src/payments/resources/payment-link/operations.ts';
import type { PaymentMethod } from '../../src/payments/resources/payment-method/model.ts';
import type { Product } from '../../src/payments/resources/product/model.ts';
import type { ChargeResult } from '../../src/payments/resources/transaction/charge.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { readCard } from '../../src/payments/simulation/read-card.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { cards, type Demo, eachTest, type Refusal, springfield } from '../support/demo.ts';
import { type Answer, createTestSandbox } from '../support/sandbox.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

type Fields = Record<string, unknown>;
type Link = PaymentLink & { url: string };
type List = { data: Link[]; has_more: boolean };
type Answered = Answer<Omit<Refusal, 'data'> & { data: Link }>;

const make = (fields: Fields | string = {}, on = demo): Promise<Answered> =>
  on.sandbox.control.post(
    `/payment-links?workspace=${on.workspace}&mode=${on === demo ? 'test' : 'live'}`,
    typeof fields === 'string'
      ? fields
      : { name: 'Coffee', ...('products' in fields ? {} : { amount: 1800 }), ...fields },
  );
async function made(fields: Fields = {}, on = demo): Promise<Link> {
  const { status, body } = await make(fields, on);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
const change = (id: string, body: unknown): Promise<Answered> =>
  demo.sandbox.control.patch(`/payment-links/${id}?workspace=${demo.workspace}`, body);
const read = (id: string) => demo.read<Link>(`/payment-links/${id}`);
const list = (query = '') => demo.read<List>(`/payment-links${query}`);
const product = async (fields: Fields = {}) =>
  (await demo.made<{ data: Product }>('/products', { name: 'Coffee', price: 1800, ...fields })).data;
const transactionsOf = async () => (await demo.read<{ data: Transaction[] }>('/transactions')).data;

/** Pays on the link's page by a card that is entered there. */
function pay({ id }: Link, number: string = cards.visaDebit, payment: Partial<LinkPayment> = {}): ChargeResult {
  const { engine } = demo.sandbox.sandbox;
  const cause = { type: 'control', id: 'test', name: 'page' } as const;
  return engine.run(engine.workspace(demo.workspace)!, 'test', cause, (ctx) => {
    const names = { number: 'number', exp_month: 'exp_month', exp_year: 'exp_year' } as const;
    const { card, behaviour } = readCard(ctx, { number, exp_month: '12', exp_year: '2030' }, names);
    const bare = { bank_account: null, payment_method_id: null, token: null, cvc_given: true };
    return payLink(ctx, ctx.get(paymentLinks, id), {
      instrument: { card, behaviour, ...bare },
      payer: { email: 'bo@example.com', first_name: 'Bo', last_name: 'Buyer', ...springfield },
      ...payment,
    });
  });
}

const fields = [
  { id: 'size', label: 'Size', type: 'select', required: true, options: ['S', 'M'] },
  { id: 'note', label: 'Note', type: 'text' },
];

describe('a payment link', () => {
  it.each(['__proto__', 'constructor', 'toString'])(
    'has no custom field %s, which JavaScript means else',
    async (id) => {
      const answer = await demo.sandbox.control.post('/payment-links', {
        name: 'Coffee',
        amount: 1800,
        custom_fields: [{ id, label: 'Odd', type: 'text' }],
      });
      expect(answer).toMatchObject({ status: 400, body: { param: 'custom_fields.0.id' } });
    },
  );

  it('is made by the control API, and read at the top level', async () => {
    const link = await made({
      currency: 'eur',
      custom_fields: fields,
      collect_shipping_address: true,
      metadata: { campaign: 'spring' },
    });
    expect(link).toEqual({
      id: expect.stringMatching(/^plink_[0-9A-Za-z]{20}$/),
      object: 'payment_link',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      status: 'active',
      url: `${demo.sandbox.url}/pay/${link.slug}`,
      slug: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
      name: 'Coffee',
      products: [],
      amount: 1800,
      currency: 'EUR',
      custom_fields: [
        { id: 'size', label: 'Size', type: 'select', required: true, options: ['S', 'M'] },
        { id: 'note', label: 'Note', type: 'text', required: false, options: null },
      ],
      collect_shipping_address: true,
      metadata: { campaign: 'spring' },
    });
    expect(await read(link.id)).toEqual(link);
    expect(await list()).toEqual({ data: [link], has_more: false });
    expect(await demo.exported()).not.toContain(`${demo.sandbox.url}/pay`);
    expect(await demo.events()).toEqual([]);
  });

  it('sells products at their prices of the day', async () => {
    const { id: product_id } = await product({ currency: 'EUR' });
    expect(await made({ products: [{ product_id, quantity: 2 }] })).toMatchObject({
      products: [{ product_id, variant_id: null, quantity: 2 }],
      amount: null,
      currency: 'EUR',
      custom_fields: [],
      collect_shipping_address: false,
    });
  });

  it('is in a list newest first, by pages and by status', async () => {
    const all = [await made(), await made(), await made()];
    await change(all[1]!.id, { status: 'inactive' });
    const ids = (answer: List) => answer.data.map(({ id }) => all.findIndex((link) => link.id === id));
    expect(ids(await list())).toEqual([2, 1, 0]);
    expect(ids(await list('?status=active'))).toEqual([2, 0]);
    expect(ids(await list('?status=inactive'))).toEqual([1]);
    const first = await list('?limit=2');
    expect([ids(first), first.has_more]).toEqual([[2, 1], true]);
    const second = await list(`?limit=2&starting_after=${all[1]!.id}`);
    expect([ids(second), second.has_more]).toEqual([[0], false]);
    for (const query of ['status=closed', 'limit=0', 'limit=101', 'starting_after=plink_none']) {
      expect(await demo.api.get(`/payment-links?${query}`), query).toMatchObject({
        status: 400,
        body: { code: 'parameter_invalid', param: query.split('=')[0] },
      });
    }
  });

  it('is seen in its own mode alone', async () => {
    const [test, live] = [await made(), await made({}, demo.live)];
    expect([test.livemode, live.livemode]).toEqual([false, true]);
    expect((await list()).data).toEqual([test]);
    expect((await demo.live.read<List>('/payment-links')).data).toEqual([live]);
    const missing = { status: 404, body: { type: 'not_found_error', code: 'resource_missing' } };
    expect(await demo.live.api.get(`/payment-links/${test.id}`)).toMatchObject(missing);
    expect(await demo.api.get('/payment-links/plink_none')).toMatchObject(missing);
  });

  it('is only read through the API, with any key', async () => {
    const { id } = await made();
    expect(await demo.publishable.get(`/payment-links/${id}`)).toMatchObject({ status: 200 });
    expect(await demo.publishable.get('/payment-links')).toMatchObject({ status: 200 });
    expect(await demo.api.post('/payment-links', { name: 'Coffee', amount: 1 })).toMatchObject({ status: 405 });
    expect(await demo.api.patch(`/payment-links/${id}`, { status: 'inactive' })).toMatchObject({ status: 405 });
  });

  it('needs payment_links:read of a scoped key, and may come from a fixture', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payment-link-'));
    const fixture = join(folder, 'links.json');
    const instant = '2026-02-01T09:00:00.000Z';
    const link: PaymentLink = {
      id: 'plink_coffee',
      object: 'payment_link',
      livemode: false,
      created_at: instant,
      updated_at: instant,
      status: 'active',
      slug: 'coffee',
      name: 'Coffee',
      products: [],
      amount: 1800,
      currency: 'USD',
      custom_fields: [],
      collect_shipping_address: false,
      metadata: {},
    };
    const keys = [
      { key: 'sk_test_reader', scopes: ['payment_links:read'] },
      { key: 'sk_test_other', scopes: ['fulfillments:read'] },
    ];
    const data = { test: { payment_link: [link] } };
    await writeFile(fixture, JSON.stringify({ workspaces: [{ id: 'ws_links', settings: {}, keys, data }] }));
    const sandbox = await createTestSandbox({ fixture });
    try {
      for (const path of ['/payment-links', '/payment-links/plink_coffee']) {
        expect(await sandbox.as('sk_test_other').get(path), path).toMatchObject({
          status: 403,
          body: { type: 'permission_error', code: 'insufficient_scope' },
        });
      }
      const shown = { ...link, url: `${sandbox.url}/pay/coffee` };
      expect((await sandbox.as('sk_test_reader').get('/payment-links/plink_coffee')).body).toEqual(shown);
      expect((await sandbox.as('sk_test_reader').get('/payment-links')).body).toEqual({
        data: [shown],
        has_more: false,
      });
    } finally {
      await sandbox.stop();
      await rm(folder, { recursive: true });
    }
  });
});

describe('making a payment link', () => {
  it.each([
    ['no name', { name: undefined }, 'parameter_missing', 'name'],
    ['neither products nor an amount', { amount: undefined }, 'parameter_missing', 'products'],
    ['both', { products: [{ product_id: 'prod_1', quantity: 1 }], amount: 1 }, 'parameter_invalid', 'amount'],
    ['no products', { products: [] }, 'parameter_invalid', 'products'],
    [
      'a product that is not there',
      { products: [{ product_id: 'prod_none', quantity: 1 }] },
      'parameter_invalid',
      'products.0.product_id',
    ],
    [
      'a product twice',
      {
        products: [
          { product_id: 'prod_1', quantity: 1 },
          { product_id: 'prod_1', quantity: 2 },
        ],
      },
      'parameter_invalid',
      'products.1.product_id',
    ],
    ['0 cents', { amount: 0 }, 'parameter_invalid', 'amount'],
    ['too many cents', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['no such currency', { currency: 'XYZ' }, 'parameter_invalid', 'currency'],
    ['a field twice', { custom_fields: [fields[0], fields[0]] }, 'parameter_invalid', 'custom_fields.1.id'],
    [
      'a field of no such type',
      { custom_fields: [{ ...fields[1], type: 'date' }] },
      'parameter_invalid',
      'custom_fields.0.type',
    ],
    [
      'a select of nothing',
      { custom_fields: [{ ...fields[0], options: null }] },
      'parameter_missing',
      'custom_fields.0.options',
    ],
    [
      'options of a text',
      { custom_fields: [{ ...fields[1], options: ['a'] }] },
      'parameter_invalid',
      'custom_fields.0.options',
    ],
    ['a field that nobody knows', { colour: 'red' }, 'parameter_unknown', 'colour'],
  ])('is refused with %s', async (_what, given, code, param) => {
    const before = await demo.exported();
    expect(await make(given)).toMatchObject({ status: 400, body: { type: 'invalid_request_error', code, param } });
    expect(await demo.exported()).toBe(before);
  });

  it('refuses anything else that the body may say', async () => {
    const create = createPaymentLink;
    const before = await demo.exported();
    for (const { what, field, text } of badBodies(create!.body as Shape, {
      name: 'Coffee',
      amount: 1,
      currency: 'USD',
    })) {
      const { status, body } = await make(text);
      expect(status, `${what} answered ${JSON.stringify(body)}`).toBe(400);
      expect(body.param?.split('.')[0], what).toBe(field.split('.')[0]);
    }
    expect(await demo.exported()).toBe(before);
  });
});

describe('switching a payment link', () => {
  it('lets it take payments no more, and again', async () => {
    const link = await made();
    await demo.advance('1h');
    expect(await change(link.id, { status: 'inactive' })).toMatchObject({
      status: 200,
      body: { data: { ...link, status: 'inactive', updated_at: '2026-03-01T10:00:00.000Z' } },
    });
    expect(() => pay(link)).toThrow(/is inactive; pay requires the state active/);
    expect((await change(link.id, { status: 'active' })).body.data.status).toBe('active');
    expect(pay(link).outcome).toBe('charged');
  });

  it('to what it is already changes nothing', async () => {
    const link = await made();
    await demo.advance('1h');
    expect((await change(link.id, { status: 'active' })).body.data).toEqual(link);
  });

  it('takes one of the two statuses, and a link that is there', async () => {
    const link = await made();
    for (const body of [{ status: 'closed' }, {}, { status: null }, { name: 'Tea' }]) {
      expect(await change(link.id, body)).toMatchObject({ status: 400 });
    }
    expect(await read(link.id)).toEqual(link);
    expect(await change('plink_none', { status: 'active' })).toMatchObject({
      status: 404,
      body: { code: 'resource_missing' },
    });
  });
});

describe('paying on a payment link', () => {
  it('tells of the link in payment.completed, with the dashboard as its source', async () => {
    const link = await made({ metadata: { campaign: 'spring' } });
    await demo.trigger('payment_link.pay', { id: link.id });
    const [transaction] = await transactionsOf();
    expect(transaction).toMatchObject({
      status: 'pending_settlement',
      amount: 1800,
      payment_link_id: link.id,
      checkout_session_id: null,
      source: 'dashboard',
      ...springfield,
      shipping_address_1: null,
      metadata: { campaign: 'spring' },
    });
    expect(await demo.events()).toEqual([]);
    await demo.settle();
    expect(await demo.events()).toEqual([
      expect.objectContaining({
        type: 'payment.completed',
        data: {
          transaction_id: transaction!.id,
          amount: 1800,
          currency: 'USD',
          status: 'settled',
          customer_email: 'buyer@example.com',
          order_number: 1,
          customer_id: transaction!.customer_id,
          payment_link_id: link.id,
          source: 'dashboard',
          metadata: { campaign: 'spring' },
        },
      }),
    ]);
    await demo.api.post(`/transactions/${transaction!.id}/refund`);
    expect((await demo.events()).at(-1)).toMatchObject({
      type: 'payment.refunded',
      data: { payment_link_id: link.id },
    });
  });

  it('may be repeated; the payer becomes one customer with one card', async () => {
    const link = await made();
    await demo.trigger('payment_link.pay', { id: link.id });
    await demo.trigger('payment_link.pay', { id: link.id });
    expect(await transactionsOf()).toHaveLength(2);
    expect((await read(link.id)).status).toBe('active');
    const customers = (await demo.read<{ data: Customer[] }>('/customers')).data;
    expect(customers).toMatchObject([{ email: 'buyer@example.com', last_name: 'Buyer', billing_city: 'Springfield' }]);
    const methods = await demo.read<{ data: PaymentMethod[] }>(`/customers/${customers[0]!.id}/payment-methods`);
    expect(methods.data).toMatchObject([{ card: { last4: '5556' } }]);
  });

  it('ships where the payer says, when the link asks', async () => {
    const { id } = await made({ collect_shipping_address: true });
    await demo.trigger('payment_link.pay', { id });
    expect(await transactionsOf()).toMatchObject([{ shipping_city: 'Springfield', shipping_country: 'US' }]);
  });

  it('takes the products of the link, their prices of now and their stock', async () => {
    const { id: product_id } = await product({ track_inventory: true, stock_quantity: 3 });
    const link = await made({ products: [{ product_id, quantity: 2 }] });
    await demo.api.patch(`/products/${product_id}`, { price: 2000 });
    expect(pay(link)).toMatchObject({
      transaction: { amount: 4000, line_items: [{ product_id, quantity: 2, unit_amount: 2000, amount: 4000 }] },
    });
    expect(await demo.read(`/products/${product_id}`)).toMatchObject({ data: { stock_quantity: 1 } });
    expect(() => pay(link)).toThrow(/in stock/);
  });

  it('takes what the payer chooses among its products, and nothing else', async () => {
    const variants = [{ name: 'Decaf', price: 1900 }];
    const [coffee, tea, cup] = [await product({ variants }), await product({ price: 900 }), await product()];
    const decaf = coffee.variants[0]!.id;
    const link = await made({
      products: [
        { product_id: coffee.id, variant_id: decaf, quantity: 1 },
        { product_id: tea.id, quantity: 1 },
      ],
    });
    const choose = (...items: NonNullable<LinkPayment['items']>) => pay(link, cards.visaDebit, { items });
    expect(choose({ product_id: tea.id, quantity: 3 })).toMatchObject({ transaction: { amount: 2700 } });
    expect(choose({ product_id: coffee.id, quantity: 1 })).toMatchObject({
      transaction: { amount: 1900, line_items: [{ variant_id: decaf }] },
    });
    expect(() => choose({ product_id: cup.id, quantity: 1 })).toThrow(/does not sell/);
    expect(() => choose({ product_id: tea.id, variant_id: decaf, quantity: 1 })).toThrow(/does not sell/);
    expect(() => choose()).toThrow(/at least one/);
    const plain = await made();
    expect(() => pay(plain, cards.visaDebit, { items: [{ product_id: tea.id, quantity: 1 }] })).toThrow(/no products/);
  });

  it('may be declined, or of unknown outcome, without the link caring', async () => {
    const link = await made();
    expect(pay(link, cards.declined)).toMatchObject({ outcome: 'declined', transaction: { payment_link_id: link.id } });
    expect(pay(link, cards.unavailableCharged).outcome).toBe('unknown');
    expect(await read(link.id)).toEqual(link);
    await change(link.id, { status: 'inactive' });
    const { ran } = await demo.advance('1m');
    expect(ran.filter(({ error }) => error !== null)).toEqual([]);
    expect((await transactionsOf()).map(({ status }) => status)).toEqual(['settled', 'failed']);
    expect((await read(link.id)).status).toBe('inactive');
  });

  it('sends payment.completed at approval where a card gateway takes it', async () => {
    demo = await demo.on('gateway_a');
    const { id } = await made();
    const { events } = await demo.trigger('payment_link.pay', { id });
    expect(events).toMatchObject([{ type: 'payment.completed' }]);
  });
});

describe('triggers', () => {
  it('make fresh links, and pay, close and open them', async () => {
    const { objects } = await demo.trigger('payment_link.pay', { amount: 700, kind: 'ach' });
    expect(objects.map(({ object }) => object)).toEqual(expect.arrayContaining(['payment_link', 'transaction']));
    expect(await transactionsOf()).toMatchObject([{ rail: 'ach', amount: 700 }]);
    const [link] = (await list()).data;
    await demo.trigger('payment_link.deactivate', { id: link!.id });
    expect(await demo.refusedTrigger('payment_link.pay', { id: link!.id })).toMatchObject({
      status: 400,
      body: { code: 'invalid_state' },
    });
    await demo.trigger('payment_link.activate', { id: link!.id });
    expect((await read(link!.id)).status).toBe('active');
    expect(await demo.refusedTrigger('payment_link.pay', { kind: 'cash' })).toMatchObject({ body: { param: 'kind' } });
  });
});

describe('the page of a link', () => {
  it('is found by its slug, whatever the status', async () => {
    const { slug, id } = await made();
    await change(id, { status: 'inactive' });
    const { engine } = demo.sandbox.sandbox;
    const cause = { type: 'control', id: 'test', name: 'page' } as const;
    engine.run(engine.workspace(demo.workspace)!, 'test', cause, (ctx) => {
      expect(linkBySlug(ctx, slug)).toMatchObject({ id, status: 'inactive' });
      expect(linkBySlug(ctx, 'none')).toBeUndefined();
    });
  });
});
