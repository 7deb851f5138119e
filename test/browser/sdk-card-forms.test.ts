import { describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { cards } from '../support/demo.ts';
import { type Failure, heard, hears, SdkTests } from '../support/merchant-page.ts';
import { countCharges } from './shop.ts';

const browser = await openBrowser();

describe.skipIf(browser === null)('card fields in a form', () => {
  const tests = new SdkTests(browser);
  const block = (place: string) => ({
    number: () => tests.page.locator(`${place} iframe`).nth(0).contentFrame().locator('input'),
    expiry: () => tests.page.locator(`${place} iframe`).nth(1).contentFrame().locator('input'),
    cvc: () => tests.page.locator(`${place} iframe`).nth(2).contentFrame().locator('input'),
  });

  async function fill(card: string, place = '#target'): Promise<void> {
    const { number, expiry, cvc } = block(place);
    await number().fill(card);
    await expiry().fill('12 / 30');
    await cvc().fill('123');
  }

  async function open(body = '<div id="target"></div>'): Promise<void> {
    await tests.site.open(tests.page, body);
    await tests.page.evaluate(`{
      window.payments = PaymentsSDK('pk_test_demo');
      window.fields = payments.mountCardInputs('#target', { onReady: hear('ready'), onChange: hear('change') });
    }`);
  }

  const ready = () => hears(tests.page, 'ready');

  /** Keeps the calls of POST /tokens until they are let go. */
  async function holdTokens(): Promise<{ letGo: () => void; count: () => number }> {
    const waiting: (() => void)[] = [];
    let isOpen = false;
    let count = 0;
    await tests.page.route('**/api/v1/tokens', async (route) => {
      count++;
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
    });
    const letGo = () => {
      isOpen = true;
      for (const each of waiting) each();
    };
    return { letGo, count: () => count };
  }

  it('do with Enter what a native input beside them does', async () => {
    const { page } = tests;
    await open('<div id="before"></div><form id="form"><div id="target"></div><div id="rest"></div></form>');
    await ready();
    await page.evaluate(`document.querySelector('#form').addEventListener('submit', (event) => {
      event.preventDefault();
      hear('submit')(event.submitter?.id ?? 'the form itself');
    })`);
    const native = '<input id="native" aria-label="Name">';
    const shapes: [name: string, submitted: string[], rest: string, before?: string][] = [
      ['a button', ['pay'], `${native}<button id="pay">Pay</button>`],
      ['a disabled button', [], `${native}<button id="pay" disabled>Pay</button>`],
      ['a disabled button before another', [], `${native}<button disabled>Pay</button><button id="pay">Pay</button>`],
      ['a button in a disabled fieldset', [], `${native}<fieldset disabled><button id="pay">Pay</button></fieldset>`],
      ['a button of another kind before it', ['pay'], `${native}<button type="button">No</button><button id="pay">Pay`],
      ['an input as its button', ['pay'], `${native}<input type="submit" id="pay">`],
      ['a picture as its button', ['pay'], `${native}<input type="image" alt="Pay" id="pay">`],
      ['a button elsewhere', ['far'], `${native}<button id="pay">Pay</button>`, '<button id="far" form="form">Far'],
      ['a required field that is empty', [], `${native}<input required aria-label="a"><button id="pay">Pay</button>`],
      ['one text and no button', ['the form itself'], native],
      ['two texts and no button', [], `${native}<input type="email" aria-label="Mail">`],
      ['a text, a checkbox and no button', ['the form itself'], `${native}<input type="checkbox" aria-label="b">`],
    ];
    for (const [name, submitted, rest, before = ''] of shapes) {
      await page.evaluate(
        `{ document.querySelector('#rest').innerHTML = ${JSON.stringify(rest)}; document.querySelector('#before').innerHTML = ${JSON.stringify(before)}; heard.length = 0; }`,
      );
      await page.locator('#native').press('Enter');
      expect(await heard(page, 'submit'), `a native input, ${name}`).toEqual(submitted);
      await page.evaluate('heard.length = 0');
      await block('#target').number().press('Enter');
      // The message of the field is heard, so what the SDK makes of it has happened.
      await page.waitForFunction("heard.some(([name, message]) => name === 'message' && message.type === 'submit')");
      expect(await heard(page, 'submit'), `a card field, ${name}`).toEqual(submitted);
    }
  });

  it('pay once if the buyer presses Enter twice during a slow call', async () => {
    const { page, sandbox } = tests;
    await open('<form id="form"><div id="target"></div><button>Pay</button></form>');
    await ready();
    await page.evaluate(`document.querySelector('#form').addEventListener('submit', async (event) => {
      event.preventDefault();
      event.submitter.disabled = true;
      hear('token')((await fields.createToken()).token);
    })`);
    await fill(cards.visaDebit);
    const { letGo, count } = await holdTokens();
    await block('#target').cvc().press('Enter');
    await block('#target').cvc().press('Enter');
    await expect.poll(count).toBe(1);
    letGo();
    const token = await hears<string>(page, 'token');
    expect((await heard(page, 'token')).length).toBe(1);
    const before = await countCharges(sandbox);
    await sandbox.api.post('/charges', { amount: 1000, payment_token: token });
    expect(await countCharges(sandbox)).toBe(before + 1);
  });

  it('make one token for two calls at once, and another one after a change', async () => {
    const { page } = tests;
    await open();
    await ready();
    await fill(cards.visaDebit);
    const [first, second] = await page.evaluate<{ token: string }[]>(
      'Promise.all([payments.createToken(), fields.createToken()])',
    );
    expect(first).toEqual(second);
    const third = await page.evaluate<{ token: string }>('payments.createToken()');
    expect(third.token).not.toBe(first!.token);
  });

  it('make a token of the block that is asked, never of another', async () => {
    const { page } = tests;
    await tests.site.open(page, '<div id="a"></div><div id="b"></div>');
    await page.evaluate(`{
      window.payments = PaymentsSDK('pk_test_demo');
      window.a = payments.mountCardInputs('#a', { onReady: hear('a') });
      window.b = payments.mountCardInputs('#b', { onReady: hear('b') });
    }`);
    await hears(page, 'a');
    await hears(page, 'b');
    await fill(cards.visaDebit, '#a');
    await fill('5105105105105100', '#b');
    const last4 = (of: string) => page.evaluate<string>(`${of}.createToken().then(({ card }) => card.last4)`);
    expect([await last4('a'), await last4('b')]).toEqual(['5556', '5100']);
    expect(await page.evaluate<Failure>('failure(payments.createToken())')).toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('2 blocks of card fields are mounted'),
    });
    await page.evaluate('b.unmount()');
    expect(await last4('payments')).toBe('5556');
    expect(await page.evaluate<Failure>('failure(b.createToken())')).toMatchObject({ code: 'not_configured' });
    // A page that only takes them away has none any more, either.
    await page.evaluate("document.querySelector('#a').replaceChildren()");
    expect(await page.evaluate<Failure>('failure(payments.createToken())')).toMatchObject({ code: 'not_configured' });
  });

  it('wait until they are loaded before they make a token', async () => {
    const { page } = tests;
    let answer: () => void = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/sdk/v1/field?*cardCvc*', async (route) => {
      await asked;
      await route.continue();
    });
    await open();
    await page.getByRole('status').getByText('The card fields are loading…').waitFor();
    await block('#target').number().fill(cards.visaDebit);
    await page.evaluate("{ failure(fields.createToken()).then(hear('ended')); null; }");
    answer();
    await ready();
    // What they contain is judged when all of them are there.
    const ended = await hears<Failure>(page, 'ended');
    expect(ended.code).toBe('invalid_fields');
    expect(Object.keys(ended.fields ?? {})).toEqual(['cardExpiry', 'cardCvc']);
    expect(await page.getByRole('status').count()).toBe(0);
  });

  it.each([
    ['unmounts', 'fields.unmount()'],
    ['only removes', "document.querySelector('#target').remove()"],
  ])('are cancelled if the page %s them meanwhile', async (_how, act) => {
    const { page } = tests;
    await open();
    await ready();
    await fill(cards.visaDebit);
    const { letGo, count } = await holdTokens();
    await page.evaluate("{ failure(fields.createToken()).then(hear('ended')); null; }");
    await expect.poll(count).toBe(1);
    await page.evaluate(act);
    expect(await hears<Failure>(page, 'ended')).toMatchObject({ code: 'cancelled', isOurs: true });
    letGo();
  });

  it('are empty, look the same and can be used after the page has moved them', async () => {
    const { page } = tests;
    await tests.site.open(page, '<div id="target"></div><div id="other"></div>');
    await page.evaluate(`{
      window.payments = PaymentsSDK('pk_test_demo');
      window.fields = payments.mountCardInputs('#target', { onReady: hear('ready'), onChange: hear('change'), placeholders: { number: 'Nummer' } });
    }`);
    await ready();
    await fill(cards.visaDebit);
    await page.waitForFunction("heard.filter(([name]) => name === 'change').at(-1)[1].complete");
    await page.evaluate("document.querySelector('#other').append(document.querySelector('#target').firstElementChild)");
    await page.waitForFunction("heard.filter(([name]) => name === 'change').at(-1)[1].empty");
    await expect.poll(() => block('#other').number().getAttribute('placeholder')).toBe('Nummer');
    await fill(cards.visaDebit, '#other');
    expect(await page.evaluate('fields.createToken()')).toMatchObject({ card: { last4: '5556' } });
  });

  it('refuse what nobody would notice: an unknown event, an unknown part of a card, missing options', async () => {
    const { page } = tests;
    await tests.site.open(page);
    const refusal = (call: string) => page.evaluate<Failure>(`failure(new Promise((done) => done((() => ${call})())))`);
    await page.evaluate("window.payments = PaymentsSDK('pk_test_demo'); null");
    const cases: [call: string, code: string, message: RegExp][] = [
      [
        "payments.mountCheckout('#target', { clientSecret: 'cs_nothing' }).on('compleet', () => {})",
        'not_configured',
        /no event 'compleet'. Did you mean 'complete'\?/,
      ],
      [
        `payments.createToken({ number: '${cards.visaDebit}', exp_month: '12', exp_year: '2030', cvc: '123' })`,
        'invalid_fields',
        /^cvc is not a card field\. Did you mean cvv\?$/,
      ],
      ['payments.threeDS().authenticate()', 'invalid_fields', /amount/],
      ["payments.elements().mountWallets('#target')", 'invalid_fields', /amount/],
      ["payments.mountCardInputs('##')", 'not_configured', /'##'/],
      ['payments.mountCardInputs()', 'not_configured', /selector/],
    ];
    for (const [call, code, message] of cases) {
      expect(await refusal(call), call).toMatchObject({ code, isOurs: true, message: expect.stringMatching(message) });
    }
  });
});
