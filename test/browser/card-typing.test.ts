import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { cards } from '../support/demo.ts';
import { hears, SdkTests } from '../support/merchant-page.ts';
import { addSession, focused } from './shop.ts';

const browser = await openBrowser();

/** One of each kind of the ways in which people, browsers and password managers write December 2034. */
const written = ['12/34', '122034', '2034-12', '１２／３４', '2034年12月'];

describe.skipIf(browser === null)('a card that is typed', () => {
  const tests = new SdkTests(browser);
  const sdkField = (title: string) => tests.page.frameLocator(`iframe[title="Secure ${title} field"]`).locator('input');

  const paste = async (field: Locator, text: string) => {
    await field.fill('');
    await field.focus();
    await field.page().keyboard.insertText(text);
  };
  const typed = async (field: Locator, text: string) => {
    await field.fill('');
    await field.pressSequentially(text);
  };

  async function readsEachWay(expiry: () => Locator, code: () => Locator): Promise<void> {
    for (const text of written) {
      for (const [how, enter] of Object.entries({ paste, typed, fill: (field: Locator) => field.fill(text) })) {
        await enter(expiry(), text);
        await expiry().blur();
        expect([await expiry().inputValue(), await code().inputValue()], `${text}, by ${how}`).toEqual(['12 / 34', '']);
      }
    }
  }

  async function keepsWhatIsEdited(page: Page, expiry: () => Locator): Promise<void> {
    const press = async (key: string, times = 1) => {
      for (let count = 0; count < times; count++) await page.keyboard.press(key);
    };
    const caretAt = async (place: number) => {
      await expiry().focus();
      await press('Home');
      await press('ArrowRight', place);
    };
    const left = async () => {
      await expiry().blur();
      return expiry().inputValue();
    };
    await expiry().fill('12 / 34');
    // Another month in place of the first, digit by digit.
    await caretAt(2);
    await press('Backspace', 2);
    await page.keyboard.type('0');
    expect(await expiry().inputValue()).toBe('0 / 34');
    await page.keyboard.type('7');
    expect(await left()).toBe('07 / 34');
    // The month is selected, and another one typed over it.
    await caretAt(0);
    await press('Shift+ArrowRight', 2);
    await page.keyboard.type('11');
    expect(await left()).toBe('11 / 34');
    // Back from the end, and on with another year.
    await caretAt(7);
    await press('Backspace', 5);
    expect(await expiry().inputValue()).toBe('11');
    await page.keyboard.type('35');
    expect(await left()).toBe('11 / 35');
    // A month of one digit.
    await caretAt(1);
    await press('Delete');
    expect(await left()).toBe('01 / 35');
  }

  describe('into the hosted form', () => {
    beforeEach(async () => {
      await tests.page.goto((await addSession(tests.sandbox)).url);
    });
    const expiry = () => tests.page.getByLabel('Expiry');
    const code = () => tests.page.getByLabel('Security code');

    it('has the month and the year of every way to write them', () => readsEachWay(expiry, code));
    it('keeps what is edited before its end', () => keepsWhatIsEdited(tests.page, expiry));

    it('goes on to the next field by itself, and by a Tab that comes all the same no further', async () => {
      const { page } = tests;
      const number = page.getByLabel('Card number');
      for (const key of ['Tab', null]) {
        await number.focus();
        for (const text of ['4000056655665556', '1234', '123']) {
          await page.keyboard.type(text);
          if (key !== null) await page.keyboard.press(key);
        }
        expect(await number.inputValue()).toBe('4000 0566 5566 5556');
        expect([await expiry().inputValue(), await code().inputValue()]).toEqual(['12 / 34', '123']);
        expect(await focused(page)).toBe(key === null ? 'cardCvc' : 'billingCountry');
        for (const field of [number, expiry(), code()]) await field.fill('');
      }
      await number.focus();
      await page.keyboard.type('4000056655665556');
      // Pressed twice, it leads on; and back it leads at once.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('cardCvc');
      await number.fill('');
      await number.focus();
      await page.keyboard.type('4000056655665556');
      await page.keyboard.press('Shift+Tab');
      expect(await focused(page)).toBe('cardNumber');
    });

    it('is read in the digits of other scripts too', async () => {
      const { page } = tests;
      await page.getByLabel('Card number').fill('４０００ ０５６６ ５５６６ ５５５６');
      await code().fill('١٢٣');
      await page.getByRole('radio', { name: 'Bank account' }).check();
      await page.getByLabel('Routing number').fill('021 000 021');
      await page.getByLabel('Routing number').blur();
      expect(await page.locator('#routingNumber-error').textContent()).toBe('');
      await page.getByRole('radio', { name: 'Card', exact: true }).check();
      expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0566 5566 5556');
      expect(await code().inputValue()).toBe('123');
    });

    it('lets an input method end what it composes before it is grouped', async () => {
      const { page } = tests;
      await expiry().focus();
      const session = await page.context().newCDPSession(page);
      await session.send('Input.imeSetComposition', { text: '１２３', selectionStart: 3, selectionEnd: 3 });
      expect(await expiry().inputValue()).toBe('１２３');
      await session.send('Input.insertText', { text: '１２３４' });
      expect(await expiry().inputValue()).toBe('12 / 34');
    });

    it('takes keys without a pause', async () => {
      const { page } = tests;
      await page.locator('#pay').click();
      await page.getByLabel('Card number').focus();
      await page.keyboard.type(`${cards.visaDebit}12/34123`);
      expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0566 5566 5556');
      expect([await expiry().inputValue(), await code().inputValue(), await focused(page)]).toEqual([
        '12 / 34',
        '123',
        'cardCvc',
      ]);
    });
  });

  describe('into the fields of the SDK', () => {
    const number = () => sdkField('card number');
    const expiry = () => sdkField('expiry');
    const code = () => sdkField('security code');
    const values = () => Promise.all([number(), expiry(), code()].map((field) => field.inputValue()));

    beforeEach(async () => {
      const { page, site } = tests;
      await site.open(page);
      await page.evaluate(`{
        window.payments = PaymentsSDK('pk_test_demo');
        window.fields = payments.mountCardInputs('#target', { onReady: hear('ready'), onChange: hear('change') });
      }`);
      await hears(page, 'ready');
    });

    it('has the month and the year of every way to write them', async () => {
      await code().fill('12');
      await code().fill('');
      await readsEachWay(expiry, code);
    });
    it('keeps what is edited before its end', () => keepsWhatIsEdited(tests.page, expiry));

    it.each(['1234', '2034-12'])('takes keys without a pause, after an empty Pay too (%s)', async (date) => {
      const { page } = tests;
      for (let times = 0; times < 2; times++) {
        await page.evaluate('fields.clear()');
        await expect.poll(values).toEqual(['', '', '']);
        await page.evaluate('payments.createToken().catch(() => {})');
        await page.getByText('Enter the card number.').waitFor();
        await number().click();
        await page.keyboard.type(`4000000000000002${date}123`);
        await expect.poll(values).toEqual(['4000 0000 0000 0002', '12 / 34', '123']);
      }
      await expect
        .poll(() => page.evaluate("heard.filter(([name]) => name === 'change').at(-1)[1].complete"))
        .toBe(true);
      const made = await page.evaluate<{ card: object }>('payments.createToken()');
      expect(made.card).toMatchObject({ last4: '0002', exp_month: '12', exp_year: '2034' });
    });

    it('takes what is put in whole, one text after the other', async () => {
      const { page } = tests;
      await number().click();
      for (const text of ['4000000000000002', '1234', '123']) await page.keyboard.insertText(text);
      await expect.poll(values).toEqual(['4000 0000 0000 0002', '12 / 34', '123']);
    });

    it('keeps a digit that is added to a number whose date is there already', async () => {
      const { page } = tests;
      await expiry().fill('12 / 34');
      await number().click();
      await page.keyboard.type('40000000000000021');
      await expect.poll(values).toEqual(['4000 0000 0000 0002 1', '12 / 34', '']);
    });
  });
});
