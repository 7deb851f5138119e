import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, screenshot } from '../support/browser.ts';
import { cards } from '../support/demo.ts';
import { type Failure, heard, hears, SdkTests } from '../support/merchant-page.ts';

const browser = await openBrowser();

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

describe.skipIf(browser === null)('the browser SDK', () => {
  const tests = new SdkTests(browser);

  const field = (title: string) => tests.page.frameLocator(`iframe[title="Secure ${title} field"]`).locator('input');
  const number = () => field('card number');
  const expiry = () => field('expiry');
  const cvc = () => field('security code');

  /** What an expression comes to inside a field's frame, with `input` at hand. */
  const within = <T>(name: string, expression: string): Promise<T> =>
    tests.page
      .frames()
      .find((frame) => frame.url().includes(`field=${name}`))!
      .evaluate<T>(`{ const input = document.querySelector('input'); ${expression} }`);
  const isFocused = (name: string) => within<boolean>(name, 'document.hasFocus() && document.activeElement === input');

  async function mountFields(options = '{}', key = 'pk_test_demo') {
    const { page, site } = tests;
    await site.open(page);
    await page.evaluate(`{
      window.payments = PaymentsSDK('${key}');
      window.fields = payments.mountCardInputs('#target', { onReady: hear('ready'), onChange: hear('change'), ...${options} });
    }`);
    await hears(page, 'ready');
  }

  async function fill(card: string, month = '12 / 30', code = '123') {
    await number().fill(card);
    await expiry().fill(month);
    await cvc().fill(code);
  }

  describe('as a file', () => {
    it('works as a module, and knows from its own address where the API is', async () => {
      const { page, site, sandbox } = tests;
      await site.open(page);
      const token = await page.evaluate(
        `import('${sandbox.url}/sdk/v1/sdk.mjs').then(({ default: create }) => create('pk_test_demo').createToken({ number: '${cards.visaDebit}', exp_month: '12', exp_year: '2030' }))`,
      );
      expect(token).toEqual({
        token: expect.stringMatching(/^ptok_/),
        card: { last4: '5556', brand: 'visa', exp_month: '12', exp_year: '2030' },
      });
    });

    it.each([
      ['sk_test_demo', /SECRET/],
      ['', /publishable/],
    ])("refuses '%s' as a key", async (key, message) => {
      const { page, site } = tests;
      await site.open(page);
      const failure = await page.evaluate<Failure>(`failure(new Promise((done) => done(PaymentsSDK('${key}'))))`);
      expect(failure).toMatchObject({ code: 'not_configured', isOurs: true, message: expect.stringMatching(message) });
    });
  });

  it('says what an apiBase must be', async () => {
    const { page, site } = tests;
    await site.open(page);
    for (const apiBase of ['', 'ftp://127.0.0.1/api/v1', 'http://127.0.0.1:4747', 7]) {
      const failure = await page.evaluate<Failure>(
        `failure(new Promise((done) => done(PaymentsSDK('pk_test_demo', { apiBase: ${JSON.stringify(apiBase)} }))))`,
      );
      expect(failure).toMatchObject({ code: 'not_configured', message: expect.stringContaining('/api/v1') });
    }
  });

  describe('mounting card fields', () => {
    it('makes a token that can be charged, and the number is nowhere in the page', async () => {
      const { page, sandbox } = tests;
      await mountFields();
      await number().pressSequentially(cards.visaDebit);
      await expiry().pressSequentially('1230');
      await cvc().pressSequentially('123');
      expect(await number().inputValue()).toBe('4000 0566 5566 5556');
      expect(await expiry().inputValue()).toBe('12 / 30');
      await page.waitForFunction("heard.some(([name, state]) => name === 'change' && state.complete)");
      const senders: string[] = [];
      page.on('request', (request) => {
        if (request.postData()?.includes(cards.visaDebit)) senders.push(`${request.frame().url()} ${request.url()}`);
      });
      const made = await page.evaluate<{ token: string; card: object }>('payments.createToken()');
      expect(made.card).toEqual({ last4: '5556', brand: 'visa', exp_month: '12', exp_year: '2030' });
      expect((await sandbox.api.post('/charges', { amount: 4200, payment_token: made.token })).status).toBe(201);
      expect(senders).toEqual([expect.stringMatching(/\/sdk\/v1\/field\S+ \S+\/api\/v1\/tokens$/)]);

      const known = await page.evaluate<string>(
        `document.documentElement.outerHTML + [...document.querySelectorAll('*')].map((each) => each.shadowRoot?.innerHTML ?? '').join() + JSON.stringify(heard)`,
      );
      for (const secret of ['4000056655665556', '4000 0566 5566 5556', '12 / 30', '"123"']) {
        expect(known).not.toContain(secret);
      }
      expect(
        await page.evaluate(
          "[...document.querySelector('#target > div').shadowRoot.querySelectorAll('iframe')].map((frame) => frame.contentDocument)",
        ),
      ).toEqual([null, null, null]);
    });

    it('tells the brand, what is complete and what is wrong', async () => {
      const { page } = tests;
      await mountFields();
      await number().fill('37828224631000');
      await expiry().fill('13 / 30');
      await cvc().fill('12');
      await number().focus();
      await page.waitForFunction("heard.some(([name, state]) => name === 'change' && state.errors.cardCvc)");
      const last = (await heard<object>(page, 'change')).at(-1);
      expect(last).toEqual({
        brand: 'amex',
        complete: false,
        empty: false,
        errors: {
          cardNumber: expect.stringContaining('incomplete'),
          cardExpiry: expect.stringContaining('MM / YY'),
          cardCvc: expect.stringContaining('4 digits'),
        },
      });
      await fill('378282246310005', '12 / 30', '1234');
      await page.waitForFunction("heard.filter(([name]) => name === 'change').at(-1)[1].complete");
    });

    it('says by field what keeps it from making a token', async () => {
      const { page } = tests;
      await mountFields();
      const empty = await page.evaluate<Failure>('failure(payments.createToken())');
      expect(empty).toMatchObject({ code: 'invalid_fields', isOurs: true });
      expect(Object.keys(empty.fields ?? {})).toEqual(['cardNumber', 'cardExpiry', 'cardCvc']);
      await expect.poll(() => page.getByText('Enter the card number.').count()).toBe(1);
      await fill('4242424242424241');
      const wrong = await page.evaluate<Failure>('failure(payments.createToken())');
      expect(wrong).toMatchObject({
        code: 'invalid_fields',
        fields: { cardNumber: 'Check the card number.' },
      });
      // The field says so itself, until something else is typed into it.
      await page.getByText('Check the card number.').waitFor();
      expect(await within<string>('cardNumber', "document.querySelector('#problem').textContent")).toBe(
        'Check the card number.',
      );
      expect(await number().getAttribute('aria-invalid')).toBe('true');
      await number().fill(cards.visaDebit);
      await expect.poll(() => page.getByText('Check the card number.').count()).toBe(0);
    });

    it('shows the accepted brands, the detected one, and where its code is', async () => {
      const { page } = tests;
      await mountFields();
      const marks = (name: string) =>
        within<string[]>(
          name,
          `[...document.querySelectorAll('[role="img"]')].filter((each) => each.checkVisibility()).map((each) => each.ariaLabel)`,
        );
      expect(await marks('cardNumber')).toEqual(['Visa, Mastercard, American Express, Discover']);
      expect(await marks('cardCvc')).toEqual(['The last three digits on the back of the card']);
      await screenshot(page, 'sdk-card-fields-empty');
      for (const [digits, name] of [
        ['4', 'Visa'],
        ['51', 'Mastercard'],
        ['37', 'American Express'],
        ['62', 'UnionPay'],
      ] as const) {
        await number().fill(digits);
        await expect.poll(() => marks('cardNumber')).toEqual([name]);
        const side = name === 'American Express' ? /front/ : /back/;
        await expect.poll(() => marks('cardCvc')).toEqual([expect.stringMatching(side)]);
      }
      await number().fill('');
      await expect.poll(() => marks('cardNumber')).toEqual(['Visa, Mastercard, American Express, Discover']);
    });

    it('joins the fields, and moves on by itself where nothing more is to be typed', async () => {
      const { page } = tests;
      await mountFields();
      const boxes = await Promise.all([number(), expiry(), cvc()].map(async (each) => (await each.boundingBox())!));
      const [top, left, right] = boxes as [Box, Box, Box];
      // Their borders lie on each other.
      expect(left.y).toBe(top.y + top.height - 1);
      expect([right.y, right.x]).toEqual([left.y, left.x + left.width - 1]);
      await number().focus();
      await page.keyboard.type('5105105105105100');
      await expect.poll(() => isFocused('cardExpiry')).toBe(true);
      await page.keyboard.type('1230');
      await expect.poll(() => isFocused('cardCvc')).toBe(true);
      await page.keyboard.type('123');
      await page.waitForFunction("heard.filter(([name]) => name === 'change').at(-1)[1].complete");
      // Correcting what is complete moves nobody away, and what is complete is not entered again.
      await number().press('End');
      await page.keyboard.press('Backspace');
      expect(await isFocused('cardNumber')).toBe(true);
      await page.keyboard.type('0');
      await expect.poll(() => number().inputValue()).toBe('5105 1051 0510 5100');
      expect(await isFocused('cardNumber')).toBe(true);
    });

    it('goes on by itself, and by a Tab that comes all the same no further', async () => {
      const { page } = tests;
      await mountFields();
      await number().focus();
      await page.keyboard.type('5105105105105100');
      await expect.poll(() => isFocused('cardExpiry')).toBe(true);
      await page.keyboard.press('Tab');
      await page.keyboard.type('1230');
      await expect.poll(() => isFocused('cardCvc')).toBe(true);
      await page.keyboard.press('Tab');
      await page.keyboard.type('123');
      await expect.poll(() => cvc().inputValue()).toBe('123');
      expect([await number().inputValue(), await expiry().inputValue()]).toEqual(['5105 1051 0510 5100', '12 / 30']);
    });

    it('shows on a phone what a number looks like, beside the marks of the cards', async () => {
      const { page } = tests;
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await mountFields();
        const room = await within<number>(
          'cardNumber',
          `const { paddingLeft, paddingRight, font } = getComputedStyle(input);
          const canvas = document.createElement('canvas').getContext('2d');
          canvas.font = font;
          input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - canvas.measureText(input.placeholder).width;`,
        );
        expect(room, `${width} pixels`).toBeGreaterThanOrEqual(0);
      }
    });

    it('has the colors that the shop declares, and corrects those that it gives', async () => {
      const { page } = tests;
      await page.emulateMedia({ colorScheme: 'dark' });
      await mountFields();
      const ground = () => within<string>('cardNumber', 'getComputedStyle(input).backgroundColor');
      expect(await ground()).toBe('rgb(255, 255, 255)');
      await page.evaluate(
        "Object.assign(document.documentElement.style, { colorScheme: 'dark', background: '#101010', color: '#eee' })",
      );
      await expect.poll(ground).toBe('rgb(21, 24, 30)');
      await number().fill('4242');
      await expiry().focus();
      await page.getByText('The card number is incomplete.').waitFor();
      const contrasts = async () =>
        (await accessibilityFaults(page)).filter((fault) => !fault.startsWith('page-has-heading-one'));
      expect(await contrasts()).toEqual([]);
      await screenshot(page, 'sdk-card-fields-dark');
      await mountFields(`{
        appearance: { variables: { colorBackground: '#fff', colorText: '#eee', colorDanger: '#fdd', colorPlaceholder: 'white' } },
        style: { base: { color: '#fafafa' }, invalid: { backgroundColor: 'black' } },
      }`);
      await number().fill('4242');
      await expiry().focus();
      await page.getByText('The card number is incomplete.').waitFor();
      expect(await contrasts()).toEqual([]);
      await screenshot(page, 'sdk-card-fields-corrected');
      await mountFields("{ appearance: { variables: { colorBackground: 'transparent' } } }");
      await expect.poll(ground).toBe('rgba(0, 0, 0, 0)');
    });

    it('lays each field where the page wants it, clears them, and goes away', async () => {
      const { page, site } = tests;
      await site.open(page, '<div id="a"></div><div id="b"></div><div id="c"></div>');
      await page.evaluate(`{
        window.payments = PaymentsSDK('pk_test_demo');
        window.fields = payments.mountCardInputs({ cardNumber: '#a', cardExpiry: document.querySelector('#b'), cardCvc: '#c' }, { onReady: hear('ready'), placeholders: { number: 'Nummer' } });
      }`);
      await hears(page, 'ready');
      expect(await page.locator('#a iframe').count()).toBe(1);
      await expect.poll(() => number().getAttribute('placeholder')).toBe('Nummer');
      await page.evaluate("fields.focus('cardCvc')");
      await expect.poll(() => isFocused('cardCvc')).toBe(true);
      await fill(cards.visaDebit);
      await page.evaluate('fields.clear()');
      await expect.poll(() => number().inputValue()).toBe('');
      await page.evaluate('fields.unmount()');
      expect(await page.locator('iframe').count()).toBe(0);
      expect(await page.evaluate<Failure>('failure(payments.createToken())')).toMatchObject({ code: 'not_configured' });
    });

    it('takes styles, but nothing that loads or runs', async () => {
      const { page } = tests;
      await mountFields(`{
        appearance: {
          variables: { colorText: 'rgb(1, 2, 3)', borderRadius: '3px', colorBackground: 'url(http://127.0.0.1:9/leak)' },
          rules: { '.Input': { letterSpacing: '2px', backgroundImage: 'url(https://evil.example/a)', position: 'fixed' }, 'body { color: red } x': { color: 'red' } },
          fonts: [{ family: 'Evil', src: 'https://evil.example/font.woff2' }],
        },
        style: { base: { fontWeight: 700, background: 'url("https://evil.example/b")' } },
        placeholders: { number: '<img src=x onerror=alert(1)>' },
      }`);
      const look = () =>
        within<Record<string, string>>(
          'cardNumber',
          'const { color, letterSpacing, fontWeight, borderRadius, position, backgroundImage } = getComputedStyle(input); ({ color, letterSpacing, fontWeight, borderRadius, position, backgroundImage, fonts: String(document.fonts.size) })',
        );
      await expect.poll(look).toEqual({
        color: 'rgb(1, 2, 3)',
        letterSpacing: '2px',
        fontWeight: '700',
        borderRadius: '3px 3px 0px 0px',
        position: 'static',
        backgroundImage: 'none',
        fonts: '0',
      });
      expect(await number().getAttribute('placeholder')).toBe('<img src=x onerror=alert(1)>');
      await page.evaluate("fields.updateStyle({ letterSpacing: '4px' })");
      await expect.poll(async () => (await look()).letterSpacing).toBe('4px');
    });

    it('sends the form around it with Enter', async () => {
      const { page, site } = tests;
      await site.open(page, '<form id="form"><div id="target"></div></form>');
      await page.evaluate(`{
        document.querySelector('#form').addEventListener('submit', (event) => { event.preventDefault(); hear('submit')(true); });
        PaymentsSDK('pk_test_demo').mountCardInputs('#target', { onReady: hear('ready') });
      }`);
      await hears(page, 'ready');
      await number().press('Enter');
      await hears(page, 'submit');
    });

    it('can be used by everybody', async () => {
      const { page } = tests;
      await mountFields();
      await number().fill('4242');
      await page.keyboard.press('Tab');
      await expect.poll(() => isFocused('cardExpiry')).toBe(true);
      await page.keyboard.press('Tab');
      await expect.poll(() => isFocused('cardCvc')).toBe(true);
      await expect.poll(() => page.getByText('The card number is incomplete.').count()).toBe(1);
      expect(await accessibilityFaults(page)).toEqual([]);
      await screenshot(page, 'sdk-card-fields');
      // Where the system has colors of its own, no shadow is painted.
      await page.emulateMedia({ forcedColors: 'active' });
      expect(await within<string>('cardCvc', 'getComputedStyle(input).outlineStyle')).toBe('solid');
      await screenshot(page, 'sdk-card-fields-forced');
    });
  });

  describe('making a token of raw data', () => {
    beforeEach(() => tests.site.open(tests.page));
    const token = (key: string, card: object) =>
      tests.page.evaluate<Failure>(`failure(PaymentsSDK('${key}').createToken(${JSON.stringify(card)}))`);

    it('refuses it on gateway_b', async () => {
      const card = { number: cards.visaDebit, exp_month: '12', exp_year: '2030', cvv: '123' };
      expect(await token('pk_test_demo_b', card)).toMatchObject({ code: 'not_configured', isOurs: true });
      expect(await token('pk_test_demo_a', card)).toMatchObject({ done: { card: { last4: '5556' } } });
    });

    it('says what is wrong in the words of its code', async () => {
      const card = { number: '4242', exp_month: '12', exp_year: '2030' };
      expect(await token('pk_test_demo', card)).toMatchObject({
        code: 'invalid_fields',
        fields: { number: expect.any(String) },
      });
      expect(await token('pk_test_nobody', card)).toMatchObject({ code: 'not_configured' });
    });

    it('says when to come back if it is too much', async () => {
      const { page, sandbox } = tests;
      await page.route(`${sandbox.url}/api/v1/tokens`, (route) =>
        route.fulfill({
          status: 429,
          headers: {
            'retry-after': '7',
            'access-control-allow-origin': '*',
            'access-control-expose-headers': 'Retry-After',
          },
          json: { error: 'Too many.', type: 'rate_limit_error' },
        }),
      );
      const card = { number: cards.visaDebit, exp_month: '12', exp_year: '2030' };
      expect(await token('pk_test_demo', card)).toMatchObject({ code: 'rate_limited', retryAfter: 7 });
    });

    it('says network where nobody answers', async () => {
      // A visitor apart: the browser itself complains of what it cannot reach.
      const { page, context } = await tests.browser.visit();
      await tests.site.open(page);
      const failure = await page.evaluate<Failure>(
        "failure(PaymentsSDK('pk_test_demo', { apiBase: 'http://127.0.0.1:9/api/v1' }).createToken({ number: '4242', exp_month: '1', exp_year: '30' }))",
      );
      expect(failure).toMatchObject({ code: 'network', isOurs: true });
      await context.close();
    });
  });

  it('reaches a proxy of the API that apiBase names', async () => {
    const { page, site, sandbox } = tests;
    await site.open(page);
    const seen: string[] = [];
    await page.route('**/shop-proxy/api/v1/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      seen.push(pathname);
      const answer = await route.fetch({ url: sandbox.url + pathname.replace('/shop-proxy', '') });
      await route.fulfill({ response: answer });
    });
    const card = { number: cards.visaDebit, exp_month: '12', exp_year: '2030' };
    const made = await page.evaluate(
      `PaymentsSDK('pk_test_demo', { apiBase: location.origin + '/shop-proxy/api/v1' }).createToken(${JSON.stringify(card)})`,
    );
    expect(made).toMatchObject({ card: { last4: '5556' } });
    expect(seen).toEqual(['/shop-proxy/api/v1/tokenization-key', '/shop-proxy/api/v1/tokens']);
  });
});
