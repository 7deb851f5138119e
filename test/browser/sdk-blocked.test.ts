import type { Frame, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, screenshot, type Visitor } from '../support/browser.ts';
import { cards, Demo } from '../support/demo.ts';
import { type Failure, heard, hears, policyWithout, SdkTests } from '../support/merchant-page.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { addSession } from './shop.ts';

const browser = await openBrowser();

/** Card fields, with what they report. */
const mountFields = `window.payments ??= PaymentsSDK('pk_test_demo');
  window.fields = payments.mountCardInputs('#target', { onReady: hear('ready'), onError: hear('error') });`;

describe.skipIf(browser === null)('the browser SDK where its frames cannot be shown', () => {
  const tests = new SdkTests(browser);
  /** A visitor apart: the browser itself complains of what it cannot show. */
  let visitor: Visitor;
  let page: Page;
  beforeEach(async () => {
    visitor = await tests.browser.visit();
    page = visitor.page;
  });
  afterEach(() => visitor.context.close());

  const withPolicy = (left: string, body?: string) =>
    tests.site.open(page, body, undefined, policyWithout(tests.sandbox.url, left));

  /** What the fields say of it: to the buyer in their place, and to the page by `onError` and by `createToken`. */
  async function refused(place: Page | Frame = page) {
    const token = await place.evaluate<Failure>('failure(fields.createToken())');
    expect(await hears<Failure>(place as Page, 'error')).toMatchObject({ code: token.code, message: token.message });
    expect((await heard(place as Page, 'error')).length).toBe(1);
    const sentence = await place.getByRole('alert').locator('strong').textContent();
    expect(await place.locator('iframe').first().isVisible()).toBe(false);
    return { code: token.code, message: token.message, sentence };
  }

  it('says for card fields which directive of the policy is missing', async () => {
    await withPolicy('frame-src');
    await page.evaluate(`{ ${mountFields} }`);
    expect(await refused()).toEqual({
      code: 'not_configured',
      message: expect.stringContaining(`blocks ${tests.sandbox.url}: add the origin to frame-src`),
      sentence: 'The card fields cannot be shown here',
    });
    // Nobody gets to see the hidden frames, which have no document of their own.
    await page.evaluate(
      "for (const frame of document.querySelector('#target > div').shadowRoot.querySelectorAll('iframe')) frame.remove()",
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'sdk-card-fields-blocked');
    // Whoever lays the fields out himself gets the sentence where the number would be.
    await withPolicy('frame-src', '<div id="a"></div><div id="b"></div><div id="c"></div>');
    await page.evaluate(
      `{ PaymentsSDK('pk_test_demo').mountCardInputs({ cardNumber: '#a', cardExpiry: '#b', cardCvc: '#c' }); }`,
    );
    await page.locator('#a').getByRole('alert').getByText('The card fields cannot be shown here').waitFor();
  });

  it('says the same for the checkout, and for the sheet of a wallet', async () => {
    await withPolicy('frame-src');
    await page.evaluate(
      `{ PaymentsSDK('pk_test_demo').mountCheckout('#target', { clientSecret: 'cs_1', onError: hear('error') }); }`,
    );
    const reason = { code: 'not_configured', message: expect.stringContaining('frame-src') };
    expect(await hears<Failure>(page, 'error')).toMatchObject(reason);
    await page.getByRole('alert').getByText('The checkout cannot be shown here').waitFor();
    await page.evaluate(`{
      heard.length = 0;
      const wallets = PaymentsSDK('pk_test_demo_a').elements().mountWallets('#target', { amount: 10 });
      wallets.on('error', hear('error'));
    }`);
    await page.locator('button[data-wallet="wallet_b"]').click();
    expect(await hears<Failure>(page, 'error')).toMatchObject(reason);
    await page.locator('[data-payments-sdk="dialog"]').waitFor({ state: 'detached' });
  });

  it.each(['form-action', 'frame-src'])('ends a challenge that %s keeps from the buyer', async (directive) => {
    await withPolicy(directive);
    const token = await Demo.ofFixture(tests.sandbox, 'ws_demo').tokenize('4000000000003220');
    const ended = page.evaluate<Failure>(
      `failure((window.threeDS = PaymentsSDK('pk_test_demo').threeDS()).authenticate({ amount: 10, token: '${token}' }))`,
    );
    expect(await ended).toMatchObject({ code: 'not_configured', message: expect.stringContaining(directive) });
    expect(await page.locator('[data-payments-sdk="dialog"]').count()).toBe(0);
    expect(await page.evaluate('threeDS.getStatus()')).toBe('failure');
  });

  it('says of a call which directive blocks it, and needs it for no card field', async () => {
    await withPolicy('connect-src');
    const card = { number: cards.visaDebit, exp_month: '12', exp_year: '2030' };
    const made = await page.evaluate<Failure>(
      `failure(PaymentsSDK('pk_test_demo').createToken(${JSON.stringify(card)}))`,
    );
    expect(made).toMatchObject({ code: 'not_configured', message: expect.stringContaining('connect-src') });
    await page.evaluate(`{ ${mountFields} }`);
    await hears(page, 'ready');
  });

  it('says that the service cannot be reached', async () => {
    const gone = await createTestSandbox();
    await tests.site.open(page);
    await page.evaluate(`import('${gone.url}/sdk/v1/sdk.mjs').then(({ default: factory }) => {
      window.payments = factory('pk_test_demo');
    })`);
    await gone.stop();
    await page.evaluate(`{ ${mountFields} }`);
    expect(await refused()).toEqual({
      code: 'network',
      message: `The service at ${gone.url} cannot be reached.`,
      sentence: 'The card fields cannot be reached',
    });
  });

  it.each([
    ['nothing', { status: 404 }],
    ['the page of an application at every path', { headers: { 'content-type': 'text/html' }, body: '<h1>Shop</h1>' }],
  ])('says that a proxy must forward the frames, too, where it serves %s', async (_what, answer) => {
    const proxy = await startReceiver({ ...answer });
    await tests.site.open(page);
    await page.evaluate(`import('/bundle.mjs').then(({ default: factory }) => {
      window.PaymentsSDK = factory;
      window.payments = factory('pk_test_demo', { apiBase: '${proxy.url}/api/v1' });
    })`);
    await page.evaluate(`{ ${mountFields} }`);
    expect(await refused()).toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining(`${proxy.url} does not serve the frames of the SDK`),
    });
    await proxy.close();
  });

  describe('in a frame of a partner', () => {
    let partner: Awaited<ReturnType<typeof startReceiver>>;
    beforeEach(async () => {
      partner = await startReceiver(() => ({
        headers: { 'content-type': 'text/html' },
        body: `<!doctype html><html lang="en"><title>Partner</title><link rel="icon" href="data:,"><iframe title="Shop" src="${tests.site.origin}" width="900" height="700"></iframe></html>`,
      }));
    });
    afterEach(() => partner.close());

    /** The shop, in the partner's page. */
    async function openShop(): Promise<Page> {
      await tests.site.open(page);
      await page.goto(partner.url);
      const shop = page.frames().find((frame) => frame.url().startsWith(tests.site.origin))!;
      await shop.waitForFunction('window.PaymentsSDK !== undefined');
      // A frame has of a page what these tests ask of it.
      return shop as unknown as Page;
    }

    const options = (origins: string) => `{ parentOrigins: ['${origins}'] }`;

    it('names the partner, and the option', async () => {
      const shop = await openShop();
      await shop.evaluate(`{ ${mountFields} }`);
      expect(await refused(shop)).toMatchObject({
        code: 'not_configured',
        message: `This page is embedded in ${partner.url}: add that origin to the parentOrigins option of PaymentsSDK().`,
      });
      for (const wrong of ['null', "['https://partner.example/']", "['*']", "'https://partner.example'"]) {
        const failure = `failure(new Promise((done) => done(PaymentsSDK('pk_test_demo', { parentOrigins: ${wrong} }))))`;
        expect(await shop.evaluate<Failure>(failure)).toMatchObject({ code: 'not_configured', isOurs: true });
      }
    });

    it('shows card fields, challenges and the checkout if the partner is named', async () => {
      const { sandbox, site } = tests;
      const session = await addSession(sandbox, {
        ui_mode: 'embedded',
        success_url: null,
        allowed_parent_origins: [site.origin],
      });
      const shop = await openShop();
      const checkout = (given: string) =>
        shop.evaluate(`{
          heard.length = 0;
          PaymentsSDK('pk_test_demo', ${given}).mountCheckout('#target', { clientSecret: '${session.client_secret}', onReady: hear('paid'), onError: hear('error') });
        }`);
      await checkout('{}');
      const message = expect.stringMatching(new RegExp(`allowed_parent_origins.*is embedded in ${partner.url}`));
      expect(await hears<Failure>(shop, 'error')).toMatchObject({ code: 'session_invalid', message });
      await checkout(options(partner.url));
      await hears(shop, 'paid');
      await shop.evaluate(`{ window.payments = PaymentsSDK('pk_test_demo', ${options(partner.url)}); ${mountFields} }`);
      await hears(shop, 'ready');
      const token = await Demo.ofFixture(sandbox, 'ws_demo').tokenize('4000000000003220');
      await shop.evaluate(
        `{ failure(payments.threeDS().authenticate({ amount: 10, token: '${token}' })).then(hear('ended')); null; }`,
      );
      const bank = shop.locator('iframe[title="Confirm with your bank"]').contentFrame();
      await bank.getByRole('button', { name: 'Approve' }).click();
      expect(await hears<Failure>(shop, 'ended')).toMatchObject({ done: { status: 'Y' } });
    });

    it('believes nobody but the page that the session names', async () => {
      const session = await addSession(tests.sandbox, {
        ui_mode: 'embedded',
        success_url: null,
        allowed_parent_origins: [tests.site.origin],
      });
      const frames = async (referer: string) => {
        const address = `${tests.sandbox.url}/embed/${session.client_secret}?around=https://evil.example`;
        const { headers } = await fetch(address, { headers: { referer, accept: 'text/html' } });
        return headers.get('content-security-policy');
      };
      expect(await frames(`${tests.site.origin}/`)).toContain('https://evil.example');
      expect(await frames('https://evil.example/')).not.toContain('https://evil.example');
    });
  });
});
