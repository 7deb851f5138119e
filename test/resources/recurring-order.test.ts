import { describe, expect, it } from 'vitest';
import type { PaymentMethod } from '../../src/payments/resources/payment-method/model.ts';
import type { Product } from '../../src/payments/resources/product/model.ts';
import type { Subscription } from '../../src/payments/resources/subscription/model.ts';
import { type Demo, eachTest } from '../support/demo.ts';
import { paymentsOf, saveProduct } from '../support/subscriptions.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

type Fields = Record<string, unknown>;

const sessionOf = async (line_items: Fields[], fields: Fields = {}) =>
  (
    await demo.made<{ data: { id: string } }>('/checkout-sessions', {
      line_items,
      success_url: 'https://shop.example/thanks',
      ...fields,
    })
  ).data;
const subscriptions = async () => (await demo.read<{ data: Subscription[] }>('/subscriptions')).data;
const completed = async () => (await demo.events()).filter(({ type }) => type === 'payment.completed');
const coffee = (): Promise<Product> => saveProduct(demo, { name: 'Coffee', price: 700, recurring: null });

describe('a recurring product on the page of a checkout session', () => {
  it('begins a subscription that the payment pays the first period of', async () => {
    const club = await saveProduct(demo);
    const session = await sessionOf([{ product_id: club.id, quantity: 1 }], { metadata: { plan: 'gold' } });
    await demo.trigger('checkout_session.complete', { id: session.id });
    const [subscription, ...others] = await subscriptions();
    expect(others).toEqual([]);
    expect(subscription).toMatchObject({
      id: expect.stringMatching(/^sub_[0-9A-Za-z]{20}$/),
      status: 'active',
      product_id: club.id,
      amount: 1900,
      interval: 'month',
      current_period_start: '2026-03-01T09:00:00.000Z',
      current_period_end: '2026-04-01T09:00:00.000Z',
      metadata: { plan: 'gold' },
    });
    await demo.settle();
    const [event] = await completed();
    expect(event?.data).toMatchObject({ checkout_session_id: session.id, subscription_ids: [subscription?.id] });
    expect(await demo.eventTypes(subscription?.id)).toEqual([]);
    const [payment] = await paymentsOf(demo, subscription!);
    expect(payment).toMatchObject({ id: subscription?.latest_transaction_id, checkout_session_id: session.id });
  });

  it('is renewed by the saved card, at the full price of what was ordered, and sends as much', async () => {
    const club = await saveProduct(demo, { track_inventory: true, stock_quantity: 9 });
    await demo.configure({ discounts: [{ code: 'SAVE10', percent_off: 10 }] });
    const other = await coffee();
    const session = await sessionOf(
      [
        { product_id: other.id, quantity: 1 },
        { product_id: club.id, quantity: 2 },
      ],
      { discount_code: 'SAVE10' },
    );
    await demo.trigger('checkout_session.complete', { id: session.id });
    await demo.advance('P1M');
    const [subscription] = await subscriptions();
    expect(subscription).toMatchObject({ amount: 3800, current_period_end: '2026-05-01T09:00:00.000Z' });
    expect((await paymentsOf(demo, subscription!)).map(({ amount }) => amount)).toEqual([4050, 3800]);
    expect((await paymentsOf(demo, subscription!)).at(-1)?.line_items).toEqual([
      { product_id: club.id, variant_id: null, name: 'Coffee club', quantity: 2, unit_amount: 1900, amount: 3800 },
    ]);
    expect((await demo.read<{ data: Product }>(`/products/${club.id}`)).data.stock_quantity).toBe(5);
    expect(await demo.eventTypes(subscription?.id)).toEqual(['subscription.renewed']);
    await demo.settle();
    const ids = [subscription?.id];
    expect((await completed()).map((event) => event.data.subscription_ids)).toEqual([ids, ids]);
    const { data } = await demo.read<{ data: PaymentMethod[] }>(
      `/customers/${subscription?.customer_id}/payment-methods`,
    );
    expect(data.map(({ id }) => id)).toEqual([subscription?.payment_method_id]);
  });

  it('begins one subscription for each, all of which the event tells', async () => {
    demo = await demo.on('gateway_a');
    const [monthly, yearly] = [await saveProduct(demo), await saveProduct(demo, { recurring: { interval: 'year' } })];
    const session = await sessionOf([
      { product_id: monthly.id, quantity: 1 },
      { product_id: yearly.id, quantity: 1 },
    ]);
    await demo.trigger('checkout_session.complete', { id: session.id });
    const made = (await subscriptions()).reverse();
    expect(made.map(({ interval }) => interval)).toEqual(['month', 'year']);
    // On this gateway the event is sent at the approval.
    const [event] = await completed();
    expect(event?.data.subscription_ids).toEqual(made.map(({ id }) => id));
  });

  it('begins nothing where the payment is declined, and names no subscription then', async () => {
    const club = await saveProduct(demo);
    const session = await sessionOf([{ product_id: club.id, quantity: 1 }]);
    await demo.addRule({ operation: 'checkout.pay' }, { kind: 'decline', code: 'declined' });
    await demo.sandbox.control.post(`/triggers/checkout_session.complete?workspace=${demo.workspace}`, {
      id: session.id,
    });
    expect(await subscriptions()).toEqual([]);
    const { data } = await demo.read<{ data: { status: string; subscription_id: null }[] }>('/transactions');
    for (const { subscription_id } of data) expect(subscription_id).toBeNull();
  });

  it('falls behind when the bank refuses the first payment later', async () => {
    const club = await saveProduct(demo);
    const session = await sessionOf([{ product_id: club.id, quantity: 1 }]);
    await demo.trigger('checkout_session.complete', { id: session.id });
    const [subscription] = await subscriptions();
    await demo.trigger('payment.failed', { id: subscription?.latest_transaction_id });
    expect((await subscriptions())[0]?.status).toBe('past_due');
  });
});

describe('a recurring product elsewhere', () => {
  it('begins a subscription on the page of a payment link, with each payment', async () => {
    const club = await saveProduct(demo);
    const made = await demo.control<{ data: { id: string } }>('post', '/payment-links', {
      name: 'Club',
      products: [{ product_id: club.id, quantity: 1 }],
    });
    await demo.trigger('payment_link.pay', { id: made.data.id });
    await demo.trigger('payment_link.pay', { id: made.data.id });
    await demo.settle();
    const made2 = (await subscriptions()).reverse();
    expect((await completed()).map(({ data }) => data.subscription_ids)).toEqual(made2.map(({ id }) => [id]));
    expect(made2).toHaveLength(2);
  });

  it('is paid once, and no more, by a charge', async () => {
    const club = await saveProduct(demo);
    const charged = await demo.made<{ data: { subscription_id: null; amount: number } }>('/charges', {
      payment_token: await demo.tokenize(),
      product_id: club.id,
    });
    expect(charged.data).toMatchObject({ amount: 1900, subscription_id: null });
    await demo.settle();
    expect(await subscriptions()).toEqual([]);
    expect((await completed())[0]?.data).not.toHaveProperty('subscription_ids');
  });
});
