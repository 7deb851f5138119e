import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { Buyer } from '../support/buyer.ts';
import { byCard, pay } from '../support/checkout.ts';
import { Demo } from '../support/demo.ts';
import {
  addLink,
  addProduct,
  addSession,
  changeSettings,
  declinedCard,
  fillBuyer,
  fillCard,
  notice,
  payButton,
  thanksUrl,
  widestLocale,
} from './shop.ts';
import { describeInBrowser } from './stage.ts';

const found = await openBrowser();
const narrow = { width: 320, height: 640 };
const laptop = { width: 1280, height: 800 };

/** The words of an element's text that are broken over two lines. */
const brokenWords = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const text = document.querySelector('${selector}').firstChild;
    return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1;
    }).map(String);
  })()`);

/** How many lines the text of each element takes. */
const linesOf = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate<number[]>(`[...document.querySelectorAll('${selector}')].map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  })`);

describeInBrowser(found, 'the layout of the hosted checkout', (stage) => {
  const boxOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!;
  const bottomOf = async (page: Page, selector: string) => {
    const { y, height } = await boxOf(page, selector);
    return y + height;
  };
  const order = async () => {
    const pen = await addProduct(stage.sandbox, { name: 'Fountain pen', price: 2850 });
    return addSession(stage.sandbox, { amount: undefined, line_items: [{ product_id: pen.id, quantity: 2 }] });
  };

  it('folds the order on a phone, so that the form is on its first screen, and shows it by one press', async () => {
    const { page } = stage.visitor;
    await page.setViewportSize(phone);
    await page.goto((await order()).url);
    const lines = page.locator('.lines');
    expect(await lines.isVisible()).toBe(false);
    expect(await bottomOf(page, '#cardNumber')).toBeLessThan(phone.height);
    expect(await page.locator('#amount').textContent()).toBe('$57.00');
    await page.getByText('Order details').click();
    expect(await lines.isVisible()).toBe(true);
    expect(await page.locator('#total').isVisible()).toBe(true);
    await page.getByText('Order details').click();
    expect(await lines.isVisible()).toBe(false);
    await page.setViewportSize(laptop);
    expect(await lines.isVisible()).toBe(true);
    expect(await page.getByText('Order details').isVisible()).toBe(false);
  });

  it('unfolds it where something is to be chosen', async () => {
    const products = await Promise.all(['Pen', 'Cup'].map((name) => addProduct(stage.sandbox, { name })));
    const link = await addLink(stage.sandbox, {
      products: products.map(({ id }) => ({ product_id: id, quantity: 1 })),
    });
    const { page: chooser } = stage.visitor;
    await chooser.setViewportSize(phone);
    await chooser.goto(link.url);
    await chooser.getByText('Order details').click();
    for (const name of ['Pen', 'Cup']) await chooser.getByRole('button', { name: `One ${name} less` }).click();
    await chooser.getByText('Order details').click();
    await fillBuyer(chooser);
    await payButton(chooser).click();
    await notice(chooser).getByText('Nothing is chosen').waitFor();
    expect(await chooser.locator('.lines').isVisible()).toBe(true);
  });

  it('keeps the left column together, however long the right one is', async () => {
    const { page } = stage.visitor;
    await page.setViewportSize(laptop);
    const gap = async () => (await boxOf(page, '.assurance')).y - (await bottomOf(page, '.checkout-summary'));
    await page.goto((await order()).url);
    const usual = await gap();
    expect(usual).toBeLessThan(48);
    await fillBuyer(page);
    await fillCard(page, declinedCard);
    await payButton(page).click();
    await notice(page).getByText('The payment was declined').waitFor();
    await page.getByText('Test numbers').click();
    expect(await gap()).toBe(usual);
    const desk = await addProduct(stage.sandbox);
    const custom_fields = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, label: `Question ${id}`, type: 'text' }));
    const products = [{ product_id: desk.id, quantity: 1 }];
    await page.goto((await addLink(stage.sandbox, { products, custom_fields, collect_shipping_address: true })).url);
    expect(await gap()).toBe(usual);
  });

  it('breaks the name of a product between words on the narrowest phone, beside any price', async () => {
    const { page } = stage.visitor;
    await page.setViewportSize(narrow);
    const name = 'Walnut desk organizer with three drawers and a brass handle';
    const dear = await addProduct(stage.sandbox, { name, price: 12_346_900 });
    const line_items = [{ product_id: dear.id, quantity: 1 }];
    await page.goto((await addSession(stage.sandbox, { amount: undefined, line_items })).url);
    await page.getByText('Order details').click();
    expect(await brokenWords(page, '.line-name')).toEqual([]);
    expect((await boxOf(page, '.line-name')).width).toBeGreaterThan(140);
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, 'layout-long-name');
  });

  it('has its ribbon on one line, where its words are the longest', async () => {
    const body = { amount: 4200, success_url: thanksUrl(stage.sandbox) };
    const live = await stage.sandbox.as('sk_live_demo').post<{ data: { url: string } }>('/checkout-sessions', body);
    const locale = await widestLocale(live.body.data.url, /<aside class="ribbon[\s\S]*?<\/aside>/g);
    const { page } = await stage.visit({ locale, viewport: narrow });
    for (const { url } of [await order(), live.body.data]) {
      await page.goto(url);
      for (const viewport of [narrow, phone, laptop]) {
        await page.setViewportSize(viewport);
        expect((await boxOf(page, '.ribbon')).height, `${viewport.width} pixels`).toBeLessThan(40);
        // Nothing of it is cut off.
        const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.ribbon > span')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`);
        expect(cut, `${viewport.width} pixels`).toEqual([]);
      }
    }
  });

  it('keeps a large sum, its label and the button on a line each, on the narrowest phone in German', async () => {
    const { page } = await stage.visit({ locale: 'de-DE', viewport: narrow });
    const desk = await addProduct(stage.sandbox, { name: 'Schreibtisch', price: 12_346_900 });
    const line_items = [{ product_id: desk.id, quantity: 8 }];
    await page.goto((await addSession(stage.sandbox, { amount: undefined, line_items })).url);
    await page.getByText('Bestelldetails').click();
    expect(await brokenWords(page, '.totals .total dt')).toEqual([]);
    expect(await linesOf(page, '#total, #payLabel')).toEqual([1, 1]);
    expect(await sidewaysScroll(page)).toBe(0);
  });

  it('confirms a dear row below its name, and each fact whole, on phones in long words and in wide signs', async () => {
    const buyer = new Buyer(Demo.ofFixture(stage.sandbox, 'ws_demo'));
    const name = 'Kaffeeröstmaschinenbedienungsanleitung';
    const dear = await addProduct(stage.sandbox, { name, price: 12_346_900 });
    const line_items = [{ product_id: dear.id, quantity: 2 }];
    const { slug } = await addSession(stage.sandbox, { amount: undefined, line_items });
    const { body } = await pay(buyer, slug, await byCard(buyer));
    for (const locale of ['de-DE', 'ja-JP']) {
      const { page } = await stage.visit({ locale, viewport: laptop });
      await page.goto(`${stage.sandbox.url}/pay/${slug}/confirmation?token=${body.confirmationToken}`);
      for (const viewport of [laptop, phone, narrow]) {
        await page.setViewportSize(viewport);
        const at = `${locale}, ${viewport.width} pixels`;
        expect(new Set(await linesOf(page, '.facts dd, .times, .order-lines span:last-child')), at).toEqual(
          new Set([1]),
        );
        // How many of them stands below the name, never behind a part of it, and the price has not squeezed either.
        const { x, width } = await boxOf(page, '.order-lines > li > span:first-child');
        expect((await boxOf(page, '.times')).x, at).toBe(x);
        expect(width, at).toBeGreaterThan(130);
        expect(await sidewaysScroll(page), at).toBe(0);
      }
      await screenshot(page, `layout-confirmed-${locale}`);
    }
  });

  it('has each way to pay on a line of its own, where its words are the longest', async () => {
    const demo = Demo.ofFixture(stage.sandbox, 'ws_demo_a');
    const body = { amount: 4200, success_url: thanksUrl(stage.sandbox) };
    const { url } = (await demo.made<{ data: { url: string } }>('/checkout-sessions', body)).data;
    const { page } = await stage.visit({ locale: await widestLocale(url, /<label class="choice[\s\S]*?<\/label>/g) });
    await page.goto(url);
    await page.locator('#wallets button').first().waitFor();
    for (const viewport of [laptop, phone, narrow]) {
      await page.setViewportSize(viewport);
      const at = `${viewport.width} pixels`;
      expect(new Set(await linesOf(page, '#wallets button span, .choice span')), at).toEqual(new Set([1]));
      expect(await sidewaysScroll(page), at).toBe(0);
    }
  });

  it('shows the question of the bank whole, with both of its answers', async () => {
    await changeSettings(stage.sandbox, { three_ds_enabled: true });
    const { page } = stage.visitor;
    for (const viewport of [laptop, phone, narrow]) {
      await page.setViewportSize(viewport);
      await page.goto((await addSession(stage.sandbox)).url);
      await page.locator('#hints summary').click();
      await page.locator('[data-card="4000000000003220"]').click();
      await payButton(page).click();
      const issuer = page.frameLocator('.challenge-frame');
      for (const name of ['Approve', 'Refuse']) {
        await expect
          .poll(
            async () => {
              const box = await issuer.getByRole('button', { name }).boundingBox();
              const frame = await boxOf(page, '.challenge-frame');
              return box !== null && box.y + box.height <= Math.min(viewport.height, frame.y + frame.height);
            },
            { message: `${name} at ${viewport.width} pixels` },
          )
          .toBe(true);
      }
      const hidden = 'document.documentElement.scrollHeight - document.documentElement.clientHeight';
      const isWhole = viewport !== narrow;
      if (isWhole) await expect.poll(() => issuer.locator('body').evaluate(hidden)).toBe(0);
    }
    await changeSettings(stage.sandbox, { three_ds_enabled: false });
  });

  it('says the title of a wallet’s sheet once, and all of it in the language of the page', async () => {
    const demo = Demo.ofFixture(stage.sandbox, 'ws_demo_a');
    const body = { amount: 4200, success_url: thanksUrl(stage.sandbox), locale: 'de' };
    const { data } = await demo.made<{ data: { url: string } }>('/checkout-sessions', body);
    const { page } = stage.visitor;
    await page.setViewportSize(laptop);
    await page.goto(data.url);
    await page.getByRole('button', { name: 'Wallet A' }).click();
    const sheet = page.frameLocator('iframe');
    await sheet.locator('#pay:enabled').waitFor();
    expect(await sheet.locator('html').getAttribute('lang')).toMatch(/^de/);
    expect(await sheet.locator('[lang="en"]').count()).toBe(0);
    await sheet.getByText('Wird bei der Zahlung abgelehnt').waitFor();
    expect(await sheet.locator('body').innerText()).not.toMatch(/Wallet A|Testdaten|Approved|Declined/);
    expect(await page.getByRole('heading', { name: 'Wallet A (Testumgebung)' }).count()).toBe(1);
    await screenshot(page, 'layout-sheet-de', false);
  });
});
