import type { FrameLocator, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { type Failure, heard, hears, SdkTests } from '../support/merchant-page.ts';
import { expectCleanInEveryLook } from '../support/pages.ts';
import {
  addLink,
  addProduct,
  addSession,
  changeSettings,
  charges,
  fillBuyer,
  fillCard,
  goodCard,
  payButton,
  thanksPage,
  thanksUrl,
  watchAttempts,
} from './shop.ts';
import { describeInBrowser } from './stage.ts';

const found = await openBrowser();

type Place = Pick<Page, 'locator' | 'frameLocator' | 'getByRole' | 'getByText'> | FrameLocator;

const button = (place: Place, wallet: string): Locator => place.getByRole('button', { name: `Pay with ${wallet}` });
const sheet = (place: Place, wallet: string): FrameLocator => place.frameLocator(`iframe[title="${wallet} (sandbox)"]`);
const notice = (place: Place) => place.locator('#walletNotice');

/** Pays in a sheet with one of its cards, the first unless one is named. */
async function payWith(place: Place, wallet: string, card = /Approved/): Promise<void> {
  await button(place, wallet).click();
  const frame = sheet(place, wallet);
  await frame.getByRole('radio', { name: card }).first().check();
  await frame.getByRole('button', { name: 'Pay' }).click();
}

describeInBrowser(found, 'wallets on the hosted checkout', (stage) => {
  beforeAll(async () => {
    await changeSettings(stage.sandbox, { gateway: 'gateway_a' });
  });
  const newest = async () => (await charges(stage.sandbox))[0];

  it('are taken without a word typed in', async () => {
    const { page } = stage.visitor;
    const attempts = watchAttempts(page);
    const { id, url } = await addSession(stage.sandbox);
    await page.goto(url);
    await payWith(page, 'Wallet A');
    await page.waitForURL(thanksPage);
    const { body } = await stage.sandbox.api.get<{ data: object }>(`/checkout-sessions/${id}`);
    expect(body.data).toMatchObject({ status: 'complete' });
    expect(await newest()).toMatchObject({
      amount: 4200,
      wallet_type: 'wallet_a',
      buyer_name: 'Ada Lovelace',
      email: 'ada@example.com',
      metadata: { client: { platform: 'web' } },
    });
    expect(attempts).toHaveLength(1);
    expect(attempts[0]!.body).not.toHaveProperty('vaultPanAlias');
  });

  it('can be read by everybody, as their sheets can', async () => {
    const { visitor } = stage;
    const { page } = visitor;
    await page.goto((await addSession(stage.sandbox)).url);
    await button(page, 'Wallet A').waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
    await button(page, 'Wallet A').click();
    await sheet(page, 'Wallet A').getByRole('button', { name: 'Pay $42.00' }).waitFor();
    await expectCleanInEveryLook(visitor, 'wallets-sheet');
  });

  it('have marks of their own, and leave the button to pay above the fold of a laptop', async () => {
    const { page } = stage.visitor;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto((await addSession(stage.sandbox)).url);
    const marks = page.locator('[data-wallet] path');
    expect(await marks.count()).toBe(2);
    expect(await marks.first().getAttribute('d')).not.toBe(await marks.last().getAttribute('d'));
    await screenshot(page, 'wallets-fold', false);
    const box = await payButton(page).boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(800);
  });

  it('says that a card of a wallet was declined, and takes another in its place', async () => {
    const { page } = stage.visitor;
    const attempts = watchAttempts(page);
    await page.goto((await addSession(stage.sandbox)).url);
    await payWith(page, 'Wallet A', /Declined/);
    await notice(page).getByText('The payment was declined').waitFor();
    expect(await notice(page).getAttribute('role')).toBe('alert');
    expect(await page.locator('#notice').isVisible()).toBe(false);
    expect(await page.locator('[data-payments-sdk]').count()).toBe(0);
    await screenshot(page, 'wallets-declined');
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.waitForURL(thanksPage);
    expect(attempts[0]!.key).not.toBe(attempts[1]!.key);
    expect((await charges(stage.sandbox)).slice(0, 2)).toMatchObject([
      { status: 'pending_settlement', wallet_type: null },
      { status: 'failed', wallet_type: 'wallet_a' },
    ]);
  });

  it('sends nothing when the buyer closes the sheet, and goes back to where they were', async () => {
    const { page } = stage.visitor;
    const attempts = watchAttempts(page);
    await page.goto((await addSession(stage.sandbox)).url);
    for (const leave of [
      () => page.locator('dialog').getByRole('button', { name: 'Close' }).click(),
      () => sheet(page, 'Wallet B').getByRole('button', { name: 'Pay' }).press('Escape'),
    ]) {
      await button(page, 'Wallet B').press('Enter');
      await sheet(page, 'Wallet B').getByRole('button', { name: 'Pay $42.00' }).waitFor();
      expect(await sheet(page, 'Wallet B').getByRole('button').count()).toBe(1);
      await leave();
      await page.locator('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate<string>('document.activeElement.dataset.wallet')).toBe('wallet_b');
    }
    expect(attempts).toEqual([]);
    expect(await payButton(page).getAttribute('aria-disabled')).toBe('false');
    await payWith(page, 'Wallet B');
    await page.waitForURL(thanksPage);
  });

  it('asks for what is chosen, with the discount, the answers and the shipping address', async () => {
    const { page } = stage.visitor;
    const pen = await addProduct(stage.sandbox, { name: 'Fountain pen', price: 2850 });
    const link = await addLink(stage.sandbox, {
      products: [{ product_id: pen.id, quantity: 1 }],
      collect_shipping_address: true,
      custom_fields: [{ id: 'engraving', label: 'Engraving', type: 'text', required: true }],
    });
    await page.goto(link.url);
    await page.getByRole('button', { name: 'One Fountain pen more' }).click();
    await page.getByText('Add a discount code').click();
    await page.getByLabel('Discount code', { exact: true }).fill('SAVE10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('-$5.70').waitFor();
    await button(page, 'Wallet A').click();
    await page.getByText('Enter the engraving.').waitFor();
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.locator('#email').getAttribute('aria-invalid')).toBeNull();
    await page.getByLabel('Engraving').fill('For Ada');
    await button(page, 'Wallet A').click();
    await sheet(page, 'Wallet A').locator('#amount').getByText('$51.30').waitFor();
    expect(await sheet(page, 'Wallet A').locator('#merchant').textContent()).toBe('Demo Shop');
    await screenshot(page, 'wallets-sheet', false);
    await sheet(page, 'Wallet A').getByRole('button', { name: 'Pay $51.30' }).click();
    await page.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    expect(await newest()).toMatchObject({
      amount: 5130,
      wallet_type: 'wallet_a',
      shipping_city: 'Springfield',
      line_items: [{ quantity: 2 }],
      metadata: { customFields: { engraving: 'For Ada' } },
    });
  });

  it('offers for what is charged again and again the one that can be, and says which of its cards', async () => {
    const { page } = stage.visitor;
    const recurring = { interval: 'month', interval_count: 1 };
    const [pen, box] = [await addProduct(stage.sandbox), await addProduct(stage.sandbox, { name: 'Box', recurring })];
    const products = [pen, box].map(({ id }) => ({ product_id: id, quantity: 1 }));
    await page.goto((await addLink(stage.sandbox, { products })).url);
    expect(await button(page, 'Wallet A').isVisible()).toBe(false);
    await payWith(page, 'Wallet B', /device/);
    await notice(page).getByText('This card in your wallet cannot be used here.').waitFor();
    await page.getByRole('button', { name: 'One Box less' }).click();
    await button(page, 'Wallet A').waitFor();
    await page.getByRole('button', { name: 'One Box more' }).click();
    await button(page, 'Wallet A').waitFor({ state: 'hidden' });
    await payWith(page, 'Wallet B');
    await page.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
  });

  it('keeps the address that the session knows', async () => {
    const { page } = stage.visitor;
    const known = { customer_email: 'grace@example.com', email_field_mode: 'read_only' };
    await page.goto((await addSession(stage.sandbox, known)).url);
    await button(page, 'Wallet B').click();
    const frame = sheet(page, 'Wallet B');
    await frame.getByText('Buyer: Ada').click();
    expect(await frame.getByLabel('Email').inputValue()).toBe('grace@example.com');
    expect(await frame.getByLabel('Email').isEditable()).toBe(false);
    await frame.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL(thanksPage);
    expect(await newest()).toMatchObject({ email: 'grace@example.com', buyer_name: 'Ada Lovelace' });
  });

  it('says what the sheet left out', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox)).url);
    await button(page, 'Wallet A').click();
    const frame = sheet(page, 'Wallet A');
    await frame.getByText('Buyer: Ada').click();
    await frame.getByLabel('First name').fill('');
    await frame.getByRole('button', { name: 'Pay' }).click();
    await notice(page).getByText('Your wallet did not provide a required name').waitFor();
  });

  it('asks the bank about a card of wallet_b where 3-D Secure is on, and about no other', async () => {
    const { page } = stage.visitor;
    await changeSettings(stage.sandbox, { three_ds_enabled: true });
    const { url } = await addSession(stage.sandbox);
    const before = (await charges(stage.sandbox)).length;
    await page.goto(url);
    const issuer = page.frameLocator('.challenge-frame');
    await payWith(page, 'Wallet B', /after a bank challenge/);
    await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
    await notice(page).getByText('You cancelled the bank verification').waitFor();
    expect(await charges(stage.sandbox)).toHaveLength(before);
    await payWith(page, 'Wallet B', /after a bank challenge/);
    await issuer.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(thanksPage);
    expect(await newest()).toMatchObject({ wallet_type: 'wallet_b', three_ds_status: 'Y' });
    await page.goto((await addSession(stage.sandbox)).url);
    await payWith(page, 'Wallet B', /device/);
    await page.waitForURL(thanksPage);
    expect(await newest()).toMatchObject({ wallet_type: 'wallet_b', three_ds_status: null });
    await changeSettings(stage.sandbox, { three_ds_enabled: false });
  });

  it('does not know an unknown outcome, and asks again about the same attempt', async () => {
    const { page } = stage.visitor;
    const attempts = watchAttempts(page);
    const when = { operation: 'checkout.pay', amount: 4747 };
    const then = { kind: 'unavailable', resolve: 'approved', after: 30_000 };
    expect((await stage.sandbox.control.post('/rules', { when, then })).status).toBe(201);
    await page.goto((await addSession(stage.sandbox, { amount: 4747 })).url);
    await payWith(page, 'Wallet A');
    await notice(page).getByText('We do not know yet whether your payment succeeded').waitFor();
    expect(await page.locator('.wallet-buttons').getAttribute('inert')).not.toBeNull();
    await stage.sandbox.control.post('/clock', { advance: '31s' });
    await page.waitForURL(thanksPage);
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
  });

  it('is all that is left where the workspace has no vault', async () => {
    const { page } = stage.visitor;
    await changeSettings(stage.sandbox, { vault_enabled: false });
    const custom_fields = [{ id: 'mug', label: 'Your mug', type: 'text', required: true }];
    await page.goto((await addLink(stage.sandbox, { amount: 4200, custom_fields })).url);
    const attempts = watchAttempts(page);
    await page.getByLabel('Your mug').fill('blue');
    await page.getByLabel('Your mug').press('Enter');
    expect(await payButton(page).isVisible()).toBe(false);
    expect(await page.locator('.divider').count()).toBe(0);
    await screenshot(page, 'wallets-alone');
    await payWith(page, 'Wallet B', /device/);
    await page.waitForURL(/confirmation/);
    expect(attempts).toHaveLength(1);
    await changeSettings(stage.sandbox, { vault_enabled: true });
  });

  it('leaves wallet_a out in live mode on this machine, and all of them where the workspace has none', async () => {
    const { page } = stage.visitor;
    const body = { amount: 4200, success_url: thanksUrl(stage.sandbox) };
    const live = await stage.sandbox.as('sk_live_demo').post<{ data: { url: string } }>('/checkout-sessions', body);
    await page.goto(live.body.data.url);
    await button(page, 'Wallet B').waitFor();
    expect(await button(page, 'Wallet A').count()).toBe(0);
    await changeSettings(stage.sandbox, { wallets_enabled: false });
    await page.goto((await addSession(stage.sandbox)).url);
    await payButton(page).waitFor();
    expect(await page.locator('[data-wallet], .divider').count()).toBe(0);
    await changeSettings(stage.sandbox, { wallets_enabled: true });
  });
});

describe.skipIf(found === null)('wallets on the embedded checkout', () => {
  const tests = new SdkTests(found);
  const frame = () => tests.page.frameLocator('iframe[title="Checkout"]');
  beforeAll(async () => {
    await changeSettings(tests.sandbox, { gateway: 'gateway_a' });
  });

  async function open(fields: Record<string, unknown> = {}): Promise<void> {
    const session = await addSession(tests.sandbox, { ui_mode: 'embedded', success_url: null, ...fields });
    await tests.site.open(tests.page);
    await tests.page.evaluate(`{
      const checkout = PaymentsSDK('pk_test_demo').mountCheckout('#target', { clientSecret: '${session.client_secret}' });
      for (const name of ['ready', 'complete', 'error']) checkout.on(name, hear(name));
    }`);
    await hears(tests.page, 'ready');
  }

  it('are paid by in a page of another origin, which hears of it', async () => {
    await tests.page.setViewportSize(phone);
    await open({ allowed_parent_origins: [tests.site.origin] });
    await button(frame(), 'Wallet B').click();
    await sheet(frame(), 'Wallet B').getByRole('button', { name: 'Pay $42.00' }).waitFor();
    const box = (await frame().locator('[data-payments-sdk] dialog').boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(phone.height);
    await screenshot(tests.page, 'wallets-embedded-sheet', false);
    await sheet(frame(), 'Wallet B').getByRole('button', { name: 'Pay' }).click();
    const { transactionId } = await hears<{ transactionId: string }>(tests.page, 'complete');
    expect((await charges(tests.sandbox))[0]).toMatchObject({ id: transactionId, wallet_type: 'wallet_b' });
  });

  it('tell the page around of a decline, and of a sheet that was closed nothing', async () => {
    await open();
    await button(frame(), 'Wallet A').click();
    await frame().locator('dialog').getByRole('button', { name: 'Close' }).click();
    await frame().locator('dialog').waitFor({ state: 'detached' });
    expect(await heard(tests.page, 'error')).toEqual([]);
    await payWith(frame(), 'Wallet A', /Declined/);
    expect(await hears<Failure>(tests.page, 'error')).toMatchObject({ code: 'declined' });
    await screenshot(tests.page, 'wallets-embedded-declined');
    await payWith(frame(), 'Wallet A');
    await hears(tests.page, 'complete');
  });
});
