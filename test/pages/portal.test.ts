import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../src/payments/resources/subscription/model.ts';
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
    expect(other).toContain('The bank declined the payment.');
    const text = textOf(html);
    expect(text).toContain('There were insufficient funds.');
    expect(text).toContain('Pays for 2 × Coffee club');
    expect(text).not.toContain('sub_');
    await fetch(`${url.replace('/portal/', '/api/portal/')}/subscriptions/${second.id}/cancel`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const cancelled = await textAt(`${url}?done=cancelled&of=${second.id}`);
    const number = `#${second.id.slice(-6)}`;
    expect(cancelled).toMatch(
      new RegExp(
        `The subscription was cancelled\\s*Coffee club · \\$[\\d.]+ every month · Since March 1, 2026 · ${number}`,
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
