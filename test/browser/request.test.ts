import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PayoutLink } from '../../src/payments/resources/payout-link/model.ts';
import type { PayoutRequest } from '../../src/payments/resources/payout-request/model.ts';
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
    await page.getByLabel('What is this payout for?').fill('Two trains & a taxi');
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

  it('takes amounts as the currency has them', async () => {
    const link = await form({ currency: 'JPY', amount: 500 });
    const { page, faults } = await visitPage(browser, link.url);
    await fill(page, '12.5');
    await sendButton(page).click();
    await page.getByText('Enter the amount in this format: ¥2,550.').waitFor();
    await field(page, 'Amount').fill('1200');
    await sendButton(page).click();
    await heading(page, 'Your request was sent').waitFor();
    expect(await requestsOf(link)).toMatchObject([{ requested_amount: 1200, currency: 'JPY' }]);
    expect(faults).toEqual([]);
  });

  it('says beside each field what is missing, and what is wrong with an amount', async () => {
    const link = await form();
    const visitor = await visitPage(browser, link.url, { viewport: phone });
    const { page } = visitor;
    await sendButton(page).click();
    for (const text of ['Enter the amount.', 'Enter your name.', 'Enter your email address.']) {
      await page.getByText(text).waitFor();
    }
    await screenshot(page, 'request-missing');
    await expectClean(visitor);
    await fill(page, '');
    for (const [amount, text] of [
      ['0', 'The amount must be greater than zero.'],
      ['-5', 'Enter the amount in this format: $25.50.'],
      ['1.234', 'Enter the amount in this format: $25.50.'],
      ['1000000', 'You can request at most $999,999.99.'],
      ['1,23', 'Enter the amount in this format: $25.50.'],
      ['', 'Enter the amount.'],
      ['lots', 'Enter the amount in this format: $25.50.'],
    ] as const) {
      await field(page, 'Amount').fill(amount);
      await sendButton(page).click();
      await page.getByText(text).waitFor();
      await field(page, 'Amount').and(page.locator(':focus')).waitFor();
    }
    expect(await requestsOf(link)).toEqual([]);
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
    await alert.filter({ hasText: 'may have been received' }).waitFor();
    expect(await requestsOf(link)).toHaveLength(1);
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
});
