import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/core/kernel/context.ts';
import type { GatewayKind } from '../../src/payments/platform/settings.ts';
import {
  completeSession,
  isPayable,
  type SessionPayment,
  sessionBySecret,
  sessionBySlug,
} from '../../src/payments/resources/checkout-session/actions.ts';
import { type CheckoutSession, checkoutSessions } from '../../src/payments/resources/checkout-session/model.ts';
import { createCheckoutSession } from '../../src/payments/resources/checkout-session/operations.ts';
import type { Customer } from '../../src/payments/resources/customer/model.ts';
import type { PaymentMethod } from '../../src/payments/resources/payment-method/model.ts';
import type { Product } from '../../src/payments/resources/product/model.ts';
import type { ChargeResult } from '../../src/payments/resources/transaction/charge.ts';
import { readCard } from '../../src/payments/simulation/read-card.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { cards, Demo, eachTest, type Refusal, springfield } from '../support/demo.ts';
import { createTestSandbox } from '../support/sandbox.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

type Fields = Record<string, unknown>;
type Session = CheckoutSession & { url: string | null };

const success_url = 'https://shop.example/thanks';
const discounts = [
  { code: 'SAVE10', percent_off: 10 },
  { code: 'MINUS5', amount_off: 500 },
  { code: 'ALL', percent_off: 100 },
];

const create = (fields: Fields = {}) => {
  const order = 'line_items' in fields ? {} : { amount: 4200 };
  return demo.api.post<Omit<Refusal, 'data'> & { data: Session }>('/checkout-sessions', {
    ...order,
    success_url,
    ...fields,
  });
};
async function created(fields: Fields = {}): Promise<Session> {
  const { status, body } = await create(fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
const read = async (id: string) => (await demo.read<{ data: Session }>(`/checkout-sessions/${id}`)).data;
const product = async (fields: Fields = {}) =>
  (await demo.made<{ data: Product }>('/products', { name: 'Coffee', price: 1800, ...fields })).data;
const listed = async <R>(path: string) => (await demo.read<{ data: R[] }>(path)).data;

/** Does something with the session as its page will, in one unit of work. */
function onPage<A>({ id }: { id: string }, work: (ctx: Context, session: CheckoutSession) => A): A {
  const { engine } = demo.sandbox.sandbox;
  const cause = { type: 'control', id: 'test', name: 'page' } as const;
  return engine.run(engine.workspace(demo.workspace)!, 'test', cause, (ctx) =>
    work(ctx, ctx.get(checkoutSessions, id)),
  );
}

/** Pays by a card that is entered on the page. */
const pay = (session: { id: string }, number: string, payment: Partial<SessionPayment> = {}): ChargeResult =>
  onPage(session, (ctx, stored) => {
    const names = { number: 'number', exp_month: 'exp_month', exp_year: 'exp_year' } as const;
    const { card, behaviour } = readCard(ctx, { number, exp_month: '12', exp_year: '2030' }, names);
    const bare = { bank_account: null, payment_method_id: null, token: null, cvc_given: true };
    return completeSession(ctx, stored, {
      instrument: { card, behaviour, ...bare },
      payer: { email: 'bo@example.com', first_name: 'Bo', last_name: 'Buyer', ...springfield },
      ...payment,
    });
  });

describe('creating a checkout session', () => {
  it('makes an open one for products, with the page to send the customer to', async () => {
    await demo.configure({ discounts });
    const { id: product_id } = await product();
    const session = await created({
      line_items: [{ product_id, quantity: 2 }],
      cancel_url: 'http://localhost:3000/cart',
      customer_email: 'ada@example.com',
      customer_phone: '+1 555 0100',
      email_field_mode: 'read_only',
      phone_field_mode: 'hidden',
      show_order_summary: false,
      discount_code: 'SAVE10',
      metadata: { cart: 7 },
    });
    const { id, slug } = session;
    expect(session).toEqual({
      id: expect.stringMatching(/^cs_[0-9A-Za-z]{20}$/),
      object: 'checkout_session',
      livemode: false,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      status: 'open',
      ui_mode: 'hosted',
      url: `${demo.sandbox.url}/pay/${slug}`,
      client_secret: null,
      slug: expect.stringMatching(/^api-[0-9A-Za-z]{20}$/),
      success_url,
      cancel_url: 'http://localhost:3000/cart',
      allowed_parent_origins: [],
      show_order_summary: false,
      line_items: [{ product_id, variant_id: null, name: 'Coffee', quantity: 2, unit_amount: 1800, amount: 3600 }],
      amount: 3240,
      currency: 'USD',
      discount_code: 'SAVE10',
      discount_amount: 360,
      customer_id: null,
      customer_email: 'ada@example.com',
      customer_phone: '+1 555 0100',
      email_field_mode: 'read_only',
      phone_field_mode: 'hidden',
      quick_checkout_behavior: 'on_load',
      locale: null,
      transaction_id: null,
      expires_at: '2026-03-02T09:00:00.000Z',
      metadata: { cart: 7 },
    });
    expect(await read(id)).toEqual(session);
    expect(slug).not.toContain(id.slice(3));
    expect(await demo.exported()).not.toContain(`${demo.sandbox.url}/pay`);
    expect(await demo.events()).toEqual([]);
  });

  it('gives an embedded one a client secret instead of a page, and needs no success_url', async () => {
    const session = await created({
      ui_mode: 'embedded',
      success_url: undefined,
      allowed_parent_origins: ['https://shop.example', 'http://localhost:3000', 'http://[::1]:8080'],
    });
    expect(session).toMatchObject({
      ui_mode: 'embedded',
      url: null,
      client_secret: expect.stringMatching(new RegExp(`^${session.id}_secret_[0-9A-Za-z]{20}$`)),
      success_url: null,
      allowed_parent_origins: ['https://shop.example', 'http://localhost:3000', 'http://[::1]:8080'],
    });
    onPage(session, (ctx, stored) => {
      expect(sessionBySecret(ctx, session.client_secret!)).toBe(stored);
      expect(sessionBySlug(ctx, session.slug)).toBe(stored);
      expect(sessionBySecret(ctx, 'cs_none')).toBeUndefined();
    });
  });

  it('takes an amount in any currency in the place of products', async () => {
    expect(await created({ amount: 999, currency: 'eur' })).toMatchObject({
      amount: 999,
      currency: 'EUR',
      line_items: [],
      discount_code: null,
      discount_amount: 0,
    });
  });

  it('fills in what is known of its customer, unless something else is given', async () => {
    const { id: customer_id } = await demo.saveCustomer({ phone: '1' });
    expect(await created({ customer_id })).toMatchObject({
      customer_id,
      customer_email: 'ada@example.com',
      customer_phone: '1',
    });
    expect(await created({ customer_id, customer_email: 'a@b.example', customer_phone: '2' })).toMatchObject({
      customer_id,
      customer_email: 'a@b.example',
      customer_phone: '2',
    });
  });

  it.each([
    ['SAVE10', 4200, 420],
    ['SAVE10', 4205, 421],
    ['SAVE10', 1, 0],
    ['MINUS5', 4200, 500],
    ['MINUS5', 501, 500],
  ])('with %s takes off %i cents some', async (discount_code, amount, discount_amount) => {
    await demo.configure({ discounts });
    expect(await created({ discount_code, amount })).toMatchObject({
      discount_code,
      discount_amount,
      amount: amount - discount_amount,
    });
  });

  it.each([
    ['MINUS5', 300],
    ['MINUS5', 500],
    ['ALL', 4200],
  ])('is refused with %s, which leaves nothing of %i cents to pay', async (discount_code, amount) => {
    await demo.configure({ discounts });
    expect(await create({ discount_code, amount })).toMatchObject({
      status: 400,
      body: { code: 'discount_not_applicable', param: 'discount_code' },
    });
  });

  it.each([
    ['neither products nor an amount', { amount: undefined }, 'parameter_missing', 'line_items'],
    ['both', { line_items: [{ product_id: 'prod_1', quantity: 1 }], amount: 1 }, 'parameter_invalid', 'amount'],
    ['no products', { line_items: [] }, 'parameter_invalid', 'line_items'],
    ['0 cents', { amount: 0 }, 'parameter_invalid', 'amount'],
    ['too many cents', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['no such currency', { currency: 'XYZ' }, 'parameter_invalid', 'currency'],
    ['nowhere to return to', { success_url: undefined }, 'parameter_missing', 'success_url'],
    ['null to return to', { success_url: null, ui_mode: 'hosted' }, 'parameter_missing', 'success_url'],
    ['a script to return to', { success_url: 'javascript:alert(1)' }, 'parameter_invalid', 'success_url'],
    ['a script in embedded mode', { ui_mode: 'embedded', success_url: 'data:,x' }, 'parameter_invalid', 'success_url'],
    ['a path to go back to', { cancel_url: '/cart' }, 'parameter_invalid', 'cancel_url'],
    ['a file to go back to', { cancel_url: 'file:///etc/passwd' }, 'parameter_invalid', 'cancel_url'],
    ['no such mode', { ui_mode: 'popup' }, 'parameter_invalid', 'ui_mode'],
    ['no such mode of a field', { email_field_mode: 'optional' }, 'parameter_invalid', 'email_field_mode'],
    ['no such mode of the phone', { phone_field_mode: 'Hidden' }, 'parameter_invalid', 'phone_field_mode'],
    ['no such wallet behaviour', { quick_checkout_behavior: 'x' }, 'parameter_invalid', 'quick_checkout_behavior'],
    ['an address that is none', { customer_email: 'ada' }, 'parameter_invalid', 'customer_email'],
    ['a code that nobody has', { discount_code: 'NOPE' }, 'parameter_invalid', 'discount_code'],
  ])('is refused with %s', async (_what, fields, code, param) => {
    await demo.configure({ discounts });
    const before = await demo.exported();
    expect(await create(fields)).toMatchObject({ status: 400, body: { type: 'invalid_request_error', code, param } });
    expect(await demo.exported()).toBe(before);
  });

  it('takes a discount code in other letters, and shows it as the workspace has it', async () => {
    await demo.configure({ discounts });
    const made = await create({ discount_code: ' save10 ' });
    expect(made).toMatchObject({ status: 201, body: { data: { discount_code: 'SAVE10' } } });
  });

  it.each([
    'shop.example',
    'https://shop.example/',
    'https://shop.example/cart',
    'https://Shop.example',
    'https://shop.example:443',
    'https://ada@shop.example',
    'https://*.shop.example',
    'https://a;script-src',
    'ftp://shop.example',
    'null',
    '*',
    '',
  ])('takes %j for no origin of a parent', async (origin) => {
    expect(await create({ ui_mode: 'embedded', allowed_parent_origins: ['https://a.example', origin] })).toMatchObject({
      status: 400,
      body: { code: 'parameter_invalid', param: 'allowed_parent_origins.1' },
    });
  });

  it('says the exact form of an origin that is nearly one', async () => {
    const { body } = await create({ allowed_parent_origins: ['https://Shop.example:443/'] });
    expect(body.error).toContain('write https://shop.example.');
  });

  it('is 404 for a product, a variant or a customer that is not there', async () => {
    const { id: product_id } = await product();
    for (const fields of [
      { line_items: [{ product_id: 'prod_none', quantity: 1 }] },
      { line_items: [{ product_id, variant_id: 'var_none', quantity: 1 }] },
      { customer_id: 'cus_none' },
    ]) {
      expect(await create(fields)).toMatchObject({
        status: 404,
        body: { type: 'not_found_error', code: 'resource_missing' },
      });
    }
  });

  it('orders what can be sold alone: active, in stock, in the currency asked for', async () => {
    const scarce = await product({ track_inventory: true, stock_quantity: 2 });
    const inactive = await product({ active: false });
    const lines = (product_id: string, quantity: number) => ({ line_items: [{ product_id, quantity }] });
    expect(await create(lines(scarce.id, 3))).toMatchObject({ status: 400, body: { code: 'insufficient_stock' } });
    expect(await create(lines(inactive.id, 1))).toMatchObject({
      status: 400,
      body: { param: 'line_items.0.product_id' },
    });
    expect(await create({ ...lines(scarce.id, 1), currency: 'EUR' })).toMatchObject({
      status: 400,
      body: { param: 'currency' },
    });
    await created(lines(scarce.id, 2));
    expect(await demo.read(`/products/${scarce.id}`)).toMatchObject({ data: { stock_quantity: 2 } });
  });

  it('refuses anything else that the body may say, and changes nothing', async () => {
    const good = { amount: 100, currency: 'USD', success_url, cancel_url: success_url, customer_email: 'a@b.example' };
    const before = await demo.exported();
    for (const { what, field, text } of badBodies(createCheckoutSession.body as Shape, good)) {
      const { status, body } = await demo.api.post<Refusal>('/checkout-sessions', text);
      expect(status, `${what} answered ${JSON.stringify(body)}`).toBe(400);
      expect(body.param?.split('.')[0], what).toBe(field.split('.')[0]);
    }
    expect(await demo.exported()).toBe(before);
  });

  it('needs a secret key; reading does not', async () => {
    const { id } = await created();
    expect(await demo.publishable.post('/checkout-sessions', { amount: 1, success_url })).toMatchObject({
      status: 403,
      body: { type: 'permission_error', code: 'secret_key_required' },
    });
    expect(await demo.publishable.get(`/checkout-sessions/${id}`)).toMatchObject({ status: 200 });
  });

  it('keeps test and live apart', async () => {
    const { id } = await created();
    const live = await demo.live.made<{ data: Session }>('/checkout-sessions', { amount: 1, success_url });
    expect(live.data.livemode).toBe(true);
    const missing = { status: 404, body: { type: 'not_found_error', code: 'resource_missing' } };
    expect(await demo.live.api.get(`/checkout-sessions/${id}`)).toMatchObject(missing);
    expect(await demo.api.get(`/checkout-sessions/${live.data.id}`)).toMatchObject(missing);
  });
});

describe('a session that nobody pays', () => {
  it('expires after 24 hours', async () => {
    const { id } = await created();
    await demo.advance('23h');
    expect((await read(id)).status).toBe('open');
    await demo.advance('1h');
    expect(await read(id)).toMatchObject({
      status: 'expired',
      transaction_id: null,
      updated_at: '2026-03-02T09:00:00.000Z',
    });
    expect(await demo.refusedTrigger('checkout_session.complete', { id })).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', error: `Checkout session ${id} is expired; complete requires the state open.` },
    });
    expect(await demo.events()).toEqual([]);
  });

  it('expires when a developer says so, and then no second time', async () => {
    const { id } = await created();
    await demo.trigger('checkout_session.expire', { id });
    expect((await read(id)).status).toBe('expired');
    const { ran } = await demo.advance('25h');
    expect(ran).toEqual([]);
    const { objects } = await demo.trigger('checkout_session.expire');
    expect(objects).toMatchObject([{ object: 'checkout_session', status: 'expired' }]);
  });
});

describe('paying a session', () => {
  it('completes it; the payment completes at settlement, and names the session', async () => {
    const { id: product_id } = await product({ track_inventory: true, stock_quantity: 5 });
    const session = await created({ line_items: [{ product_id, quantity: 2 }], metadata: { cart: 7 } });
    await demo.trigger('checkout_session.complete', { id: session.id });
    const complete = await read(session.id);
    const transaction = await demo.transaction(complete.transaction_id!);
    const [customer] = await listed<Customer>('/customers');
    expect(complete).toEqual({
      ...session,
      status: 'complete',
      transaction_id: transaction.id,
      customer_id: customer!.id,
    });
    expect(transaction).toMatchObject({
      status: 'pending_settlement',
      amount: 3600,
      checkout_session_id: session.id,
      payment_link_id: null,
      source: 'api',
      line_items: session.line_items,
      customer_id: customer!.id,
      email: 'buyer@example.com',
      buyer_name: 'Bo Buyer',
      card_last_four: '5556',
      ...springfield,
      metadata: { cart: 7 },
    });
    expect(await demo.read(`/products/${product_id}`)).toMatchObject({ data: { stock_quantity: 3 } });
    expect(await demo.events()).toEqual([]);
    await demo.settle();
    expect(await demo.events()).toEqual([
      expect.objectContaining({
        type: 'payment.completed',
        data: {
          transaction_id: transaction.id,
          amount: 3600,
          currency: 'USD',
          status: 'settled',
          customer_email: 'buyer@example.com',
          order_number: 1,
          customer_id: customer!.id,
          source: 'api',
          checkout_session_id: session.id,
          metadata: { cart: 7 },
        },
      }),
    ]);
  });

  it('works once: a complete session is neither paid again nor does it expire', async () => {
    const { id } = await created();
    await demo.trigger('checkout_session.complete', { id });
    expect(await demo.refusedTrigger('checkout_session.complete', { id })).toMatchObject({
      status: 400,
      body: { code: 'invalid_state' },
    });
    expect(await demo.refusedTrigger('checkout_session.expire', { id })).toMatchObject({ status: 400 });
    await demo.advance('3d');
    expect((await read(id)).status).toBe('complete');
    expect(await listed('/transactions')).toHaveLength(1);
  });

  it('saves the card for the payer, so that a subscription can follow', async () => {
    const session = await created();
    await demo.trigger('checkout_session.complete', { id: session.id });
    const { customer_id, transaction_id } = await read(session.id);
    const methods = await listed<PaymentMethod>(`/customers/${customer_id}/payment-methods`);
    expect(methods).toMatchObject([{ type: 'card', card: { last4: '5556' }, payout_eligible: true }]);
    expect(await demo.transaction(transaction_id!)).toMatchObject({ payment_method_id: methods[0]!.id });
    const plan = await product({ recurring: { interval: 'month' } });
    expect(await demo.api.post('/subscriptions', { customer_id, product_id: plan.id })).toMatchObject({ status: 201 });
    await demo.trigger('checkout_session.complete', { id: (await created()).id });
    expect(await listed(`/customers/${customer_id}/payment-methods`)).toHaveLength(1);
  });

  it('belongs to the customer whom the session names, who stays as he was', async () => {
    const customer = await demo.saveCustomer();
    const session = await created({ customer_id: customer.id });
    expect(pay(session, cards.visaDebit).outcome).toBe('charged');
    const { transaction_id } = await read(session.id);
    expect(await demo.transaction(transaction_id!)).toMatchObject({
      customer_id: customer.id,
      email: 'bo@example.com',
      buyer_name: 'Bo Buyer',
    });
    expect(await listed('/customers')).toEqual([customer]);
  });

  it.each<GatewayKind>(['gateway_a', 'gateway_b'])('sends payment.completed at approval on %s', async (gateway) => {
    demo = await demo.on(gateway);
    const session = await created();
    const { events } = await demo.trigger('checkout_session.complete', { id: session.id });
    expect(events).toMatchObject([{ type: 'payment.completed' }]);
    expect((await read(session.id)).status).toBe('complete');
  });

  it('by a bank debit that fails afterwards leaves it complete', async () => {
    await demo.addRule({ operation: 'checkout.pay', rail: 'ach' }, { kind: 'fail', code: 'D021' });
    const { id } = await created();
    await demo.trigger('checkout_session.complete', { id, kind: 'ach' });
    await demo.settle();
    expect(await demo.eventTypes()).toEqual(['payment.failed']);
    const session = await read(id);
    expect(session.status).toBe('complete');
    expect(await demo.transaction(session.transaction_id!)).toMatchObject({ status: 'failed', error_code: 'D021' });
  });

  it('by a card that is declined leaves it open, and it may be paid by another', async () => {
    const session = await created();
    expect(pay(session, cards.declined)).toMatchObject({
      outcome: 'declined',
      transaction: { status: 'failed', checkout_session_id: session.id },
      refused: { error: { status: 402 } },
    });
    expect(await read(session.id)).toEqual(session);
    const [customer] = await listed<Customer>('/customers');
    expect(await listed(`/customers/${customer!.id}/payment-methods`)).toEqual([]);
    expect(pay(session, cards.visaDebit).outcome).toBe('charged');
    expect(await read(session.id)).toMatchObject({ status: 'complete' });
    expect(await demo.eventTypes()).toEqual([]);
  });

  it('with another discount code takes off that one instead', async () => {
    await demo.configure({ discounts });
    const session = await created({ discount_code: 'SAVE10' });
    expect(() => pay(session, cards.visaDebit, { discount_code: 'NOPE' })).toThrow(/No such discount code/);
    pay(session, cards.declined, { discount_code: 'MINUS5' });
    expect(await read(session.id)).toMatchObject({ discount_code: 'SAVE10', amount: 3780 });
    expect(pay(session, cards.visaDebit, { discount_code: 'MINUS5' })).toMatchObject({ transaction: { amount: 3700 } });
    expect(await read(session.id)).toMatchObject({ discount_code: 'MINUS5', discount_amount: 500, amount: 3700 });
  });

  it('takes the price of its making, and not more than is in stock by now', async () => {
    const { id: product_id } = await product({ track_inventory: true, stock_quantity: 1 });
    const line_items = [{ product_id, quantity: 1 }];
    const [first, second] = [await created({ line_items }), await created({ line_items })];
    await demo.api.patch(`/products/${product_id}`, { price: 9_900 });
    expect(pay(first, cards.visaDebit)).toMatchObject({ transaction: { amount: 1800 } });
    const before = await demo.exported();
    expect(() => pay(second, cards.visaDebit)).toThrow(/ is out of stock\./);
    expect(await demo.exported()).toBe(before);
  });

  it('records where it is shipped to, and what the page adds to the metadata', async () => {
    const session = await created({ metadata: { cart: 7, os: 'x' } });
    const shipping = { shipping_address_1: '2 Side St', shipping_country: 'us' };
    expect(pay(session, cards.visaDebit, { shipping, notes: { language: 'de', os: 'iOS' } })).toMatchObject({
      transaction: {
        shipping_address_1: '2 Side St',
        shipping_country: 'US',
        metadata: { cart: 7, language: 'de', os: 'iOS' },
      },
    });
  });

  it('needs the debit-and-payouts rail in that mode, and ACH where it is a bank debit', async () => {
    const live = await demo.live.made<{ data: Session }>('/checkout-sessions', { amount: 1000, success_url });
    expect(await demo.live.refusedTrigger('checkout_session.complete', { id: live.data.id })).toMatchObject({
      status: 400,
      body: { code: 'capability_required' },
    });
    await demo.configure({ ach_enabled: false });
    const { id } = await created();
    expect(await demo.refusedTrigger('checkout_session.complete', { id, kind: 'ach' })).toMatchObject({ status: 400 });
    expect((await read(id)).status).toBe('open');
  });
});

describe('a payment whose outcome is unknown', () => {
  it('keeps others from paying, and completes the session if it was charged', async () => {
    await demo.configure({ discounts });
    const session = await created();
    expect(pay(session, cards.unavailableCharged, { discount_code: 'MINUS5' })).toMatchObject({
      outcome: 'unknown',
      refused: { error: { status: 503 } },
    });
    expect(await read(session.id)).toMatchObject({ status: 'open', amount: 4200, discount_code: null });
    expect(await read(session.id)).not.toHaveProperty('attempt');
    expect(onPage(session, isPayable)).toBe(false);
    expect(() => pay(session, cards.visaDebit)).toThrow(/not known yet/);
    await demo.advance('1m');
    expect(await listed('/transactions')).toMatchObject([{ checkout_session_id: session.id, amount: 3700 }]);
    expect(await read(session.id)).toMatchObject({ status: 'complete', amount: 3700, discount_code: 'MINUS5' });
    expect(await demo.eventTypes()).toEqual(['payment.completed']);
  });

  it('leaves the session to others if it was not charged', async () => {
    const session = await created();
    pay(session, cards.unavailableNotCharged);
    await demo.advance('1m');
    expect(await listed('/transactions')).toEqual([]);
    expect(onPage(session, isPayable)).toBe(true);
    expect(pay(session, cards.visaDebit).outcome).toBe('charged');
    expect((await read(session.id)).status).toBe('complete');
  });

  it.each([
    ['completes', cards.unavailableCharged, 'complete'],
    ['expires', cards.unavailableNotCharged, 'expired'],
  ] as const)('is waited for before the session %s', async (_what, number, status) => {
    const session = await created();
    await demo.advance('86390s');
    pay(session, number);
    await demo.advance('15s');
    expect((await read(session.id)).status).toBe('open');
    const { ran } = await demo.advance('1m');
    expect(ran.filter(({ error }) => error !== null)).toEqual([]);
    expect((await read(session.id)).status).toBe(status);
  });
});

describe('triggers', () => {
  it('make fresh sessions for the sake of a move', async () => {
    const { objects } = await demo.trigger('checkout_session.create', { amount: 700, set: { ui_mode: 'embedded' } });
    expect(objects).toMatchObject([{ object: 'checkout_session', status: 'open' }]);
    expect(await read(objects[0]!.id)).toMatchObject({ amount: 700, ui_mode: 'embedded' });
    const { id: product_id } = await product();
    const bought = await demo.trigger('checkout_session.complete', {
      set: { line_items: [{ product_id, quantity: 3 }], customer_email: 'cy@example.com' },
    });
    expect(await read(bought.objects.find(({ object }) => object === 'checkout_session')!.id)).toMatchObject({
      status: 'complete',
      amount: 5400,
    });
    expect(await listed('/customers')).toMatchObject([{ email: 'cy@example.com' }]);
    expect(await demo.refusedTrigger('checkout_session.create', { set: { line_items: [5] } })).toMatchObject({
      status: 400,
      body: { param: 'set' },
    });
  });

  it('tell a decline, and leave nothing of it', async () => {
    await demo.addRule({ operation: 'checkout.pay', amount: 4242 }, { kind: 'decline', code: 'insufficient_funds' });
    const { id } = await created({ amount: 4242 });
    const before = await demo.exported();
    expect(await demo.refusedTrigger('checkout_session.complete', { id })).toMatchObject({
      status: 402,
      body: { category: 'insufficient_funds' },
    });
    expect(await demo.exported()).toBe(before);
    expect(await demo.refusedTrigger('checkout_session.complete', { id, kind: 'cash' })).toMatchObject({
      status: 400,
      body: { param: 'kind' },
    });
  });
});

describe('the discount codes of the default fixture', () => {
  it('are SAVE10 and MINUS5', async () => {
    const sandbox = await createTestSandbox();
    try {
      demo = Demo.ofFixture(sandbox, 'ws_demo');
      expect(await created({ discount_code: 'SAVE10' })).toMatchObject({ amount: 3780, discount_amount: 420 });
      expect(await created({ discount_code: 'MINUS5' })).toMatchObject({ amount: 3700, discount_amount: 500 });
    } finally {
      await sandbox.stop();
    }
  });
});
