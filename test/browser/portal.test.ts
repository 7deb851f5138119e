import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../src/payments/resources/subscription/model.ts';
import { textsOfPdf } from '../mail/mime.ts';
import { openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { cards, Demo, type SentEvent } from '../support/demo.ts';
import { expectClean, expectCleanIn, expectCleanInEveryLook, looks, Stage, visitPage } from '../support/pages.ts';
import { read, saveProduct, subscribed } from '../support/subscriptions.ts';

const browser = await openBrowser();
const stage = new Stage(browser);

type Fields = Record<string, unknown>;

const portalOf = async (demo: Demo, customerId: string, body?: Fields): Promise<string> =>
  (await demo.control<{ data: { url: string } }>('post', `/customers/${customerId}/portal`, body)).data.url;

/** A customer of a workspace of their own, with a subscription; and the address of the portal. */
async function subscriber(): Promise<{ demo: Demo; subscription: Subscription; url: string }> {
  const demo = await Demo.create(stage.sandbox);
  const subscription = await subscribed(demo);
  return { demo, subscription, url: await portalOf(demo, subscription.customer_id) };
}

/** The portal of a customer with something of everything, which tests only read. */
let portalOfRegular: Promise<string> | undefined;
const regular = (): Promise<string> => (portalOfRegular ??= makeRegular());

async function makeRegular(): Promise<string> {
  const { demo, subscription, url } = await subscriber();
  const { customer_id } = subscription;
  await demo.saveCard({ id: customer_id }, cards.mastercardDebit, { cc_exp_month: '3', cc_exp_year: '2026' });
  await demo.saveBank({ id: customer_id });
  const order = async (name: string, fields: Fields = {}) => {
    const { id: product_id } = await saveProduct(demo, { name, recurring: { interval: 'year' }, ...fields });
    return { customer_id, product_id, payment_method_id: subscription.payment_method_id };
  };
  const make = async (body: Fields) => (await demo.made<{ data: Subscription }>('/subscriptions', body)).data;
  const ending = await make(await order('A cup of tea each morning', { price: 4900 }));
  await demo.api.post(`/subscriptions/${ending.id}/cancel`);
  const gone = await make(await order('The Sunday paper'));
  await demo.api.post(`/subscriptions/${gone.id}/cancel`, { immediate: true });
  await make({ ...(await order('Summer box')), start_date: '2026-06-01' });
  const missed = await make(
    await order('Biscuits', { price: 650, recurring: { interval: 'week', interval_count: 2 } }),
  );
  await demo.trigger('subscription.miss', { id: missed.id });
  const { product_id } = await order('Consulting', { recurring: null });
  for (const due_date of ['2026-03-31', '2026-01-31']) {
    await demo.made('/invoices', { customer_id, line_items: [{ product_id, quantity: 1 }], due_date, send: true });
  }
  const payment_method_id = subscription.payment_method_id;
  for (let at = 1; at <= 9; at++) await demo.charged({ customer_id, payment_method_id, amount: at * 1350 });
  const settled = await demo.settled({ customer_id, payment_method_id, amount: 9900 });
  await demo.api.post(`/transactions/${settled.id}/refund`, { amount: 900 });
  const app = (await demo.control<{ data: Fields }>('post', '/apps', { name: 'Loyalty' })).data;
  const token = { grant_type: 'client_credentials', ...app };
  const caller = demo.sandbox.as(
    (await demo.api.post<{ access_token: string }>('/oauth/token', token)).body.access_token,
  );
  const put = (object_type: string, object_id: string, content: Fields) =>
    caller.post('/blocks', { object_type, object_id, block_type: 'loyalty', content });
  await put('customer', customer_id, {
    title: 'You have 42 points',
    url: 'https://points.example/',
    link_label: 'Spend them',
  });
  await put('subscription', subscription.id, { title: 'Your next roast', beans: 'Ethiopia, washed' });
  return url;
}

const button = (page: Page, name: string) => page.getByRole('button', { name });
const open = (page: Page, name: string) => page.locator('summary', { hasText: name }).first().click();
const notice = (page: Page) => page.locator('#notice');

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 30');
  await page.getByLabel('Security code').fill('123');
}

describe.skipIf(browser === null)('the customer portal', () => {
  it('shows what a customer has, on every screen', async () => {
    const visitor = await visitPage(browser, await regular());
    const { page } = visitor;
    expect(await page.title()).toBe('Your account · Demo Shop');
    for (const text of [
      'Next payment on April 1, 2026, with Visa ending in 5556.',
      'The subscription stays active until March 1, 2027. You will not be charged again.',
      '$6.50 every 2 weeks',
      'You have 42 points',
      'Overdue',
      '$9.00 refunded',
    ]) {
      await page.getByText(text).first().waitFor();
    }
    await expectCleanInEveryLook(visitor, 'portal');
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    await screenshot(page, 'portal-forced-colors');
    await page.emulateMedia({ forcedColors: 'none' });
    await open(page, 'Pay with another method');
    await open(page, 'Cancel');
    await open(page, 'Add a card');
    await page.getByText('Test numbers').click();
    await expectCleanIn(visitor, 'portal-open', looks.slice(0, 2));
    await page.setViewportSize({ width: 320, height: 640 });
    await screenshot(page, 'portal-narrow');
    expect(await sidewaysScroll(page)).toBe(0);
  });

  it('tears nothing that is short in two on a phone, and shows the digits of each method to choose from', async () => {
    const url = await regular();
    for (const locale of ['de-DE', 'ja-JP']) {
      const { page } = await visitPage(browser, url, { locale, viewport: phone });
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 780 });
        const lines = await page.evaluate<[text: string, lines: number][]>(
          `[...document.querySelectorAll('#payments .portal-facts > span')]
            .map((each) => [each.textContent, Math.round(each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight))])`,
        );
        expect(lines.length).toBeGreaterThan(10);
        expect([locale, width, lines.filter(([, count]) => count > 1)]).toEqual([locale, width, []]);
      }
      await page.locator('select[name="paymentMethodId"]').first().waitFor({ state: 'attached' });
      const chosen = await page.locator('select[name="paymentMethodId"] option').allTextContents();
      expect(chosen.filter((text) => !/^•••• \d{4} /.test(text))).toEqual([]);
    }
  });

  it('leads to the receipt of a payment, which can be printed, and back', async () => {
    const visitor = await visitPage(browser, await regular());
    const { page } = visitor;
    await page.getByRole('link', { name: 'Earlier payments' }).click();
    await page.getByRole('link', { name: 'Newest payments' }).waitFor();
    await page.getByRole('link', { name: 'Receipt (Order #1)' }).click();
    expect(await page.locator('h1').textContent()).toBe('$19.00');
    for (const text of ['Coffee club', 'Visa ending in 5556', 'Your next roast'])
      await page.getByText(text).first().waitFor();
    const billedTo = page.getByRole('region', { name: 'Billed to' });
    expect(await billedTo.locator('p').allTextContents()).toEqual([
      'Ada Lovelace',
      '1 Main St',
      'Springfield, IL 62701',
      'United States',
      'ada@example.com',
    ]);
    const from = page.getByRole('region', { name: 'From' });
    expect(await from.locator('p').allTextContents()).toContain('1 Market Square');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PDF' }).click();
    const pdf = await download;
    expect(pdf.suggestedFilename()).toBe('receipt-1.pdf');
    expect(textsOfPdf(readFileSync(await pdf.path()))).toContain('Coffee club');
    const [printing, downloading] = await Promise.all(
      ['button', 'a'].map((kind) => page.locator(`.sheet-actions ${kind}`).boundingBox()),
    );
    expect(downloading!.y).toBe(printing!.y);
    expect(Math.abs(downloading!.width - printing!.width)).toBeLessThan(1);
    await expectCleanInEveryLook(visitor, 'portal-receipt');
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.title()).toBe('printed');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const part of ['.ribbon', '.sheet-actions', '.back-link'])
      expect(await page.locator(part).isVisible()).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
    await screenshot(page, 'portal-receipt-printed');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByRole('heading', { name: 'Subscriptions' }).waitFor();
  });

  it('cancels a subscription and keeps it after all', async () => {
    const { demo, subscription, url } = await subscriber();
    const { page, faults } = await visitPage(browser, url, { viewport: phone });
    await open(page, 'Cancel');
    await page.getByText('You keep the subscription until April 1, 2026, and you will not be charged again.').waitFor();
    await button(page, 'Cancel subscription (Coffee club)').click();
    await page.getByText('The subscription was cancelled').waitFor();
    await page.getByText('Ends on April 1, 2026').waitFor();
    expect((await read(demo, subscription)).cancel_at_period_end).toBe(true);
    await button(page, 'Keep subscription (Coffee club)').click();
    await page.getByText('You kept the subscription').waitFor();
    expect((await read(demo, subscription)).cancel_at_period_end).toBe(false);
    const events: SentEvent[] = await demo.events(subscription.id);
    expect(events.map(({ type }) => type)).toEqual(['subscription.created', 'subscription.cancel_scheduled']);
    expect(faults).toEqual([]);
  });

  it('saves a card, pays with it from now on and removes the other one', async () => {
    const { demo, subscription, url } = await subscriber();
    const visitor = await visitPage(browser, url);
    const { page, faults } = visitor;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`));
    await open(page, 'Add a card');
    await fillCard(page, cards.mastercardDebit);
    await button(page, 'Save card').click();
    await page.getByText('The card was saved').waitFor();
    // The number goes to the vault and nowhere else.
    const carriers = sent.filter((each) => each.replace(/\D/g, '').includes(cards.mastercardDebit));
    expect(carriers.every((each) => each.startsWith('/vault/'))).toBe(true);
    expect(carriers).toHaveLength(1);
    // The test numbers alone show it.
    const shown = (await page.content()).replace(/<details[^>]* id="hints">.*?<\/details>/s, '');
    expect(shown).not.toContain(cards.mastercardDebit);
    await open(page, 'Pay with another method');
    await page.getByLabel('Payment method for future charges').selectOption({ label: '•••• 8210 Mastercard' });
    await button(page, 'Save (Coffee club)').click();
    await page.getByText('The payment method was changed').waitFor();
    await page.getByText('Next payment on April 1, 2026, with Mastercard ending in 8210.').waitFor();
    const old = page.locator(`[id="${subscription.payment_method_id}"]`);
    await old.locator('summary').click();
    await old.getByText('This payment method will not be charged again. You can add it again at any time.').waitFor();
    await button(page, 'Remove it (Visa ending in 5556)').click();
    await page.getByText('The payment method was removed').waitFor();
    await expect.poll(() => old.count()).toBe(0);
    expect((await read(demo, subscription)).payment_method_id).not.toBe(subscription.payment_method_id);
    expect(faults).toEqual([]);
  });

  it('says at the field what is wrong with a card, and saves none', async () => {
    const { url } = await subscriber();
    const visitor = await visitPage(browser, url, { viewport: phone });
    const { page } = visitor;
    await open(page, 'Add a card');
    await button(page, 'Save card').click();
    await page.getByText('Enter the card number.').waitFor();
    await fillCard(page, cards.failsLuhn);
    await button(page, 'Save card').click();
    await page.locator('#cardNumber-error', { hasText: 'Check the card number' }).waitFor();
    await screenshot(page, 'portal-bad-card');
    await expectClean(visitor);
    await page.locator('#hints summary').press('Enter');
    await page.locator('[data-card]').first().click();
    await page.getByLabel('Expiry').fill('01 / 20');
    await button(page, 'Save card').click();
    await page.locator('#cardExpiry-error', { hasText: 'expired' }).waitFor();
    await expectClean(visitor);
  });

  it('offers the cards that can be charged here, and refuses another at its field', async () => {
    const { demo, subscription, url } = await subscriber();
    const visitor = await visitPage(browser, url, { viewport: phone });
    const { page } = visitor;
    await open(page, 'Add a card');
    await page.getByText('Debit and prepaid cards are accepted here, but credit cards are not.').waitFor();
    await page.locator('#hints summary').click();
    const offered = await page.locator('[data-card] span').allTextContents();
    expect(offered).toContain('Visa debit');
    expect(offered.filter((about) => /credit/i.test(about))).toEqual([]);
    await fillCard(page, cards.visaCredit);
    await button(page, 'Save card').click();
    const fault = page.locator('#cardNumber-error');
    await fault.filter({ hasText: 'Credit cards are not accepted here. Use a debit or prepaid card.' }).waitFor();
    await page.locator('#cardNumber:focus').waitFor();
    await expectClean(visitor);
    const saved = await demo.read<{ data: unknown[] }>(`/customers/${subscription.customer_id}/payment-methods`);
    expect(saved.data).toHaveLength(1);
  });

  it('keeps both lines of a street when the address is changed', async () => {
    const demo = await Demo.create(stage.sandbox);
    const sent = { shipping_address_1: '12 Harbor Street', shipping_address_2: 'Floor 3', shipping_city: 'Arlington' };
    const place = { shipping_state: 'VA', shipping_postal_code: '22201', shipping_country: 'US' };
    const { id } = await demo.saveCustomer({ ...sent, ...place });
    const visitor = await visitPage(browser, await portalOf(demo, id));
    const { page } = visitor;
    const shipping = page.locator('.portal-line', { hasText: 'Shipping address' });
    await shipping.locator('summary').click();
    expect(await page.getByLabel('Street address').inputValue()).toBe('12 Harbor Street');
    expect(await page.getByLabel('Apartment, floor').inputValue()).toBe('Floor 3');
    const order = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('#shippingAddress .input')].map(({ id }) => id.slice(8))`);
    await page.getByLabel('Country').selectOption('JP');
    expect(await order()).toEqual(['Country', 'PostalCode', 'State', 'City', 'Address1', 'Address2']);
    await page.getByLabel('Country').selectOption('US');
    expect(await order()).toEqual(['Country', 'PostalCode', 'Address1', 'Address2', 'City', 'State']);
    await page.getByLabel('State').selectOption('VA');
    await page.locator('#shippingCity').fill('Alexandria');
    await shipping.getByRole('button', { name: 'Save' }).click();
    await notice(page).filter({ hasText: 'Your shipping address was changed' }).waitFor();
    const { data } = await demo.read<{ data: Fields }>(`/customers/${id}`);
    expect(data).toMatchObject({ ...sent, ...place, shipping_city: 'Alexandria' });
    await expectClean(visitor);
  });

  it('changes name, address and where orders are sent', async () => {
    const { demo, subscription, url } = await subscriber();
    await demo.saveCustomer({ email: 'bo@example.com' });
    const visitor = await visitPage(browser, url, { viewport: phone });
    const { page } = visitor;
    const contact = page.locator('.portal-line', { hasText: 'Name and contact' });
    await contact.locator('summary').click();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    await page.getByLabel('Last name').fill('King');
    await page.getByLabel('Email').fill('bo@example.com');
    await contact.getByRole('button', { name: 'Save' }).click();
    await contact.getByText('This email address cannot be used here.').waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe('King');
    await expectClean(visitor);
    await page.getByLabel('Email').fill('countess@example.com');
    await contact.getByRole('button', { name: 'Save' }).click();
    await notice(page).filter({ hasText: 'Your details were changed' }).waitFor();
    await page.getByText('Ada King · countess@example.com').waitFor();

    const shipping = page.locator('.portal-line', { hasText: 'Shipping address' });
    await shipping.locator('summary', { hasText: 'Add an address' }).click();
    await page.getByLabel('Country').selectOption('JP');
    await page.getByLabel('Street address').fill('丸の内1-1-1');
    await shipping.getByRole('button', { name: 'Save' }).click();
    await shipping.locator('[aria-invalid="true"]').first().waitFor();
    expect(await page.getByLabel('Street address').inputValue()).toBe('丸の内1-1-1');
    await page.locator('#shippingCity').fill('千代田区');
    await page.locator('#shippingPostalCode').fill('100-0005');
    await page.locator('#shippingState').fill('東京都');
    await shipping.getByRole('button', { name: 'Save' }).click();
    await notice(page).filter({ hasText: 'Your shipping address was changed' }).waitFor();
    // As it is written there.
    const lines = await shipping.locator('p.soft').allTextContents();
    expect(lines).toEqual(['〒100-0005', '東京都千代田区', '丸の内1-1-1', 'Ada King', 'Japan']);
    const { data } = await demo.read<{ data: Fields }>(`/customers/${subscription.customer_id}`);
    expect(data).toMatchObject({ email: 'countess@example.com', shipping_country: 'JP', billing_country: 'US' });
  });

  it('says so where something came about meanwhile, or the connection was lost, and says a success once', async () => {
    const { demo, subscription, url } = await subscriber();
    const { page, faults } = await visitPage(browser, url);
    await open(page, 'Cancel');
    await page.route('**/api/portal/**', (route) => route.abort());
    await button(page, 'Cancel subscription').click();
    await notice(page).filter({ hasText: 'The connection was lost' }).waitFor();
    await page.unroute('**/api/portal/**');
    await button(page, 'Cancel subscription').click();
    await notice(page).filter({ hasText: 'The subscription was cancelled' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.reload();
    await expect.poll(() => notice(page).isHidden()).toBe(true);
    await demo.api.post(`/subscriptions/${subscription.id}/cancel`, { immediate: true });
    await button(page, 'Keep subscription').click();
    await notice(page).filter({ hasText: 'The subscription could not be kept' }).waitFor();
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
  });

  it('is worked by keyboard alone', async () => {
    const { url } = await subscriber();
    const { page } = await visitPage(browser, url);
    // The first press reaches the link into the inspector.
    for (const _ of [1, 2]) await page.keyboard.press('Tab');
    await page.locator('summary', { hasText: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await notice(page).filter({ hasText: 'The subscription was cancelled' }).and(page.locator(':focus')).waitFor();
  });

  it('says what there is not', async () => {
    const customer = await stage.demo.saveCustomer({ email: 'new@example.com', first_name: null, last_name: null });
    const visitor = await visitPage(browser, await portalOf(stage.demo, customer.id));
    const { page } = visitor;
    for (const text of ['new@example.com', 'You have no subscriptions.', 'Nothing is saved.', 'You have no payments']) {
      await page.getByText(text).first().waitFor();
    }
    await screenshot(page, 'portal-empty');
    await expectClean(visitor);
  });
});
