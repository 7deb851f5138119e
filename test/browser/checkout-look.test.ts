import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, screenshot, sidewaysScroll, type TestBrowser } from '../support/browser.ts';
import { expectCleanInEveryLook } from '../support/pages.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import {
  addLink,
  addProduct,
  addSession,
  changeSettings,
  charges,
  fillAddress,
  fillBuyer,
  fillCard,
  focused,
  goodCard,
  payButton,
  thanksPage,
  thanksUrl,
} from './shop.ts';

const found = await openBrowser();
const narrow = { width: 320, height: 640 };

describe.skipIf(found === null)('the look of the hosted checkout', () => {
  const browser = found as TestBrowser;
  let sandbox: TestSandbox;
  let url: string;

  beforeAll(async () => {
    sandbox = await createTestSandbox();
    const desk = await addProduct(sandbox, { description: 'Oiled walnut, three trays' });
    const pen = await addProduct(sandbox, { name: 'Fountain pen', price: 2850 });
    const link = await addLink(sandbox, {
      products: [
        { product_id: desk.id, quantity: 1 },
        { product_id: pen.id, quantity: 2 },
      ],
      collect_shipping_address: true,
      custom_fields: [{ id: 'note', label: 'Note for the shop', type: 'text' }],
    });
    url = link.url;
  });
  afterAll(async () => {
    await sandbox.stop();
    await browser.close();
  });

  it('has no fault that the accessibility checker finds, on every screen', async () => {
    const visitor = await browser.visit();
    const { page, context } = visitor;
    await page.goto(url);
    await expectCleanInEveryLook(visitor, 'look');
    await page.getByText('Test numbers').click();
    await page.getByText('Add a discount code').click();
    await page.getByRole('radio', { name: 'Bank account' }).check();
    await payButton(page).click();
    await page.getByText('Enter your email address.').waitFor();
    await expectCleanInEveryLook(visitor, 'look-refused');
    await page.locator(`[data-card="${goodCard}"]`).click();
    await screenshot(page, 'look-filled');
    await payButton(page).click();
    await page.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    await expectCleanInEveryLook(visitor, 'look-confirmation');
    await context.close();
  });

  it('says that it is safe, what is taken and who to ask, and locks what the shop knows', async () => {
    const visitor = await browser.visit();
    const { page, context } = visitor;
    const links = { terms_url: 'https://shop.example/terms', privacy_url: 'https://shop.example/privacy' };
    const { url: pay } = await addSession(sandbox, {
      customer_email: 'grace@example.com',
      email_field_mode: 'read_only',
      success_url: thanksUrl(sandbox),
    });
    await page.goto(pay);
    expect(await page.getByRole('link', { name: /Terms|Privacy|Contact|Ask/ }).count()).toBe(0);
    await changeSettings(sandbox, { brand: { support_email: 'help@shop.example', ...links } });
    await page.reload();
    const assurance = page.getByRole('region', { name: 'Secure payment' });
    await assurance.getByText('Demo Shop sees only the last four digits of your card or account').waitFor();
    expect(await assurance.getByRole('listitem').allTextContents()).toEqual([
      'Visa',
      'Mastercard',
      'American Express',
      'Discover',
      'Bank account',
    ]);
    const addressOf = (name: string) => page.getByRole('link', { name }).getAttribute('href');
    expect(await addressOf('Ask Demo Shop')).toBe('mailto:help@shop.example');
    expect(await addressOf('Terms')).toBe(links.terms_url);
    expect(await addressOf('Privacy')).toBe(links.privacy_url);
    expect(await page.locator('.field:has(#email) .locked').isVisible()).toBe(true);
    await expectCleanInEveryLook(visitor, 'look-assurance');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    await screenshot(page, 'look-assurance-forced', false);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await fillAddress(page, 'billing');
    await fillCard(page, goodCard);
    // What the button says on the way is kept beyond the page.
    await page.evaluate(`new MutationObserver(() => {
      const { textContent, parentElement } = document.querySelector('#payLabel');
      sessionStorage.said = (sessionStorage.said ?? '') + textContent + parentElement.hasAttribute('data-paid') + ' ';
    }).observe(document.querySelector('#pay'), { childList: true, subtree: true })`);
    await payButton(page).click();
    await page.waitForURL(thanksPage);
    expect(await page.evaluate<string>('sessionStorage.said')).toMatch(/Paying…false.*Paidtrue $/);
    await changeSettings(sandbox, { brand: { support_email: null, terms_url: null, privacy_url: null } });
    await context.close();
  });

  it('fits a window of 320 pixels', async () => {
    const { page, context } = await browser.visit({ viewport: narrow });
    await page.goto(url);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByText('Test numbers').click();
    await page.getByRole('radio', { name: 'Bank account' }).check();
    await payButton(page).click();
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, 'look-narrow');
    await context.close();
  });

  it.each(['en-US', 'de-DE', 'fr-FR', 'es-ES'])('shows the country whole on a phone (%s)', async (locale) => {
    const { page, context } = await browser.visit({ viewport: { width: 375, height: 667 }, locale });
    await page.goto(url);
    for (const country of ['US', 'GB']) {
      await page.locator('#shippingCountry').selectOption(country);
      const [room, needed] = await page.evaluate<[number, number]>(`(() => {
        const select = document.querySelector('#shippingCountry');
        const { paddingLeft, paddingRight, font } = getComputedStyle(select);
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = font;
        const { width } = pen.measureText(select.selectedOptions[0].textContent);
        return [select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight), width];
      })()`);
      expect(needed).toBeGreaterThan(0);
      expect(needed).toBeLessThanOrEqual(room);
    }
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, `look-phone-${locale}`);
    await context.close();
  });

  it('fits it with words that have no end', async () => {
    const { page, context } = await browser.visit({ viewport: narrow });
    const endless = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);
    const { id: product_id } = await addProduct(sandbox, { name: endless, description: endless, price: 99_999_999 });
    const custom_fields = [{ id: 'a', label: endless, type: 'select', options: [endless] }];
    const link = await addLink(sandbox, { name: endless, products: [{ product_id, quantity: 1 }], custom_fields });
    await page.goto(link.url);
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, 'look-endless');
    await context.close();
  });

  it('stays still for those who want it to', async () => {
    const { page, context } = await browser.visit({ reducedMotion: 'reduce' });
    await page.goto(url);
    const longest = await page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return [transitionDuration, animationDuration].map((time) => Math.max(...time.split(',').map(parseFloat)));
      }))`,
    );
    expect(longest).toBeLessThanOrEqual(0.001);
    await context.close();
  });

  it('can be paid by keys alone, in the order in which it is read', async () => {
    const { page, faults, context } = await browser.visit();
    await page.goto((await addSession(sandbox)).url);
    const filled: Record<string, string> = {
      email: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'Hopper',
      cardNumber: goodCard,
      cardExpiry: '1234',
      cardCvc: '123',
      billingPostalCode: '22201',
      billingAddress1: '12 Harbor Street',
      billingCity: 'Arlington',
    };
    const order = await tabThrough(page, filled);
    expect(order).toEqual(Object.keys(filled));
    await page.keyboard.press('Enter');
    await page.waitForURL(thanksPage);
    expect((await charges(sandbox))[0]).toMatchObject({ email: 'grace@example.com', status: 'pending_settlement' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows a ring around what has the focus', async () => {
    const { page, context } = await browser.visit();
    await page.goto((await addSession(sandbox)).url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await page.keyboard.press('Tab');
    for (let steps = 0; (await focused(page)) !== 'pay' && steps < 20; steps++) await page.keyboard.press('Tab');
    const width = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineWidth');
    expect(Number.parseFloat(width)).toBeGreaterThanOrEqual(2);
    await context.close();
  });
});

/** Goes from field to field, types what each is to hold, and ends on the button; the fields in their order. */
async function tabThrough(page: Page, filled: Record<string, string>): Promise<string[]> {
  const order: string[] = [];
  let last = '';
  for (let steps = 0; steps < 60; steps++) {
    // A card's field that is whole goes on to the next by itself.
    if ((await focused(page)) === last) await page.keyboard.press('Tab');
    const id = await focused(page);
    last = id;
    if (id === 'pay') break;
    const text = filled[id];
    if (text === undefined) continue;
    order.push(id);
    await page.keyboard.type(text);
  }
  return order;
}
