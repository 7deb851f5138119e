import { describe, expect, it } from 'vitest';
import type { PayoutLink } from '../../src/payments/resources/payout-link/model.ts';
import { call } from '../support/call.ts';
import { type Demo, eachTest } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const linked = async (fields: Record<string, unknown> = {}): Promise<PayoutLink> => {
  const body = { amount: 1500, recipient_email: 'rita@example.com', recipient_name: 'Rita', ...fields };
  return (await demo.made<{ data: PayoutLink }>('/payout-links', body)).data;
};
const formed = (fields: Record<string, unknown> = {}): Promise<PayoutLink> =>
  linked({ type: 'request', amount: undefined, recipient_email: undefined, recipient_name: undefined, ...fields });

const enteredIn = (page: string, id: string): string | undefined =>
  /value="([^"]*)"/.exec(new RegExp(`<input[^>]* id="${id}"[^>]*>`).exec(page)?.[0] ?? '')?.[1];

const evil = '<img src=x onerror="document.title=1"></script><script>document.title=2</script>';

describe('the claim page', () => {
  it.each([
    ['as the sender wrote it', 'Rita Maria Moreno', 'rita@example.com', ['Rita Maria', 'Moreno']],
    ['the family first where it is written so', '山田 太郎', 'rita@example.com', ['太郎', '山田']],
    ['as the merchant knows the recipient', null, 'ADA@example.com', ['Ada', 'Lovelace']],
    ['not where nobody knows it', null, 'nobody@example.com', ['', '']],
  ])('fills in the name, %s', async (_how, recipient_name, recipient_email, name) => {
    await demo.saveCustomer();
    const { text } = await call((await linked({ recipient_name, recipient_email })).url);
    expect(['firstName', 'lastName'].map((id) => enteredIn(text, id) ?? '')).toEqual(name);
  });

  it('says without script that it needs it, and cannot be sent', async () => {
    const { text } = await call((await linked()).url);
    expect(text).toMatch(/<noscript>[\s\S]*This form requires JavaScript/);
    expect(/<button[^>]* id="pay"[^>]*>/.exec(text)?.[0]).toContain(' disabled');
  });

  it.each([
    ['This money has been claimed', (id: string) => demo.trigger('payout_link.claim', { id })],
    ['This payout was cancelled', (id: string) => demo.api.post(`/payout-links/${id}/cancel`)],
    ['This payout link has expired', (id: string) => demo.trigger('payout_link.expire', { id })],
    ['Payouts are turned off', () => demo.configure({ debit_payouts_enabled: { test: false } })],
  ])('is a 404 without a form once nothing can be claimed: %s', async (title, end) => {
    const link = await linked();
    await end(link.id);
    const { status, text } = await call(link.url);
    expect([status, text]).toEqual([404, expect.stringContaining(title)]);
    expect(text).toContain('Demo Shop');
    expect(text).not.toContain('<form');
  });
});

describe('the page of a payout request', () => {
  it('begins with the amount that the link suggests, as the currency has it', async () => {
    expect(enteredIn((await call((await formed({ amount: 2550 })).url)).text, 'requestedAmount')).toBe('25.50');
    expect(enteredIn((await call((await formed({ amount: 500, currency: 'JPY' })).url)).text, 'requestedAmount')).toBe(
      '500',
    );
  });

  it('is a 404 without a form once the merchant has closed it', async () => {
    const form = await formed();
    await demo.api.post(`/payout-links/${form.id}/cancel`);
    const { status, text } = await call(form.url);
    expect([status, text]).toEqual([404, expect.stringContaining('This form is closed')]);
    expect(text).not.toContain('<form');
  });
});

it('a payout link of the other type, or none, is a 404 that names nobody', async () => {
  const [link, form] = [await linked(), await formed()];
  for (const path of ['claim/none', `claim/${form.slug}`, 'request/none', `request/${link.slug}`]) {
    const { status, text } = await call(`${demo.sandbox.url}/${path}`);
    expect([path, status, text]).toEqual([path, 404, expect.stringContaining('This page does not exist')]);
    expect(text).not.toContain('Demo Shop');
  }
});

it('both pages show as text what was stored', async () => {
  await demo.api.patch('/account', { name: evil });
  for (const { url } of [await linked({ recipient_name: evil, note: evil }), await formed({ note: evil })]) {
    const { text } = await call(url);
    expect(text).toContain('&lt;img src=x onerror=');
    expect(text).not.toMatch(/<img src=x|<script>document/);
  }
});
