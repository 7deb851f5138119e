import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, type Visitor } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { directivesFor, type Failure, heard, hears, SdkTests } from '../support/merchant-page.ts';
import { issuers } from './three-ds-page.ts';

const browser = await openBrowser();

describe.skipIf(browser === null)('card fields and 3-D Secure in a page of a shop', () => {
  const tests = new SdkTests(browser);

  const frames = (place = '#target') => tests.page.locator(`${place} iframe`);
  const challenge = () => tests.page.frameLocator('iframe[title="Confirm with your bank"]');
  const dialogs = (page: Page = tests.page) => page.locator('[data-payments-sdk="dialog"]');

  /** Mounts card fields, and enters a card whose issuer wants a challenge. */
  async function mount(place = '#target', name = 'fields'): Promise<void> {
    const { page } = tests;
    await page.evaluate(`{
      window.payments ??= PaymentsSDK('pk_test_demo');
      window.${name} = payments.mountCardInputs('${place}', { onReady: hear('ready ${name}') });
    }`);
    await hears(page, `ready ${name}`);
    await fill(place);
  }

  async function fill(place = '#target'): Promise<void> {
    for (const [nth, text] of [issuers.challenge, '12 / 30', '123'].entries()) {
      await frames(place).nth(nth).contentFrame().locator('input').fill(text);
    }
  }

  /** Authenticates the card in the fields; how it ends is heard as `ended`. */
  async function pay(name = 'fields'): Promise<void> {
    await tests.page.evaluate(`{
      window.paying = ${name}.createToken().then(({ token }) => payments.threeDS().authenticate({ amount: 10, token }));
      failure(paying).then(hear('ended'));
      null;
    }`);
    await challenge().getByRole('button', { name: 'Approve' }).waitFor();
  }

  it.each([
    ['unmounts them', 'fields.unmount()'],
    ['removes their place', "document.querySelector('#target').remove()"],
  ])('ends the authentication of a card whose fields leave: the page %s', async (_how, leave) => {
    const { page, site } = tests;
    await site.open(page);
    await mount();
    await pay();
    await page.evaluate(`{ ${leave}; }`);
    expect(await hears<Failure>(page, 'ended')).toMatchObject({ code: 'cancelled', isOurs: true });
    expect(await dialogs().count()).toBe(0);
    expect(await page.evaluate('payments.threeDS().getStatus()')).toBe('failure');
  });

  it('leaves alone what belongs to other fields, and a token whose fields had left before', async () => {
    const { page, site } = tests;
    await site.open(page, '<div id="target"></div><div id="other"></div>');
    await mount('#other', 'other');
    await mount();
    const { token } = await page.evaluate<{ token: string }>('other.createToken()');
    await page.evaluate('other.unmount()');
    await pay();
    await page.evaluate('other.unmount()');
    await challenge().getByRole('button', { name: 'Approve' }).click();
    expect(await hears<Failure>(page, 'ended')).toMatchObject({ done: { status: 'Y' } });
    await page.evaluate(
      `{ failure(payments.threeDS().authenticate({ amount: 10, token: '${token}' })).then(hear('later')); null; }`,
    );
    await challenge().getByRole('button', { name: 'Approve' }).click();
    expect(await hears<Failure>(page, 'later')).toMatchObject({ done: { status: 'Y' } });
  });

  it('are refused where there are card fields already, until those leave', async () => {
    const { page, site } = tests;
    await site.open(page, '<div id="target"></div><div id="a"></div><div id="b"></div><div id="c"></div>');
    await mount();
    const again = (target: string) =>
      page.evaluate<Failure>(
        `failure(new Promise((done) => done(PaymentsSDK('pk_test_demo').mountCardInputs(${target})))).then(({ code, message }) => ({ code, message }))`,
      );
    expect(await again("'#target'")).toEqual({
      code: 'not_configured',
      message: "'#target' already contains card fields. Call unmount() on the existing card fields first.",
    });
    expect(await again("document.querySelector('#target')")).toMatchObject({ code: 'not_configured' });
    expect(await frames().count()).toBe(3);
    const places = "{ cardNumber: '#a', cardExpiry: '#b', cardCvc: '#c' }";
    expect(await again(places)).toEqual({});
    expect(await again(places)).toMatchObject({ code: 'not_configured' });
    await page.evaluate('fields.unmount()');
    expect(await again("'#target'")).toEqual({});
    // Fields that the page has removed without unmounting them are not there, either.
    await page.evaluate("document.querySelector('#target').replaceChildren()");
    expect(await again("'#target'")).toEqual({});
  });

  it('can be used by everybody in each state, beside the landmarks of the page', async () => {
    const { page, site } = tests;
    await site.open(page);
    await page.evaluate(`{
      const part = (name) => Object.assign(document.createElement(name), { textContent: name });
      document.body.prepend(part('header'));
      document.body.append(part('footer'));
    }`);
    const faults = () => accessibilityFaults(page);
    await mount();
    expect(await faults()).toEqual([]);
    await page.evaluate('fields.clear()');
    await page.evaluate('failure(fields.createToken())');
    await page.getByText('Enter the card number.').waitFor();
    expect(await faults()).toEqual([]);
    await fill();
    await pay();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await hears<Failure>(page, 'ended')).toMatchObject({ code: 'three_ds_cancelled' });
    expect(await faults()).toEqual([]);
    // The checker takes its time, in eight documents.
  }, 90_000);

  describe('with Trusted Types', () => {
    /** A visitor apart: the browser itself complains of a policy that it refuses. */
    let visitor: Visitor;
    beforeEach(async () => {
      visitor = await tests.browser.visit();
    });
    afterEach(() => visitor.context.close());

    async function authenticate(directives: string): Promise<Page> {
      const { sandbox, site } = tests;
      const { page } = visitor;
      const policy = Object.entries(directivesFor(sandbox.url)).map(([name, sources]) => `${name} ${sources}`);
      await site.open(
        page,
        undefined,
        undefined,
        [...policy, "default-src 'none'", 'img-src data:', directives].join('; '),
      );
      const token = await Demo.ofFixture(sandbox, 'ws_demo').tokenize(issuers.challenge);
      await page.evaluate(`{
        window.payments = PaymentsSDK('pk_test_demo');
        payments.mountCardInputs('#target', { onReady: hear('ready') });
        failure(payments.threeDS().authenticate({ amount: 10, token: '${token}' })).then(hear('ended'));
        null;
      }`);
      return page;
    }

    it.each(["require-trusted-types-for 'script'", "require-trusted-types-for 'script'; trusted-types payments-sdk"])(
      'works under %s',
      async (directives) => {
        const page = await authenticate(directives);
        const bank = page.frameLocator('iframe[title="Confirm with your bank"]');
        await bank.getByRole('button', { name: 'Approve' }).click();
        expect(await hears<Failure>(page, 'ended')).toMatchObject({ done: { status: 'Y' } });
        expect(await heard(page, 'ready')).toEqual([undefined]);
      },
    );

    it('names the directive that lacks its policy', async () => {
      const page = await authenticate("require-trusted-types-for 'script'; trusted-types shop");
      expect(await hears<Failure>(page, 'ended')).toMatchObject({
        code: 'not_configured',
        message: expect.stringContaining('add payments-sdk to trusted-types'),
      });
    });
  });
});
