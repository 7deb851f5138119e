import { describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { Buyer } from '../support/buyer.ts';
import { byBank, pay, paymentLink, session } from '../support/checkout.ts';
import { expectCleanInEveryLook, Stage, visitPage } from '../support/pages.ts';

const browser = await openBrowser();
const stage = new Stage(browser);

let people = 0;

/** The first debit of somebody new, by a session unless another slug is given. */
async function debit(of?: { slug: string }) {
  const buyer = new Buyer(stage.demo);
  const { slug } = of ?? (await session(stage.demo, { cancel_url: 'https://shop.example.com/cart' }));
  const { status, body } = await pay(buyer, slug, await byBank(buyer, { email: `buyer${people++}@example.com` }));
  expect(status).toBe(200);
  return body;
}

describe.skipIf(browser === null)("the bank's page for a first instant debit", () => {
  it('says who debits how much, and leads back to the confirmation, on every screen', async () => {
    const { bankAuthUrl = '', transactionId } = await debit();
    const visitor = await visitPage(browser, bankAuthUrl);
    const { page } = visitor;
    for (const text of ['Demo Shop', '$42.00', 'Ending in 6789']) await page.getByText(text, { exact: true }).waitFor();
    await expectCleanInEveryLook(visitor, 'bank-auth');
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('heading', { name: 'your payment is on its way' }).waitFor();
    await expectCleanInEveryLook(visitor, 'bank-auth-done');
    await stage.demo.settle();
    expect((await stage.demo.transaction(transactionId)).status).toBe('settled');
  });

  it('is the next step on the confirmation, which does not look like a success before', async () => {
    const { bankAuthUrl = '' } = await debit();
    const visitor = await visitPage(browser, bankAuthUrl.replace('bank-auth', 'confirmation'));
    const { page } = visitor;
    await page.getByRole('heading', { name: 'One more step: authorize the debit' }).waitFor();
    // Nobody goes on to the shop as if it were paid.
    expect(await page.getByRole('link', { name: 'Demo Shop' }).count()).toBe(0);
    expect(await page.locator('.seal').getAttribute('class')).toBe('seal seal-warn');
    await expectCleanInEveryLook(visitor, 'bank-auth-next');
    await page.setViewportSize({ width: 320, height: 640 });
    const torn = await page.evaluate<string[]>(`[...document.querySelectorAll('.facts dd')]
      .filter((each) => each.offsetHeight > 1.5 * parseFloat(getComputedStyle(each).lineHeight)).map(({ textContent }) => textContent)`);
    expect(torn).toEqual([]);
    await page.getByRole('link', { name: 'Authorize the debit with your bank' }).click();
    await page.getByRole('heading', { name: 'Authorize this debit?' }).waitFor();
  });

  it('says on the confirmation that the buyer refused it', async () => {
    const { bankAuthUrl = '', transactionId } = await debit();
    const visitor = await visitPage(browser, bankAuthUrl, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('heading', { name: 'You refused the debit' }).waitFor();
    expect(await page.getByText('rejected').count()).toBe(0);
    expect(await page.getByText('A receipt will be sent to').count()).toBe(0);
    const again = page.getByRole('link', { name: 'Try again at Demo Shop' });
    expect(await again.getAttribute('href')).toBe('https://shop.example.com/cart');
    expect(await page.getByRole('link', { name: 'Continue' }).count()).toBe(0);
    expect((await stage.demo.transaction(transactionId)).error_code).toBe('M021');
  });

  it('leads to the shop where the session names no page to go back to', async () => {
    const { bankAuthUrl = '' } = await debit(await session(stage.demo));
    const { page } = await visitPage(browser, bankAuthUrl);
    await page.getByRole('button', { name: 'Refuse' }).click();
    const again = page.getByRole('link', { name: 'Try again at Demo Shop' });
    expect(await again.getAttribute('href')).toBe('https://shop.example.com');
  });

  it('is reached from the portal until it is answered', async () => {
    const { transactionId } = await debit();
    const { customer_id } = await stage.demo.transaction(transactionId);
    const { data } = await stage.demo.control<{ data: { url: string } }>('post', `/customers/${customer_id}/portal`);
    const { page } = await visitPage(browser, data.url);
    const way = page.getByRole('link', { name: 'Authorize the debit with your bank' });
    expect(await page.getByRole('link', { name: 'Receipt' }).count()).toBe(0);
    await way.click();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('link', { name: 'See your payments and subscriptions' }).click();
    await page.getByRole('link', { name: 'Receipt' }).waitFor();
    expect(await way.count()).toBe(0);
  });

  it('takes no money of a buyer who refuses after the debit would have settled', async () => {
    const { bankAuthUrl = '', transactionId } = await debit();
    const { page } = await visitPage(browser, bankAuthUrl.replace('bank-auth', 'confirmation'));
    await page.getByRole('link', { name: 'Authorize the debit with your bank' }).click();
    await page.getByRole('heading', { name: 'Authorize this debit?' }).waitFor();
    await stage.demo.advance('1h');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('heading', { name: 'You refused the debit' }).waitFor();
    expect((await stage.demo.transaction(transactionId)).status).toBe('failed');
  });

  it('lets the buyer pay again where the debit was refused and the link still can be paid', async () => {
    const link = await paymentLink(stage.demo);
    const { bankAuthUrl = '' } = await debit(link);
    const { page } = await visitPage(browser, bankAuthUrl);
    await page.getByRole('button', { name: 'Refuse' }).click();
    const again = page.getByRole('link', { name: 'Pay again' });
    expect(await again.getAttribute('href')).toBe(`/pay/${link.slug}`);
  });
});
