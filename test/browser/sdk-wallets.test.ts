import { describe, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, phone, screenshot } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { type Failure, heard, hears, SdkTests } from '../support/merchant-page.ts';

const browser = await openBrowser();

interface Payment {
  walletType: string;
  paysioWallet: Record<string, unknown>;
  wallet: { payerEmail: string; billingInfo: Record<string, string>; shippingInfo?: Record<string, string> };
  threeDS?: { status: string };
}

describe.skipIf(browser === null)('wallets by the browser SDK', () => {
  const tests = new SdkTests(browser);
  const button = (wallet: string) => tests.page.locator(`button[data-wallet="${wallet}"]`);
  const dialog = () => tests.page.locator('[data-payments-sdk="dialog"] dialog');
  const sheet = (name: string) => tests.page.frameLocator(`iframe[title="${name} (sandbox)"]`);
  const shop = () => Demo.ofFixture(tests.sandbox, 'ws_demo_a');

  async function mount(options = '{ amount: 49.99 }', key = 'pk_test_demo_a'): Promise<void> {
    await tests.site.open(tests.page);
    await tests.page.evaluate(`{
      window.wallets = PaymentsSDK('${key}').elements().mountWallets('#target', ${options});
      for (const name of ['ready', 'error', 'walletPayment']) wallets.on(name, hear(name));
    }`);
  }

  /** Pays in a sheet with one of its cards. */
  async function payWith(wallet: 'wallet_a' | 'wallet_b', card: RegExp): Promise<void> {
    await button(wallet).click();
    const frame = sheet(wallet === 'wallet_a' ? 'Wallet A' : 'Wallet B');
    await frame.getByRole('radio', { name: card }).check();
    await frame.getByRole('button', { name: 'Pay' }).click();
  }

  const charge = (payment: Payment) =>
    shop().charge({
      amount: 4999,
      service_wallet: payment.paysioWallet,
      wallet: payment.wallet,
      ...(payment.threeDS === undefined ? {} : { three_ds: payment.threeDS }),
    });

  it('shows both, and forwards what wallet_a gives so that it can be charged as it is', async () => {
    await mount('{ amount: 49.99, collectShipping: true }');
    expect(await hears(tests.page, 'ready')).toEqual({ wallets: ['wallet_a', 'wallet_b'] });
    await button('wallet_a').click();
    await sheet('Wallet A').locator('#amount').getByText('$49.99').waitFor();
    expect(await accessibilityFaults(tests.page)).toEqual([]);
    // The dialog shows the title; the heading in the frame is for screen readers.
    await dialog().getByRole('heading', { name: 'Wallet A (sandbox)' }).waitFor();
    expect((await sheet('Wallet A').getByRole('heading').boundingBox())!.width).toBe(1);
    await screenshot(tests.page, 'sdk-wallet-sheet', false);
    await sheet('Wallet A').getByRole('button', { name: 'Pay' }).click();
    const payment = await hears<Payment>(tests.page, 'walletPayment');
    expect(payment).toEqual({
      walletType: 'wallet_a',
      paysioWallet: {
        type: 'wallet_a',
        wallet_a_payment_data: 'walleta_pan_visa',
        info: { card_network: 'visa', card_details: '4242' },
      },
      wallet: {
        payerEmail: 'ada@example.com',
        billingInfo: expect.objectContaining({
          firstName: 'Ada',
          lastName: 'Lovelace',
          postalCode: '62701',
          country: 'US',
        }),
        shippingInfo: expect.objectContaining({ city: 'Springfield' }),
      },
    });
    expect(await dialog().count()).toBe(0);
    const { status, body } = await charge(payment);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ buyer_name: 'Ada Lovelace', email: 'ada@example.com', card_last_four: '4242' });
  });

  it('prepares what wallet_b gives', async () => {
    await mount();
    await payWith('wallet_b', /device/);
    const payment = await hears<Payment>(tests.page, 'walletPayment');
    expect(payment.paysioWallet).toMatchObject({ type: 'wallet_b', prepared: expect.stringMatching(/^wprep_/) });
    expect(payment.threeDS).toBeUndefined();
    expect(payment.wallet.shippingInfo).toBeUndefined();
    expect((await charge(payment)).status).toBe(201);
  });

  it('names the merchant in the sheets', async () => {
    await mount();
    const { body } = await shop().api.get<{ name: string }>('/account');
    for (const [wallet, name] of Object.entries({ wallet_a: 'Wallet A', wallet_b: 'Wallet B' })) {
      await button(wallet).click();
      await sheet(name).getByRole('button', { name: 'Pay $49.99' }).waitFor();
      expect(await sheet(name).locator('#merchant').textContent()).toContain(body.name);
      await dialog().getByRole('button', { name: 'Close' }).click();
    }
  });

  it('gives a card that is declined when it is charged', async () => {
    await mount();
    await payWith('wallet_a', /Declined/);
    const { status, body } = await charge(await hears<Payment>(tests.page, 'walletPayment'));
    expect([status, body.category]).toEqual([402, 'declined']);
  });

  it('says nothing when the buyer cancels, and can be asked again', async () => {
    await mount();
    for (const leave of [
      () => dialog().getByRole('button', { name: 'Close' }).click(),
      () => sheet('Wallet B').getByRole('button', { name: 'Pay' }).press('Escape'),
    ]) {
      await button('wallet_b').click();
      await sheet('Wallet B').getByRole('button', { name: 'Pay $49.99' }).waitFor();
      expect(await sheet('Wallet B').getByRole('button').count()).toBe(1);
      await leave();
      await dialog().waitFor({ state: 'detached' });
    }
    expect(await heard(tests.page, 'walletPayment')).toEqual([]);
    expect(await heard(tests.page, 'error')).toEqual([]);
    await payWith('wallet_b', /device/);
    await hears(tests.page, 'walletPayment');
  });

  it('shows another amount when the page updates it', async () => {
    await mount();
    await hears(tests.page, 'ready');
    await tests.page.evaluate('wallets.updateAmount(60)');
    await button('wallet_b').click();
    await sheet('Wallet B').locator('#amount').getByText('$60.00').waitFor();
    await tests.page.evaluate('wallets.updateAmount(61.5)');
    await sheet('Wallet B').locator('#amount').getByText('$61.50').waitFor();
    await tests.page.evaluate('wallets.unmount()');
    expect(await tests.page.locator('[data-payments-sdk]').count()).toBe(0);
  });

  describe('with 3-D Secure on', () => {
    const secured = async () => {
      type Made = { data: { keys: { secret: { test: string }; publishable: { test: string } } } };
      const settings = { gateway: 'gateway_a', three_ds_enabled: true };
      const { body } = await tests.sandbox.control.post<Made>('/workspaces', { settings });
      return { api: tests.sandbox.as(body.data.keys.secret.test), key: body.data.keys.publishable.test };
    };

    it('steps a wallet_b card up, and the result is taken with the charge', async () => {
      const { api, key } = await secured();
      await mount(undefined, key);
      await payWith('wallet_b', /after a bank challenge/);
      const challenge = tests.page.frameLocator('iframe[title="Confirm with your bank"]');
      await challenge.getByRole('button', { name: 'Approve' }).click();
      const payment = await hears<Payment>(tests.page, 'walletPayment');
      expect(payment.threeDS).toMatchObject({ status: 'Y', eci: '05' });
      const answer = await api.post('/charges', {
        amount: 4999,
        service_wallet: payment.paysioWallet,
        wallet: payment.wallet,
        three_ds: payment.threeDS,
      });
      expect(answer).toMatchObject({ status: 201, body: { data: { three_ds_status: 'Y' } } });
    });

    it('ends a challenge with its buttons', async () => {
      const { key } = await secured();
      await mount(undefined, key);
      await payWith('wallet_b', /after a bank challenge/);
      await tests.page.locator('iframe[title="Confirm with your bank"]').waitFor();
      await tests.page.evaluate('wallets.unmount()');
      await dialog().waitFor({ state: 'detached' });
      expect(await heard(tests.page, 'walletPayment')).toEqual([]);
    });

    it('gives no payment when the buyer fails it', async () => {
      const { key } = await secured();
      await mount(undefined, key);
      await payWith('wallet_b', /after a bank challenge/);
      const challenge = tests.page.frameLocator('iframe[title="Confirm with your bank"]');
      await challenge.getByRole('button', { name: 'Refuse' }).click();
      expect(await hears<Failure>(tests.page, 'error')).toMatchObject({ code: 'three_ds_failed' });
      expect(await heard(tests.page, 'walletPayment')).toEqual([]);
    });
  });

  it('has none on a debit-and-payouts workspace', async () => {
    await mount(undefined, 'pk_test_demo');
    expect(await hears<Failure>(tests.page, 'error')).toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('debit_payouts'),
    });
    expect(await tests.page.locator('button[data-wallet]').count()).toBe(0);
  });

  it('leaves wallet_a out in live mode on a page of this machine', async () => {
    await mount(undefined, 'pk_live_demo_a');
    expect(await hears(tests.page, 'ready')).toEqual({ wallets: ['wallet_b'] });
    expect(await hears<Failure>(tests.page, 'error')).toMatchObject({ message: expect.stringContaining('plain HTTP') });
    expect(await button('wallet_a').count()).toBe(0);
  });

  it('refuses an amount that is none', async () => {
    await tests.site.open(tests.page);
    for (const amount of ['0', '-1', '"12"', '10.001', 'NaN']) {
      const failure = await tests.page.evaluate<Failure>(
        `failure(new Promise((done) => done(PaymentsSDK('pk_test_demo_a').elements().mountWallets('#target', { amount: ${amount} }))))`,
      );
      expect(failure).toMatchObject({ code: 'invalid_fields', fields: { amount: expect.any(String) } });
    }
  });

  it('fits a phone, and is dark where the shop is', async () => {
    await tests.page.setViewportSize(phone);
    await tests.page.emulateMedia({ colorScheme: 'dark' });
    const ground = () =>
      tests.page.evaluate<string>(
        `getComputedStyle(document.querySelector('[data-payments-sdk="dialog"]').shadowRoot.querySelector('dialog')).backgroundColor`,
      );
    await mount();
    await button('wallet_b').click();
    const inside = () =>
      tests.page
        .frames()
        .find((each) => each.url().includes('/wallet?'))!
        .evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await sheet('Wallet B').locator('#amount').getByText('$49.99').waitFor();
    expect([await ground(), await inside()]).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
    await mount("{ amount: 49.99, direction: 'row', wallet_b: { color: 'white', label: 'buy', borderRadius: 22 } }");
    await tests.page.evaluate("document.documentElement.style.colorScheme = 'light dark'");
    await hears(tests.page, 'ready');
    await screenshot(tests.page, 'sdk-wallet-buttons', false);
    await button('wallet_b').click();
    await sheet('Wallet B').locator('#amount').getByText('$49.99').waitFor();
    await sheet('Wallet B').getByText('Buyer: Ada').click();
    expect([await ground(), await inside()]).toEqual(['rgb(24, 27, 33)', 'rgb(24, 27, 33)']);
    await screenshot(tests.page, 'sdk-wallet-sheet-phone', false);
    expect(await accessibilityFaults(tests.page)).toEqual([]);
  });
});
