import { expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { describeInBrowser } from './stage.ts';

describeInBrowser(await openBrowser(), 'an operation in the documents', (stage) => {
  it('is sent from its page by keyboard alone, shows the answer, and leads to its row in the inspector', async () => {
    const { page } = stage.visitor;
    await page.goto(`${stage.sandbox.url}/docs/api#customers.create`);
    const form = page.getByRole('form', { name: 'Try customers.create' });
    expect(await form.getByLabel('Key').inputValue()).toBe('sk_test_demo');
    await form.getByLabel('Body').fill('{"email": "grace@example.com"}');
    await page.keyboard.press('Control+Enter');
    await form
      .getByRole('status')
      .filter({ hasText: /^201 after \d+ ms/ })
      .waitFor();
    const answer = page.locator('details[id="customers.create"] .try-answer pre');
    const { data } = JSON.parse((await answer.textContent()) ?? '');
    expect(data.email).toBe('grace@example.com');
    await screenshot(page, 'docs-try', false);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityFaults(page, 'colors')).toEqual([]);
    await screenshot(page, 'docs-try-dark', false);
    await page.setViewportSize(phone);
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, 'docs-try-phone', false);
    // The focus is on the button, and the link comes next.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/inspector#\/request\/req_/);
    await page.getByText('grace@example.com').first().waitFor();
    await page.getByText('POST /api/v1/customers').first().waitFor();
  });

  it('takes the values of its fields, and shows a refusal as an answer', async () => {
    const { page } = stage.visitor;
    const { body } = await stage.sandbox.api.post<{ data: { id: string } }>('/customers', { email: 'ann@example.com' });
    await page.goto(`${stage.sandbox.url}/docs/api#transactions.list`);
    const list = page.getByRole('form', { name: 'Try transactions.list' });
    await list.getByLabel('customer_id').fill(body.data.id);
    await list.getByLabel('limit').fill('0');
    await list.getByRole('button', { name: 'Send' }).click();
    await list
      .getByRole('status')
      .filter({ hasText: /^400 after/ })
      .waitFor();
    await page.getByText('limit').last().waitFor();
    await list.getByLabel('limit').fill('5');
    await list.getByRole('button', { name: 'Send' }).click();
    await list
      .getByRole('status')
      .filter({ hasText: /^200 after/ })
      .waitFor();
  });

  it('needs no key where the operation needs none, and has the token of an app once there is one', async () => {
    const { page } = stage.visitor;
    await page.goto(`${stage.sandbox.url}/docs/api#app_tokens.create`);
    const grant = page.getByRole('form', { name: 'Try app_tokens.create' });
    expect(await grant.getByLabel('Key').count()).toBe(0);
    await grant.getByRole('button', { name: 'Send' }).click();
    await grant
      .getByRole('status')
      .filter({ hasText: /^200 after/ })
      .waitFor();
    await page.goto(`${stage.sandbox.url}/docs/api?again#blocks.list`);
    const list = page.getByRole('form', { name: 'Try blocks.list' });
    expect(await list.getByLabel('App token').inputValue()).toMatch(/^pat_/);
    await list.getByRole('button', { name: 'Send' }).click();
    await list
      .getByRole('status')
      .filter({ hasText: /^200 after/ })
      .waitFor();
  });
});
