import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../src/emulator/sandbox.ts';
import type { RunningSandbox, SandboxOptions } from '../../../src/emulator/sandbox-options.ts';
import { startEmulator as inThisProcess } from '../../../src/index.ts';
import { command, startEmulator } from '../../cli/emulator.ts';
import { ensureBuilt } from '../../support/build.ts';
import { call } from '../../support/call.ts';
import { Interface } from '../../support/interface.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { callerOf } from '../../support/sandbox.ts';

type Json = Record<string, unknown>;
/** Answers of every shape, in the service's names. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers that no model describes
type Any = any;

const folder = mkdtempSync(join(tmpdir(), 'profile-'));
let files = 0;
const running: (RunningSandbox | Receiver)[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await ('close' in each ? each.close() : each.stop());
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(adopted: readonly Json[], name = 'sandbox.example.com'): string {
  const file = join(folder, `${files++}.json`);
  writeFileSync(file, JSON.stringify({ version: 1, name, adopted }));
  return file;
}

const options: SandboxOptions = {
  port: 0,
  dataDir: null,
  version: '0.0.0-test',
  seed: 1,
  clock: '2026-03-01T09:00:00.000Z',
  freeze: true,
  rateLimit: false,
};

/** What answers are unlike in the emulator's own description of itself. */
const undescribed: string[] = [];
afterEach(() => expect(undescribed.splice(0)).toEqual([]));

/** Calls, and holds each answer of an operation to the description of an API. */
function described(url: string, api: 'merchant' | 'client', base = ''): typeof call {
  let reading: Promise<Interface> | undefined;
  return async (address, asked) => {
    reading ??= Interface.read(url, api);
    const [description, answer] = [await reading, await call(address, asked)];
    const route = description.routeOf(asked?.method ?? 'GET', address.slice(url.length + base.length));
    const fault = route === undefined ? null : description.faultOf(route, answer.status, JSON.parse(answer.text));
    if (fault !== null) undescribed.push(`${route} ${answer.status}: ${fault}`);
    return answer;
  };
}

/** An emulator that answers by a profile, and its callers. */
async function start(adopted: readonly Json[], further: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({ ...options, profile: fileOf(adopted), ...further });
  running.push(sandbox);
  const { url } = sandbox;
  return {
    ...sandbox,
    url,
    api: callerOf(`${url}/api/v1`, { authorization: 'Bearer sk_test_demo' }, described(url, 'merchant', '/api/v1')),
    client: callerOf(url, {}, described(url, 'client')),
    control: callerOf(`${url}/_emulator`, {}),
  };
}

const refusalOf = async (adopted: unknown, further: Partial<SandboxOptions> = {}): Promise<string> => {
  const file = fileOf(adopted as Json[]);
  const error = await startSandbox({ ...options, profile: file, ...further }).then(
    (sandbox) => sandbox.stop().then(() => new Error('It started.')),
    (refused: Error) => refused,
  );
  return error.message.replace(`${file}: `, '');
};

const ann = { email: 'ann@example.com', first_name: 'Ann', last_name: 'Ash', billing_postal_code: '62701' };
const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2034' };

/** Everything that a profile can say, at once; none of it is specified. */
const everything: readonly Json[] = [
  {
    change: 'value',
    of: 'transaction',
    field: 'status',
    from: 'voided',
    to: 'void',
    finding: 'transactions.void data.status',
  },
  { change: 'rename', of: 'customer', field: 'company', to: 'organization' },
  { change: 'rename', of: 'transaction', field: 'reference_id', to: 'reference' },
  { change: 'add', of: 'transaction', field: 'net', copy: 'amount' },
  { change: 'add', of: 'customer', field: 'balance', constant: 0 },
  { change: 'remove', of: 'transaction', field: 'sdk' },
  { change: 'null', of: 'customer', field: 'phone', as: 'absent' },
  { change: 'null', of: 'customer', field: 'last_name', as: 'empty' },
  { change: 'code', from: 'invalid_state', to: 'state_invalid' },
  { change: 'code', from: 'parameter_invalid', to: 'bad_parameter' },
  { change: 'decline_code', from: '05', to: 'do_not_honor' },
  { change: 'status', code: 'invalid_state', from: 400, to: 409 },
  { change: 'id_prefix', of: 'customer', from: 'cus_', to: 'cust_' },
  { change: 'id_prefix', of: 'transaction', from: 'txn_', to: 'pay_' },
  { change: 'header', name: 'Request-Id', sent: false },
  { change: 'delay', setting: 'settlement.delays.card', to: '48h' },
  { change: 'fee', setting: 'payout_link_fee', to: 75 },
  { change: 'event', type: 'payment.completed', add: 'payment.succeeded' },
];
const specified: readonly Json[] = [
  { change: 'value', of: 'event payment.completed', field: 'source', from: 'api', to: 'direct' },
  { change: 'value', of: 'invoice', field: 'status', from: 'draft', to: 'open' },
  { change: 'status', operation: 'customers.create', from: 201, to: 200 },
  { change: 'type', from: 'invalid_request_error', to: 'bad_request' },
  { change: 'default_limit', to: 2 },
  { change: 'default_limit', operation: 'products.list', to: 1 },
  { change: 'header', name: 'X-RateLimit-Tier', sent: false },
  { change: 'rename', of: 'checkout.load', field: 'discountCode', to: 'coupon' },
  { change: 'event', type: 'payment.voided', to: 'payment.canceled' },
  { change: 'event', type: 'payment.failed', sent: false },
];

describe('an emulator with a profile', () => {
  it('answers by all of it, accepts what it answers, and sends webhooks by it', async () => {
    const receiver = await startReceiver();
    running.push(receiver);
    const { api, control, url } = await start([...everything, ...specified], {
      overSpecification: true,
      forwardTo: receiver.url,
    });
    const made = await api.post<Any>('/customers', { ...ann, last_name: null, organization: 'Ash & Co' });
    expect(made.status).toBe(200);
    const customer = made.body.data;
    expect(customer).toMatchObject({ organization: 'Ash & Co', balance: 0, last_name: '' });
    expect(customer.id).toMatch(/^cust_/);
    expect(customer).not.toHaveProperty('company');
    expect(customer).not.toHaveProperty('phone');
    expect(made.headers.has('request-id')).toBe(false);
    expect(made.headers.has('x-ratelimit-tier')).toBe(false);
    expect(made.headers.get('x-ratelimit-limit')).toBe('300');
    // A change is sent in the service's names, and read again.
    const renamed = await api.patch<Any>(`/customers/${customer.id}`, { organization: 'Ash Ltd' });
    expect(renamed.body.data.organization).toBe('Ash Ltd');
    await api.post(`/customers/${customer.id}/payment-methods`, card);

    const charge = await api.post<Any>('/charges', { customer_id: customer.id, amount: 4200, reference: 'order-7' });
    expect(charge.status).toBe(201);
    const paid = charge.body.data;
    expect(paid).toMatchObject({
      customer_id: customer.id,
      reference: 'order-7',
      net: 4200,
      status: 'pending_settlement',
    });
    expect(paid.id).toMatch(/^pay_/);
    expect(paid).not.toHaveProperty('sdk');
    expect((await api.get<Any>(`/transactions/${paid.id}`)).body.data).toEqual(paid);
    const listed = await api.get<Any>(`/transactions?customer_id=${customer.id}`);
    expect(listed.body.data).toEqual([paid]);

    // The delay of the profile holds: the usual two seconds settle nothing.
    await control.post('/clock', { advance: '1h' });
    expect((await api.get<Any>(`/transactions/${paid.id}`)).body.data.status).toBe('pending_settlement');
    await control.post('/clock', { advance: '48h' });
    expect((await api.get<Any>(`/transactions/${paid.id}`)).body.data.status).toBe('settled');

    const prize = { amount: 1_500, recipient_email: 'prize@example.com' };
    expect((await api.post<Any>('/payout-links', prize)).body.data.fee).toBe(75);

    const second = (await api.post<Any>('/charges', { customer_id: customer.id, amount: 500 })).body.data;
    const voided = await api.post<Any>(`/transactions/${second.id}/void`);
    expect(voided.body.data.status).toBe('void');
    const again = await api.post<Any>(`/transactions/${second.id}/void`);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ type: 'bad_request', code: 'state_invalid' });
    expect(again.body.error).toContain(second.id);
    const wrong = await api.post<Any>('/charges', { customer_id: customer.id, amount: 5, reference: 7 });
    expect(wrong.body).toMatchObject({ code: 'bad_parameter', param: 'reference' });

    const webhooks = await receiver.received(3);
    const sent = webhooks.map(({ body }) => JSON.parse(body) as Any);
    const description = await Interface.read(url);
    expect(sent.map((event) => description.faultOfEvent(event.type, event))).toEqual([null, null, null]);
    expect(sent.map(({ type }) => type)).toEqual(['payment.completed', 'payment.succeeded', 'payment.canceled']);
    expect(webhooks.map(({ headers }) => headers['service-event'])).toEqual(sent.map(({ type }) => type));
    expect(sent[0].data).toMatchObject({ transaction_id: paid.id, customer_id: customer.id, source: 'direct' });
    expect(sent[1].data).toEqual(sent[0].data);
    expect(sent[1].id).not.toBe(sent[0].id);
    expect(sent[2].data.transaction_id).toBe(second.id);
  });

  it('lists by filters in the service’s names, as many as the service does', async () => {
    const { api } = await start(specified, { overSpecification: true });
    const product = (await api.post<Any>('/products', { name: 'Mug', price: 1500, stock_quantity: 9 })).body.data;
    await api.post('/products', { name: 'Cup', price: 900, stock_quantity: 9 });
    const { id: customer_id } = (await api.post<Any>('/customers', ann)).body.data;
    const line_items = [{ product_id: product.id, quantity: 1 }];
    for (let at = 0; at < 3; at++) {
      expect((await api.post<Any>('/invoices', { customer_id, line_items })).body.data.status).toBe('open');
    }
    const open = await api.get<Any>('/invoices?status=open');
    expect(open.body.data.map(({ status }: Json) => status)).toEqual(['open', 'open']);
    expect(open.body.has_more).toBe(true);
    expect((await api.get<Any>('/invoices?status=open&limit=3')).body.data).toHaveLength(3);
    expect((await api.get<Any>('/invoices?status=sent')).body.data).toEqual([]);
    expect((await api.get<Any>('/products')).body.data).toHaveLength(1);
    // A value that nobody knows is refused as before.
    expect((await api.get<Any>('/invoices?status=opened')).status).toBe(400);
  });

  it('reaches fields of fields and items of lists, and shows null where the service does', async () => {
    const { api, client } = await start(
      [
        { change: 'rename', of: 'invoice', field: 'line_items.quantity', to: 'count' },
        { change: 'rename', of: 'invoice', field: 'line_items', to: 'lines' },
        { change: 'null', of: 'invoice', field: 'hosted_invoice_url', as: 'null' },
        // Two fields may swap their names, and two values theirs.
        { change: 'rename', of: 'customer', field: 'first_name', to: 'last_name' },
        { change: 'rename', of: 'customer', field: 'last_name', to: 'first_name' },
        { change: 'value', of: 'payout', field: 'rail', from: 'card', to: 'ach' },
        { change: 'value', of: 'payout', field: 'rail', from: 'ach', to: 'card' },
      ],
      { overSpecification: true },
    );
    const { data: product } = (await api.post<Any>('/products', { name: 'Mug', price: 1500, stock_quantity: 9 })).body;
    const { data: customer } = (await api.post<Any>('/customers', ann)).body;
    expect(customer).toMatchObject({ first_name: 'Ann', last_name: 'Ash' });
    const lines = [{ product_id: product.id, count: 2 }];
    const { data: invoice } = (await api.post<Any>('/invoices', { customer_id: customer.id, lines })).body;
    expect(invoice).toMatchObject({ lines: [{ product_id: product.id, count: 2 }], hosted_invoice_url: null });
    expect(invoice).not.toHaveProperty('line_items');
    const { data: method } = (await api.post<Any>(`/customers/${customer.id}/payment-methods`, card)).body;
    const payout = await api.post<Any>('/payouts', {
      customer_id: customer.id,
      payment_method_id: method.id,
      amount: 1500,
      rail: 'ach',
    });
    expect(payout.body.data).toMatchObject({ rail: 'ach', card_last_four: '5556' });
    const { Payout, Customer, Invoice } = (await client.get<Any>('/openapi.json')).body.components.schemas;
    const rails = Payout.properties.rail.anyOf.flatMap((each: Any) => each.enum);
    expect(rails.toSorted()).toEqual(['ach', 'card', 'rtp']);
    expect(Customer.properties.first_name.description).toContain('last name');
    expect(Invoice.required).toContain('hosted_invoice_url');
    expect(Object.keys(Invoice.properties.lines.items.properties)).toContain('count');
  });

  it('leaves what it does not know, and metadata, as they are', async () => {
    const { api } = await start([
      { change: 'value', of: 'transaction', field: 'source', from: 'api', to: 'direct' },
      { change: 'rename', of: 'customer', field: 'company', to: 'organization' },
      { change: 'id_prefix', of: 'customer', from: 'cus_', to: 'cust_' },
    ]);
    const metadata = { organization: 'kept', company: 'kept', status: 'direct', of: 'cus_1', to: 'cust_1' };
    const { data } = (await api.post<Any>('/customers', { ...ann, company: 'Native', metadata })).body;
    expect(data).toMatchObject({ organization: 'Native', metadata });
    // The emulator's own form of an id is accepted, too.
    expect((await api.get<Any>(`/customers/${data.id.replace('cust_', 'cus_')}`)).body.data).toEqual(data);
  });

  it('answers a declined charge, and its repetition, by the profile', async () => {
    const { api } = await start(
      [
        ...everything,
        { change: 'code', from: 'card_declined', to: 'declined' },
        { change: 'category', from: 'declined', to: 'issuer' },
        { change: 'status', operation: 'charges.create', from: 402, to: 422 },
      ],
      { overSpecification: true },
    );
    const { data } = (await api.post<Any>('/tokens', { number: '4000000000000002', exp_month: '12', exp_year: '2030' }))
      .body;
    const body = { payment_token: data.token, amount: 700, reference: 'order-9' };
    const first = await api.post<Any>('/charges', body, { 'idempotency-key': 'k-1' });
    const second = await api.post<Any>('/charges', body, { 'idempotency-key': 'k-1' });
    expect(first.status).toBe(422);
    expect(first.body.data).toMatchObject({ status: 'failed', net: 700, reference: 'order-9' });
    expect(first.body.data.id).toMatch(/^pay_/);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('repeats the same bytes under an Idempotency-Key', async () => {
    const { url } = await start(everything);
    const send = () =>
      call(`${url}/api/v1/customers`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json', 'idempotency-key': 'k' },
        body: JSON.stringify({ ...ann, organization: 'Ash' }),
      });
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect(first.text).toContain('"organization":"Ash"');
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('changes the client API, but not what the emulator’s own pages see', async () => {
    const { api, client, url } = await start(
      [
        ...specified,
        { change: 'value', of: 'checkout.load', field: 'kind', from: 'session', to: 'checkout' },
        { change: 'code', from: 'resource_missing', to: 'missing' },
      ],
      { overSpecification: true },
    );
    const { data: product } = (await api.post<Any>('/products', { name: 'Mug', price: 1500, stock_quantity: 9 })).body;
    const { data } = (
      await api.post<Any>('/checkout-sessions', {
        line_items: [{ product_id: product.id, quantity: 1 }],
        success_url: `${url}/docs`,
      })
    ).body;
    const loaded = (await client.get<Any>(`/api/checkout/${data.slug}`)).body;
    expect(loaded).toHaveProperty('coupon', null);
    expect(loaded).not.toHaveProperty('discountCode');
    expect(loaded.kind).toBe('checkout');
    const unknown = await client.get<Any>('/api/checkout/api-nothing');
    expect(unknown.headers.get('x-emulator-code')).toBe('missing');
    const ours = await call(`${url}/api/checkout/${data.slug}`, { headers: { referer: `${url}/c/${data.slug}` } });
    expect(JSON.parse(ours.text)).toHaveProperty('discountCode', null);
    const elsewhere = await call(`${url}/api/checkout/${data.slug}`, { headers: { referer: 'http://shop.test/' } });
    expect(JSON.parse(elsewhere.text)).toHaveProperty('coupon', null);
    const sdk = { authorization: 'Bearer sk_test_demo', 'x-service-sdk': 'web/1.0.0' };
    expect(JSON.parse((await call(`${url}/api/v1/products?limit=1`, { headers: sdk })).text)).toHaveProperty(
      'has_more',
    );
  });

  it('renames an event, leaves one out, and keeps the order of the others', async () => {
    const receiver = await startReceiver();
    running.push(receiver);
    const { control } = await start(
      [
        { change: 'event', type: 'payout.paid', to: 'payout.settled' },
        { change: 'event', type: 'payout.updated', add: 'payout.sent' },
        { change: 'event_order', types: ['payout.updated', 'payout.created'] },
        { change: 'event', type: 'payout.returned', sent: false },
        { change: 'rename', of: 'payout', field: 'descriptor', to: 'statement' },
      ],
      { overSpecification: true },
    );
    // An endpoint may know a renamed event by either name.
    const events = ['payout.created', 'payout.updated', 'payout.sent', 'payout.paid', 'payout.returned'];
    await control.post('/webhook-endpoints', { url: receiver.url, events });
    const ran = (await control.post<Any>('/triggers/payout.returned', {})).body.data;
    const sent = (await receiver.received(4)).map(({ body }) => JSON.parse(body) as Any);
    expect(sent.map(({ type }) => type)).toEqual(['payout.updated', 'payout.sent', 'payout.created', 'payout.settled']);
    for (const { data } of sent) expect(data).toHaveProperty('statement');
    const [unsent, paid] = ['payout.returned', 'payout.paid'].map(
      (name) => ran.events.find(({ type }: Json) => type === name).id as string,
    );
    const left = (await control.get<Any>(`/events/${unsent}`)).body.data;
    expect(left).toMatchObject({ unsent: 'profile', deliveries: [] });
    // Details show what was sent, so that its signature can be checked.
    const { type, data } = (await control.get<Any>(`/events/${paid}`)).body.data;
    expect({ type, data }).toEqual({ type: sent[3].type, data: sent[3].data });
  });

  it('sends events to who subscribed in the service’s names', async () => {
    const receiver = await startReceiver();
    running.push(receiver);
    const { control } = await start([{ change: 'event', type: 'payment.completed', add: 'payment.succeeded' }]);
    const wrong = await control.post<Any>('/webhook-endpoints', { url: receiver.url, events: ['payment.suceeded'] });
    expect(wrong.body.error).toContain("Did you mean 'payment.succeeded'?");
    await control.post('/webhook-endpoints', { url: receiver.url, events: ['payment.succeeded'] });
    await control.post('/triggers/payment.completed', {});
    const [only] = await receiver.received(1);
    expect(JSON.parse(only!.body).type).toBe('payment.succeeded');
  });

  it('describes itself in openapi.json, with what was observed in place of assumed', async () => {
    const { client } = await start([...everything, ...specified], { overSpecification: true });
    const { body: api } = await client.get<Any>('/openapi.json');
    const { Customer, Transaction, Error: refused, ErrorCode } = api.components.schemas;
    expect(Customer.properties.organization).toMatchObject({ 'x-observed': true });
    expect(Customer.properties.organization).not.toHaveProperty('x-assumed');
    expect(Customer.properties).not.toHaveProperty('company');
    expect(Customer.properties.balance).toMatchObject({ const: 0, 'x-observed': true });
    expect(Customer.required).toContain('balance');
    expect(Customer.required).not.toContain('phone');
    expect(Customer.properties.last_name.type).toBe('string');
    expect(Transaction.properties).not.toHaveProperty('sdk');
    const states = Transaction.properties.status.anyOf;
    expect(states.find((each: Json) => each['x-observed'])).toEqual({
      type: 'string',
      enum: ['void'],
      'x-observed': true,
    });
    expect(states.find((each: Json) => each['x-assumed']).enum).not.toContain('voided');
    expect(refused.properties.type.enum).toContain('bad_request');
    expect(ErrorCode.anyOf.at(-1)).toEqual({
      type: 'string',
      enum: ['state_invalid', 'bad_parameter'],
      'x-observed': true,
    });
    const create = api.paths['/customers'].post;
    expect(Object.keys(create.responses)).toContain('200');
    expect(create.requestBody.content['application/json'].schema.properties).toHaveProperty('organization');
    const refusals = api.paths['/transactions/{id}/void'].post['x-codes'];
    expect(refusals['409']).toContain('state_invalid');
    const limit = api.paths['/products'].get.parameters.find(({ name }: Json) => name === 'limit');
    expect(limit.schema.default).toBe(1);
    expect(api.webhooks['payment.succeeded'].post['x-observed']).toBe(true);
    expect(api.webhooks).toHaveProperty('payment.canceled');
    expect(api.webhooks).not.toHaveProperty('payment.failed');
    expect(JSON.stringify(api)).not.toContain('X-RateLimit-Tier');
    const { body: page } = await client.get<Any>('/openapi-client.json');
    const load = page.paths['/api/checkout/{slug}'].get.responses['200'].content['application/json'].schema;
    const fields = (load.properties ?? page.components.schemas.Checkout.properties) as Json;
    expect(fields).toHaveProperty('coupon');
    expect((await call(`${(await start(everything)).url}/docs/api`)).text).toContain('<code>organization</code>');
  });

  it('shows objects and events in the control API as the API does', async () => {
    const { api, control } = await start(everything);
    const { data } = (await api.post<Any>('/customers', { ...ann, organization: 'Ash' })).body;
    const native = data.id.replace('cust_', 'cus_');
    for (const id of [native, data.id]) {
      expect((await control.get<Any>(`/objects/${id}`)).body.data).toMatchObject({ id: native, data });
    }
    const { objects } = (await control.get<Any>('/objects?kind=customer&limit=1')).body.data;
    expect(objects[0].data).toEqual(data);
    const [logged] = (await control.get<Any>('/requests?limit=1')).body.data;
    const request = (await control.get<Any>(`/requests/${logged.id}`)).body.data;
    expect(JSON.parse(request.body)).toHaveProperty('organization', 'Ash');
    expect(JSON.parse(request.response).data).toEqual(data);
    expect((await control.get<Any>('/status')).body.data.profile).toBe('sandbox.example.com');
    expect((await control.get('/none')).headers.has('request-id')).toBe(true);
    expect((await api.get('/none')).headers.has('request-id')).toBe(false);
  });
});

describe('a profile that changes nothing', () => {
  it('leaves every byte as it is without one', async () => {
    const bytes = async (further: Partial<SandboxOptions>) => {
      const sandbox = await startSandbox({ ...options, ...further });
      running.push(sandbox);
      const key = { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' };
      const told: string[] = [];
      const ask = async (method: 'GET' | 'POST', path: string, body?: Json) => {
        const answer = await call(sandbox.url + path, {
          method,
          headers: key,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const headers = [...answer.headers].filter(([name]) => name !== 'date');
        told.push(JSON.stringify([answer.status, headers, answer.text.replaceAll(sandbox.url, '')]));
        return JSON.parse(answer.text) as Any;
      };
      const { data } = await ask('POST', '/api/v1/customers', { ...ann, ...card });
      await ask('POST', '/api/v1/charges', { customer_id: data.id, amount: 4200, metadata: { a: '1' } });
      await ask('GET', '/api/v1/transactions?limit=3');
      await ask('GET', '/api/v1/transactions/none');
      await ask('POST', '/api/v1/charges', { amount: 'x' });
      await ask('GET', '/api/checkout/none');
      await ask('GET', '/api/v1/nothing');
      await ask('GET', '/openapi-client.json');
      return told.map((each) => each.replace(/ A part marked `x-observed[^"]*(?=")/, ''));
    };
    const without = await bytes({});
    const by = await bytes({ profile: fileOf([]) });
    // The description names the profile; all else is the same.
    expect(by.map((each) => each.replace(/ A part marked [^"]*?according to its profile\./, ''))).toHaveLength(
      without.length,
    );
    expect(by.slice(0, -1)).toEqual(without.slice(0, -1));
  });
});

describe('a profile is refused', () => {
  it.each<[string, Json, string]>([
    ['an unknown change', { change: 'renam' }, "entry 1 (renam): There is no such change. Did you mean 'rename'?"],
    ['an unknown key', { change: 'remove', of: 'customer', feild: 'x' }, 'entry 1 (remove): field is required.'],
    [
      'an unknown object',
      { change: 'remove', of: 'custmer', field: 'phone' },
      "entry 1 (remove): There is no object, event or operation 'custmer'. Did you mean 'customer'?",
    ],
    [
      'an unknown field',
      { change: 'remove', of: 'customer', field: 'phon' },
      "entry 1 (remove): customer has no field 'phon'. Did you mean 'phone'?",
    ],
    [
      'an unknown value',
      { change: 'value', of: 'transaction', field: 'status', from: 'voidet', to: 'x' },
      `entry 1 (value): transaction.status is never "voidet". Did you mean 'voided'?`,
    ],
    [
      'an unknown code',
      { change: 'code', from: 'invalid_stat', to: 'x' },
      "entry 1 (code): There is no code 'invalid_stat'. Did you mean 'invalid_state'?",
    ],
    [
      'an unknown operation',
      { change: 'status', operation: 'customer.create', from: 201, to: 200 },
      "entry 1 (status): There is no operation 'customer.create'. Did you mean 'customers.create'?",
    ],
    [
      'a status that is none',
      { change: 'status', operation: 'customers.create', from: 202, to: 200 },
      'entry 1 (status): customers.create returns 201, not 202.',
    ],
    [
      'an unknown event',
      { change: 'event', type: 'payment.complete', sent: false },
      "entry 1 (event): There is no event 'payment.complete'. Did you mean 'payment.completed'?",
    ],
    [
      'an unknown header',
      { change: 'header', name: 'Request-Ids', sent: false },
      "entry 1 (header): There is no header 'Request-Ids'. Did you mean 'Request-Id'?",
    ],
    [
      'an unknown setting',
      { change: 'delay', setting: 'settlement.delays.cards', to: 1 },
      "entry 1 (delay): There is no setting 'settlement.delays.cards'. Did you mean 'settlement.delays.card'?",
    ],
    [
      'a fee that nobody takes',
      { change: 'fee', setting: 'payout_fee', to: 1 },
      "entry 1 (fee): There is no setting 'payout_fee'.",
    ],
    [
      'a delay that is none',
      { change: 'delay', setting: 'settlement.delays.card', to: 'soon' },
      "entry 1 (delay): 'soon' is not a valid duration; use a duration such as 2s or PT2S.",
    ],
    [
      'another prefix',
      { change: 'id_prefix', of: 'customer', from: 'cust_', to: 'c_' },
      'entry 1 (id_prefix): Ids of customer start with cus_, not with cust_.',
    ],
    [
      'a prefix of others',
      { change: 'id_prefix', of: 'customer', from: 'cus_', to: 'txn_' },
      'entry 1 (id_prefix): Ids of transaction already start with txn_.',
    ],
    [
      'a field that is there',
      { change: 'add', of: 'customer', field: 'phone', constant: 1 },
      "entry 1 (add): customer already has a field 'phone'.",
    ],
    [
      'a name that is there',
      { change: 'rename', of: 'customer', field: 'phone', to: 'email' },
      "entry 1 (rename): customer already has a field 'email'.",
    ],
    [
      'a copy of nothing',
      { change: 'add', of: 'customer', field: 'mail', copy: 'emial' },
      "entry 1 (add): customer has no field 'emial'. Did you mean 'email'?",
    ],
    [
      'what the specification states',
      { change: 'rename', of: 'customer', field: 'email', to: 'mail' },
      'entry 1 (rename) customer.email contradicts the specification. Allow it with --over-specification.',
    ],
  ])('%s', async (_, entry, line) => {
    expect(await refusalOf([entry])).toBe(line);
  });

  it.each<[string, Json, Json]>([
    [
      'two names of a field',
      { change: 'rename', of: 'customer', field: 'phone', to: 'tel' },
      { change: 'rename', of: 'customer', field: 'phone', to: 'mobile' },
    ],
    [
      'one name of two fields',
      { change: 'rename', of: 'customer', field: 'phone', to: 'tel' },
      { change: 'rename', of: 'customer', field: 'company', to: 'tel' },
    ],
    [
      'a change of what is removed',
      { change: 'null', of: 'customer', field: 'phone', as: 'absent' },
      { change: 'remove', of: 'customer', field: 'phone' },
    ],
    [
      'two names of a value',
      { change: 'value', of: 'transaction', field: 'status', from: 'voided', to: 'void' },
      { change: 'value', of: 'transaction', field: 'status', from: 'voided', to: 'gone' },
    ],
    [
      'two names of an event',
      { change: 'event', type: 'payment.completed', sent: false },
      { change: 'event', type: 'payment.completed', add: 'x.y' },
    ],
    [
      'two orders',
      { change: 'event_order', types: ['payout.updated', 'payout.created'] },
      { change: 'event_order', types: ['payout.created', 'payout.paid', 'payout.updated'] },
    ],
  ])('for two entries that contradict each other: %s', async (_, one, other) => {
    const text = await refusalOf([one, other]);
    expect(text).toMatch(/^entry 1 \(\w+\) and entry 2 \(\w+\) contradict each other: /);
  });

  it('if it is not a profile', async () => {
    expect(await refusalOf([null])).toBe('adopted.0 must be an object, not null.');
    expect(await refusalOf({})).toBe('adopted must be an array, not an object.');
    const missing = join(folder, 'none.json');
    await expect(startSandbox({ ...options, profile: missing })).rejects.toThrow(
      `--profile ${missing} cannot be read: `,
    );
  });
});

describe('a field of requests', () => {
  it('is accepted under the service’s name, and logged under it no more than under its own', async () => {
    const { api, client, control } = await start(
      [
        { change: 'rename', of: 'tokens.create', field: 'cvv', to: 'check' },
        { change: 'rename', of: 'tokens.create', field: 'number', to: 'digits' },
      ],
      { overSpecification: true },
    );
    const token = { digits: '4000056655665556', check: '737', exp_month: '12', exp_year: '2030' };
    expect((await api.post<Any>('/tokens', token)).status).toBe(200);
    const [logged] = (await control.get<Any>('/requests?limit=1')).body.data;
    const { body } = (await control.get<Any>(`/requests/${logged.id}`)).body.data;
    expect(body).toContain('digits');
    expect(body).not.toMatch(/4000056655665556|737/);
    const described = (await client.get<Any>('/openapi.json')).body.paths['/tokens'].post.requestBody;
    expect(Object.keys(described.content['application/json'].schema.properties)).toContain('digits');
    expect(described.content['application/json'].example).toHaveProperty('digits');
  });
});

describe('emulator start --profile', () => {
  beforeAll(ensureBuilt);

  it('names the profile, and what contradicts the specification', async () => {
    const receiver = await startReceiver();
    running.push(receiver);
    const file = fileOf([...everything, { change: 'rename', of: 'customer', field: 'email', to: 'mail' }]);
    const how = ['--profile', file, '--over-specification', '--forward-to', receiver.url, '--json'];
    const emulator = await startEmulator(['--ephemeral', ...how]);
    expect(JSON.parse(emulator.lines[0]!)).toMatchObject({ type: 'ready', profile: 'sandbox.example.com' });
    const said = emulator.errors.join('\n');
    expect(said).toContain('sandbox.example.com CONTRADICTS THE SPECIFICATION');
    expect(said).toContain('entry 19 (rename) customer.email');
    const record = join(folder, 'run.html');
    await emulator.json('trigger', 'payment.completed');
    const sent = (await receiver.received(2)).map(({ body }) => body);
    await emulator.run('idle');
    expect((await emulator.run('record', 'save', record)).exitCode).toBe(0);
    expect((await emulator.run('status')).stdout).toMatch(/profile\s+sandbox\.example\.com/);
    await emulator.stop();
    // What is sent again of a record is what was sent, and a run goes on with the profile that it had.
    const resent = ['record', 'resend', record, '--forward-to', receiver.url, '--secret', 'whsec_demo'];
    expect((await command(resent)).exitCode).toBe(0);
    expect((await receiver.received(4)).slice(2).map(({ body }) => body)).toEqual(sent);
    expect(sent[1]).toContain('"type":"payment.succeeded"');
    const again = await startEmulator(['--ephemeral', '--from', record]);
    expect(await again.json('status')).toMatchObject({ profile: 'sandbox.example.com' });
    await again.stop();
  });

  it('is the same as EMULATOR_PROFILE, and as an option of startEmulator', async () => {
    const file = fileOf(everything);
    const emulator = await startEmulator(['--ephemeral'], { env: { EMULATOR_PROFILE: file } });
    expect(await emulator.json('status')).toMatchObject({ profile: 'sandbox.example.com' });
    await emulator.stop();
    const inProcess = await inThisProcess({ profile: file });
    const answer = await inProcess.api.post('/customers', ann);
    await inProcess.stop();
    expect(JSON.stringify(answer)).toContain('cust_');
    await expect(inThisProcess({ profile: fileOf([{ change: 'code', from: 'x', to: 'y' }]) })).rejects.toMatchObject({
      code: 'profile_invalid',
    });
  });
});
