import { describe, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, phone, screenshot } from '../support/browser.ts';
import { type Failure, heard, hears, SdkTests, startMerchantSite } from '../support/merchant-page.ts';
import { addSession, charges, declinedCard, fillBuyer, fillCard, goodCard, type Session } from './shop.ts';

const browser = await openBrowser();

describe.skipIf(browser === null)('the checkout that the browser SDK mounts', { timeout: 60_000 }, () => {
  const tests = new SdkTests(browser);
  const frame = () => tests.page.frameLocator('iframe[title="Checkout"]');

  const embedded = (fields: Record<string, unknown> = {}) =>
    addSession(tests.sandbox, { ui_mode: 'embedded', success_url: null, ...fields });

  async function mount({ client_secret }: Pick<Session, 'client_secret'>, options = '{}'): Promise<void> {
    await tests.page.evaluate(`{
      window.checkout = PaymentsSDK('pk_test_demo').mountCheckout('#target', {
        clientSecret: ${JSON.stringify(client_secret)}, onReady: hear('onReady'), onComplete: hear('onComplete'), onError: hear('onError'), ...${options},
      });
      for (const name of ['ready', 'complete', 'error', 'resize']) checkout.on(name, hear(name));
    }`);
  }

  async function open(options?: string): Promise<Session> {
    const session = await embedded();
    await tests.site.open(tests.page);
    await mount(session, options);
    await hears(tests.page, 'ready');
    return session;
  }

  const pay = () => frame().locator('#pay').click();

  it('is paid, and tells the page of another origin what it needs to know', async () => {
    const { page, sandbox } = tests;
    const session = await open();
    await fillBuyer(frame());
    await fillCard(frame(), goodCard);
    await pay();
    const done = await hears<Record<string, unknown>>(page, 'complete');
    const [charge] = await charges(sandbox);
    expect(done).toEqual({
      transactionId: charge!.id,
      orderNumber: expect.anything(),
      orderLabel: expect.any(String),
      confirmationToken: expect.any(String),
    });
    expect(await heard(page, 'onComplete')).toEqual([done]);
    expect((await heard(page, 'onReady')).length).toBe(1);
    expect(await heard(page, 'error')).toEqual([]);
    const { body } = await sandbox.api.get<{ data: object }>(`/checkout-sessions/${session.id}`);
    expect(body.data).toMatchObject({ status: 'complete', transaction_id: charge!.id });
    const said = JSON.stringify(await heard(page, 'message'));
    expect(said).not.toContain(goodCard);
    expect(said).not.toContain('5556');
  });

  it('tells of a decline with its code, and can be tried again', async () => {
    const { page } = tests;
    await open();
    await fillBuyer(frame());
    await fillCard(frame(), declinedCard);
    await pay();
    const error = await hears<Failure & { declineCode: string }>(page, 'error');
    expect(error).toMatchObject({ code: 'declined', declineCode: expect.any(String) });
    expect(await heard(page, 'onError')).toEqual([error]);
    await fillCard(frame(), goodCard);
    await pay();
    await hears(page, 'complete');
  });

  it('tells what the buyer left out', async () => {
    const { page } = tests;
    await open();
    const errors = async (count: number) => {
      await expect.poll(async () => (await heard(page, 'error')).length).toBe(count);
      return (await heard<Failure>(page, 'error')).at(-1)!;
    };
    await pay();
    expect(await errors(1)).toMatchObject({ code: 'invalid_fields', fields: { cardNumber: expect.any(String) } });
    await fillBuyer(frame());
    await fillCard(frame(), goodCard);
    await frame().getByLabel('Email').fill('nobody');
    await pay();
    expect(await errors(2)).toMatchObject({ code: 'contact_required', fields: { email: expect.any(String) } });
    await fillBuyer(frame());
    await frame().locator('#billingCity').fill('');
    await pay();
    expect(await errors(3)).toMatchObject({
      code: 'billing_address_required',
      fields: { billingCity: expect.any(String) },
    });
  });

  it('is as high as what it shows', async () => {
    const { page } = tests;
    await open();
    const { height } = await hears<{ height: number }>(page, 'resize');
    expect(height).toBeGreaterThan(300);
    const last = async () => (await heard<{ height: number }>(page, 'resize')).at(-1)!.height;
    await expect
      .poll(async () => (await page.evaluate<number>('checkout.iframe.offsetHeight')) - (await last()))
      .toBe(0);
    const before = await last();
    await page.setViewportSize(phone);
    await expect.poll(last).not.toBe(before);
    const overflow = await page.frames()[1]!.evaluate<number>('document.documentElement.scrollHeight - innerHeight');
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'sdk-checkout-phone');
  });

  it('takes an appearance, at first and later, and goes away', async () => {
    const { page } = tests;
    await open("{ appearance: { variables: { borderRadius: '3px' } } }");
    const radius = () =>
      page.frames()[1]!.evaluate<string>("getComputedStyle(document.querySelector('#cardNumber')).borderRadius");
    await expect.poll(radius).toBe('3px');
    await page.evaluate("checkout.updateAppearance({ variables: { borderRadius: '7px' } })");
    await expect.poll(radius).toBe('7px');
    await page.evaluate('checkout.unmount()');
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('may be framed by the origins that the session names, exactly', async () => {
    const { site } = tests;
    const session = await embedded({ allowed_parent_origins: [site.origin, 'https://shop.example'] });
    await site.open(tests.page);
    await mount(session);
    await hears(tests.page, 'ready');
    const { headers } = await fetch(`${tests.sandbox.url}/embed/${session.client_secret}`);
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${site.origin} https://shop.example`);
  });

  it.each([
    ['another port', (origin: string) => origin.replace(/\d+$/, '1')],
    ['another name of the same machine', (origin: string) => origin.replace('localhost', '127.0.0.1')],
    ['another scheme', (origin: string) => origin.replace('http:', 'https:')],
  ])('is refused to a page when the session names %s', async (_, other) => {
    // A visitor apart: the browser itself complains of what may not be framed.
    const { page, faults, context } = await tests.browser.visit();
    const session = await embedded({ allowed_parent_origins: [other(tests.site.origin)] });
    await tests.site.open(page);
    await page.clock.install();
    await page.evaluate(`{
      PaymentsSDK('pk_test_demo').mountCheckout('#target', { clientSecret: '${session.client_secret}', onError: hear('error'), onReady: hear('ready') });
      null;
    }`);
    await expect.poll(() => faults.join()).toMatch(/frame-ancestors|Framing/);
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return heard<Failure>(page, 'error');
      })
      .toMatchObject([{ code: 'session_invalid', message: expect.stringContaining('allowed_parent_origins') }]);
    expect(await heard(page, 'ready')).toEqual([]);
    await context.close();
  });

  it('hears no other window', async () => {
    const { page } = tests;
    await open();
    await page.evaluate(`{
      const forged = { source: 'payments-sdk', type: 'complete', transactionId: 'txn_forged' };
      window.postMessage(forged, '*');
      const other = document.createElement('iframe');
      other.srcdoc = '<script>parent.postMessage(' + JSON.stringify(forged) + ', "*")</' + 'script>';
      document.body.append(other);
    }`);
    const forged = async () =>
      (await heard<{ transactionId?: string }>(page, 'message')).filter((each) => each.transactionId === 'txn_forged');
    await expect.poll(async () => (await forged()).length).toBe(2);
    expect(await heard(page, 'complete')).toEqual([]);
  });

  it('says session_expired of a session that is paid', async () => {
    const { page, sandbox } = tests;
    const session = await open();
    await sandbox.control.post('/triggers/checkout_session.complete', { id: session.id });
    await tests.site.open(page);
    await mount(session);
    expect(await hears<Failure>(page, 'error')).toMatchObject({ code: 'session_expired' });
    await frame().getByText('This has been paid').waitFor();
  });

  it('needs a client secret, and a place', async () => {
    const { page } = tests;
    await tests.site.open(page);
    const failureOf = (call: string) =>
      page.evaluate<Failure>(
        `failure(new Promise((done) => done(PaymentsSDK('pk_test_demo').mountCheckout(${call}))))`,
      );
    for (const options of ['{}', "{ clientSecret: '' }", 'undefined']) {
      expect(await failureOf(`'#target', ${options}`)).toMatchObject({ code: 'session_invalid', isOurs: true });
    }
    const nowhere = await failureOf("'#nowhere', { clientSecret: 'cs_1' }");
    expect(nowhere).toMatchObject({ code: 'not_configured', message: expect.stringContaining('#nowhere') });
  });

  it('works in a page with a strict policy of its own', async () => {
    const { page, sandbox } = tests;
    const policy = `default-src 'none'; script-src 'self' ${sandbox.url}; frame-src ${sandbox.url}; connect-src ${sandbox.url}; img-src data:`;
    const strict = await startMerchantSite({ emulator: sandbox.url, policy });
    const { client_secret } = await embedded();
    await strict.open(page, '<div id="target"></div><div id="card"></div>');
    await mount({ client_secret });
    await hears(page, 'ready');
    await page.evaluate("{ PaymentsSDK('pk_test_demo').mountCardInputs('#card', { onReady: hear('fields') }); }");
    await hears(page, 'fields');
    await screenshot(page, 'sdk-checkout-desktop');
    await strict.close();
  });
});
