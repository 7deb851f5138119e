import { describe, expect, it } from 'vitest';
import type { Customer } from '../../src/payments/resources/customer/model.ts';
import type { PaymentMethod } from '../../src/payments/resources/payment-method/model.ts';
import { cards, type Demo, eachTest, type Refusal, springfield } from '../support/demo.ts';

type Made = { data: Customer; payment_method: PaymentMethod | null; existing: boolean };
type List = { data: Customer[]; has_more: boolean };

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

describe('POST /customers', () => {
  it('makes a customer with every field of the answer, and none of the inside', async () => {
    const answer = await demo.api.post<Made>('/customers', {
      email: 'Ada@Example.com',
      first_name: 'Ada',
      company: 'Engines',
      phone: '+1 555 0100',
      ...springfield,
      shipping_city: 'Shelbyville',
      metadata: { tier: 'gold', visits: 3, vip: true, note: null },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^cus_[0-9A-Za-z]{20}$/),
        object: 'customer',
        livemode: false,
        created_at: '2026-03-01T09:00:00.000Z',
        updated_at: '2026-03-01T09:00:00.000Z',
        email: 'Ada@Example.com',
        first_name: 'Ada',
        last_name: null,
        company: 'Engines',
        phone: '+1 555 0100',
        ...springfield,
        billing_address_2: null,
        shipping_address_1: null,
        shipping_address_2: null,
        shipping_city: 'Shelbyville',
        shipping_state: null,
        shipping_postal_code: null,
        shipping_country: null,
        processor: 'debit_payouts',
        customer_vault_id: expect.stringMatching(/^vault_[0-9A-Za-z]{20}$/),
        metadata: { tier: 'gold', visits: 3, vip: true, note: null },
      },
      payment_method: null,
      existing: false,
    });
  });

  it('updates the customer that has the e-mail address, whatever its case', async () => {
    const first = await demo.api.post<Made>('/customers', { email: 'ada@example.com', first_name: 'Ada', phone: '1' });
    await demo.advance('1h');
    const again = await demo.api.post<Made>('/customers', { email: 'ADA@example.COM', first_name: 'Augusta' });
    expect(again.status).toBe(201);
    expect(again.body.existing).toBe(true);
    expect(again.body.data).toMatchObject({
      id: first.body.data.id,
      email: 'ADA@example.COM',
      first_name: 'Augusta',
      phone: '1',
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T10:00:00.000Z',
    });
    expect((await demo.read<List>('/customers')).data).toHaveLength(1);
  });

  it('saves a card in the same call, given by number', async () => {
    const { body } = await demo.api.post<Made>('/customers', {
      email: 'ada@example.com',
      billing_postal_code: '62701',
      cc_number: cards.visaDebit,
      cc_exp_month: '7',
      cc_exp_year: '29',
    });
    expect(body.payment_method).toMatchObject({
      customer_id: body.data.id,
      customer_vault_id: body.data.customer_vault_id,
      card: { last4: '5556', exp_month: '07', exp_year: '2029', funding: 'debit' },
      payout_eligible: true,
    });
  });

  it('saves a card in the same call, given by token, for a customer that exists already', async () => {
    const customer = await demo.saveCustomer();
    const token = await demo.tokenize(cards.mastercardDebit);
    const { body } = await demo.api.post<Made>('/customers', { email: customer.email, payment_token: token });
    expect(body).toMatchObject({ existing: true, payment_method: { customer_id: customer.id } });
    expect(body.payment_method?.card).toMatchObject({ brand: 'mastercard', last4: '8210' });
  });

  it('makes no customer when the card is refused', async () => {
    const card = { cc_number: '4539578763621486', cc_exp_month: '12', cc_exp_year: '2030' };
    const answer = await demo.api.post<Refusal>('/customers', { email: 'ada@example.com', ...card });
    expect(answer.status).toBe(400);
    expect((await demo.read<List>('/customers')).data).toEqual([]);
  });

  it('makes customers on the debit-and-payouts rail where the mode has the capability, else on the gateway', async () => {
    const onA = await demo.on('gateway_a');
    expect((await onA.saveCustomer()).processor).toBe('gateway_a');
    await onA.configure({ debit_payouts_enabled: { test: true } });
    expect((await onA.saveCustomer({ email: 'bo@example.com' })).processor).toBe('debit_payouts');
    const liveOnA = (await demo.on('gateway_a')).live;
    expect((await liveOnA.saveCustomer()).processor).toBe('gateway_a');
  });

  it('brings a customer from before the capability onto the rail, so that a card saved then can be paid out to', async () => {
    const onA = await demo.on('gateway_a');
    const early = await onA.saveCustomer();
    expect(await onA.saveCard(early)).toMatchObject({ payout_eligible: false, processor: 'gateway_a' });
    await onA.configure({ debit_payouts_enabled: { test: true } });
    expect(await onA.saveCustomer()).toMatchObject({ id: early.id, processor: 'debit_payouts' });
    expect(await onA.saveCard(early)).toMatchObject({ payout_eligible: true, processor: 'debit_payouts' });
    expect((await onA.read<List>('/customers?processor=gateway_a')).data).toEqual([]);
  });

  it.each([
    ['no address', {}, 'parameter_missing', 'email'],
    ['no @', { email: 'ada.example.com' }, 'parameter_invalid', 'email'],
    ['two addresses', { email: 'a@b.co, c@d.co' }, 'parameter_invalid', 'email'],
    ['a country that is none', { email: 'a@b.co', billing_country: 'USA' }, 'parameter_invalid', 'billing_country'],
    ['a made-up country', { email: 'a@b.co', shipping_country: 'QQ' }, 'parameter_invalid', 'shipping_country'],
    ['metadata with a list', { email: 'a@b.co', metadata: { tags: ['x'] } }, 'parameter_invalid', 'metadata.tags'],
    ['half a card', { email: 'a@b.co', cc_number: cards.visaDebit }, 'parameter_missing', 'cc_exp_month'],
  ])('refuses %s', async (_what, body, code, param) => {
    const answer = await demo.api.post<Refusal>('/customers', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ type: 'invalid_request_error', code, param, error: expect.any(String) });
  });

  it('takes countries in any case and shows them in upper case', async () => {
    const customer = await demo.saveCustomer({ billing_country: 'gb', shipping_country: 'De' });
    expect(customer).toMatchObject({ billing_country: 'GB', shipping_country: 'DE' });
  });

  it('ignores fields that it does not know, and names them in the request log', async () => {
    const customer = await demo.saveCustomer({ favourite_colour: 'red' });
    expect(customer).not.toHaveProperty('favourite_colour');
    expect(await demo.exported()).not.toContain('favourite_colour');
    const { data } = await demo.control<{ data: { unknown_fields: string[] }[] }>('get', '/requests');
    expect(data[0]?.unknown_fields).toEqual(['favourite_colour']);
  });
});

describe('PATCH /customers/{id}', () => {
  it('that is empty, or sets what is so already, changes nothing; null is refused where it is never null', async () => {
    const customer = await demo.saveCustomer({ metadata: { plan: 'gold' } });
    await demo.advance('1h');
    for (const body of [{}, { first_name: 'Ada', metadata: { plan: 'gold' } }, { billing_city: 'Springfield' }]) {
      expect(await demo.api.patch(`/customers/${customer.id}`, body)).toMatchObject({
        status: 200,
        body: { data: customer },
      });
    }
    for (const param of ['email', 'metadata']) {
      const answer = await demo.api.patch(`/customers/${customer.id}`, { [param]: null });
      expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param } });
    }
    const cleared = await demo.api.patch(`/customers/${customer.id}`, { first_name: null });
    expect(cleared.body.data).toMatchObject({ first_name: null, updated_at: '2026-03-01T10:00:00.000Z' });
  });

  it('changes what is given, clears what is null, and leaves the rest', async () => {
    const { id } = await demo.saveCustomer({ phone: '1', company: 'Engines', metadata: { a: 1 } });
    await demo.advance('1s');
    const { status, body } = await demo.api.patch<{ data: Customer }>(`/customers/${id}`, {
      phone: null,
      billing_city: null,
      billing_postal_code: '10001',
      last_name: 'King',
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      first_name: 'Ada',
      last_name: 'King',
      phone: null,
      company: 'Engines',
      billing_city: null,
      billing_postal_code: '10001',
      billing_country: 'US',
      metadata: { a: 1 },
      updated_at: '2026-03-01T09:00:01.000Z',
    });
    expect((await demo.read<{ data: Customer }>(`/customers/${id}`)).data).toEqual(body.data);
  });

  it('takes an empty country for none', async () => {
    const { id } = await demo.saveCustomer();
    const { body } = await demo.api.patch<{ data: Customer }>(`/customers/${id}`, { billing_country: '' });
    expect(body.data.billing_country).toBeNull();
  });

  it('changes the address that the customer is known by', async () => {
    const { id } = await demo.saveCustomer();
    await demo.api.patch(`/customers/${id}`, { email: 'lovelace@example.com' });
    const old = await demo.api.post<Made>('/customers', { email: 'ada@example.com' });
    expect(old.body.existing).toBe(false);
    const renamed = await demo.api.post<Made>('/customers', { email: 'LOVELACE@example.com' });
    expect(renamed.body).toMatchObject({ existing: true, data: { id } });
  });

  it('refuses the address of another customer', async () => {
    const { id } = await demo.saveCustomer();
    const other = await demo.saveCustomer({ email: 'bo@example.com' });
    const answer = await demo.api.patch<Refusal>(`/customers/${id}`, { email: 'BO@example.com' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'parameter_invalid', param: 'email' });
    expect(answer.body.error).toContain(other.id);
  });
});

describe('reading', () => {
  it('lists newest first, ten at a time, and pages to the end without repeating one', async () => {
    const ids: string[] = [];
    for (let n = 1; n <= 23; n++) ids.unshift((await demo.saveCustomer({ email: `c${n}@example.com` })).id);
    const first = await demo.read<List>('/customers');
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect(first.has_more).toBe(true);
    const second = await demo.read<List>(`/customers?starting_after=${ids[9]}`);
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(10, 20));
    const last = await demo.read<List>(`/customers?starting_after=${ids[19]}`);
    expect(last).toMatchObject({ has_more: false });
    expect(last.data.map(({ id }) => id)).toEqual(ids.slice(20));
    expect(await demo.read<List>('/customers?limit=23')).toMatchObject({ has_more: false });
    expect(await demo.read<List>('/customers?limit=22')).toMatchObject({ has_more: true });
    expect((await demo.read<List>('/customers?limit=1')).data).toHaveLength(1);
    expect(await demo.read<List>(`/customers?starting_after=${ids[22]}`)).toEqual({ data: [], has_more: false });
  });

  it.each(['0', '101', '-1', '1.5', 'ten', '', '1e1', '5&limit=6', '9007199254740993'])(
    'refuses limit=%s',
    async (limit) => {
      const answer = await demo.api.get<Refusal>(`/customers?limit=${limit}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ type: 'invalid_request_error', code: 'parameter_invalid', param: 'limit' });
    },
  );

  it('filters by processor, and goes on behind one that the filter leaves out', async () => {
    const onRail = await demo.saveCustomer();
    await demo.configure({ gateway: 'gateway_a', debit_payouts_enabled: { test: false } });
    const onGateway = await demo.saveCustomer({ email: 'bo@example.com' });
    const idsOf = async (query: string) => (await demo.read<List>(`/customers?${query}`)).data.map(({ id }) => id);
    expect(await idsOf('processor=debit_payouts')).toEqual([onRail.id]);
    expect(await idsOf('processor=gateway_a')).toEqual([onGateway.id]);
    expect(await idsOf('processor=gateway_b')).toEqual([]);
    expect(await idsOf(`processor=debit_payouts&starting_after=${onGateway.id}`)).toEqual([onRail.id]);
    expect(await idsOf(`processor=gateway_a&starting_after=${onRail.id}`)).toEqual([]);
    for (const query of ['starting_after=cus_none', 'processor=gateway_c']) {
      const answer = await demo.api.get<Refusal>(`/customers?${query}`);
      expect(answer.status, query).toBe(400);
      expect(answer.body.code).toBe('parameter_invalid');
    }
  });

  it('answers 404 for a customer that is not there, and for one of the other mode', async () => {
    const { id } = await demo.saveCustomer();
    const live = demo.live;
    for (const answer of [
      await demo.api.get<Refusal>('/customers/cus_none'),
      await live.api.get<Refusal>(`/customers/${id}`),
      await demo.api.patch<Refusal>('/customers/cus_none', { phone: '1' }),
      await demo.api.get<Refusal>('/customers/cus_none/payment-methods'),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ type: 'not_found_error', code: 'resource_missing' });
    }
    expect((await live.read<List>('/customers')).data).toEqual([]);
  });

  it('lets a publishable key read and not write', async () => {
    const { id } = await demo.saveCustomer();
    const publishable = demo.publishable;
    expect((await publishable.get(`/customers/${id}`)).status).toBe(200);
    const write = await publishable.post<Refusal>('/customers', { email: 'bo@example.com' });
    expect(write.status).toBe(403);
    expect(write.body).toMatchObject({ type: 'permission_error', code: 'secret_key_required' });
  });
});
