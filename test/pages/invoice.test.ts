import { expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { type Demo, eachTest } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

interface Sent {
  id: string;
  number: string;
  status: string;
  hosted_invoice_url: string;
  pay_url: string;
}

async function sendInvoice(name = 'Walnut desk organizer'): Promise<Sent> {
  const customer = await demo.saveCustomer({ first_name: 'Grace', last_name: 'Hopper', company: 'Harbor Computing' });
  const line = async (fields: object, quantity: number) => {
    const { data } = await demo.made<{ data: { id: string } }>('/products', fields);
    return { product_id: data.id, quantity };
  };
  const line_items = [await line({ name, price: 4900 }, 1), await line({ name: 'Fountain pen', price: 2850 }, 3)];
  const body = { customer_id: customer.id, line_items, due_date: '2026-03-31', send: true };
  return (await demo.made<{ data: Sent }>('/invoices', body)).data;
}

it('an invoice shows what was ordered, by whom and for how much, and counts as viewed from then on', async () => {
  const invoice = await sendInvoice();
  expect(invoice.status).toBe('sent');
  const { text } = await call(invoice.hosted_invoice_url);
  expect(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(text)?.[1]).toContain('$134.50');
  expect(text.match(/<tbody>[\s\S]*?<\/tbody>/)?.[0].match(/<tr/g)).toHaveLength(2);
  const said = ['Demo Shop', 'Grace Hopper', 'Harbor Computing', 'March 31, 2026', '$85.50', 'United States'];
  for (const part of [invoice.number, ...said]) expect(text).toContain(part);
  const { data } = await demo.read<{ data: Sent }>(`/invoices/${invoice.id}`);
  expect(data.status).toBe('viewed');
});

it('a void invoice still shows, and cannot be paid', async () => {
  const invoice = await sendInvoice();
  await demo.api.post(`/invoices/${invoice.id}/void`);
  const { status, text } = await call(invoice.hosted_invoice_url);
  expect([status, text]).toEqual([200, expect.stringContaining('This invoice was withdrawn')]);
  expect(text).not.toContain('Amount due');
  expect(text).not.toContain(invoice.pay_url);
  expect(await call(invoice.pay_url)).toMatchObject({
    status: 404,
    text: expect.stringContaining('data-reason="void"'),
  });
});

it('an invoice shows as text what was stored', async () => {
  const { text } = await call((await sendInvoice('<img src=x onerror="document.title=1">')).hosted_invoice_url);
  expect(text).toContain('&lt;img src=x onerror=');
  expect(text).not.toContain('<img src=x');
});

it('an invoice is not there at an address that nobody sent', async () => {
  const { status, text } = await call(`${demo.sandbox.url}/invoice/nothing`);
  expect([status, text]).toEqual([404, expect.stringContaining('data-reason="unknown"')]);
  expect((await call(`${demo.sandbox.url}/invoice/nothing/pdf`)).status).toBe(404);
});
