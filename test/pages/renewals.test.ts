import { expect, it } from 'vitest';
import type { Subscription } from '../../src/payments/resources/subscription/model.ts';
import type { MailDetails, MailView } from '../../src/sandbox/control/wire.ts';
import { Buyer } from '../support/buyer.ts';
import { byCard, load, pay, paymentLink, session } from '../support/checkout.ts';
import { type Demo, eachTest } from '../support/demo.ts';
import { saveProduct } from '../support/subscriptions.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

/** The text of a page, without its markup. */
async function pageText(path: string): Promise<string> {
  const answer = await fetch(demo.sandbox.url + path);
  return (await answer.text()).replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

async function newestMail(): Promise<MailDetails> {
  const { data } = await demo.control<{ data: MailView[] }>('get', '/mail');
  return (await demo.control<{ data: MailDetails }>('get', `/mail/${data[0]!.id}?format=json`)).data;
}

const monthly = '$19.00 every month, next payment on April 1, 2026, until cancelled';
const line = (product_id: string, quantity = 1) => ({ product_id, quantity });

it('are told on the checkout, where the button says Subscribe, on the confirmation and on the receipt', async () => {
  const buyer = new Buyer(demo);
  const club = await saveProduct(demo);
  const { slug } = await session(demo, { line_items: [line(club.id)] });
  const checkout = await pageText(`/pay/${slug}`);
  expect(checkout).toContain(`Then ${monthly}.`);
  expect(checkout).toMatch(/ Subscribe /);
  expect((await load(buyer, slug)).body.products[0]?.recurring).toEqual({ interval: 'month', interval_count: 1 });
  const { confirmationToken } = (await pay(buyer, slug, await byCard(buyer))).body;
  expect(await pageText(`/pay/${slug}/confirmation?token=${confirmationToken}`)).toContain(`Renewal ${monthly}`);
  await demo.advance('10s');
  const { text, html } = await newestMail();
  expect(text).toContain(`Renewal: ${monthly}`);
  expect(html).toContain(monthly);
});

it('are those of the recurring part of an order alone, at its full price, a sentence for each rhythm', async () => {
  await demo.configure({ discounts: [{ code: 'HALF', percent_off: 50 }] });
  const club = await saveProduct(demo);
  const box = await saveProduct(demo, { name: 'Box', price: 500, recurring: { interval: 'week', interval_count: 2 } });
  const cup = await saveProduct(demo, { name: 'Cup', price: 900, recurring: null });
  const line_items = [line(club.id, 2), line(box.id), line(cup.id)];
  const { slug } = await session(demo, { line_items, discount_code: 'HALF' });
  const text = await pageText(`/pay/${slug}`);
  expect(text).toContain('Then $38.00 every month, next payment on April 1, 2026, until cancelled.');
  expect(text).toContain('Then $5.00 every 2 weeks, next payment on March 15, 2026, until cancelled.');
  expect(text).toContain('$26.00');
  const buyer = new Buyer(demo);
  const { confirmationToken } = (await pay(buyer, slug, await byCard(buyer))).body;
  const confirmation = await pageText(`/pay/${slug}/confirmation?token=${confirmationToken}`);
  expect(confirmation).toContain('Coffee club: $38.00 every month, next payment on April 1, 2026');
  expect(confirmation).toContain('Box: $5.00 every 2 weeks, next payment on March 15, 2026');
});

it('are told of what a link sells, and not where nothing of it is recurring', async () => {
  const club = await saveProduct(demo);
  const link = await paymentLink(demo, { products: [line(club.id)] });
  expect(await pageText(`/pay/${link.slug}`)).toContain(`Then ${monthly}.`);
  const plain = await pageText(`/pay/${(await session(demo)).slug}`);
  expect(plain).not.toMatch(/until cancelled|Subscribe/);
});

it('are over on the confirmation once the subscription is', async () => {
  const buyer = new Buyer(demo);
  const club = await saveProduct(demo);
  const { slug } = await session(demo, { line_items: [line(club.id)] });
  const { confirmationToken } = (await pay(buyer, slug, await byCard(buyer))).body;
  const [subscription] = (await demo.read<{ data: Subscription[] }>('/subscriptions')).data;
  await demo.made(`/subscriptions/${subscription!.id}/cancel`, undefined, 200);
  const text = await pageText(`/pay/${slug}/confirmation?token=${confirmationToken}`);
  expect(text).toContain('Renewal Cancelled; no further charges');
});

it('do not follow from an invoice, which says that it is paid once', async () => {
  const club = await saveProduct(demo);
  const customer = await demo.saveCustomer();
  const body = { customer_id: customer.id, line_items: [line(club.id)], send: true };
  const { data } = await demo.made<{ data: { pay_url: string } }>('/invoices', body);
  const slug = data.pay_url.split('/').at(-1);
  for (const path of [`/invoice/${slug}`, `/pay/${slug}`]) {
    const text = await pageText(path);
    expect(text).toContain('One-time payment; does not renew');
    expect(text).not.toMatch(/until cancelled|Subscribe/);
  }
});
