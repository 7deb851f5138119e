import { describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../src/core/kernel/declare/operation.ts';
import { resources } from '../../src/payments/resources/registry.ts';
import type { Subscription } from '../../src/payments/resources/subscription/model.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { cards, type Demo, eachTest, type Refusal } from '../support/demo.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { type Answered, paymentsOf, prepare, read, saveProduct, subscribed } from '../support/subscriptions.ts';

type Fields = Record<string, unknown>;
type List = { data: Subscription[]; has_more: boolean };

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const create = (fields: Fields): Promise<Answered> => demo.api.post('/subscriptions', fields);
const list = (query = '') => demo.read<List>(`/subscriptions?${query}`);
const noSubscription = async () => expect((await list()).data).toEqual([]);

describe('POST /subscriptions', () => {
  it('takes the first payment at once, makes it active and says so', async () => {
    const { body, customer, method } = await prepare(demo);
    const answer = await create({ ...body, metadata: { plan: 'gold' } });
    expect(answer.status).toBe(201);
    const subscription = answer.body.data;
    const [payment, ...others] = await paymentsOf(demo, subscription);
    expect(others).toEqual([]);
    expect(subscription).toEqual({
      id: expect.stringMatching(/^sub_[0-9A-Za-z]{20}$/),
      object: 'subscription',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      status: 'active',
      customer_id: customer.id,
      product_id: body.product_id,
      payment_method_id: method.id,
      amount: 1900,
      currency: 'USD',
      interval: 'month',
      interval_count: 1,
      start_date: '2026-03-01T09:00:00.000Z',
      current_period_start: '2026-03-01T09:00:00.000Z',
      current_period_end: '2026-04-01T09:00:00.000Z',
      cancel_at_period_end: false,
      cancel_at: null,
      cancelled_at: null,
      cancel_reason: null,
      paused_at: null,
      latest_transaction_id: payment!.id,
      reference_id: null,
      metadata: { plan: 'gold' },
    });
    expect(payment).toMatchObject({
      status: 'pending_settlement',
      amount: 1900,
      currency: 'USD',
      customer_id: customer.id,
      payment_method_id: method.id,
      subscription_id: subscription.id,
      email: 'ada@example.com',
      metadata: { plan: 'gold' },
      line_items: [
        {
          product_id: body.product_id,
          variant_id: null,
          name: 'Coffee club',
          quantity: 1,
          unit_amount: 1900,
          amount: 1900,
        },
      ],
    });
    expect((await demo.events(subscription.id)).map(({ type, data }) => [type, data])).toEqual([
      [
        'subscription.created',
        {
          subscription_id: subscription.id,
          customer_id: customer.id,
          product_id: body.product_id,
          transaction_id: payment!.id,
          amount: 1900,
          currency: 'USD',
          metadata: { plan: 'gold' },
        },
      ],
    ]);
    await demo.advance('2s');
    expect((await demo.events(payment!.id)).at(-1)).toMatchObject({
      type: 'payment.completed',
      data: { subscription_ids: [subscription.id], source: 'api' },
    });
    expect(await read(demo, subscription)).toEqual(subscription);
  });

  it('waits for a start date in the future', async () => {
    const { body, customer } = await prepare(demo);
    const answer = await create({ ...body, start_date: '2026-03-15', metadata: { a: 1 } });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: {
          status: 'scheduled',
          start_date: '2026-03-15T00:00:00.000Z',
          current_period_start: null,
          current_period_end: null,
          latest_transaction_id: null,
        },
      },
    });
    const { id } = answer.body.data;
    expect(await demo.events()).toMatchObject([
      {
        type: 'subscription.scheduled',
        data: {
          subscription_id: id,
          customer_id: customer.id,
          product_id: body.product_id,
          start_date: '2026-03-15T00:00:00.000Z',
          metadata: { a: 1 },
        },
      },
    ]);
    expect(Object.keys((await demo.events())[0]!.data)).toHaveLength(5);
    expect(await paymentsOf(demo, { id })).toEqual([]);
  });

  it('takes the first payment and tells of it when the start date arrives', async () => {
    const { id, customer_id, product_id } = await subscribed(demo, { start_date: '2026-03-15T12:00:00+02:00' });
    await demo.control('post', '/clock', { set: '2026-03-15T09:59:59.999Z' });
    expect((await read(demo, { id })).status).toBe('scheduled');
    await demo.advance('1ms');
    const [payment] = await paymentsOf(demo, { id });
    expect(await read(demo, { id })).toMatchObject({
      status: 'active',
      current_period_start: '2026-03-15T10:00:00.000Z',
      current_period_end: '2026-04-15T10:00:00.000Z',
      latest_transaction_id: payment!.id,
    });
    expect((await demo.events(id)).at(-1)).toEqual({
      ...(await demo.events(id)).at(-1),
      type: 'subscription.activated',
      created: Date.parse('2026-03-15T10:00:00Z') / 1000,
      data: {
        subscription_id: id,
        customer_id,
        product_id,
        transaction_id: payment!.id,
        amount: 1900,
        currency: 'USD',
        metadata: {},
      },
    });
  });

  it('starts now where the start date is now or over', async () => {
    for (const start_date of ['2026-03-01T09:00:00.000Z', '2020-01-31', undefined]) {
      expect(await subscribed(demo, { start_date })).toMatchObject({
        status: 'active',
        start_date: '2026-03-01T09:00:00.000Z',
        current_period_end: '2026-04-01T09:00:00.000Z',
      });
    }
  });

  it('refuses what is not there: 404', async () => {
    const { body, method } = await prepare(demo);
    for (const wrong of [
      { customer_id: 'cus_none' },
      { product_id: 'prod_none' },
      { payment_method_id: 'pm_none' },
      { customer_id: method.id },
    ]) {
      const answer = await create({ ...body, ...wrong });
      expect(answer, JSON.stringify(wrong)).toMatchObject({ status: 404, body: { code: 'resource_missing' } });
    }
    await noSubscription();
  });

  it('refuses a product that is not recurring, not active, or free: 400', async () => {
    const { body } = await prepare(demo);
    for (const fields of [{ recurring: null }, { active: false }, { price: 0 }]) {
      const { id: product_id } = await saveProduct(demo, fields);
      const answer = await create({ ...body, product_id });
      expect(answer, JSON.stringify(fields)).toMatchObject({
        status: 400,
        body: { code: 'parameter_invalid', param: 'product_id' },
      });
    }
    await noSubscription();
  });

  it('needs a saved payment method', async () => {
    const { body } = await prepare(demo);
    const other = await demo.saveCustomer({ email: 'bo@example.com' });
    expect(await create({ ...body, customer_id: other.id })).toMatchObject({
      status: 400,
      body: { code: 'parameter_invalid', param: 'customer_id' },
    });
    const method = await demo.saveCard(other);
    expect(await create({ ...body, payment_method_id: method.id })).toMatchObject({
      status: 400,
      body: {
        code: 'parameter_invalid',
        param: 'payment_method_id',
        error: expect.stringContaining('another customer'),
      },
    });
    await noSubscription();
  });

  it('takes the newest method that can be charged, or the one that is named', async () => {
    const { body, customer, method } = await prepare(demo);
    const bank = await demo.saveBank(customer);
    await demo.saveCard(customer, cards.visaCredit);
    await demo.saveCard(customer, cards.mastercardDebit, { cc_exp_month: '02', cc_exp_year: '2026' });
    const newest = (await create(body)).body.data;
    expect(newest.payment_method_id).toBe(bank.id);
    expect((await paymentsOf(demo, newest))[0]).toMatchObject({ rail: 'ach', bank_last_four: '6789' });
    const named = (await create({ ...body, payment_method_id: method.id })).body.data;
    expect((await paymentsOf(demo, named))[0]).toMatchObject({ rail: 'card', card_last_four: '5556' });
    await demo.configure({ ach_enabled: false });
    expect((await create(body)).body.data.payment_method_id).toBe(method.id);
    expect(await create({ ...body, payment_method_id: bank.id })).toMatchObject({
      status: 400,
      body: { param: 'payment_method_id' },
    });
  });

  it('charges no bank account in a different currency than US dollars', async () => {
    const { customer, method } = await prepare(demo);
    const bank = await demo.saveBank(customer);
    const product = await saveProduct(demo, { currency: 'EUR' });
    const body = { customer_id: customer.id, product_id: product.id };
    expect((await create(body)).body.data.payment_method_id).toBe(method.id);
    expect(await create({ ...body, payment_method_id: bank.id })).toMatchObject({
      status: 400,
      body: { param: 'payment_method_id', error: expect.stringContaining('ACH supports only USD, not EUR') },
    });
  });

  it('needs a method vaulted on the debit-and-payouts rail where the workspace charges there', async () => {
    const other = await demo.on('gateway_a');
    const { body, method } = await prepare(other);
    await other.configure({ gateway: 'debit_payouts', debit_payouts_enabled: { test: true } });
    const answer = await other.api.post<Refusal>('/subscriptions', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'customer_id' } });
    const named = await other.api.post<Refusal>('/subscriptions', { ...body, payment_method_id: method.id });
    expect(named).toMatchObject({ status: 400, body: { param: 'payment_method_id' } });
    expect(named.body.error).toContain('gateway_a');
  });

  it('answers a declined first payment as charges do, and makes no subscription', async () => {
    const { body } = await prepare(demo, { card: cards.declined });
    const answer = await create(body);
    expect(answer).toMatchObject({
      status: 402,
      body: { type: 'card_error', code: 'card_declined', category: 'declined', reference_id: expect.any(String) },
    });
    const failed = await demo.transaction(answer.body.data.id);
    expect(failed).toMatchObject({ status: 'failed', amount: 1900, subscription_id: null });
    expect(answer.body.data).toEqual(failed);
    await noSubscription();
    expect(await demo.events()).toEqual([]);
    expect((await demo.advance('60d')).summary).toMatchObject({ jobs: 0 });
  });

  it.each([
    ['charged', cards.unavailableCharged, ['subscription.created', 'payment.completed']],
    ['not charged', cards.unavailableNotCharged, []],
  ] as const)('answers an unknown outcome 503, and makes it when it is known: %s', async (outcome, card, events) => {
    const { body } = await prepare(demo, { card });
    const answer = await create({ ...body, metadata: { plan: 'gold' } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'gateway_unavailable' } });
    expect(answer.body).not.toHaveProperty('data');
    await noSubscription();
    expect((await demo.advance('30s')).summary).toMatchObject({ failed: 0 });
    await demo.advance('5s');
    const { data } = await list();
    expect(data).toHaveLength(outcome === 'charged' ? 1 : 0);
    expect(await demo.eventTypes()).toEqual(events);
    if (outcome === 'not charged') return;
    expect(data[0]).toMatchObject({
      status: 'active',
      metadata: { plan: 'gold' },
      current_period_start: '2026-03-01T09:00:30.000Z',
    });
    const [payment] = await paymentsOf(demo, data[0]!);
    expect(data[0]!.latest_transaction_id).toBe(payment!.id);
  });

  it('is decided by rules that name it', async () => {
    await demo.addRule({ operation: 'subscriptions.create' }, { kind: 'decline', code: 'insufficient_funds' });
    const { body } = await prepare(demo);
    expect(await create(body)).toMatchObject({ status: 402, body: { category: 'insufficient_funds' } });
    await demo.charged();
  });

  it('takes stock, and refuses what is out of stock', async () => {
    const { body } = await prepare(demo, { product: { track_inventory: true, stock_quantity: 1 } });
    expect((await create(body)).status).toBe(201);
    expect(await create(body)).toMatchObject({ status: 400, body: { code: 'insufficient_stock' } });
    expect((await list()).data).toHaveLength(1);
  });

  it('keeps its price when the product gets another', async () => {
    const subscription = await subscribed(demo);
    await demo.api.patch(`/products/${subscription.product_id}`, { price: 9900 });
    await demo.advance('1mo');
    expect((await paymentsOf(demo, subscription)).map(({ amount }) => amount)).toEqual([1900, 1900]);
  });

  it('charges on card gateways too, where the payment is completed at once', async () => {
    for (const gateway of ['gateway_a', 'gateway_b'] as const) {
      const other = await demo.on(gateway);
      const subscription = await subscribed(other);
      expect(await other.eventTypes()).toEqual(['payment.completed', 'subscription.created']);
      const [completed] = await other.events();
      expect(completed!.data).toMatchObject({ subscription_ids: [subscription.id] });
      // Those are fields of direct charges.
      expect(Object.keys(completed!.data)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(processor|rail)$/)]),
      );
    }
  });

  it('needs the capability on the debit-and-payouts rail', async () => {
    const { live } = demo;
    await live.configure({ debit_payouts_enabled: { live: true } });
    const { body } = await prepare(live);
    await live.configure({ debit_payouts_enabled: { live: false } });
    expect(await live.api.post('/subscriptions', body)).toMatchObject({
      status: 400,
      body: { code: 'capability_required' },
    });
  });

  it('keeps live and test apart', async () => {
    const { live } = demo;
    await live.configure({ debit_payouts_enabled: { live: true } });
    const subscription = await subscribed(live);
    expect(subscription.livemode).toBe(true);
    await noSubscription();
    expect(await demo.api.get(`/subscriptions/${subscription.id}`)).toMatchObject({ status: 404 });
  });
});

describe('GET /subscriptions', () => {
  it('gives pages, newest first', async () => {
    const made = [];
    for (let at = 0; at < 3; at++) made.unshift(await subscribed(demo, { metadata: { at } }));
    const first = await list('limit=2');
    expect(first).toEqual({ data: made.slice(0, 2), has_more: true });
    expect(await list(`limit=2&starting_after=${made[1]!.id}`)).toEqual({ data: made.slice(2), has_more: false });
  });

  it('filters by metadata, by several keys at once', async () => {
    const { body } = await prepare(demo);
    const make = async (metadata: Fields) => (await create({ ...body, metadata })).body.data.id;
    const gold = await make({ plan: 'gold', seats: 7, trial: false });
    const silver = await make({ plan: 'silver', seats: 7, 'a b&c': 'x=y' });
    const bare = await make({ nothing: null });
    const brackets = await make({ 'a[b]': 1, 'c]': 2, '[': 3, 'd[0].e': 4 });
    const found = async (query: string) => (await list(query)).data.map(({ id }) => id);
    expect(await found('metadata[plan]=gold')).toEqual([gold]);
    expect(await found('metadata%5Bseats%5D=7')).toEqual([silver, gold]);
    expect(await found('metadata[trial]=false')).toEqual([gold]);
    expect(await found('metadata[seats]=7&metadata[plan]=silver')).toEqual([silver]);
    expect(await found(`metadata[${encodeURIComponent('a b&c')}]=${encodeURIComponent('x=y')}`)).toEqual([silver]);
    for (const none of ['plan]=Gold', 'plan]=', 'seats]=07', 'nothing]=null', 'constructor]=x', '__proto__]=x']) {
      expect(await found(`metadata[${none}`), none).toEqual([]);
    }
    expect(await found('metadata[seats]=7&metadata[plan]=none')).toEqual([]);
    for (const one of ['metadata[a[b]]=1', 'metadata[c]]=2', 'metadata[[]=3', 'metadata[d[0].e]=4']) {
      expect(await found(one), one).toEqual([brackets]);
      expect(await found(one.replaceAll('[', '%5B').replaceAll(']', '%5d')), one).toEqual([brackets]);
    }
    expect(await found('')).toEqual([brackets, bare, silver, gold]);
    expect(await list('metadata[seats]=7&limit=1')).toMatchObject({ data: [{ id: silver }], has_more: true });
    expect(await found(`metadata[seats]=7&starting_after=${silver}`)).toEqual([gold]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['starting_after=sub_none', 'starting_after'],
    ['metadata=gold', 'metadata'],
    ['metadata=gold&metadata[plan]=gold', 'metadata'],
    ['metadata[plan]=gold&metadata[plan]=silver', 'metadata.plan'],
    ['metadata[a][b]=gold', 'metadata'],
    ['metadata[]=gold', 'metadata'],
    ['metadata[plan=gold', 'metadata'],
  ])('refuses %s: 400', async (query, param) => {
    expect(await demo.api.get(`/subscriptions?${query}`)).toMatchObject({
      status: 400,
      body: { type: 'invalid_request_error', code: 'parameter_invalid', param },
    });
  });

  it('knows the filter as its own where unknown fields are refused', async () => {
    const strict = await createTestSandbox({ strict: true });
    try {
      expect((await strict.api.get('/subscriptions?metadata[plan]=gold')).status).toBe(200);
      for (const name of ['meta[plan]', 'limit[plan]']) {
        expect(await strict.api.get(`/subscriptions?${name}=gold`), name).toMatchObject({
          status: 400,
          body: { code: 'parameter_unknown', param: name },
        });
      }
    } finally {
      await strict.stop();
    }
  });

  it('goes on behind one that the filter leaves out', async () => {
    const silver = await subscribed(demo, { metadata: { plan: 'silver' } });
    const gold = await subscribed(demo, { metadata: { plan: 'gold' } });
    const answer = await demo.api.get<List>(`/subscriptions?metadata[plan]=silver&starting_after=${gold.id}`);
    expect(answer.body.data.map(({ id }) => id)).toEqual([silver.id]);
  });
});

describe('who may', () => {
  const paths = ['', '/sub_1/cancel', '/sub_1/pause', '/sub_1/resume'];

  it('read: any key; write: a secret key alone', async () => {
    const { id } = await subscribed(demo);
    expect((await demo.publishable.get('/subscriptions')).status).toBe(200);
    expect((await demo.publishable.get(`/subscriptions/${id}`)).status).toBe(200);
    for (const path of paths) {
      expect(await demo.publishable.post(`/subscriptions${path}`, {}), path).toMatchObject({
        status: 403,
        body: { type: 'permission_error', code: 'secret_key_required' },
      });
    }
  });

  it('be known at all', async () => {
    const stranger = demo.sandbox.as('sk_test_nobody');
    expect((await stranger.get('/subscriptions')).status).toBe(401);
    for (const path of paths) expect((await stranger.post(`/subscriptions${path}`, {})).status).toBe(401);
  });

  it('do anything to a subscription that is not there: nobody, 404', async () => {
    expect(await demo.api.get('/subscriptions/sub_none')).toMatchObject({
      status: 404,
      body: { type: 'not_found_error', code: 'resource_missing' },
    });
    for (const verb of ['cancel', 'pause', 'resume']) {
      expect(await demo.api.post(`/subscriptions/sub_none/${verb}`), verb).toMatchObject({ status: 404 });
    }
  });
});

describe('bad bodies', () => {
  const operations: AnyOperation[] = resources.find(({ name }) => name === 'subscription')!
    .operations as AnyOperation[];
  const bodyOf = (id: string) => operations.find((operation) => operation.id === id)!.body as Shape;

  async function expectRefused(path: string, text: string, what: string): Promise<Refusal> {
    const answer = await demo.api.post<Refusal>(path, text);
    expect([400, 404, 413], `${what} answered ${JSON.stringify(answer.body)}`).toContain(answer.status);
    expect(['invalid_request_error', 'not_found_error'], what).toContain(answer.body.type);
    return answer.body;
  }

  it('make no subscription, and name the field', async () => {
    const { body, method } = await prepare(demo);
    const good = { ...body, payment_method_id: method.id, start_date: '2026-04-01', metadata: { a: 1 } };
    const before = await demo.exported();
    for (const { what, field, text } of badBodies(bodyOf('subscriptions.create'), good)) {
      const refusal = await expectRefused('/subscriptions', text, what);
      if (refusal.type === 'invalid_request_error') expect(refusal.param?.split('.')[0], what).toBe(field);
    }
    for (const start_date of ['tomorrow', '2026-02-30', '2026-13-01', '01.04.2026', '', '9999-12-31']) {
      const refusal = await expectRefused('/subscriptions', JSON.stringify({ ...good, start_date }), start_date);
      expect(refusal.param).toBe('start_date');
    }
    expect(await demo.exported()).toBe(before);
    expect((await create(good)).status).toBe(201);
  });

  it('cancel nothing', async () => {
    const { id } = await subscribed(demo);
    const before = await demo.exported();
    for (const { what, field, text } of badBodies(bodyOf('subscriptions.cancel'), { immediate: true, reason: 'x' })) {
      const refusal = await expectRefused(`/subscriptions/${id}/cancel`, text, what);
      expect(refusal.param, what).toBe(field);
    }
    expect(await demo.exported()).toBe(before);
  });
});
