import { describe, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, phone, screenshot } from '../support/browser.ts';
import { type Failure, heard, hears, SdkTests, startMerchantSite } from '../support/merchant-page.ts';
import { addSession, charges, declinedCard, fillBuyer, fillCard, goodCard, type Session } from './shop.ts';

const browser = await openBrowser();

describe.skipIf(browser === null)('the checkout that the browser SDK mounts', () => {
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

  it('has the colors that the shop declares, not those that the system prefers', async () => {
    const { page } = tests;
    await page.emulateMedia({ colorScheme: 'dark' });
    await open();
    const ink = () => page.frames()[1]!.evaluate<string>('getComputedStyle(document.body).color');
    const [light, dark] = ['rgb(20, 23, 31)', 'rgb(236, 238, 243)'];
    expect(await ink()).toBe(light);
    await screenshot(page, 'sdk-checkout-light-shop');
    await page.evaluate("document.documentElement.style.colorScheme = 'light dark'");
    await expect.poll(ink).toBe(dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(ink).toBe(light);
    await page.evaluate("checkout.updateAppearance({ theme: 'dark' })");
    await expect.poll(ink).toBe(dark);
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'sdk-checkout-dark-in-light-shop');
    await fillBuyer(frame());
    await fillCard(frame(), goodCard);
    await pay();
    // The page after it looks the same.
    await frame().getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    await expect.poll(ink).toBe(dark);
  });

  it.each([
    [
      'pale on white',
      { colorBackground: '#ffffff', colorText: '#dddddd', colorPrimary: '#ffee00', colorTextSecondary: '#eeeeee' },
    ],
    [
      'dark on black',
      { colorBackground: 'rgb(10 10 10)', colorText: '#222', colorPrimary: '#000080', colorPlaceholder: '#333' },
    ],
    [
      'the same everywhere',
      { colorBackground: 'oklch(0.7 0.1 200)', colorText: 'oklch(0.7 0.1 200)', colorDanger: 'oklch(0.7 0.1 200)' },
    ],
  ])('corrects the colors of a shop until they can be read: %s', async (name, variables) => {
    const { page } = tests;
    const rules = {
      '.Input': { color: '#999999', backgroundColor: '#aaaaaa' },
      '.Label': { color: variables.colorBackground },
      '.Button': { color: variables.colorBackground },
    };
    await open(`{ appearance: { variables: ${JSON.stringify(variables)}, rules: ${JSON.stringify(rules)} } }`);
    await frame().getByLabel('Email').fill('grace@example.com');
    await pay();
    await expect.poll(() => frame().locator('[aria-invalid="true"]').count()).toBeGreaterThan(0);
    const label = page.frames()[1]!;
    await expect
      .poll(() => label.evaluate<string>("getComputedStyle(document.querySelector('#email')).backgroundColor"))
      .toBe('rgb(170, 170, 170)');
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, `sdk-checkout-${name.replaceAll(' ', '-')}`);
  });

  it('shows the outlines of what comes while it loads', async () => {
    const { page, site, sandbox } = tests;
    const session = await embedded();
    let answer: () => void = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`${sandbox.url}/embed/**`, async (route) => {
      await asked;
      await route.continue();
    });
    await site.open(page);
    await mount(session);
    const loading = page.getByRole('status').getByText('The checkout is loading…');
    await loading.waitFor();
    expect(await page.evaluate<number>('document.querySelector("#target").offsetHeight')).toBe(480);
    await screenshot(page, 'sdk-checkout-loading');
    answer();
    await hears(page, 'ready');
    expect(await loading.count()).toBe(0);
    expect(await page.evaluate<string>('checkout.iframe.style.opacity')).toBe('');
  });

  it('may be framed by the origins that the session names, exactly', async () => {
    const { site } = tests;
    const session = await embedded({ allowed_parent_origins: [site.origin, 'https://shop.example'] });
    await site.open(tests.page);
    await mount(session);
    await hears(tests.page, 'ready');
  });

  it('is refused to a page of another port than the session names', async () => {
    const other = (origin: string) => origin.replace(/\d+$/, '1');
    // A visitor apart: the browser itself complains of what may not be framed.
    const { page, faults, context } = await tests.browser.visit();
    const session = await embedded({ allowed_parent_origins: [other(tests.site.origin)] });
    await tests.site.open(page);
    await page.clock.install();
    await page.evaluate(`{
      const { iframe } = PaymentsSDK('pk_test_demo').mountCheckout('#target', { clientSecret: '${session.client_secret}', onError: hear('error'), onReady: hear('ready') });
      iframe.addEventListener('load', () => hear('load')(true));
    }`);
    await hears(page, 'load');
    expect(faults.join()).toMatch(/frame-ancestors|Framing/);
    await page.clock.runFor(1_000);
    expect(await hears<Failure>(page, 'error')).toMatchObject({
      code: 'session_invalid',
      message: expect.stringContaining('allowed_parent_origins'),
    });
    await page.getByRole('alert').getByText('The checkout cannot be shown here').waitFor();
    await page.getByText(`For developers: `).getByText(tests.site.origin).waitFor();
    expect(await page.locator('iframe').isVisible()).toBe(false);
    await screenshot(page, 'sdk-checkout-refused');
    expect(await heard(page, 'ready')).toEqual([]);
    await context.close();
  });

  it('says in its place that the service cannot be reached', async () => {
    // A visitor apart: the browser itself complains of what it cannot reach.
    const { page, context } = await tests.browser.visit();
    await tests.site.open(page);
    await page.route(`${tests.sandbox.url}/**`, (route) => route.abort());
    await page.evaluate(
      `{ PaymentsSDK('pk_test_demo').mountCheckout('#target', { clientSecret: 'cs_1', onError: hear('error') }); }`,
    );
    expect(await hears<Failure>(page, 'error')).toMatchObject({ code: 'network' });
    await page.getByRole('alert').getByText('The checkout cannot be reached').waitFor();
    await context.close();
  });

  it('says in the frame that a session is unknown', async () => {
    const { page, site } = tests;
    await site.open(page);
    await mount({ client_secret: 'cs_nothing' });
    expect(await hears<Failure>(page, 'error')).toMatchObject({ code: 'session_invalid' });
    await frame().getByRole('heading', { name: 'The checkout cannot be shown here' }).waitFor();
    await screenshot(page, 'sdk-checkout-unknown');
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
    await frame().getByText('Already paid').waitFor();
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
