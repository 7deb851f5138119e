import { expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import {
  addLink,
  addProduct,
  addSession,
  fillBuyer,
  fillCard,
  goodCard,
  payButton,
  thanksPage,
  thanksUrl,
} from './shop.ts';
import { describeInBrowser } from './stage.ts';

const found = await openBrowser();

describeInBrowser(found, 'what a checkout is paid with', (stage) => {
  const kept = () => stage.visitor.page.locator('.kept:visible').allTextContents();
  const savedCard =
    'Demo Shop saves this card for future payments; you can remove the card with the link in your receipt.';

  it('is told with what the shop learns of it and keeps, which is so', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox, { success_url: thanksUrl(stage.sandbox) })).url);
    expect(await page.getByText('not stored').count()).toBe(0);
    await page.getByText('sees only the last four digits of your card or account').waitFor();
    expect(await kept()).toEqual([savedCard]);
    await page.getByRole('radio', { name: 'Bank account' }).check();
    expect(await kept()).toEqual([]);
    await page.getByRole('radio', { name: 'Card', exact: true }).check();
    expect(await kept()).toEqual([savedCard]);
    await fillBuyer(page);
    await page.getByLabel('Email').fill('keeper@example.com');
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.waitForURL(thanksPage);
    const { body } = await stage.sandbox.api.get<{ data: { id: string; email: string }[] }>('/customers?limit=100');
    const { id } = body.data.find(({ email }) => email === 'keeper@example.com')!;
    const saved = await stage.sandbox.api.get<{ data: object[] }>(`/customers/${id}/payment-methods`);
    expect(saved.body.data).toMatchObject([{ type: 'card' }]);
    expect(JSON.stringify(saved.body)).toContain(goodCard.slice(-4));
    expect(JSON.stringify(saved.body)).not.toContain(goodCard);
  });

  it('is a test number that fills in a whole buyer, wherever the browser is from', async () => {
    const { page } = await stage.visit({ locale: 'ja-JP' });
    await page.goto((await addSession(stage.sandbox, { success_url: thanksUrl(stage.sandbox) })).url);
    expect(await page.locator('#billingCountry').inputValue()).toBe('JP');
    await page.locator('#hints summary').click();
    await page.locator(`[data-card="${goodCard}"]`).click();
    await payButton(page).click();
    await page.waitForURL(thanksPage);
  });

  it('is an account that is kept where it is debited again and again, as long as that is chosen', async () => {
    const { page } = stage.visitor;
    const monthly = await addProduct(stage.sandbox, { name: 'Coffee club', recurring: { interval: 'month' } });
    const once = await addProduct(stage.sandbox, { name: 'Cup' });
    const products = [monthly, once].map(({ id: product_id }) => ({ product_id, quantity: 1 }));
    await page.goto((await addLink(stage.sandbox, { products })).url);
    await page.getByRole('radio', { name: 'Bank account' }).check();
    expect(await kept()).toEqual([expect.stringContaining('saves this account for future payments')]);
    await page.getByRole('button', { name: 'One Coffee club less' }).click();
    await expect.poll(kept).toEqual([]);
  });
});
