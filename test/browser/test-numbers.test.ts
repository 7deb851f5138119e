import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { hears, startMerchantSite } from '../support/merchant-page.ts';
import { expectClean, Stage, visitPage } from '../support/pages.ts';
import { addSession, thanksPage, thanksUrl } from './shop.ts';

const browser = await openBrowser();
const stage = new Stage(browser);

const press = (page: Page, name: RegExp) => page.locator('#hints').getByRole('button', { name }).click();

type Made = { data: { id: string; url: string } };

describe.skipIf(browser === null)('what a developer has on the pages of buyers', () => {
  it('fills in cards, accounts and discount codes, and lists the pixels of a real checkout', async () => {
    const demo = await Demo.create(stage.sandbox);
    await demo.control('patch', `/workspaces/${demo.workspace}`, {
      settings: { discounts: [{ code: 'TEN', percent_off: 10 }] },
    });
    await demo.api.patch('/pixels', { meta_pixel_id: '123456' });
    const session = (
      await demo.made<Made>('/checkout-sessions', { amount: 4200, success_url: thanksUrl(stage.sandbox) })
    ).data;
    const visitor = await visitPage(browser, session.url);
    const { page } = visitor;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByText('Test numbers').click();
    await expectClean(visitor, 'the open fold');
    await page.locator('#hints').getByText('123456', { exact: true }).waitFor();
    await press(page, /no instant network/);
    expect(await page.getByLabel('Routing number').inputValue()).toBe('011000028');
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    await press(page, /TEN$/);
    await page.getByText('Pay $37.80').waitFor();
    await press(page, /^Visa debit/);
    expect(await page.getByLabel('Expiry').inputValue()).toBe('12 / 29');
    await page.keyboard.press('Enter');
    await page.waitForURL(thanksPage);
    expect(asked.filter((path) => !/^\/(_assets|api|vault|pay|llms)\b/.test(path))).toEqual([]);
  });

  it("fills in the SDK's card fields of a shop's page beside it", async () => {
    const { context, page } = await visitPage(browser, (await addSession(stage.sandbox)).url);
    const site = await startMerchantSite({ emulator: stage.sandbox.url, host: '127.0.0.1' });
    onTestFinished(() => site.close());
    const shop = await context.newPage();
    await site.open(shop);
    await shop.evaluate("{ PaymentsSDK('pk_test_demo').mountCardInputs('#target', { onReady: hear('ready') }); }");
    await hears(shop, 'ready');
    await page.getByText('Test numbers').click();
    await press(page, /^Mastercard debit/);
    const field = (title: string) => shop.frameLocator(`iframe[title="Secure ${title} field"]`).locator('input');
    await expect.poll(() => field('card number').inputValue()).toBe('5200 8282 8282 8210');
    expect([await field('expiry').inputValue(), await field('security code').inputValue()]).toEqual(['12 / 29', '123']);
  });

  it('leads to its object in the inspector', async () => {
    const { id, url } = await addSession(stage.sandbox);
    const { page, context } = await visitPage(browser, url);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Inspector' }).click();
    const inspector = await opened;
    await inspector.getByRole('heading', { name: id }).waitFor();
  });
});
