import { beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '../../src/payments/resources/customer/model.ts';
import type { Invoice as Stored } from '../../src/payments/resources/invoice/model.ts';
import { createInvoiceOperation } from '../../src/payments/resources/invoice/operations.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { textsOfPdf } from '../mail/mime.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { cards, type Demo, eachTest, type Refusal } from '../support/demo.ts';

type Invoice = Omit<Stored, 'slug'> & { hosted_invoice_url?: string; pay_url?: string; emailed?: boolean };
type List = { data: Invoice[]; has_more: boolean };
type Answered = Omit<Refusal, 'data'> & { data: Invoice };
type Fields = Record<string, unknown>;

let demo: Demo;
let customer: Customer;
let product_id: string;
eachTest((fresh) => {
  demo = fresh;
});
beforeEach(async () => {
  customer = await demo.saveCustomer();
  product_id = await addProduct({ name: 'Espresso machine', price: 2100 });
});

const addProduct = async (fields: Fields): Promise<string> =>
  (await demo.made<{ data: { id: string } }>('/products', fields)).data.id;
const good = (): Fields => ({ customer_id: customer.id, line_items: [{ product_id, quantity: 2 }] });
const post = (path: string, body?: unknown) => demo.api.post<Answered>(`/invoices${path}`, body);
const draft = async (fields: Fields = {}): Promise<Invoice> =>
  (await demo.made<{ data: Invoice }>('/invoices', { ...good(), ...fields })).data;
const sent = (fields: Fields = {}): Promise<Invoice> => draft({ send: true, ...fields });
const read = async (id: string) => (await demo.read<{ data: Invoice }>(`/invoices/${id}`)).data;
const pay = (id: string, body: Fields = { card_number: cards.visaDebit }) =>
  demo.sandbox.control.post<Answered & { data: Invoice }>(
    `/invoices/${id}/pay?workspace=${demo.workspace}&mode=test`,
    body,
  );
const mails = async () =>
  (await demo.control<{ data: { id: string; to: string; subject: string; at: string }[] }>('get', '/mail?limit=100'))
    .data;
const list = async (query = '') => (await demo.read<List>(`/invoices${query}`)).data.map(({ id }) => id);

describe('POST /invoices', () => {
  it('answers 201 with a draft of the products at their prices, and e-mails nothing', async () => {
    const answer = await post('', {
      ...good(),
      memo: 'Thank you.',
      due_date: '2026-03-31',
      metadata: { order: 7 },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^inv_[0-9A-Za-z]{20}$/),
      object: 'invoice',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      number: 'INV-0001',
      status: 'draft',
      customer_id: customer.id,
      line_items: [
        { product_id, variant_id: null, name: 'Espresso machine', quantity: 2, unit_amount: 2100, amount: 4200 },
      ],
      amount: 4200,
      currency: 'USD',
      memo: 'Thank you.',
      due_date: '2026-03-31T00:00:00.000Z',
      transaction_id: null,
      sent_at: null,
      viewed_at: null,
      paid_at: null,
      voided_at: null,
      metadata: { order: 7 },
    });
    expect(await read(answer.body.data.id)).toEqual(answer.body.data);
    expect(await mails()).toEqual([]);
    expect(await demo.events()).toEqual([]);
  });

  it('with send true behaves like sending', async () => {
    const invoice = await sent();
    expect(invoice).toMatchObject({ status: 'sent', emailed: true, sent_at: '2026-03-01T09:00:00.000Z' });
    expect(await mails()).toMatchObject([{ to: 'ada@example.com', subject: 'Invoice INV-0001 from Demo Shop' }]);
  });

  it('numbers invoices from 1 without gaps, in each mode of each workspace', async () => {
    await draft();
    expect((await post('', { ...good(), line_items: [{ product_id: 'none', quantity: 1 }] })).status).toBe(400);
    expect((await draft()).number).toBe('INV-0002');
    expect((await sent()).number).toBe('INV-0003');
    const { live } = demo;
    const buyer = await live.saveCustomer();
    const product = await live.made<{ data: { id: string } }>('/products', { name: 'Live', price: 100 });
    const body = { customer_id: buyer.id, line_items: [{ product_id: product.data.id, quantity: 1 }] };
    expect((await live.made<{ data: Invoice }>('/invoices', body)).data).toMatchObject({
      number: 'INV-0001',
      livemode: true,
    });
    expect((await draft()).number).toBe('INV-0004');
  });

  it('keeps the prices of its day', async () => {
    const { id } = await draft();
    await demo.api.patch(`/products/${product_id}`, { price: 9900, name: 'Renamed' });
    expect(await read(id)).toMatchObject({ amount: 4200, line_items: [{ name: 'Espresso machine' }] });
  });

  it.each([
    ['no customer', { customer_id: undefined }, 'parameter_missing', 'customer_id'],
    ['an unknown customer', { customer_id: 'cus_none' }, 'parameter_invalid', 'customer_id'],
    ['no lines', { line_items: undefined }, 'parameter_missing', 'line_items'],
    [
      'an unknown product',
      { line_items: [{ product_id: 'x', quantity: 1 }] },
      'parameter_invalid',
      'line_items.0.product_id',
    ],
    ['a due date that is none', { due_date: '31 March' }, 'parameter_invalid', 'due_date'],
    ['a day that is not in the calendar', { due_date: '2026-02-30' }, 'parameter_invalid', 'due_date'],
    ['nested metadata', { metadata: { a: {} } }, 'parameter_invalid', 'metadata.a'],
  ])('refuses %s', async (_what, fields, code, param) => {
    expect(await post('', { ...good(), ...fields })).toMatchObject({
      status: 400,
      body: { type: 'invalid_request_error', code, param },
    });
    expect(await list()).toEqual([]);
  });

  it('refuses every body that its schema does not allow, and changes nothing', async () => {
    const body = { ...good(), memo: 'Thanks', due_date: '2026-03-31', send: true, metadata: { a: 1 } };
    const before = await demo.exported();
    for (const { what, field, text } of badBodies(createInvoiceOperation.body as Shape, body)) {
      const answer = await demo.api.post<Refusal>('/invoices', text);
      expect(answer.status, what).toBe(400);
      expect(answer.body.param?.split('.')[0], what).toBe(field.split('.')[0]);
    }
    expect(await demo.exported()).toBe(before);
    expect((await post('', body)).status).toBe(201);
  });
});

describe('sending', () => {
  it('makes the addresses of the invoice and of its payment link, which have the port only in answers', async () => {
    const { id } = await draft();
    const { status, body } = await post(`/${id}/send`);
    expect(status).toBe(200);
    const slug = /[0-9A-Za-z]{20}$/.exec(body.data.pay_url!)![0];
    expect(body.data).toMatchObject({
      status: 'sent',
      emailed: true,
      sent_at: '2026-03-01T09:00:00.000Z',
      hosted_invoice_url: `${demo.sandbox.url}/invoice/${slug}`,
      pay_url: `${demo.sandbox.url}/pay/${slug}`,
    });
    expect(await read(id)).toEqual(body.data);
    expect(await demo.exported()).not.toContain(demo.sandbox.url);
  });

  it('again e-mails again and reuses the same link', async () => {
    const first = await sent();
    await demo.advance('1h');
    const again = (await post(`/${first.id}/send`)).body.data;
    expect(again).toMatchObject({ status: 'sent', pay_url: first.pay_url, sent_at: '2026-03-01T10:00:00.000Z' });
    await demo.trigger('invoice.view', { id: first.id });
    expect((await post(`/${first.id}/send`)).body.data).toMatchObject({
      status: 'sent',
      hosted_invoice_url: first.hosted_invoice_url,
    });
    expect(await mails()).toHaveLength(3);
  });

  it('attaches the invoice as PDF', async () => {
    await sent();
    const [mail] = await mails();
    expect(mail).toMatchObject({
      at: '2026-03-01T09:00:00.000Z',
      attachments: [{ filename: 'INV-0001.pdf', content_type: 'application/pdf', size: expect.any(Number) }],
    });
  });

  it.each(['processing', 'paid', 'void'])('is refused when the invoice is %s', async (status) => {
    const { id } = await sent();
    if (status === 'void') await post(`/${id}/void`);
    else await pay(id);
    if (status === 'paid') await demo.settle();
    expect((await read(id)).status).toBe(status);
    for (const verb of ['send', 'void']) {
      expect(await post(`/${id}/${verb}`)).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    }
    expect(await mails()).toHaveLength(1);
  });
});

describe('voiding', () => {
  it.each(['draft', 'sent', 'viewed'])('ends an invoice that is %s, and its payment link', async (status) => {
    const { id } = await draft({ send: status !== 'draft' });
    if (status === 'viewed') await demo.trigger('invoice.view', { id });
    const answer = await post(`/${id}/void`);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { status: 'void', voided_at: '2026-03-01T09:00:00.000Z' } },
    });
    expect(await pay(id)).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect((await demo.read<List>('/transactions')).data).toEqual([]);
  });
});

describe('the PDF of its page', () => {
  const textsOf = async ({ hosted_invoice_url }: Invoice): Promise<string> => {
    const answer = await fetch(`${hosted_invoice_url}/pdf`);
    return textsOfPdf(Buffer.from(await answer.arrayBuffer())).join('\n');
  };

  it('asks for nothing once the invoice is void', async () => {
    const invoice = await sent();
    expect(await textsOf(invoice)).toMatch(/Amount due \(USD\)[\s\S]*Pay this invoice/);
    await post(`/${invoice.id}/void`);
    const texts = await textsOf(invoice);
    expect(texts).toContain('Voided\nMarch 1, 2026');
    expect(texts).not.toMatch(/Amount due|Pay this invoice/);
  });

  it('says what is being paid, and then that nothing is due', async () => {
    const invoice = await sent();
    await pay(invoice.id);
    expect(await textsOf(invoice)).toContain('Being paid\n-$42.00\nAmount due (USD)\n$0.00');
    await demo.settle();
    expect(await textsOf(invoice)).toContain('Paid\n-$42.00\nAmount due (USD)\n$0.00');
  });

  it('says that the last day is over, as does the e-mail that is sent again', async () => {
    const invoice = await sent({ due_date: '2026-03-31' });
    expect(await textsOf(invoice)).not.toContain('overdue');
    await demo.advance('31d');
    expect(await textsOf(invoice)).toContain('March 31, 2026 (overdue)');
    await post(`/${invoice.id}/send`);
    const [mail] = await mails();
    const { data } = await demo.control<{ data: { text: string } }>('get', `/mail/${mail!.id}?format=json`);
    expect(data.text).toContain(`invoice ${invoice.number}, which was due on March 31, 2026.`);
  });
});

describe('paying', () => {
  it('is processing until the payment settles, then paid, and payment.completed tells', async () => {
    const { id } = await sent({ metadata: { order: 7 } });
    const answer = await pay(id);
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'processing', paid_at: null } } });
    const { transaction_id } = answer.body.data;
    expect(await demo.transaction(transaction_id!)).toMatchObject({
      status: 'pending_settlement',
      invoice_id: id,
      amount: 4200,
      source: 'dashboard',
      customer_id: customer.id,
      email: 'ada@example.com',
      buyer_name: 'Ada Lovelace',
      billing_postal_code: '62701',
      line_items: [{ product_id, quantity: 2 }],
    });
    await demo.advance('2s');
    expect(await read(id)).toMatchObject({ status: 'paid', paid_at: '2026-03-01T09:00:02.000Z', transaction_id });
    const [event, ...others] = await demo.events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'payment.completed' });
    expect(event?.data).toEqual({
      transaction_id,
      amount: 4200,
      currency: 'USD',
      status: 'settled',
      customer_email: 'ada@example.com',
      order_number: 1,
      customer_id: customer.id,
      source: 'dashboard',
      metadata: { order: 7 },
    });
  });

  it.each(['gateway_a', 'gateway_b'] as const)('is paid at once on %s, where approval completes', async (gateway) => {
    demo = await demo.on(gateway);
    customer = await demo.saveCustomer();
    product_id = await addProduct({ name: 'Beans', price: 2100 });
    const { id } = await sent();
    expect((await pay(id, { card_number: cards.visaCredit })).body.data).toMatchObject({
      status: 'paid',
      paid_at: '2026-03-01T09:00:00.000Z',
    });
    expect(await demo.eventTypes()).toEqual(['payment.completed']);
    await demo.settle();
    expect((await read(id)).status).toBe('paid');
  });

  it('charges what the customer saved: the named instrument, else the newest card, else a bank account', async () => {
    const bank = await demo.saveBank(customer);
    const first = await sent();
    expect((await pay(first.id, {})).status).toBe(200);
    const [byBank] = (await demo.read<{ data: Transaction[] }>('/transactions')).data;
    expect(byBank).toMatchObject({ payment_method_id: bank.id, rail: 'ach' });
    const card = await demo.saveCard(customer);
    await demo.saveBank(customer);
    const second = await sent();
    await pay(second.id, {});
    const third = await sent();
    await pay(third.id, { payment_method_id: bank.id });
    const { data } = await demo.read<{ data: Transaction[] }>('/transactions');
    expect(data.map(({ payment_method_id }) => payment_method_id)).toEqual([bank.id, card.id, bank.id]);
  });

  it('falls back to viewed when the network rejects the payment, and can be paid again', async () => {
    const { id } = await sent();
    const { transaction_id } = (await pay(id)).body.data;
    await demo.trigger('payment.failed', { id: transaction_id });
    expect(await read(id)).toMatchObject({ status: 'viewed', transaction_id: null, paid_at: null });
    expect((await pay(id)).body.data.status).toBe('processing');
    await demo.settle();
    expect((await read(id)).status).toBe('paid');
    expect(await demo.eventTypes()).toEqual(['payment.failed', 'payment.completed']);
  });

  it('is open again when the payment is voided', async () => {
    const { id } = await sent();
    const { transaction_id } = (await pay(id)).body.data;
    await demo.api.post(`/transactions/${transaction_id}/void`);
    expect(await read(id)).toMatchObject({ status: 'viewed', transaction_id: null });
  });

  it('stays paid when its payment is refunded or disputed later', async () => {
    const { id } = await sent();
    const { transaction_id } = (await pay(id)).body.data;
    await demo.settle();
    await demo.api.post(`/transactions/${transaction_id}/refund`, { amount: 100 });
    await demo.trigger('payment.disputed', { id: transaction_id });
    expect((await read(id)).status).toBe('paid');
  });

  it('answers a decline as a failed charge, and leaves the invoice payable', async () => {
    const { id } = await sent();
    const answer = await pay(id, { card_number: cards.declined });
    expect(answer).toMatchObject({ status: 402, body: { type: 'card_error', code: 'card_declined' } });
    expect((await demo.read<{ data: Transaction[] }>('/transactions')).data).toMatchObject([
      { status: 'failed', invoice_id: id },
    ]);
    expect((await read(id)).status).toBe('sent');
    expect((await pay(id)).status).toBe(200);
  });

  it('obeys the rules of the workspace for checkout.pay', async () => {
    await demo.addRule({ operation: 'checkout.pay', amount: 4200 }, { kind: 'fail', code: 'M008' });
    const { id } = await sent();
    expect((await pay(id)).body.data.status).toBe('processing');
    await demo.advance('2s');
    expect((await read(id)).status).toBe('viewed');
    const [event] = await demo.events();
    expect(event).toMatchObject({ type: 'payment.failed', data: { error_code: 'M008' } });
  });

  it('needs the rail of the instrument to be on', async () => {
    const { id } = await sent();
    await demo.saveBank(customer);
    await demo.configure({ ach_enabled: false });
    expect(await pay(id, {})).toMatchObject({ status: 400, body: { param: 'payment_method_id' } });
    await demo.configure({ debit_payouts_enabled: { test: false } });
    expect(await pay(id)).toMatchObject({ status: 400, body: { code: 'capability_required' } });
  });

  it('follows an unknown outcome that turns out charged', async () => {
    const { id } = await sent();
    expect((await pay(id, { card_number: cards.unavailableCharged })).status).toBe(503);
    expect((await read(id)).status).toBe('sent');
    await demo.advance('31s');
    expect((await read(id)).status).toBe('processing');
    await demo.advance('10s');
    expect((await read(id)).status).toBe('paid');
  });

  it('leaves an invoice void that was voided while the outcome was unknown', async () => {
    const { id } = await sent();
    await pay(id, { card_number: cards.unavailableCharged });
    await post(`/${id}/void`);
    expect((await demo.advance('1m')).summary).toMatchObject({ failed: 0 });
    expect(await read(id)).toMatchObject({ status: 'void', transaction_id: null });
  });

  it('is open again on a card gateway too when the approved payment is voided before it settles', async () => {
    demo = await demo.on('gateway_a');
    customer = await demo.saveCustomer();
    product_id = await addProduct({ name: 'Beans', price: 2100 });
    const { id } = await sent();
    const { transaction_id } = (await pay(id)).body.data;
    await demo.api.post(`/transactions/${transaction_id}/void`);
    expect(await read(id)).toMatchObject({ status: 'viewed', transaction_id: null, paid_at: null });
  });

  it('takes stock when it is paid, and refuses where there is none', async () => {
    product_id = await addProduct({ name: 'Rare', price: 500, track_inventory: true, stock_quantity: 3 });
    const [first, second] = [await sent(), await sent()];
    expect((await pay(first.id)).status).toBe(200);
    expect(await pay(second.id)).toMatchObject({ status: 400, body: { code: 'insufficient_stock' } });
    expect(await read(second.id)).toMatchObject({ status: 'sent' });
  });

  it('is refused for a draft, twice, for an unknown invoice, and for what is not an instrument of the customer', async () => {
    const { id } = await draft();
    expect(await pay(id)).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    await post(`/${id}/send`);
    const stranger = await demo.saveCard(await demo.saveCustomer({ email: 'bo@example.com' }));
    for (const [body, param] of [
      [{}, 'payment_method_id'],
      [{ payment_method_id: stranger.id }, 'payment_method_id'],
      [{ payment_method_id: 'pm_none' }, 'payment_method_id'],
      [{ payment_method_id: stranger.id, card_number: cards.visaDebit }, 'card_number'],
      [{ card_number: '4111111111111112' }, 'card_number'],
    ] as const) {
      expect(await pay(id, body)).toMatchObject({ status: 400, body: { param } });
    }
    await pay(id);
    expect(await pay(id)).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect((await pay('inv_none')).status).toBe(404);
  });
});

describe('reading', () => {
  it('lists newest first, by status and by customer, page by page', async () => {
    const other = await demo.saveCustomer({ email: 'bo@example.com' });
    const a = await draft();
    const b = await sent();
    const c = await sent({ customer_id: other.id });
    expect(await list()).toEqual([c.id, b.id, a.id]);
    expect(await list('?status=sent')).toEqual([c.id, b.id]);
    expect(await list('?status=draft')).toEqual([a.id]);
    expect(await list(`?customer_id=${customer.id}`)).toEqual([b.id, a.id]);
    expect(await list(`?customer_id=${other.id}&status=draft`)).toEqual([]);
    const page = await demo.read<List>('/invoices?limit=2');
    expect(page.has_more).toBe(true);
    expect(page.data[0]).toMatchObject({ id: c.id, hosted_invoice_url: c.hosted_invoice_url });
    expect(await demo.read<List>(`/invoices?limit=2&starting_after=${b.id}`)).toMatchObject({
      data: [{ id: a.id }],
      has_more: false,
    });
    for (const query of ['status=open', 'limit=0', 'limit=101', 'starting_after=inv_none']) {
      expect((await demo.api.get(`/invoices?${query}`)).status, query).toBe(400);
    }
  });

  it('answers 404 for unknown invoices, and keeps test and live apart', async () => {
    const { id } = await draft();
    for (const path of ['/inv_none/send', '/inv_none/void']) expect((await post(path)).status).toBe(404);
    expect(await demo.api.get('/invoices/inv_none')).toMatchObject({
      status: 404,
      body: { type: 'not_found_error', code: 'resource_missing' },
    });
    expect((await demo.live.api.get(`/invoices/${id}`)).status).toBe(404);
    expect((await demo.live.api.post(`/invoices/${id}/send`)).status).toBe(404);
    expect((await demo.live.read<List>('/invoices')).data).toEqual([]);
  });

  it('a publishable key reads and does not write', async () => {
    const { id } = await draft();
    expect((await demo.publishable.get(`/invoices/${id}`)).status).toBe(200);
    expect((await demo.publishable.get('/invoices')).status).toBe(200);
    for (const path of ['/invoices', `/invoices/${id}/send`, `/invoices/${id}/void`]) {
      expect(await demo.publishable.post(path, path === '/invoices' ? good() : undefined)).toMatchObject({
        status: 403,
        body: { type: 'permission_error', code: 'secret_key_required' },
      });
    }
    expect((await read(id)).status).toBe('draft');
  });
});

describe('triggers', () => {
  it('invoice.view makes a sent invoice viewed, once', async () => {
    const { id } = await sent();
    await demo.advance('5m');
    await demo.trigger('invoice.view', { id });
    expect(await read(id)).toMatchObject({ status: 'viewed', viewed_at: '2026-03-01T09:05:00.000Z' });
    expect(await demo.refusedTrigger('invoice.view', { id })).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', error: `Invoice ${id} is viewed; view requires the state sent.` },
    });
  });

  it.each([
    ['create', 'draft', []],
    ['send', 'sent', []],
    ['view', 'viewed', []],
    ['pay', 'processing', []],
    ['complete', 'paid', ['payment.completed']],
    ['fail', 'viewed', ['payment.failed']],
    ['void', 'void', []],
  ])('invoice.%s brings a fresh invoice to %s', async (verb, status, events) => {
    const { objects } = await demo.trigger(`invoice.${verb}`);
    const made = objects.find(({ object }) => object === 'invoice');
    expect(made?.status).toBe(status);
    expect((await read(made!.id)).status).toBe(status);
    expect(await demo.eventTypes()).toEqual(events);
  });

  it('takes an amount, a code and fields of the request', async () => {
    const { objects } = await demo.trigger('invoice.fail', { amount: 777, code: 'M008', set: { memo: 'Hi' } });
    const made = await read(objects.find(({ object }) => object === 'invoice')!.id);
    expect(made).toMatchObject({ amount: 777, memo: 'Hi', status: 'viewed' });
    const [event] = await demo.events();
    expect(event?.data).toMatchObject({ error_code: 'M008' });
  });
});
