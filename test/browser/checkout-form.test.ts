import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser, screenshot, sidewaysScroll } from '../support/browser.ts';
import { expectClean } from '../support/pages.ts';
import {
  addLink,
  addProduct,
  addSession,
  countCharges,
  declinedCard,
  dropNetworkErrors,
  fillBuyer,
  fillCard,
  focused,
  goodCard,
  notice,
  payButton,
  thanksPage,
  thanksUrl,
  watchAttempts,
} from './shop.ts';
import { describeInBrowser } from './stage.ts';

const found = await openBrowser();

describeInBrowser(found, 'the form of the hosted checkout', (stage) => {
  const sold = () => countCharges(stage.sandbox);
  const month = async (): Promise<string> => {
    const { body } = await stage.sandbox.control.get<{ data: { now: string } }>('/clock');
    return `${body.data.now.slice(5, 7)} / ${body.data.now.slice(2, 4)}`;
  };
  /** Pays, but reloads before the answer: the service has charged, and its answer does not come back. */
  async function payUnanswered(page: Page, before: number): Promise<void> {
    let isCut = true;
    await page.route('**/pay', (route) => (isCut ? void route.fetch() : route.continue()));
    await payButton(page).click();
    await expect.poll(sold).toBe(before + 1);
    isCut = false;
    await page.reload();
  }
  const error = (page: Page, field: string) => page.locator(`#${field}-error`).textContent();

  it('says on leaving a field what is wrong with a card, by the emulated clock', async () => {
    const { page } = stage.visitor;
    const { url } = await addLink(stage.sandbox, { amount: 1500 });
    await page.goto(url);
    const wrong = async (label: string, text: string): Promise<string | null> => {
      await page.getByLabel(label).fill(text);
      await page.getByLabel(label).blur();
      return error(page, { 'Card number': 'cardNumber', Expiry: 'cardExpiry' }[label] ?? 'cardCvc');
    };
    expect(await wrong('Card number', '4242 4242 4242 4241')).toBe('Check the card number.');
    expect(await wrong('Card number', '4242 4242 4242')).toBe('The card number is incomplete.');
    expect(await wrong('Card number', '5555 5555 5555 44')).toBe('The card number is incomplete.');
    expect(await wrong('Card number', goodCard)).toBe('');
    expect(await wrong('Security code', '12')).toBe('The security code has 3 digits.');
    expect(await wrong('Expiry', '13/30')).toBe('Enter the expiry date as MM / YY.');
    expect(await page.getByLabel('Expiry').inputValue()).toBe('13 / 30');
    const thisMonth = await month();
    expect(await wrong('Expiry', thisMonth)).toBe('');
    await stage.sandbox.control.post('/clock', { advance: '32d' });
    await page.reload();
    expect(await wrong('Expiry', thisMonth)).toContain('This card has expired.');
    await page.getByRole('radio', { name: 'Bank account' }).check();
    await page.getByLabel('Routing number').fill('021000022');
    await page.getByLabel('Routing number').blur();
    expect(await error(page, 'routingNumber')).toBe('Check the routing number.');
  });

  it('marks the security code or the date where the bank refuses it, in words for a buyer', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox)).url);
    await fillBuyer(page);
    await fillCard(page, '4000000000000127');
    await payButton(page).click();
    await notice(page).getByText('The payment was declined').waitFor();
    expect(await page.getByLabel('Security code').getAttribute('aria-invalid')).toBe('true');
    expect(await error(page, 'cardCvc')).toBe('Check the security code.');
    await fillCard(page, '4000000000000069');
    await payButton(page).click();
    await expect.poll(() => error(page, 'cardExpiry')).toBe('Check the card number and the expiry date.');
    expect(await page.locator('#checkout').textContent()).not.toMatch(/gateway|workspace|check digit|vault[A-Z]/);
  });

  it('goes from field to field of a card by itself, shows its brand and where its code is', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox)).url);
    const marks = () => page.locator('.card-mark:visible').count();
    expect(await marks()).toBe(4);
    await page.getByLabel('Card number').pressSequentially('378282246310005');
    expect(await page.locator('.card-mark:visible').getAttribute('class')).toContain('card-mark-amex');
    expect(await page.locator('#cardBrand').textContent()).toBe('American Express');
    expect(await page.locator('.code-front').isVisible()).toBe(true);
    expect(await focused(page)).toBe('cardExpiry');
    await page.keyboard.type('1234');
    expect(await focused(page)).toBe('cardCvc');
    await page.keyboard.type('12345');
    expect(await page.getByLabel('Security code').inputValue()).toBe('1234');
    await screenshot(page, 'form-amex');
    await page.getByLabel('Card number').fill('');
    expect(await marks()).toBe(4);
    await page.getByLabel('Card number').pressSequentially('4242424242424241');
    expect(await focused(page)).toBe('cardNumber');
  });

  it('asks for an address as it is written in the country, and begins with the buyer’s', async () => {
    const { url } = await addSession(stage.sandbox);
    const { page, faults } = await stage.visit({ locale: 'en-GB' });
    await page.goto(url);
    expect(await page.locator('#billingCountry option').first().textContent()).toBe('United Kingdom');
    expect(await page.getByLabel('Country').inputValue()).toBe('GB');
    await page.getByLabel('Postcode').fill('12345');
    await page.getByLabel('Postcode').blur();
    expect(await error(page, 'billingPostalCode')).toBe('Check the postcode. Example: SW1A 1AA.');
    expect(await page.locator('#billingState').isVisible()).toBe(false);
    await page.getByLabel('Country').selectOption('US');
    expect(await page.getByLabel('State').locator('option').count()).toBe(55);
    expect(await page.getByLabel('ZIP code').count()).toBe(1);
    await page.getByLabel('State').selectOption('VA');
    await page.getByLabel('Country').selectOption('CA');
    await page.getByLabel('Province').selectOption({ label: 'Quebec' });
    await page.getByLabel('Country').selectOption('JP');
    await page.getByLabel('Prefecture').fill('Tokyo');
    expect(faults).toEqual([]);
  });

  it('asks for an address from the large to the small where it is written so', async () => {
    const { url } = await addSession(stage.sandbox);
    const parts = (page: Page): Promise<string[]> =>
      page.evaluate<string[]>(`[...document.querySelectorAll('#billingAddress .input')].map(({ id }) => id.slice(7))`);
    const smallFirst = ['Country', 'PostalCode', 'Address1', 'City', 'State'];
    const largeFirst = ['Country', 'PostalCode', 'State', 'City', 'Address1'];
    const { page: japanese } = await stage.visit({ locale: 'ja-JP' });
    await japanese.goto(url);
    expect(await parts(japanese)).toEqual(largeFirst);
    // They stand as they follow each other.
    const { y: city } = (await japanese.locator('#billingCity').boundingBox())!;
    expect((await japanese.locator('#billingAddress1').boundingBox())!.y).toBeGreaterThan(city);
    await payButton(japanese).click();
    await japanese.locator('#billingCity-error', { hasText: '「市区町村」を入力してください。' }).waitFor();
    const { page } = stage.visitor;
    await page.goto(url);
    expect(await parts(page)).toEqual(smallFirst);
    await page.getByLabel('Street address').fill('1-1-1 Marunouchi');
    for (const [country, order] of [
      ['JP', largeFirst],
      ['KR', largeFirst],
      ['DE', smallFirst],
      ['US', smallFirst],
    ] as const) {
      await page.getByLabel('Country').selectOption(country);
      expect([country, await parts(page)]).toEqual([country, order]);
    }
    expect(await page.getByLabel('Street address').inputValue()).toBe('1-1-1 Marunouchi');
  });

  it('has the button to pay above the fold of a laptop', async () => {
    const { url } = await addSession(stage.sandbox);
    const { page } = await stage.visit({ viewport: { width: 1280, height: 800 } });
    await page.goto(url);
    const box = await payButton(page).boundingBox();
    await screenshot(page, 'form-fold', false);
    expect(box!.y + box!.height).toBeLessThanOrEqual(800);
  });

  it('shows the code that is applied with what it takes off and a button to remove it, and test numbers whole', async () => {
    const { page } = stage.visitor;
    const { url } = await addSession(stage.sandbox, { discount_code: 'SAVE10' });
    await page.goto(url);
    const remove = page.getByRole('button', { name: 'Remove the discount code' });
    await page.getByText('-$4.20').waitFor();
    expect(await remove.isVisible()).toBe(false);
    await page.getByText('Add a discount code').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('discountCode');
    await page.keyboard.type('minus5');
    await page.keyboard.press('Enter');
    await page.locator('.totals').getByText('-$5.00').waitFor();
    expect(await page.locator('#discountName').textContent()).toBe('MINUS5');
    expect(await page.getByText('Add a discount code').isVisible()).toBe(false);
    expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Remove the discount code');
    await screenshot(page, 'form-discount');
    await expectClean(stage.visitor);
    await remove.click();
    await page.getByText('-$4.20').waitFor();
    expect(await page.getByText('Add a discount code').isVisible()).toBe(true);
    await page.getByText('Test numbers').click();
    expect(
      await page.evaluate<string[]>(
        "[...document.querySelectorAll('.hints')].filter((list) => list.scrollHeight > list.clientHeight + 1)",
      ),
    ).toEqual([]);
    await screenshot(page, 'form-test-numbers');
  });

  it('shows what is selected, focused and chosen where the system chooses the colors', async () => {
    const { page } = stage.visitor;
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto((await addSession(stage.sandbox)).url);
    await page.emulateMedia({ forcedColors: 'active' });
    const styleOf = (selector: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}'))['${property}']`);
    expect(await styleOf('.choice:has(:checked)', 'backgroundColor')).not.toBe(
      await styleOf('.choice:not(:has(:checked))', 'backgroundColor'),
    );
    await page.getByLabel('Email').focus();
    expect(await styleOf('.field:has(#email)', 'outlineStyle')).toBe('solid');
    expect(await styleOf('#billingCountry', 'appearance')).toBe('auto');
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, 'form-forced-colors');
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
    await screenshot(page, 'form-narrow-dark');
    await expectClean(stage.visitor);
  });

  it('is told at once what is sold out, and ends a stepper at what is left', async () => {
    const { page } = stage.visitor;
    const stock = (count: number) => ({ track_inventory: true, stock_quantity: count });
    const none = await addProduct(stage.sandbox, { name: 'Last year’s calendar', ...stock(0) });
    const few = await addProduct(stage.sandbox, { name: 'Fountain pen', price: 2850, ...stock(3) });
    const quantity = 1;
    const both = await addLink(stage.sandbox, {
      products: [
        { product_id: none.id, quantity },
        { product_id: few.id, quantity },
      ],
    });
    await page.goto(both.url);
    expect(await page.getByText('Sold out').count()).toBe(1);
    expect(await page.getByText('Only 3 left').count()).toBe(1);
    expect(await page.locator('#total').textContent()).toBe('$28.50');
    const more = page.getByRole('button', { name: 'One Fountain pen more' });
    await more.click();
    await more.click();
    expect(await more.isDisabled()).toBe(true);
    expect(await page.getByLabel('Quantity of Fountain pen').inputValue()).toBe('3');
    await page.getByLabel('Quantity of Fountain pen').fill('9');
    await page.getByLabel('Quantity of Fountain pen').blur();
    expect(await page.getByLabel('Quantity of Fountain pen').inputValue()).toBe('3');
    await screenshot(page, 'form-stock');
    const gone = await addLink(stage.sandbox, { products: [{ product_id: none.id, quantity }] });
    await page.goto(gone.url);
    await page.locator('#shortage').getByText('Sold out').waitFor();
    expect(await page.locator('#checkout, #pay').count()).toBe(0);
    await expectClean(stage.visitor);
    await screenshot(page, 'form-sold-out');
    const { url } = await addSession(stage.sandbox, {
      amount: undefined,
      line_items: [{ product_id: few.id, quantity: 3 }],
    });
    await stage.sandbox.api.post('/inventory/adjust', { product_id: few.id, quantity: 1 });
    await page.goto(url);
    await page.getByText('Fountain pen: only 1 is left, but this order has 3.').waitFor();
    expect(await page.locator('#checkout, #pay').count()).toBe(0);
  });

  it('goes on with the same attempt after a reload, and pays once', async () => {
    const { page } = stage.visitor;
    const before = await sold();
    const attempts = watchAttempts(page);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.goto((await addLink(stage.sandbox, { amount: 1700 })).url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payUnanswered(page, before);
    await page.waitForURL(/confirmation/);
    expect(asked).toEqual(['beforeunload']);
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
    expect(attempts.length).toBeGreaterThan(1);
    expect(await sold()).toBe(before + 1);
    dropNetworkErrors(stage.visitor);
  });

  it('goes on to the confirmation of a session that was paid before its answer came', async () => {
    const { page } = stage.visitor;
    const { url } = await addSession(stage.sandbox, { cancel_url: `${stage.sandbox.url}/docs#cart` });
    const before = await sold();
    const other = await stage.visit();
    for (const each of [page, other.page]) {
      await each.goto(url);
      await fillBuyer(each);
      await fillCard(each, goodCard);
    }
    page.on('dialog', (dialog) => void dialog.accept());
    await payUnanswered(page, before);
    await page.waitForURL(thanksPage);
    expect(await page.evaluate<number>('sessionStorage.length')).toBe(0);
    dropNetworkErrors(stage.visitor);
    // The tab that has not paid is told so, and leads to where the payment has led.
    await payButton(other.page).click();
    await other.page.getByRole('button', { name: 'See the current status' }).click();
    await other.page.locator('[data-reason="paid"]').waitFor();
    await screenshot(other.page, 'form-paid-elsewhere');
    const link = other.page.getByRole('link', { name: /Demo Shop/ });
    expect([await link.textContent(), await link.getAttribute('href')]).toEqual([
      'Continue to Demo Shop',
      thanksUrl(stage.sandbox),
    ]);
    expect(await sold()).toBe(before + 1);
  });

  it('forgets an attempt whose end is known', async () => {
    const { page } = stage.visitor;
    const attempts = watchAttempts(page);
    await page.goto((await addLink(stage.sandbox, { amount: 1800 })).url);
    await fillBuyer(page);
    await fillCard(page, declinedCard);
    await payButton(page).click();
    await notice(page).getByText('The payment was declined').waitFor();
    await page.reload();
    await page.getByLabel('Email').waitFor();
    expect(await page.evaluate<number>('sessionStorage.length')).toBe(0);
    expect(attempts).toHaveLength(1);
  });
});

describeInBrowser(found, 'the hosted checkout without a script', (stage) => {
  it('says that it needs one, and nothing can be pressed', async () => {
    const { page } = await stage.visit({ javaScriptEnabled: false });
    await page.goto((await addSession(stage.sandbox)).url);
    expect(await page.locator('noscript .notice').innerText()).toMatch(/^This form requires JavaScript/);
    expect(await payButton(page).isDisabled()).toBe(true);
  });
});
