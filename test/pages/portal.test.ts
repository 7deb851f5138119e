import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../src/resources/subscription/model.ts';
import { Buyer } from '../support/buyer.ts';
import { byCard, pay, session } from '../support/checkout.ts';
import { cards, type Demo, eachTest } from '../support/demo.ts';
import { read, saveProduct, subscribed } from '../support/subscriptions.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

type Fields = Record<string, unknown>;

const portalOf = async (customerId: string, body?: Fields): Promise<string> =>
  (await demo.control<{ data: { url: string } }>('post', `/customers/${customerId}/portal`, body)).data.url;

async function subscriber(): Promise<{ subscription: Subscription; url: string }> {
  const subscription = await subscribed(demo);
  return { subscription, url: await portalOf(subscription.customer_id) };
}

/** What a page says, without its markup. */
const textAt = async (url: string): Promise<string> => textOf(await (await fetch(url)).text());
const textOf = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

/** Posts a form as a browser without script does, and follows where that leads. */
async function posted(url: string, fields: Record<string, string> = {}) {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  const html = await answer.text();
  return { status: answer.status, html, text: textOf(html) };
}

const valueOfField = (html: string, id: string): string | undefined =>
  /value="([^"]*)"/.exec(new RegExp(`<input[^>]* id="${id}"[^>]*>`).exec(html)?.[0] ?? '')?.[1];

describe('the forms of a portal, without a script', () => {
  it('cancel a subscription, and keep it after all', async () => {
    const { subscription, url } = await subscriber();
    expect(await textAt(url)).toContain('You keep it until April 1, 2026, and nothing more is charged.');
    const cancelled = await posted(`${url}/subscriptions/${subscription.id}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, text: expect.stringContaining('The subscription is cancelled') });
    expect(cancelled.text).toContain('Ends on April 1, 2026');
    expect((await read(demo, subscription)).cancel_at_period_end).toBe(true);
    const kept = await posted(`${url}/subscriptions/${subscription.id}/keep`);
    expect(kept.text).toContain('You keep the subscription');
    expect((await read(demo, subscription)).cancel_at_period_end).toBe(false);
  });

  it('save a card, pay with it from now on and remove the other one', async () => {
    const { subscription, url } = await subscriber();
    const card = { cardNumber: cards.mastercardDebit, cardExpiry: '12/34', cardCvc: '123' };
    const saved = await posted(`${url}/payment-methods`, card);
    expect(saved.text).toContain('The card is saved');
    // The test numbers alone show it.
    expect(saved.html.replace(/<details[^>]* id="hints">.*?<\/details>/s, '')).not.toContain(cards.mastercardDebit);
    const paymentMethodId = /<option value="([^"]+)"[^>]*>•••• 8210 Mastercard/.exec(saved.html)![1]!;
    const changed = await posted(`${url}/subscriptions/${subscription.id}/payment-method`, { paymentMethodId });
    expect(changed.text).toContain('The payment method is changed');
    expect(changed.text).toContain('Next payment on April 1, 2026, with Mastercard ending in 8210.');
    const removed = await posted(`${url}/payment-methods/${subscription.payment_method_id}/remove`);
    expect(removed.text).toContain('The payment method is removed');
    expect((await read(demo, subscription)).payment_method_id).toBe(paymentMethodId);
  });

  it.each([
    ['one that cannot be charged here', cards.visaCredit, 'Credit cards are not taken here.'],
    ['one with a typo', cards.failsLuhn, 'The card was not saved'],
  ])('refuse a card and give nothing of it back: %s', async (_which, cardNumber, said) => {
    const { subscription, url } = await subscriber();
    const answer = await posted(`${url}/payment-methods`, { cardNumber, cardExpiry: '12/34', cardCvc: '123' });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(said)]);
    expect(answer.html).not.toContain(cards.failsLuhn);
    expect(valueOfField(answer.html, 'cardNumber') ?? '').toBe('');
    const methods = await demo.read<{ data: unknown[] }>(`/customers/${subscription.customer_id}/payment-methods`);
    expect(methods.data).toHaveLength(1);
  });

  it('change name and contact, and keep what was typed where it is refused', async () => {
    const { subscription, url } = await subscriber();
    await demo.saveCustomer({ email: 'bo@example.com' });
    const refused = await posted(`${url}/renamed`, { firstName: 'Ada', lastName: 'King', email: 'bo@example.com' });
    expect(refused.text).toContain('This email address cannot be used here.');
    expect(valueOfField(refused.html, 'lastName')).toBe('King');
    const fields = { firstName: 'Ada', lastName: 'King', email: 'countess@example.com' };
    expect((await posted(`${url}/renamed`, fields)).text).toContain('Ada King · countess@example.com');
    const { data } = await demo.read<{ data: Fields }>(`/customers/${subscription.customer_id}`);
    expect(data).toMatchObject({ email: 'countess@example.com', billing_country: 'US' });
  });

  it('change where orders are sent, and keep both lines of a street', async () => {
    const sent = { shipping_address_1: '12 Harbor Street', shipping_address_2: 'Floor 3', shipping_city: 'Arlington' };
    const place = { shipping_state: 'VA', shipping_postal_code: '22201', shipping_country: 'US' };
    const { id } = await demo.saveCustomer({ ...sent, ...place });
    const url = await portalOf(id);
    const html = await (await fetch(url)).text();
    const lines = ['shippingAddress1', 'shippingAddress2'].map((field) => valueOfField(html, field));
    expect(lines).toEqual(['12 Harbor Street', 'Floor 3']);
    const fields = {
      shippingAddress1: '12 Harbor Street',
      shippingAddress2: 'Floor 3',
      shippingCity: 'Alexandria',
      shippingState: 'VA',
      shippingPostalCode: '22201',
      shippingCountry: 'US',
    };
    expect((await posted(`${url}/moved`, fields)).text).toContain('Your shipping address is changed');
    const { data } = await demo.read<{ data: Fields }>(`/customers/${id}`);
    expect(data).toMatchObject({ ...sent, ...place, shipping_city: 'Alexandria' });
  });
});

describe('the page of a portal', () => {
  it('says when an invoice was paid, in place of when it is due', async () => {
    const { subscription, url } = await subscriber();
    const { id: product_id } = await saveProduct(demo, { name: 'Consulting', recurring: null });
    const line_items = [{ product_id, quantity: 1 }];
    const body = { customer_id: subscription.customer_id, line_items, due_date: '2026-03-31', send: true };
    const { data } = await demo.made<{ data: { id: string } }>('/invoices', body);
    expect(await textAt(url)).toContain('Due on March 31, 2026');
    await demo.trigger('invoice.pay', { id: data.id });
    await demo.settle();
    const paid = await textAt(url);
    expect(paid).toContain('Paid on March 1, 2026');
    expect(paid).not.toContain('Due on');
  });

  it('tells two subscriptions to the same apart, and says why a payment is missing', async () => {
    const { subscription, url } = await subscriber();
    const { customer_id, product_id } = subscription;
    const { data: second } = await demo.made<{ data: Subscription }>('/subscriptions', { customer_id, product_id });
    const bad = await demo.saveCard({ id: customer_id }, '4000000000009995');
    await demo.charge({ customer_id, payment_method_id: bad.id });
    await demo.trigger('subscription.miss', { id: second.id });
    const html = await (await fetch(url)).text();
    const [first, other] = [subscription, second].map(({ id }) => {
      const begin = html.indexOf(` id="${id}"`);
      return textOf(html.slice(begin, html.indexOf('</li>', begin)));
    });
    expect(first).toContain(`#${subscription.id.slice(-6)}`);
    expect(first).toContain('Since March 1, 2026');
    expect(other).toContain(`#${second.id.slice(-6)}`);
    expect(other).toContain('The bank declined it.');
    const text = textOf(html);
    expect(text).toContain('There was not enough money on it.');
    expect(text).toContain('Pays for 2 × Coffee club');
    expect(text).not.toContain('sub_');
    const cancelled = await posted(`${url}/subscriptions/${second.id}/cancel`);
    const number = `#${second.id.slice(-6)}`;
    expect(cancelled.text).toMatch(
      new RegExp(
        `The subscription is cancelled\\s*Coffee club · \\$[\\d.]+ every month · Since March 1, 2026 · ${number}`,
      ),
    );
    expect((await read(demo, subscription)).status).toBe('active');
    expect((await read(demo, second)).status).toBe('cancelled');
  });

  it('says since when a method is saved and from which order, and leads back to the shop', async () => {
    const { url } = await subscriber();
    const buyer = new Buyer(demo);
    const paid = await pay(buyer, (await session(demo)).slug, await byCard(buyer, cards.mastercardDebit));
    const { data } = await demo.read<{ data: { id: string }[] }>('/customers');
    await portalOf(data[0]!.id, { return_url: 'https://shop.example/account' });
    const html = await (await fetch(url)).text();
    expect(textOf(html)).toContain(`Saved on March 1, 2026 with order #${paid.body.orderNumber}`);
    expect(html).toMatch(/<a[^>]* href="https:\/\/shop\.example\/account"[^>]*>[\s\S]*?Back to Demo Shop/);
  });

  it('shows as text what was stored', async () => {
    const { customer_id } = await subscribed(demo, {}, { name: '<img src=x onerror="document.title=1">' });
    const html = await (await fetch(await portalOf(customer_id))).text();
    expect(html).toContain('&lt;img src=x onerror=');
    expect(html).not.toContain('<img src=x');
  });

  it('is not there at an address that nobody has', async () => {
    for (const path of ['nobody', 'nobody/receipts/txn_1']) {
      expect((await fetch(`${demo.sandbox.url}/portal/${path}`)).status).toBe(404);
    }
  });
});
