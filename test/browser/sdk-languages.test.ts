import { describe, expect, it } from 'vitest';
import { openBrowser, screenshot } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { type Failure, hears, SdkTests } from '../support/merchant-page.ts';
import { addSession, changeSettings } from './shop.ts';

const browser = await openBrowser();

describe.skipIf(browser === null)('the language of the browser SDK', () => {
  const tests = new SdkTests(browser);

  const secretOf = async (fields: object): Promise<string> =>
    (await addSession(tests.sandbox, { ui_mode: 'embedded', success_url: undefined, ...fields })).client_secret;

  it('is that of what is mounted, else that of the factory, and gives way to that of the session', async () => {
    const { page, site, sandbox } = tests;
    await changeSettings(sandbox, { gateway: 'gateway_a' });
    await site.open(page, '<div id="fields"></div><div id="wallets"></div><div id="one"></div><div id="two"></div>');
    await page.evaluate(`{
      const payments = PaymentsSDK('pk_test_demo', { locale: 'fr-CA' });
      payments.mountCardInputs('#fields', { locale: 'de', onReady: hear('fields') });
      payments.elements().mountWallets('#wallets', { amount: 42 }).on('ready', hear('wallets'));
      payments.mountCheckout('#one', { clientSecret: '${await secretOf({})}', onReady: hear('one') });
      payments.mountCheckout('#two', { clientSecret: '${await secretOf({ locale: 'es' })}', onReady: hear('two') });
    }`);
    for (const name of ['fields', 'wallets', 'one', 'two']) await hears(page, name);
    await page.getByText('Karte', { exact: true }).waitFor();
    const number = page.frameLocator('iframe[title="Sicheres Feld für die Kartennummer"]').locator('input');
    expect(await number.getAttribute('aria-label')).toBe('Kartennummer');
    await number.fill('4242');
    await number.blur();
    await page.getByText('Die Kartennummer ist unvollständig.').waitFor();
    // The page around is in English: what the SDK says in it is marked.
    const hosts = ['fields', 'wallets', 'two'].map((id) => page.locator(`#${id} > div`).getAttribute('lang'));
    expect(await Promise.all(hosts)).toEqual(['de', 'fr', 'fr']);
    await page.locator('#one').getByTitle('Paiement').waitFor();
    const langIn = (place: string) => page.frameLocator(`${place} iframe`).locator('html').getAttribute('lang');
    expect([await langIn('#one'), await langIn('#two')]).toEqual(['fr-CA', 'es']);
    await page.frameLocator('#two iframe').getByRole('button', { name: 'Pagar 42,00' }).waitFor();
    await screenshot(page, 'sdk-languages');
    await page.getByRole('button', { name: 'Payer avec Wallet A' }).click();
    await page.getByRole('dialog', { name: 'Wallet A (environnement de test)' }).waitFor();
    expect(await page.locator('[data-payments-sdk="dialog"]').getAttribute('lang')).toBe('fr');
    const sheet = page.frameLocator('iframe[title="Wallet A (environnement de test)"]');
    await sheet.getByRole('button', { name: /^Payer 42,00/ }).waitFor();
    await page.getByRole('button', { name: 'Fermer' }).click();
  });

  it("is the browser's where nobody says another one, also of the frame's name", async () => {
    const { context, page } = await tests.browser.visit({ locale: 'ja-JP' });
    await tests.site.open(page);
    await page.evaluate(`PaymentsSDK('pk_test_demo').mountCheckout('#target', {
      clientSecret: 'cs_none', onError: hear('error'),
    })`);
    const frame = page.frameLocator('iframe[title="お支払い"]');
    await frame.getByRole('heading', { name: 'お支払い画面をここに表示できません' }).waitFor();
    await context.close();
  });

  it.each(['<html>', '<html lang="">', '<html lang="en_US">', '<html lang="not a language">'])(
    'is not needed of the page: %s',
    async (html) => {
      const { page, site, sandbox } = tests;
      const secret = await secretOf({});
      const token = await Demo.ofFixture(sandbox, 'ws_demo').tokenize('4000000000002990');
      await site.open(page, '<div id="fields"></div><div id="wallets"></div><div id="checkout"></div>', html);
      await page.evaluate(`{
        const payments = PaymentsSDK('pk_test_demo');
        payments.mountCardInputs('#fields', { onReady: hear('fields') });
        payments.mountCheckout('#checkout', { clientSecret: '${secret}', onReady: hear('checkout') });
        const wallets = PaymentsSDK('pk_test_demo_a').elements().mountWallets('#wallets', { amount: 42 });
        for (const name of ['ready', 'walletPayment']) wallets.on(name, hear(name));
      }`);
      for (const name of ['fields', 'checkout', 'ready']) await hears(page, name);
      await page.locator('[data-wallet="wallet_a"]').click();
      const sheet = page.frameLocator('iframe[title="Wallet A (sandbox)"]');
      await sheet.getByRole('button', { name: 'Pay $42.00' }).click();
      expect(await hears(page, 'walletPayment')).toMatchObject({ walletType: 'wallet_a' });
      const authenticate = (options: string) =>
        page.evaluate<Failure>(`failure(PaymentsSDK('pk_test_demo').threeDS().authenticate(${options}))`);
      const authenticated = await authenticate(`{ amount: 42, token: '${token}' }`);
      expect(authenticated).toEqual({ done: expect.objectContaining({ status: 'U' }) });
      const { code, fields } = await authenticate(`{ amount: 42, currency: 'dollars', token: '${token}' }`);
      expect([code, Object.keys(fields ?? {})]).toEqual(['invalid_fields', ['currency']]);
    },
  );

  it.each(['de_DE', 'de-?'])(
    'is found in a locale that is not a BCP 47 language tag, as programs write them: %s',
    async (locale) => {
      const { page, site } = tests;
      await site.open(page);
      await page.evaluate(`PaymentsSDK('pk_test_demo', { locale: '${locale}' }).mountCardInputs('#target', {
      onReady: hear('fields'),
    })`);
      await hears(page, 'fields');
      const number = page.frameLocator('iframe[title="Sicheres Feld für die Kartennummer"]');
      expect(await number.locator('input').getAttribute('aria-label')).toBe('Kartennummer');
    },
  );
});
