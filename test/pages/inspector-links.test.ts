import { expect, it } from 'vitest';
import { Buyer } from '../support/buyer.ts';
import { call } from '../support/call.ts';
import { byBank, pay, session } from '../support/checkout.ts';
import { Demo } from '../support/demo.ts';
import { createTestSandbox } from '../support/sandbox.ts';

type Made = { data: { id: string; url: string } };

it('every page about an object leads to the object in the inspector', async () => {
  const sandbox = await createTestSandbox();
  const demo = await Demo.create(sandbox);
  const expectLink = async (url: string, id: string) => {
    const { text } = await call(url);
    const address = `${sandbox.url}/inspector#/object/${id}?workspace=${demo.workspace}&amp;mode=test`;
    expect(text, url).toContain(`<a class="ribbon-link" href="${address}"`);
  };
  try {
    const claim = await demo.made<Made>('/payout-links', {
      type: 'directed',
      amount: 4200,
      recipient_email: 'ada@example.com',
    });
    const request = await demo.made<Made>('/payout-links', { type: 'request' });
    const customer = await demo.saveCustomer();
    const portal = await demo.control<Made>('post', `/customers/${customer.id}/portal`);
    const [sent] = (await demo.trigger('invoice.send')).objects;
    const invoice = (await demo.read<{ data: { hosted_invoice_url: string } }>(`/invoices/${sent!.id}`)).data;
    await expectLink(claim.data.url, claim.data.id);
    await expectLink(request.data.url, request.data.id);
    await expectLink(portal.data.url, customer.id);
    await expectLink(invoice.hosted_invoice_url, sent!.id);
    const checkout = await session(demo);
    const page = `${sandbox.url}/pay/${checkout.slug}`;
    await expectLink(page, checkout.id);
    const buyer = new Buyer(demo);
    const { body } = await pay(buyer, checkout.slug, await byBank(buyer));
    const [paid] = (await demo.read<{ data: { id: string }[] }>('/transactions?limit=1')).data;
    await expectLink(`${page}/confirmation?token=${body.confirmationToken}`, paid!.id);
    await expectLink(page, checkout.id);
  } finally {
    await sandbox.stop();
  }
});
