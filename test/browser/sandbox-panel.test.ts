import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type * as wire from '../../src/control/wire.ts';
import type * as read from '../../src/pages/browser/panel/wire.ts';
import type { NotedDecision } from '../../src/resources/common/decision.ts';
import { openBrowser, screenshot, sidewaysScroll } from '../support/browser.ts';
import { Buyer } from '../support/buyer.ts';
import { byBank, pay } from '../support/checkout.ts';
import { Demo } from '../support/demo.ts';
import { hears, startMerchantSite } from '../support/merchant-page.ts';
import { expectClean, expectCleanInEveryLook, Stage, visitPage } from '../support/pages.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { thanksUrl } from './shop.ts';

const browser = await openBrowser();
const stage = new Stage(browser);

type Session = { id: string; url: string; slug: string };

const laptop = { width: 1280, height: 800 };

async function sessionOf(demo: Demo): Promise<Session> {
  const body = { amount: 4200, success_url: thanksUrl(stage.sandbox) };
  return (await demo.made<{ data: Session }>('/checkout-sessions', body)).data;
}

const opener = (page: Page) => page.getByRole('button', { name: 'Developer panel' });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Developer panel' });
const part = (page: Page, name: string) => page.locator(`[data-part="${name}"]`);
const press = (page: Page, name: string | RegExp) =>
  panel(page)
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

/** Whether a press in the middle of the button would reach it. */
const isReached = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const { left, top, width, height } = document.querySelector('${selector}').getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return top + height <= innerHeight && hit?.closest('${selector}') !== null;
  })()`);

/** What the panel reads of the control API is a part of what that says: the compiler holds it. */
type Said = [
  wire.ClockView,
  wire.EventDetails,
  wire.KeysView,
  wire.MailView,
  wire.ObjectView,
  wire.OutcomeRow,
  wire.RequestDetails,
  wire.TriggerView,
  NotedDecision,
];
type Read = [
  read.ClockView,
  read.EventDetails,
  read.KeysView,
  read.MailView,
  read.ObjectView,
  read.OutcomeRow,
  read.RequestDetails,
  read.TriggerView,
  read.Decision,
];
const heldByCompiler = (said: Said): Read => said;

describe.skipIf(browser === null)("the developer's panel of the buyer's pages", () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver({ status: 202, body: '{"heard":true}' });
  });
  afterAll(() => receiver.close());

  it('says why a debit failed that its buyer refused', async () => {
    const demo = await Demo.create(stage.sandbox);
    const buyer = new Buyer(demo);
    const { body } = await pay(buyer, (await sessionOf(demo)).slug, await byBank(buyer));
    const { page } = await visitPage(browser, body.bankAuthUrl ?? '', { viewport: laptop });
    await page.getByRole('button', { name: 'Refuse' }).click();
    await opener(page).click();
    await part(page, 'declined').getByText('The buyer did not authorize the debit at their bank.').waitFor();
    await part(page, 'declined').getByText('M021').waitFor();
  });

  it('reads of the control API what that says', () => expect(heldByCompiler).toBeTypeOf('function'));

  it('fills in and says why a card was declined, then what came of the payment, and moves it on', async () => {
    const demo = await Demo.create(stage.sandbox);
    await demo.configure({ settlement: { mode: 'manual' } });
    await demo.control('patch', `/workspaces/${demo.workspace}`, {
      settings: { discounts: [{ code: 'TEN', percent_off: 10 }] },
    });
    await demo.control('post', '/webhook-endpoints', { url: `${receiver.url}/hooks` });
    await demo.api.patch('/pixels', { meta_pixel_id: '123456' });
    const session = await sessionOf(demo);
    const visitor = await visitPage(browser, session.url, { viewport: laptop });
    const { page } = visitor;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await opener(page).waitFor();
    const isLoaded = () =>
      page.evaluate<number>(
        `performance.getEntriesByType('resource').filter(({ name }) => /sandbox-panel/.test(name)).length`,
      );
    expect(await isLoaded()).toBe(0);

    // It is opened and closed by keyboard, and covers nothing.
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Fill in' }).waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.shadowRoot?.activeElement?.textContent'))
      .toBe('Developer panel');
    expect(await isReached(page, '#pay')).toBe(true);
    await expectCleanInEveryLook(visitor, 'sandbox-panel');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, 'sandbox-panel-narrow', false);
    await page.setViewportSize(laptop);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    await screenshot(page, 'sandbox-panel-forced-colors', false);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.keyboard.press('Escape');
    expect(await panel(page).count()).toBe(0);
    expect(await opener(page).getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate('document.activeElement.id')).toBe('sandboxOpener');
    await opener(page).click();

    // What it says of the page can be used as it is.
    await part(page, 'page').getByText('As curl').click();
    const [, authorization, address] = /^curl -H '(.*)' (\S+)$/.exec(
      (await page.locator('.curl code').textContent())!,
    )!;
    const [name, value] = authorization!.split(': ') as [string, string];
    const answer = await fetch(address!, { headers: { [name]: value } });
    expect(((await answer.json()) as { data: Session }).data).toMatchObject({ id: session.id });
    await part(page, 'loaded').getByText('123456').waitFor();

    // Bank accounts stand beside the cards.
    await press(page, /^Citizens Bank/);
    expect(await page.getByLabel('Routing number').inputValue()).toBe('011401533');
    await panel(page).getByLabel('Find a test card').waitFor();

    await press(page, /TEN$/);
    await page.getByText('Pay $37.80').waitFor();
    await panel(page).getByLabel('Find a test card').fill('by the issuer');
    await press(page, /^Declined by the issuer/);
    await page.keyboard.press('Enter');
    await part(page, 'declined').getByText('The card decided:').waitFor();
    const { data: log } = await demo.control<{ data: { id: string; path: string }[] }>('get', '/requests?limit=5');
    const refused = log.find(({ path }) => path.endsWith(`/${session.slug}/pay`))!;
    await part(page, 'declined').getByText(refused.id, { exact: true }).waitFor();
    await screenshot(page, 'sandbox-panel-declined', false);
    await expectClean(visitor, 'declined');

    // After paying the page stays while the panel is open.
    await panel(page).getByLabel('Find a test card').fill('4000056655665556');
    await press(page, /^Visa debit/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    await part(page, 'next').getByText('pending settlement').waitFor();
    await press(page, 'Settle');
    await part(page, 'events').getByText('payment.completed').waitFor();
    await part(page, 'events').getByText('202').first().waitFor();
    expect(receiver.requests.some(({ body }) => body.includes('"payment.completed"'))).toBe(true);
    await part(page, 'next').getByRole('button', { name: 'Dispute' }).waitFor();
    expect(await part(page, 'next').getByRole('button', { name: 'Settle', exact: true }).count()).toBe(0);
    await screenshot(page, 'sandbox-panel-settled', false);
    await expectClean(visitor, 'settled');
    await press(page, '1 day');
    await part(page, 'next').getByText('2026-03-02 09:00').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/pay/${session.slug}/confirmation`);
    await part(page, 'mail')
      .getByRole('link', { name: /receipt/i })
      .waitFor();
    expect(asked.filter((path) => !/^\/(_emulator|_assets|api|vault|pay|mail)\b/.test(path))).toEqual([]);
  });

  it('is on the other pages too: claim, request, invoice and portal', async () => {
    const demo = await Demo.create(stage.sandbox);
    type Made = { data: { id: string; url: string } };
    const customer = await demo.saveCustomer();
    const claim = await demo.made<Made>('/payout-links', {
      type: 'directed',
      amount: 53,
      recipient_email: 'ada@example.com',
    });
    const portal = await demo.control<Made>('post', `/customers/${customer.id}/portal`);
    const visitor = await visitPage(browser, claim.data.url, { viewport: laptop });
    const { page } = visitor;
    await opener(page).click();
    await part(page, 'fill').getByText('Amounts that do not go through').click();
    await expectClean(visitor, 'a claim');
    await press(page, /^Citizens Bank/);
    expect(await page.getByLabel('Routing number').inputValue()).toBe('011401533');
    await press(page, /^Visa debit/);
    await page.keyboard.press('Enter');
    await part(page, 'next')
      .getByText(/^payout po_/)
      .waitFor();
    await press(page, 'to what is next');
    await part(page, 'declined').getByText('The amount decided:').waitFor();
    await screenshot(page, 'sandbox-panel-claim', false);
    await page.goto(portal.data.url);
    await part(page, 'page').getByText(customer.id).first().waitFor();
    await press(page, /^Visa debit/);
    await page.getByRole('button', { name: 'Save card' }).waitFor();
    expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0566 5566 5556');
    await expectClean(visitor, 'the portal');
    const request = await demo.made<Made>('/payout-links', { type: 'request' });
    await page.goto(request.data.url);
    await part(page, 'fill').getByText('Amounts that do not go through').click();
    await press(page, /^declined, M003/);
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('0.53');
    const [invoice] = (await demo.trigger('invoice.send')).objects;
    type Invoice = { data: { hosted_invoice_url: string } };
    await page.goto((await demo.read<Invoice>(`/invoices/${invoice!.id}`)).data.hosted_invoice_url);
    await part(page, 'mail')
      .getByRole('link', { name: /invoice/i })
      .waitFor();
  });

  it("fills in the SDK's card fields of a shop's page beside it", async () => {
    const { context } = await visitPage(browser, (await sessionOf(stage.demo)).url);
    const [page] = context.pages();
    const site = await startMerchantSite({ emulator: stage.sandbox.url, host: '127.0.0.1' });
    onTestFinished(() => site.close());
    const shop = await context.newPage();
    await site.open(shop);
    await shop.evaluate("{ PaymentsSDK('pk_test_demo').mountCardInputs('#target', { onReady: hear('ready') }); }");
    await hears(shop, 'ready');
    await opener(page!).click();
    await press(page!, /^Mastercard debit/);
    const field = (title: string) => shop.frameLocator(`iframe[title="Secure ${title} field"]`).locator('input');
    await expect.poll(() => field('card number').inputValue()).toBe('5200 8282 8282 8210');
    expect([await field('expiry').inputValue(), await field('security code').inputValue()]).toEqual(['12 / 29', '123']);
  });

  it('is not offered with ?sandbox=off, on this page and those that follow, nor where the workspace has it off', async () => {
    const demo = await Demo.create(stage.sandbox);
    const [first, second] = [await sessionOf(demo), await sessionOf(demo)];
    const { page } = await visitPage(browser, `${first.url}?sandbox=off`);
    await page.getByText('Test data, no real money moves').waitFor();
    expect(await opener(page).isVisible()).toBe(false);
    await page.goto(second.url);
    expect(await opener(page).isVisible()).toBe(false);
    await page.goto(`${second.url}?sandbox=on`);
    await opener(page).waitFor();
    await demo.configure({ sandbox_panel: false });
    const hidden = await (await fetch(second.url)).text();
    expect(hidden).toContain('Test data, no real money moves');
    expect(hidden).not.toContain('sandboxOpener');
    expect(hidden).not.toContain('ribbon-');
  });
});
