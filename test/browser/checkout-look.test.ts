import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser, screenshot, sidewaysScroll } from '../support/browser.ts';
import { expectCleanIn, expectCleanInEveryLook, looks } from '../support/pages.ts';
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
  widestLocale,
} from './shop.ts';
import { describeInBrowser } from './stage.ts';

const found = await openBrowser();
const narrow = { width: 320, height: 640 };

describeInBrowser(found, 'the look of the hosted checkout', (stage) => {
  let url: string;

  beforeAll(async () => {
    const { sandbox } = stage;
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

  it('has no fault that the accessibility checker finds, on every screen', async () => {
    const { visitor } = stage;
    const { page } = visitor;
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
  });

  it('says that it is safe, what is taken and who to ask, and locks what the shop knows', async () => {
    const { visitor } = stage;
    const { page } = visitor;
    const links = { terms_url: 'https://shop.example/terms', privacy_url: 'https://shop.example/privacy' };
    const { url: pay } = await addSession(stage.sandbox, {
      customer_email: 'grace@example.com',
      email_field_mode: 'read_only',
      success_url: thanksUrl(stage.sandbox),
    });
    await page.goto(pay);
    expect(await page.getByRole('link', { name: /Terms|Privacy|Contact|Ask/ }).count()).toBe(0);
    await changeSettings(stage.sandbox, { brand: { support_email: 'help@shop.example', ...links } });
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
    await expectCleanIn(visitor, 'look-assurance', looks.slice(0, 2));
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
    await changeSettings(stage.sandbox, { brand: { support_email: null, terms_url: null, privacy_url: null } });
  });

  it('fits a window of 320 pixels', async () => {
    const { page } = await stage.visit({ viewport: narrow });
    await page.goto(url);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByText('Test numbers').click();
    await page.getByRole('radio', { name: 'Bank account' }).check();
    await payButton(page).click();
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, 'look-narrow');
  });

  it('shows the country whole on a phone, where its name is the longest', async () => {
    const locale = await widestLocale(url, /<option value="(US|GB)"[^>]*>[^<]*/g);
    const { page } = await stage.visit({ viewport: { width: 375, height: 667 }, locale });
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
    await screenshot(page, 'look-phone');
  });

  it('fits it with words that have no end', async () => {
    const { page } = await stage.visit({ viewport: narrow });
    const endless = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);
    const { id: product_id } = await addProduct(stage.sandbox, {
      name: endless,
      description: endless,
      price: 99_999_999,
    });
    const custom_fields = [{ id: 'a', label: endless, type: 'select', options: [endless] }];
    const link = await addLink(stage.sandbox, {
      name: endless,
      products: [{ product_id, quantity: 1 }],
      custom_fields,
    });
    await page.goto(link.url);
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, 'look-endless');
  });

  it('stays still for those who want it to', async () => {
    const { page } = await stage.visit({ reducedMotion: 'reduce' });
    await page.goto(url);
    const longest = await page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return [transitionDuration, animationDuration].map((time) => Math.max(...time.split(',').map(parseFloat)));
      }))`,
    );
    expect(longest).toBeLessThanOrEqual(0.001);
  });

  it('can be paid by keys alone, in the order in which it is read', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox)).url);
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
    expect((await charges(stage.sandbox))[0]).toMatchObject({
      email: 'grace@example.com',
      status: 'pending_settlement',
    });
  });

  it('shows a ring around what has the focus', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox)).url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await page.keyboard.press('Tab');
    for (let steps = 0; (await focused(page)) !== 'pay' && steps < 20; steps++) await page.keyboard.press('Tab');
    const width = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineWidth');
    expect(Number.parseFloat(width)).toBeGreaterThanOrEqual(2);
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
