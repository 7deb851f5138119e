import type { Request, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, phone, screenshot } from '../support/browser.ts';
import {
  addLink,
  addSession,
  changeSettings,
  charges,
  dropNetworkErrors,
  fillBuyer,
  fillCard,
  goodCard,
  notice,
  payButton,
  thanksPage,
  watchAttempts,
} from './shop.ts';
import { describeInBrowser } from './stage.ts';

const found = await openBrowser();
const challenged = '4000000000003220';

describeInBrowser(found, '3-D Secure on the hosted checkout', (stage) => {
  beforeAll(async () => {
    await changeSettings(stage.sandbox, { three_ds_enabled: true });
  });

  /** Pays with a card, up to the issuer's question. */
  async function challenge(url: string) {
    const { page } = stage.visitor;
    await page.goto(url);
    await fillBuyer(page);
    await fillCard(page, challenged);
    await payButton(page).click();
    const issuer = page.frameLocator('.challenge-frame');
    await issuer.getByRole('heading', { name: 'Is this you?' }).waitFor();
    return { page, issuer };
  }

  it('authenticates an ordinary card without asking the buyer, once the fingerprint has had its 3 seconds', async () => {
    const { page } = await stage.visit({ patient: true });
    const asked = new Map<string, Request>();
    page.on('request', (request) => asked.set(new URL(request.url()).pathname, request));
    await page.goto((await addSession(stage.sandbox)).url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.waitForURL(thanksPage);
    expect((await charges(stage.sandbox))[0]).toMatchObject({ status: 'pending_settlement', three_ds_status: 'Y' });
    // The browser's own times: a busy machine tells of requests later.
    const [begun, authenticated] = ['init', 'authenticate'].map(
      (call) => asked.get(`/api/vault/3ds/${call}`)!.timing().startTime,
    );
    expect(authenticated! - begun!).toBeGreaterThan(2_900);
  });

  it('pays once the buyer has approved in the frame of the bank', async () => {
    await stage.visitor.page.setViewportSize(phone);
    const { page, issuer } = await challenge((await addSession(stage.sandbox)).url);
    await screenshot(page, 'challenge-phone', false);
    expect(await accessibilityFaults(page)).toEqual([]);
    await issuer.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(thanksPage);
    expect((await charges(stage.sandbox))[0]).toMatchObject({ status: 'pending_settlement', three_ds_status: 'Y' });
  });

  it('charges nothing where the bank refuses, and takes another card then', async () => {
    const before = (await charges(stage.sandbox)).length;
    const attempts = watchAttempts(stage.visitor.page);
    const { page, issuer } = await challenge((await addLink(stage.sandbox, { amount: 1900 })).url);
    await issuer.getByRole('button', { name: 'Refuse' }).click();
    await notice(page).getByText('Your bank did not confirm the payment').waitFor();
    expect(await page.locator('dialog').count()).toBe(0);
    expect(attempts).toEqual([]);
    expect(await charges(stage.sandbox)).toHaveLength(before);
    await screenshot(page, 'challenge-refused');
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.waitForURL(/confirmation/);
  });

  it('goes on asking where an answer is lost on the way', async () => {
    const { page } = stage.visitor;
    let lost = 0;
    await page.route('**/api/vault/3ds/finish', (route) => (lost++ < 2 ? route.abort() : route.continue()));
    const { issuer } = await challenge((await addSession(stage.sandbox)).url);
    await issuer.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(thanksPage);
    expect(lost).toBeGreaterThan(2);
    expect((await charges(stage.sandbox))[0]).toMatchObject({ status: 'pending_settlement', three_ds_status: 'Y' });
    dropNetworkErrors(stage.visitor);
  });

  it('charges nothing where the buyer cancels: by the button, and by the Escape key beside the frame and in it', async () => {
    const before = (await charges(stage.sandbox)).length;
    const { page, issuer } = await challenge((await addSession(stage.sandbox)).url);
    const cancel = page.locator('dialog').getByRole('button', { name: 'Cancel' });
    for (const leave of [() => cancel.click(), () => cancel.press('Escape'), () => page.keyboard.press('Escape')]) {
      await issuer.getByRole('heading', { name: 'Is this you?' }).waitFor();
      // What the bank asks has the focus, and its page leaves the way out to the dialog.
      await expect.poll(() => page.evaluate<string>('document.activeElement.className')).toBe('challenge-frame');
      expect(await issuer.getByRole('button').allTextContents()).toEqual(['Approve', 'Refuse']);
      await leave();
      await notice(page).getByText('You cancelled the bank verification').waitFor();
      expect(await page.locator('dialog').count()).toBe(0);
      expect(await payButton(page).getAttribute('aria-disabled')).toBe('false');
      await payButton(page).click();
    }
    expect(await charges(stage.sandbox)).toHaveLength(before);
  });

  it('is left by Escape before the page of the bank is there, and when that is none', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox)).url);
    await fillBuyer(page);
    await fillCard(page, challenged);
    const held: Route[] = [];
    await page.route('**/acs/**', (route) => void held.push(route));
    await payButton(page).click();
    await expect.poll(() => held.length).toBe(1);
    await page.keyboard.press('Escape');
    await notice(page).getByText('You cancelled the bank verification').waitFor();
    await payButton(page).click();
    await expect.poll(() => held.length).toBe(2);
    const sent = new URLSearchParams(held[1]!.request().postData() ?? '');
    sent.set('creq', 'bm90aGluZw');
    await held[1]!.continue({ postData: sent.toString() });
    await page.frameLocator('.challenge-frame').getByText('is for another authentication').waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.className')).toBe('challenge-frame');
    await page.keyboard.press('Escape');
    await notice(page).getByText('You cancelled the bank verification').waitFor();
    expect(await page.locator('dialog').count()).toBe(0);
    dropNetworkErrors(stage.visitor);
  });

  it('says after a reload in the middle of it that nothing was paid, once', async () => {
    const before = (await charges(stage.sandbox)).length;
    const { page } = await challenge((await addSession(stage.sandbox)).url);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await notice(page).getByText('so you were not charged').waitFor();
    expect(await charges(stage.sandbox)).toHaveLength(before);
    await page.reload();
    await payButton(page).waitFor();
    expect(await notice(page).getByText('so you were not charged').count()).toBe(0);
  });

  it('authenticates where the workspace asked for it after the page was loaded', async () => {
    const { page } = stage.visitor;
    await changeSettings(stage.sandbox, { three_ds_enabled: false });
    await page.goto((await addSession(stage.sandbox)).url);
    await changeSettings(stage.sandbox, { three_ds_enabled: true });
    const attempts = watchAttempts(page);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.waitForURL(thanksPage);
    expect(attempts).toHaveLength(2);
    expect(attempts[0]!.key).not.toBe(attempts[1]!.key);
    expect(attempts[1]!.body.threeDsToken).toBeTypeOf('string');
  });
});
