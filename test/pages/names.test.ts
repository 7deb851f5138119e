import { beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import { Buyer } from '../support/buyer.ts';
import { byCard, pay, session } from '../support/checkout.ts';
import { Demo } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

/** Each reverses what stands after it, unless it is isolated. */
const shop = 'Shop \u202eA';
const product = 'Pen \u202eB';
const person = 'Ada \u202eC';
const isolated = (name: string): string => `\u2068${name}\u2069`;

describe('a name that reverses what follows', () => {
  let sandbox: TestSandbox;
  let demo: Demo;
  beforeAll(async () => {
    sandbox = await createTestSandbox();
    demo = await Demo.create(sandbox);
    await demo.configure({ brand: { name: shop } });
    return () => sandbox.stop();
  });

  /** What a browser shows of a page, without its data and its title. */
  const pageAt = async (address: string): Promise<string> =>
    (await (await fetch(new URL(address, sandbox.url))).text()).split('<main')[1]!.split('<script')[0]!;

  /** A session of two products, with where it goes back to. */
  const order = async () => {
    const { data } = await demo.made<{ data: { id: string } }>('/products', { name: product, price: 2500 });
    const line_items = [{ product_id: data.id, quantity: 2 }];
    return session(demo, { line_items, cancel_url: 'https://shop.example.com/cart' });
  };

  it('is isolated on the checkout and the confirmation', async () => {
    const { slug } = await order();
    const checkout = await pageAt(`/pay/${slug}`);
    expect(checkout).toContain(`Back to ${isolated(shop)}</a>`);
    expect(checkout).toContain(`Pay ${isolated(shop)}</h1>`);
    expect(checkout).toContain(`${isolated(shop)} sees only the last four digits of your card`);
    expect(checkout).toContain(`${isolated(shop)} · served by`);
    const buyer = new Buyer(demo);
    const { body } = await pay(buyer, slug, await byCard(buyer));
    const confirmation = await pageAt(`/pay/${slug}/confirmation?token=${body.confirmationToken}`);
    expect(confirmation).toContain(`${isolated(product)} <span class="soft small times">2 × `);
    expect(confirmation).toContain(`Continue to ${isolated(shop)}</a>`);
    expect(await pageAt(`/pay/${slug}`)).toContain(`Continue to ${isolated(shop)}</a>`);
  });

  it('is isolated in the portal and on its receipts', async () => {
    const { slug } = await order();
    const buyer = new Buyer(demo);
    const payer = { firstName: 'Ada', lastName: '\u202eC', email: 'countess@example.com' };
    const { body } = await pay(buyer, slug, { ...(await byCard(buyer)), ...payer });
    const { data: payment } = await demo.read<{ data: Transaction }>(`/transactions/${body.transactionId}`);
    const path = `/customers/${payment.customer_id}/portal`;
    const { data: portal } = await demo.control<{ data: { url: string } }>('post', path);
    const account = await pageAt(portal.url);
    expect(account).toContain(`${isolated(person)} · countess@example.com</p>`);
    expect(account).toContain(`<span class="soft">${isolated(product)}</span>`);
    const receipt = await pageAt(`${portal.url}/receipts/${payment.id}`);
    expect(receipt).toContain(`${isolated(product)} <span class="soft small times">2 × `);
  });

  it('is isolated where money is claimed', async () => {
    const body = { type: 'directed', amount: 1500, recipient_name: person, recipient_email: 'ada@example.com' };
    const { data: link } = await demo.made<{ data: { url: string } }>('/payout-links', body);
    expect(await pageAt(link.url)).toContain(`${isolated(person)}, ${isolated(shop)} has sent you</p>`);
  });

  it('is isolated in the headers of captured mail', async () => {
    await demo.trigger('payout_link.create');
    const mails = await pageAt(`/mail?workspace=${demo.workspace}`);
    expect(mails).toContain(`<strong>${isolated(shop)}</strong>`);
  });

  it('leaves any other name as it was given', async () => {
    const other = await Demo.create(sandbox);
    await other.configure({ brand: { name: 'Pens & Söhne 株式会社' } });
    const checkout = await pageAt(`/pay/${(await session(other)).slug}`);
    expect(checkout).toContain('Pay Pens &amp; Söhne 株式会社</h1>');
  });
});
