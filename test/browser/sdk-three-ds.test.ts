import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, screenshot } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { type Failure, SdkTests } from '../support/merchant-page.ts';
import { issuers, ThreeDsPage } from './three-ds-page.ts';

const browser = await openBrowser();

describe.skipIf(browser === null)('3-D Secure by the browser SDK', () => {
  const tests = new SdkTests(browser, 'installed');
  let demo: Demo;
  let shop: ThreeDsPage;

  beforeEach(async () => {
    demo = Demo.ofFixture(tests.sandbox, 'ws_demo');
    shop = await ThreeDsPage.open(tests.page, tests.site);
  });

  /** A fresh workspace with settings of its own, and its keys in test mode. */
  async function workspaceWith(settings: object) {
    type Made = { data: { keys: { secret: { test: string }; publishable: { test: string } } } };
    const { body } = await tests.sandbox.control.post<Made>('/workspaces', { settings });
    const { secret, publishable } = body.data.keys;
    const fields = { number: issuers.Y, exp_month: '12', exp_year: '2030' };
    const tokenized = await tests.sandbox.as(secret.test).post<{ data: { token: string } }>('/tokens', fields);
    return { key: publishable.test, token: tokenized.body.data.token };
  }

  const begin = (card: string) => shop.begin(demo, card);
  const authenticate = (options: string, key?: string) => shop.authenticate(options, key);
  const status = () => shop.status();
  const dialog = () => shop.dialog();
  const challenge = () => shop.challenge();
  const reaches = (state: string) => shop.reaches(state);
  const end = () => shop.end();

  it('authenticates a card without a challenge, and its values are taken with the charge', async () => {
    const token = await begin(issuers.Y);
    await reaches('fingerprinting');
    const { done } = await end();
    expect(done).toEqual({
      status: 'Y',
      eci: '05',
      authenticationValue: expect.any(String),
      dsTransId: expect.any(String),
      threeDSServerTransID: expect.any(String),
      threeDsVersion: '2.2.0',
    });
    expect(await status()).toBe('success');
    const charged = await demo.charged({ amount: 4250, payment_token: token, three_ds: done });
    expect(charged).toMatchObject({ three_ds_status: 'Y', three_ds_eci: '05' });
  });

  it('shows the challenge in a dialog, and goes on when it is approved', async () => {
    await begin(issuers.challenge);
    await reaches('challenging');
    await challenge().getByText('$42.50').waitFor();
    // What the bank asks is reached first, and there is one way to leave.
    await expect.poll(() => tests.page.evaluate<string>('document.activeElement.title')).toBe('Confirm with your bank');
    await tests.page.keyboard.press('Tab');
    const inside = tests.page.frames().find((each) => each.url().includes('/acs/'))!;
    expect(await inside.evaluate<string>('document.activeElement.textContent')).toBe('Approve');
    expect(await challenge().getByRole('button').allTextContents()).toEqual(['Approve', 'Refuse']);
    expect(await dialog().getByRole('button').count()).toBe(1);
    // The accessibility checker waits, too.
    await tests.page.clock.resume();
    expect(await accessibilityFaults(tests.page)).toEqual([]);
    await screenshot(tests.page, 'sdk-challenge', false);
    await challenge().getByRole('button', { name: 'Approve' }).click();
    expect(await end()).toMatchObject({ done: { status: 'Y', eci: '05' } });
    expect(await status()).toBe('success');
    expect(await dialog().count()).toBe(0);
  });

  it("ends with a refusal in the challenge as 'three_ds_failed'", async () => {
    await begin(issuers.challenge);
    await reaches('challenging');
    await challenge().getByRole('button', { name: 'Refuse' }).click();
    expect(await end()).toMatchObject({ code: 'three_ds_failed', isOurs: true });
    expect(await status()).toBe('failure');
    expect(await dialog().count()).toBe(0);
  });

  it('counts a dialog that is closed as cancelled', async () => {
    for (const leave of [
      () => dialog().getByRole('button', { name: 'Close' }).click(),
      () => dialog().getByRole('button', { name: 'Close' }).press('Escape'),
      () => challenge().getByRole('button', { name: 'Approve' }).press('Escape'),
    ]) {
      await begin(issuers.challenge);
      await reaches('challenging');
      await challenge().getByRole('button', { name: 'Approve' }).waitFor();
      await leave();
      expect(await end()).toMatchObject({ code: 'three_ds_cancelled' });
      expect(await dialog().count()).toBe(0);
    }
  });

  it('counts Escape as cancelled before the page of the issuer is there', async () => {
    let isAsked = false;
    // The page is held back until the test ends.
    await tests.page.route('**/acs/**', () => {
      isAsked = true;
    });
    await begin(issuers.challenge);
    await reaches('challenging');
    await expect.poll(() => isAsked).toBe(true);
    await tests.page.keyboard.press('Escape');
    expect(await end()).toMatchObject({ code: 'three_ds_cancelled' });
    await tests.page.unroute('**/acs/**');
  });

  it.each(['N', 'R', 'U'] as const)('fails where the issuer answers %s', async (answer) => {
    await begin(issuers[answer]);
    expect(await end()).toMatchObject({ code: 'three_ds_failed', isOurs: true });
    expect(await status()).toBe('failure');
  });

  it('goes on with an attempt, with a card that is not enrolled, and with a brand that is skipped', async () => {
    await begin(issuers.A);
    expect(await end()).toMatchObject({ done: { status: 'A', eci: '06' } });
    await begin(issuers.notEnrolled);
    expect(await end()).toMatchObject({ done: { status: 'U', authenticationValue: null } });
    const { key, token } = await workspaceWith({ gateway: 'debit_payouts', acquirer_brands: ['mastercard'] });
    await tests.page.evaluate('delete window.payments');
    await authenticate(`{ amount: 10, token: '${token}' }`, key);
    expect(await end()).toMatchObject({ done: { status: 'SKIPPED', eci: null } });
  });

  it('waits four minutes for a challenge, and no longer', async () => {
    let polls = 0;
    tests.page.on('request', (request) => {
      if (request.url().endsWith('/three-ds/finish')) polls++;
    });
    await begin(issuers.challenge);
    await reaches('challenging');
    expect(await end()).toMatchObject({ code: 'three_ds_timeout' });
    expect(polls).toBe(80);
  });

  it('is cancelled and reset by the page', async () => {
    await begin(issuers.challenge);
    await reaches('challenging');
    await tests.page.evaluate('payments.threeDS().cancel()');
    expect(await end()).toMatchObject({ code: 'three_ds_cancelled' });
    expect(await status()).toBe('failure');
    await tests.page.evaluate('payments.threeDS().reset()');
    expect(await status()).toBe('idle');
    await begin(issuers.Y);
    expect(await end()).toMatchObject({ done: { status: 'Y' } });
  });

  it('asks for the result as soon as the buyer has answered', async () => {
    await shop.beginChallenge(demo);
    // Time stands still here, so no poll comes by itself.
    await challenge().getByRole('button', { name: 'Approve' }).click();
    expect(await shop.endAtOnce()).toMatchObject({ done: { status: 'Y' } });
    await shop.beginChallenge(demo);
    await challenge().getByRole('button', { name: 'Refuse' }).click();
    expect(await shop.endAtOnce()).toMatchObject({ code: 'three_ds_failed' });
  });

  it('asks the issuer once for two calls at once, and refuses one for another payment', async () => {
    const { page } = tests;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/three-ds/authenticate')) asked.push(request.url());
    });
    const token = await shop.beginChallenge(demo);
    const again = (options: string) => page.evaluate<Failure>(`failure(payments.threeDS().authenticate(${options}))`);
    const saved = JSON.stringify({ amount: 42.5, paymentMethodId: 'pm_1001' });
    for (const other of [`{ amount: 42.51, token: '${token}' }`, saved]) {
      expect(await again(other)).toMatchObject({ code: 'three_ds_in_progress', isOurs: true });
    }
    await page.evaluate(
      `{ window.second = null; failure(payments.threeDS().authenticate({ token: '${token}', amount: 42.5 })).then((end) => { window.second = end; }); null; }`,
    );
    await challenge().getByRole('button', { name: 'Approve' }).click();
    const first = await shop.endAtOnce();
    expect(first).toMatchObject({ done: { status: 'Y' } });
    await expect.poll(() => page.evaluate('second')).toEqual(first);
    expect(asked.length).toBe(1);
    // What ended does not count as running.
    await begin(issuers.Y);
    expect(await end()).toMatchObject({ done: { status: 'Y' } });
  });

  it('authenticates a saved card', async () => {
    const customer = await demo.saveCustomer();
    const saved = await demo.saveCard(customer, issuers.Y);
    await demo.charged({ payment_method_id: saved.id });
    await authenticate(`{ amount: 10, paymentMethodId: '${saved.id}' }`);
    expect(await end()).toMatchObject({ done: { status: 'Y' } });
  });

  it('says what it cannot work with', async () => {
    const ask = (options: string, key = 'pk_test_demo') =>
      tests.page.evaluate<Failure>(`failure(PaymentsSDK('${key}').threeDS().authenticate(${options}))`);
    expect(await ask("{ amount: 10, token: 'ptok_none' }")).toMatchObject({ code: 'invalid_fields' });
    expect(await ask("{ amount: 10.001, token: 'ptok_none' }")).toMatchObject({
      fields: { amount: expect.any(String) },
    });
    expect(await ask('{ amount: 10 }')).toMatchObject({ code: 'invalid_fields' });
    const { key, token } = await workspaceWith({ gateway: 'debit_payouts', vault_enabled: false });
    const refused = await ask(`{ amount: 10, token: '${token}' }`, key);
    expect(refused).toMatchObject({ code: 'vault_unavailable' });
  });
});
