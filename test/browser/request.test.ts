import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PayoutLink } from '../../src/resources/payout-link/model.ts';
import type { PayoutRequest } from '../../src/resources/payout-request/model.ts';
import { openBrowser, phone, screenshot } from '../support/browser.ts';
import { cards } from '../support/demo.ts';
import { expectClean, expectCleanInEveryLook, Stage, visitPage } from '../support/pages.ts';

const browser = await openBrowser();
const stage = new Stage(browser);

async function form(fields: Record<string, unknown> = {}, of = stage.demo): Promise<PayoutLink> {
  const body = { type: 'request', note: 'Refunds of travel costs', ...fields };
  return (await of.made<{ data: PayoutLink }>('/payout-links', body)).data;
}
const requestsOf = async ({ id }: PayoutLink) =>
  (await stage.demo.read<{ data: PayoutRequest[] }>(`/payout-requests?payout_link_id=${id}`)).data;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send request' });

async function fill(page: Page, amount: string, number: string = cards.visaDebit): Promise<void> {
  await field(page, 'Amount').fill(amount);
  await field(page, 'Name').fill('Rita Recipient');
  await field(page, 'Email').fill('rita@example.com');
  await field(page, 'Card number').fill(number);
  await field(page, 'Expiry').fill('12 / 30');
  await field(page, 'Security code').fill('123');
}

describe.skipIf(browser === null)('the payout request page', () => {
  it('takes a request, which the merchant can pay, on every screen', async () => {
    const link = await form();
    const visitor = await visitPage(browser, link.url);
    const { page } = visitor;
    await heading(page, 'Request a payout from Demo Shop').waitFor();
    await page.getByText('Refunds of travel costs').waitFor();
    await expectCleanInEveryLook(visitor, 'request');
    await fill(page, '1,025.5');
    await page.getByLabel('What is it for?').fill('Two trains & a taxi');
    await sendButton(page).click();
    await heading(page, 'Your request was sent').waitFor();
    for (const text of ['$1,025.50', 'Visa ending in 5556']) await page.getByText(text, { exact: true }).waitFor();
    await expectCleanInEveryLook(visitor, 'request-done');
    const [request, ...others] = await requestsOf(link);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      status: 'pending',
      requested_amount: 102_550,
      name: 'Rita Recipient',
      email: 'rita@example.com',
      note: 'Two trains & a taxi',
      card_last_four: '5556',
    });
    await page.getByText(request!.id).waitFor();
    expect(await page.content()).not.toContain(cards.visaDebit);
    const { data } = await stage.demo.made<{ data: PayoutRequest }>(`/payout-requests/${request!.id}/approve`, {}, 200);
    expect(data).toMatchObject({ status: 'approved', amount: 102_550 });
  });

  it('begins with the amount that the link suggests, and takes another', async () => {
    const link = await form({ amount: 2550 });
    const { page, faults } = await visitPage(browser, link.url);
    expect(await field(page, 'Amount').inputValue()).toBe('25.50');
    await fill(page, '20');
    await sendButton(page).click();
    await heading(page, 'Your request was sent').waitFor();
    expect(await requestsOf(link)).toMatchObject([{ requested_amount: 2000 }]);
    expect(faults).toEqual([]);
  });

  it('takes amounts as the currency has them', async () => {
    const link = await form({ currency: 'JPY', amount: 500 });
    const { page, faults } = await visitPage(browser, link.url);
    expect(await field(page, 'Amount').inputValue()).toBe('500');
    await fill(page, '12.5');
    await sendButton(page).click();
    await page.getByText('Write the amount as in ¥2,550.').waitFor();
    await field(page, 'Amount').fill('1200');
    await sendButton(page).click();
    await heading(page, 'Your request was sent').waitFor();
    expect(await requestsOf(link)).toMatchObject([{ requested_amount: 1200, currency: 'JPY' }]);
    expect(faults).toEqual([]);
  });

  it.each([
    ['', 'Enter the amount.'],
    ['0', 'The amount must be more than nothing.'],
    ['-5', 'Write the amount as in $25.50.'],
    ['1.234', 'Write the amount as in $25.50.'],
    ['1,23', 'Write the amount as in $25.50.'],
    ['lots', 'Write the amount as in $25.50.'],
    ['1000000', 'At most $999,999.99 can be requested.'],
  ])("says what is wrong with the amount '%s'", async (amount, text) => {
    const link = await form();
    const { page, faults } = await visitPage(browser, link.url);
    await fill(page, amount);
    await sendButton(page).click();
    await page.getByText(text).waitFor();
    await field(page, 'Amount').and(page.locator(':focus')).waitFor();
    expect(await requestsOf(link)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('passes on what the service refuses, and takes another card then', async () => {
    const link = await form();
    const visitor = await visitPage(browser, link.url, { viewport: phone });
    const { page } = visitor;
    await fill(page, '10', cards.visaCredit);
    await sendButton(page).click();
    await page.getByRole('alert').filter({ hasText: 'it is a credit card' }).waitFor();
    await screenshot(page, 'request-refused');
    await expectClean(visitor);
    expect(await requestsOf(link)).toEqual([]);
    await fill(page, '10');
    await sendButton(page).click();
    await heading(page, 'Your request was sent').waitFor();
    expect(visitor.faults).toEqual([]);
  });

  it('warns of sending a second one where the connection was lost', async () => {
    const link = await form();
    const { page } = await visitPage(browser, link.url);
    await page.route('**/api/payout-requests/*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await fill(page, '10');
    await sendButton(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The connection was lost' });
    await alert.filter({ hasText: 'may have arrived' }).waitFor();
    expect(await requestsOf(link)).toHaveLength(1);
  });

  it('says beside each field what is missing', async () => {
    const visitor = await visitPage(browser, (await form()).url, { viewport: phone });
    await sendButton(visitor.page).click();
    for (const text of ['Enter the amount.', 'Enter your name.', 'Enter your email address.']) {
      await visitor.page.getByText(text).waitFor();
    }
    await screenshot(visitor.page, 'request-missing');
    await expectClean(visitor);
  });

  it('sends one request for two presses', async () => {
    const link = await form();
    const { page, faults } = await visitPage(browser, link.url);
    await fill(page, '10');
    await sendButton(page).dblclick();
    await heading(page, 'Your request was sent').waitFor();
    expect(await requestsOf(link)).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it('shows what was stored as text', async () => {
    const evil = '<img src=x onerror="document.title=1"></script><script>document.title=2</script>';
    const visitor = await visitPage(browser, (await form({ note: evil })).url, { viewport: phone });
    await visitor.page.getByText(evil).waitFor();
    expect(await visitor.page.title()).toBe('Request a payout from Demo Shop');
    await expectClean(visitor);
  });

  it('is a 404 that says so, without a form, once the merchant has closed it', async () => {
    const link = await form();
    await stage.demo.api.post(`/payout-links/${link.id}/cancel`);
    expect((await fetch(link.url)).status).toBe(404);
    const visitor = await visitPage(browser, link.url, { viewport: phone });
    await heading(visitor.page, 'This form is closed').waitFor();
    await screenshot(visitor.page, 'request-closed');
    expect(await visitor.page.locator('form').count()).toBe(0);
    await expectClean(visitor);
  });

  it('is a 404 where the address is unknown, or a claim’s', async () => {
    const body = { amount: 1500, recipient_email: 'rita@example.com' };
    const { slug } = (await stage.demo.made<{ data: PayoutLink }>('/payout-links', body)).data;
    for (const name of ['none', slug]) {
      const answer = await fetch(`${stage.sandbox.url}/request/${name}`);
      expect([answer.status, await answer.text()]).toEqual([
        404,
        expect.stringContaining('There is nothing at this address'),
      ]);
    }
  });
});
