import { describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { cards, Demo } from '../support/demo.ts';
import { type Failure, hears, startMerchantSite } from '../support/merchant-page.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { addSession, fillBuyer, fillCard, goodCard } from './shop.ts';

/** A name as developers give their machine in its hosts file. Over plain HTTP no browser takes it for secure. */
const host = 'shop.test';
const browser = await openBrowser([`--host-resolver-rules=MAP ${host} 127.0.0.1`]);

describe.skipIf(browser === null)('the browser SDK in a page that is not secure', () => {
  it('makes tokens, authenticates and takes the embedded checkout', async () => {
    const sandbox = await createTestSandbox({ allowedHosts: [host] });
    const site = await startMerchantSite({ emulator: sandbox.url, host });
    const { page, faults, context } = await browser!.visit();
    try {
      await site.open(page, '<div id="card"></div><div id="target"></div>');
      expect(await page.evaluate('isSecureContext')).toBe(false);
      await page.evaluate(`{
        window.payments = PaymentsSDK('pk_test_demo');
        payments.mountCardInputs('#card', { onReady: hear('fields') });
      }`);
      await hears(page, 'fields');
      const field = (title: string) => page.frameLocator(`iframe[title="Secure ${title} field"]`).locator('input');
      await field('card number').fill(cards.visaDebit);
      await field('expiry').fill('12 / 34');
      await field('security code').fill('123');
      const made = await page.evaluate<{ token: string }>('payments.createToken()');
      expect(made.token).toMatch(/^ptok_/);

      const demo = Demo.ofFixture(sandbox, 'ws_demo');
      const token = await demo.tokenize('4000000000003220');
      await page.evaluate(`{
        failure(payments.threeDS().authenticate({ amount: 10, token: '${token}' })).then(hear('authenticated'));
        null;
      }`);
      const bank = page.frameLocator('iframe[title="Confirm with your bank"]');
      await bank.getByRole('button', { name: 'Approve' }).click();
      expect(await hears<Failure>(page, 'authenticated')).toMatchObject({ done: { status: 'Y' } });

      const { client_secret } = await addSession(sandbox, {
        ui_mode: 'embedded',
        success_url: null,
        allowed_parent_origins: [site.origin],
      });
      await page.evaluate(
        `{ payments.mountCheckout('#target', { clientSecret: '${client_secret}', onComplete: hear('complete') }); }`,
      );
      const checkout = page.frameLocator('iframe[title="Checkout"]');
      await fillBuyer(checkout);
      await fillCard(checkout, goodCard);
      await checkout.locator('#pay').click();
      await hears(page, 'complete');
      expect(faults.filter((fault) => !fault.includes(`http://${host}:`))).toEqual([]);
    } finally {
      await context.close();
      await site.close();
      await sandbox.stop();
      await browser!.close();
    }
  });
});
