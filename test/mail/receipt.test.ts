import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckoutSession } from '../../src/payments/resources/checkout-session/model.ts';
import type { Transaction } from '../../src/payments/resources/transaction/model.ts';
import type { MailDetails, MailView } from '../../src/sandbox/control/wire.ts';
import { Buyer } from '../support/buyer.ts';
import { byCard, grace, pay, session } from '../support/checkout.ts';
import { cards, Demo, eachTest } from '../support/demo.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { textsOfPdf } from './mime.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

type Data<T> = { data: T };

/** What every message ends with. */
const sandboxNote = 'This email was created by payments-emulator, a local sandbox. No real money is involved.';

/** Every mail, oldest first, taken apart. */
async function mails(): Promise<MailDetails[]> {
  const { data } = await demo.control<Data<MailView[]>>('get', '/mail');
  const each = data.map(({ id }) => demo.control<Data<MailDetails>>('get', `/mail/${id}?format=json`));
  return (await Promise.all(each)).map((answer) => answer.data).reverse();
}

/** The one mail that there is once the receipts are out. */
async function receipt(): Promise<MailDetails> {
  await demo.advance('10s');
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  return mail!;
}

async function product(name: string, price: number): Promise<string> {
  return (await demo.made<Data<{ id: string }>>('/products', { name, price })).data.id;
}

/** A session that Ada has paid on its page. */
async function paidSession(fields: Record<string, unknown> = {}, kind = 'card'): Promise<CheckoutSession> {
  const order = 'line_items' in fields ? {} : { amount: 4200 };
  const body = { ...order, success_url: 'https://shop.example/thanks', customer_email: 'ada@example.com', ...fields };
  const { id } = (await demo.made<Data<CheckoutSession>>('/checkout-sessions', body)).data;
  await demo.trigger('checkout_session.complete', { id, kind });
  return (await demo.read<Data<CheckoutSession>>(`/checkout-sessions/${id}`)).data;
}

/** What the PDF of a receipt says. */
async function textsOfReceipt({ id }: MailDetails): Promise<string[]> {
  const path = `/mail/${id}/attachments/receipt-1.pdf?workspace=${demo.workspace}`;
  return textsOfPdf(Buffer.from(await (await fetch(`${demo.sandbox.url}${path}`)).arrayBuffer()));
}

interface Place {
  country: string | null;
  city?: string | null;
  state?: string | null;
  postal_code?: string | null;
}

/** The lines of an invoice's recipient as its page has them. */
async function billedTo(customer_id: string, language = 'en'): Promise<string[]> {
  const line_items = [{ product_id: await product('Beans', 1850), quantity: 1 }];
  const body = { customer_id, line_items, send: true };
  const { data } = await demo.made<Data<{ hosted_invoice_url: string }>>('/invoices', body);
  const page = await (await fetch(data.hosted_invoice_url, { headers: { 'accept-language': language } })).text();
  const [, lines = ''] = /id="billed">[^<]*<\/h2><div class="address">(.*?)<\/div>/s.exec(page) ?? [];
  return [...lines.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, line]) => line!);
}

/** An app that is installed, and how it attaches a block. */
async function installApp(name: string) {
  const credentials = (await demo.control<Data<{ client_id: string }>>('post', '/apps', { name })).data;
  const request = { grant_type: 'client_credentials', ...credentials };
  const { body } = await demo.api.post<{ access_token: string }>('/oauth/token', request);
  const caller = demo.sandbox.as(body.access_token);
  return async (object_type: string, object_id: string | null, content: unknown, block_type = 'loyalty') => {
    const { status } = await caller.post('/blocks', { object_type, object_id, block_type, content });
    expect(status).toBe(200);
  };
}

describe('the receipt of a payment on a page', () => {
  it('is sent to the payer ten seconds later, with what was bought, what it came to and how it was paid', async () => {
    const beans = await product('Beans', 1850);
    const cup = await product('Cup & saucer', 900);
    const line_items = [
      { product_id: beans, quantity: 2 },
      { product_id: cup, quantity: 1 },
    ];
    const { transaction_id, customer_id } = await paidSession({ line_items });
    await demo.advance('9s');
    expect(await mails()).toEqual([]);
    await demo.advance('1s');
    const [mail] = await mails();
    expect(mail).toMatchObject({
      from: { name: 'Demo Shop', address: 'no-reply@emulator.localhost' },
      to: 'ada@example.com',
      subject: 'Your receipt from Demo Shop: order #1',
      at: '2026-03-01T09:00:10.000Z',
      attachments: [{ filename: 'receipt-1.pdf', content_type: 'application/pdf' }],
    });
    const { data } = await demo.control<Data<{ url: string }>>('post', `/customers/${customer_id}/portal`);
    expect(mail!.text).toBe(
      [
        'Hello Bo Buyer,',
        'Thank you. This is your receipt for the payment of $46.00 to Demo Shop.',
        'Order #1\n--------',
        '2 x Beans: $37.00\n1 x Cup & saucer: $9.00',
        'Total paid: $46.00',
        `Date: March 1, 2026\nPaid with: Visa ending in 5556\nPayment: ${transaction_id}\n` +
          'Billed to:\n  Bo Buyer\n  1 Main St\n  Springfield, IL 62701\n  United States\n  ada@example.com\n' +
          'From:\n  Demo Shop\n  1 Market Square\n  Springfield, IL 62701\n  United States',
        `Your payments, subscriptions and cards: ${data.url}`,
        `${sandboxNote}\n`,
      ].join('\n\n'),
    );
    for (const text of ['Cup &#38; saucer', '2 × $18.50', '$37.00', 'Total paid', 'Visa ending in 5556', sandboxNote]) {
      expect(mail!.html).toContain(text);
    }
  });

  it('has all of it in its PDF too, with who paid, and whom', async () => {
    await demo.configure({
      brand: {
        name: 'Bohnen GmbH',
        address: { address_1: 'Ringstraße 5', city: 'Köln', postal_code: '50667', country: 'DE' },
      },
    });
    await paidSession({ line_items: [{ product_id: await product('Beans', 1850), quantity: 2 }] });
    const mail = await receipt();
    const texts = await textsOfReceipt(mail);
    for (const text of ['RECEIPT', 'Order #1', 'Bohnen GmbH', 'Ringstraße 5', '50667 Köln', 'Germany', 'BILLED TO'])
      expect(texts).toContain(text);
    for (const text of ['Bo Buyer', '1 Main St', 'ada@example.com', 'Visa ending in 5556', 'Total paid', '$37.00'])
      expect(texts).toContain(text);
  });

  it('shows the discount', async () => {
    await demo.configure({ discounts: [{ code: 'SAVE10', percent_off: 10 }] });
    const line_items = [{ product_id: await product('Beans', 1850), quantity: 2 }];
    await paidSession({ line_items, discount_code: 'SAVE10' });
    expect((await receipt()).text).toContain('Subtotal: $37.00\nDiscount (SAVE10): -$3.70\nTotal paid: $33.30');
  });

  it('shows the discount of a session that sells no products', async () => {
    await demo.configure({ discounts: [{ code: 'MINUS5', amount_off: 500 }] });
    await paidSession({ discount_code: 'MINUS5' });
    expect((await receipt()).text).toContain(
      '1 x Payment: $42.00\n\nSubtotal: $42.00\nDiscount (MINUS5): -$5.00\nTotal paid: $37.00',
    );
  });

  it('goes to the address that the payer gave on the page, once however often the payment is sent', async () => {
    const buyer = new Buyer(demo);
    const { slug } = await session(demo, { customer_email: 'merchants.guess@example.com' });
    const body = { ...(await byCard(buyer, cards.declined)), email: 'grace@example.com' };
    expect((await pay(buyer, slug, body)).status).toBe(400);
    const again = { ...(await byCard(buyer)), email: 'grace@example.com' };
    for (const _ of [1, 2]) expect((await pay(buyer, slug, again, 'one-key')).status).toBe(200);
    const { to, text } = await receipt();
    expect(to).toBe('grace@example.com');
    expect(text).toContain('Order #2');
  });

  it('of a payment link names the link where it sells no products', async () => {
    await demo.trigger('payment_link.pay', { amount: 700 });
    const mail = await receipt();
    expect(mail.to).toBe('buyer@example.com');
    expect(mail.text).toContain('1 x A demo purchase: $7.00\n\nTotal paid: $7.00');
  });

  it('of an invoice names it and leads to it', async () => {
    const customer = await demo.saveCustomer();
    const line_items = [{ product_id: await product('Beans', 1850), quantity: 1 }];
    const body = { customer_id: customer.id, line_items, send: true };
    const { id, hosted_invoice_url } = (
      await demo.made<Data<{ id: string; hosted_invoice_url: string }>>('/invoices', body)
    ).data;
    await demo.control('post', `/invoices/${id}/pay`, { card_number: cards.mastercardDebit });
    await demo.advance('10s');
    const [invoice, mail] = await mails();
    expect(invoice!.subject).toBe('Invoice INV-0001 from Demo Shop');
    expect(mail!.to).toBe('ada@example.com');
    expect(mail!.text).toContain('Paid with: Mastercard ending in 8210\nInvoice: INV-0001\n');
    expect(mail!.text).toContain(`View invoice INV-0001: ${hosted_invoice_url}`);
    expect(mail!.html).toContain(`<a href="${hosted_invoice_url}"`);
  });

  it('of a bank debit says that the money is still to come', async () => {
    await paidSession({}, 'ach');
    const { text } = await receipt();
    expect(text).toContain('Demo Shop will debit $42.00 from your bank account, which can take a few days.');
    expect(text).toContain('Total: $42.00');
    expect(text).toContain('Debited from: Bank account ending in 6789');
  });

  it('says where the order goes', async () => {
    const link = await demo.control<Data<{ id: string }>>('post', '/payment-links', {
      name: 'Beans by post',
      amount: 1200,
      collect_shipping_address: true,
    });
    await demo.trigger('payment_link.pay', { id: link.data.id });
    expect((await receipt()).text).toContain(
      'Ships to:\n  Bo Buyer\n  1 Main St\n  Springfield, IL 62701\n  United States\n',
    );
  });

  it.each(['gateway_a', 'gateway_b'] as const)('is sent on %s too', async (gateway) => {
    demo = await demo.on(gateway);
    await paidSession();
    expect((await receipt()).subject).toBe('Your receipt from Demo Shop: order #1');
  });

  it('is sent where the payment has not settled', async () => {
    await demo.configure({ settlement: { mode: 'manual' } });
    const { transaction_id } = await paidSession();
    expect((await receipt()).text).toContain(transaction_id!);
    expect((await demo.transaction(transaction_id!)).status).toBe('pending_settlement');
  });

  it('is not sent of a payment that is declined, or that the network rejects before it is sent', async () => {
    const customer = await demo.saveCustomer();
    const line_items = [{ product_id: await product('Beans', 1850), quantity: 1 }];
    const { data } = await demo.made<Data<{ id: string }>>('/invoices', {
      customer_id: customer.id,
      line_items,
      send: true,
    });
    const path = `/invoices/${data.id}/pay?workspace=${demo.workspace}`;
    expect((await demo.sandbox.control.post(path, { card_number: cards.declined })).status).toBe(402);
    await demo.addRule({ operation: 'checkout.pay' }, { kind: 'fail' });
    expect((await demo.sandbox.control.post(path, { card_number: cards.visaDebit })).status).toBe(200);
    await demo.advance('1h');
    const all = (await demo.read<Data<Transaction[]>>('/transactions')).data;
    expect(all.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Invoice INV-0001 from Demo Shop']);
  });

  it('is not sent of a payment that the merchant has voided before', async () => {
    await demo.configure({ settlement: { mode: 'manual' } });
    const { transaction_id } = await paidSession();
    await demo.made(`/transactions/${transaction_id}/void`, undefined, 200);
    await demo.advance('1h');
    expect(await mails()).toEqual([]);
  });

  it('is not sent of what the merchant’s server charges', async () => {
    await demo.charged({ email: 'ada@example.com' });
    await demo.advance('1h');
    expect(await mails()).toEqual([]);
  });

  it('is sent after a restart too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'emulator-receipt-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const first = await createTestSandbox({ dataDir: folder });
    demo = Demo.ofFixture(first, 'ws_demo');
    await paidSession();
    await first.stop();
    const second = await createTestSandbox({ dataDir: folder });
    onTestFinished(() => second.stop());
    demo = Demo.ofFixture(second, 'ws_demo');
    expect((await receipt()).subject).toBe('Your receipt from Demo Shop: order #1');
  });
});

describe('the language of an e-mail', () => {
  it.each([
    ['de-AT', 'Ihr Beleg von Demo Shop: Bestellung Nr. 1', 'Guten Tag Grace Hopper,', 'BELEG'],
    ['fr', 'Votre reçu de Demo Shop : commande nº 1', 'Bonjour Grace Hopper,', 'REÇU'],
    ['es-MX', 'Su recibo de Demo Shop: pedido n.º 1', 'Hola, Grace Hopper:', 'RECIBO'],
    // Its PDF would need a font for Japanese.
    ['ja', 'Demo Shopからの領収書：ご注文番号 1', 'Grace Hopper 様', 'RECEIPT'],
    ['nl', 'Your receipt from Demo Shop: order #1', 'Hello Grace Hopper,', 'RECEIPT'],
  ])('is that of the browser that paid: %s', async (language, subject, greeting, title) => {
    const buyer = new Buyer(demo);
    const { slug } = await session(demo);
    const body = { ...(await byCard(buyer)), ...grace, clientMetadata: { language } };
    expect((await pay(buyer, slug, body)).status).toBe(200);
    const mail = await receipt();
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(greeting);
    expect(mail.html).toContain(`<html lang="${language === 'nl' ? 'en' : language}">`);
    expect(await textsOfReceipt(mail)).toContain(title);
  });

  it('is that of the session where the merchant has said one, of its refund too', async () => {
    const buyer = new Buyer(demo);
    const { slug } = await session(demo, { locale: 'fr-CA' });
    const body = { ...(await byCard(buyer)), clientMetadata: { language: 'ja' } };
    const { body: paid } = await pay(buyer, slug, body);
    await demo.advance('1m');
    await demo.made(`/transactions/${paid.transactionId}/refund`, { amount: 1000 }, 200);
    const [receiptMail, refund] = await mails();
    expect(receiptMail!.subject).toBe('Votre reçu de Demo Shop : commande nº 1');
    expect(refund!.subject).toMatch(/^Demo Shop a remboursé 10,00\s\$\s?US$/);
    expect(refund!.text).toContain('Commande: #1');
  });

  it('is that which the customer has in their metadata, or last paid in, where none pays', async () => {
    const german = await demo.saveCustomer({ metadata: { language: 'de' } });
    const line_items = [{ product_id: await product('Beans', 1850), quantity: 1 }];
    await demo.made('/invoices', { customer_id: german.id, line_items, due_date: '2026-03-31', send: true });
    const buyer = new Buyer(demo);
    const { slug } = await session(demo);
    await pay(buyer, slug, { ...(await byCard(buyer)), ...grace, clientMetadata: { language: 'es' } });
    await demo.advance('1m');
    await demo.made('/payout-links', {
      type: 'directed',
      amount: 1500,
      recipient_email: grace.email,
      recipient_name: 'G',
    });
    const [invoice, , claim] = await mails();
    expect(invoice!.subject).toBe('Rechnung INV-0001 von Demo Shop');
    expect(invoice!.text).toContain('hat Ihnen die Rechnung INV-0001 geschickt, fällig am 31. März 2026.');
    expect(claim!.subject).toMatch(/^Demo Shop le ha enviado 15,00/);
    expect(claim!.text).toContain('El enlace es válido hasta el');
  });
});

describe('an address', () => {
  it.each([
    [
      { country: 'US', city: 'Springfield', state: 'IL', postal_code: '62701' },
      ['1 Main St', 'Springfield, IL 62701', 'United States'],
    ],
    [{ country: 'DE', city: 'Berlin', state: 'BE', postal_code: '10115' }, ['1 Main St', '10115 Berlin', 'Germany']],
    [{ country: 'GB', city: 'London', postal_code: 'SW1A 1AA' }, ['1 Main St', 'London', 'SW1A 1AA', 'United Kingdom']],
    [{ country: 'IT', city: 'Roma', state: 'RM', postal_code: '00184' }, ['1 Main St', '00184 Roma RM', 'Italy']],
    [
      { country: 'JP', city: 'Chiyoda', state: 'Tokyo', postal_code: '100-0001' },
      ['1 Main St, Chiyoda, Tokyo', '100-0001', 'Japan'],
    ],
    [
      { country: 'SG', city: 'Jurong', postal_code: '048616' },
      ['1 Main St', 'SINGAPORE 048616', 'Jurong', 'Singapore'],
    ],
    [{ country: 'US', state: 'IL' }, ['1 Main St', 'IL', 'United States']],
    [{ country: null, city: 'Nowhere', postal_code: '12345' }, ['1 Main St', 'Nowhere', '12345']],
  ])(
    'is written as its country writes it: %j',
    async ({ country, city = null, state = null, postal_code = null }: Place, lines) => {
      const customer = await demo.saveCustomer({
        billing_country: country,
        billing_city: city,
        billing_state: state,
        billing_postal_code: postal_code,
      });
      expect(await billedTo(customer.id)).toEqual(['Ada Lovelace', ...lines, 'ada@example.com']);
    },
  );

  it('in Japanese letters begins with the postal code and ends with the name', async () => {
    const customer = await demo.saveCustomer({
      first_name: '太郎',
      last_name: '山田',
      company: '㈱山田商店',
      billing_address_1: '千代田1-1',
      billing_city: '千代田区',
      billing_state: '東京都',
      billing_postal_code: '100-0001',
      billing_country: 'JP',
    });
    const lines = ['〒100-0001', '東京都千代田区', '千代田1-1', '㈱山田商店', '山田太郎', '日本', 'ada@example.com'];
    expect(await billedTo(customer.id, 'ja')).toEqual(lines);
  });
});

describe('the blocks of apps on a receipt', () => {
  it('are those on the payment, attached once the app heard of it, and on its customer', async () => {
    const { transaction_id, customer_id } = await paidSession();
    const put = await installApp('Loyalty');
    const putOther = await installApp('Surveys');
    const title = 'You earned 42 points';
    await put('transaction', transaction_id, {
      title,
      lines: [{ text: 'Thank you' }, { label: 'Balance', value: 99 }],
    });
    await putOther('transaction', transaction_id, { title: 'How was it?', url: 'https://survey.example/?a=1&b=2' });
    await putOther('customer', customer_id, { member_since: 2026 }, 'club_card');
    const { text, html } = await receipt();
    const blocks = text.slice(text.indexOf(title));
    expect(blocks).toBe(
      [
        `${title}\nThank you\nBalance: 99`,
        'How was it?\nsurvey.example: https://survey.example/?a=1&b=2',
        'Club card\nMember since: 2026',
        `${sandboxNote}\n`,
      ].join('\n\n'),
    );
    expect(html).toContain(`<strong>${title}</strong>`);
    expect(html).toContain('<a href="https://survey.example/?a=1&#38;b=2"');
  });

  it('are none of another payment, nor those that were taken away', async () => {
    const other = await paidSession({ customer_email: 'bo@example.com' });
    await demo.advance('1m');
    const { transaction_id } = await paidSession();
    const put = await installApp('Loyalty');
    await put('transaction', other.transaction_id, { title: 'For somebody else' });
    await put('transaction', transaction_id, { title: 'For Ada' });
    await demo.advance('1m');
    const all = await mails();
    expect(all.map(({ to }) => to)).toEqual(['bo@example.com', 'ada@example.com']);
    expect(all[0]!.text).not.toContain('For');
    expect(all[1]!.text).toContain('For Ada');
    expect(all[1]!.text).not.toContain('somebody else');
  });

  it('may hold anything, and what is no text people read is left out', async () => {
    const { transaction_id } = await paidSession();
    const put = await installApp('Loyalty');
    await put('transaction', transaction_id, {
      nested: { deep: { very: [{ text: 'Found' }, null, '', true] } },
      link: { url: 'javascript:alert(1)', label: 'Click' },
      many: Array.from({ length: 100 }, (_, at) => `line ${at}`),
    });
    const { text, html } = await receipt();
    expect(text).toContain('Loyalty\nFound\ntrue\nline 0\n');
    expect(text).toContain('line 37');
    expect(text).not.toContain('line 38');
    expect(text + html).not.toMatch(/javascript:/);
  });
});

describe('what was stored', () => {
  it('is never markup in a message', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'';
    await demo.configure({ brand: { name: evil } });
    const line_items = [{ product_id: await product(evil, 100), quantity: 1 }];
    const { transaction_id } = await paidSession({ line_items });
    const put = await installApp('Evil');
    await put('transaction', transaction_id, {
      title: evil,
      text: evil,
      url: 'https://a.example/"><b>',
      link_label: evil,
    });
    const { html, subject } = await receipt();
    expect(subject).toContain(evil);
    expect(html).not.toMatch(/<(img|b)\b|"><b/);
    expect(html.match(/&#60;img src=x onerror=alert\(1\)&#62;&#34;&#39;/g)!.length).toBeGreaterThanOrEqual(5);
  });
});

describe('a refund', () => {
  it('is told to who got the receipt, each part with what came before', async () => {
    const { transaction_id } = await paidSession();
    await demo.advance('1m');
    await demo.made(`/transactions/${transaction_id}/refund`, { amount: 1200 }, 200);
    await demo.made(`/transactions/${transaction_id}/refund`, undefined, 200);
    const [, part, rest] = await mails();
    expect(part).toMatchObject({ to: 'ada@example.com', subject: 'Demo Shop has refunded $12.00' });
    expect(part!.text).toBe(
      'Hello Bo Buyer,\n\nDemo Shop has refunded $12.00 for your order #1.\n\n' +
        'Order: #1\nPaid: $42.00\nRefunded to: Visa ending in 5556\n\n' +
        `${sandboxNote}\n`,
    );
    expect(rest!.subject).toBe('Demo Shop has refunded $30.00');
    expect(rest!.text).toContain('Refunded in all: $42.00');
  });

  it('is not told of what the merchant’s server charged', async () => {
    const { id } = await demo.settled({ email: 'ada@example.com' });
    await demo.made(`/transactions/${id}/refund`, undefined, 200);
    expect(await mails()).toEqual([]);
  });
});
