import type { Route } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser, type Visitor } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { SdkTests } from '../support/merchant-page.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { issuers, ThreeDsPage } from './three-ds-page.ts';

const browser = await openBrowser();

describe.skipIf(browser === null)('3-D Secure by the browser SDK where answers get lost', () => {
  const tests = new SdkTests(browser);
  /** A visitor apart: the browser itself complains of calls that a test cuts. */
  let visitor: Visitor;
  let shop: ThreeDsPage;
  let demo: Demo;
  beforeEach(async () => {
    visitor = await tests.browser.visit();
    shop = await ThreeDsPage.open(visitor.page, tests.site);
    demo = Demo.ofFixture(tests.sandbox, 'ws_demo');
  });
  afterEach(() => visitor.context.close());

  const finish = '**/three-ds/finish';

  /** Leaves the calls of a path without an answer. */
  async function hang(path: string): Promise<{ count: () => number }> {
    let count = 0;
    await visitor.page.route(path, () => {
      count++;
    });
    return { count: () => count };
  }

  async function expectNoDialog(): Promise<void> {
    expect(await visitor.page.locator('[data-payments-sdk="dialog"]').count()).toBe(0);
    expect(await shop.status()).toBe('failure');
  }

  it('ends a challenge whose results cannot be had, within 20 seconds of the first try', async () => {
    let polls = 0;
    await visitor.page.route(finish, async (route) => {
      polls++;
      await route.abort();
    });
    await shop.beginChallenge(demo);
    expect(await shop.end()).toMatchObject({ code: 'network', isOurs: true });
    // Every three seconds, from the first to the one that is 18 seconds later.
    expect(polls).toBe(7);
    await expectNoDialog();
  });

  it.each(['/three-ds/finish', '/three-ds/authenticate', '/three-ds/initialize'])(
    'ends where %s does not answer within 20 seconds',
    async (path) => {
      const { count } = await hang(`**${path}`);
      await shop.begin(demo, issuers.challenge);
      await shop.asks(path);
      await expect.poll(count).toBe(1);
      await visitor.page.clock.runFor(15_000);
      expect(await visitor.page.evaluate('ended')).toBeNull();
      await visitor.page.clock.runFor(5_000);
      expect(await shop.endAtOnce()).toMatchObject({ code: 'network', message: expect.stringContaining('in time') });
      expect(count()).toBe(1);
      await expectNoDialog();
    },
  );

  it('goes on after some answers that got lost or were none', async () => {
    const answers: ((route: Route) => Promise<void>)[] = [
      (route) => route.abort(),
      (route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
      (route) => route.fulfill({ status: 200, body: '{"data": {"stat' }),
    ];
    let polls = 0;
    await visitor.page.route(finish, async (route) => {
      // Whole answers in between begin the count anew: in all, more are lost than would end it in a row.
      const answer = polls % 4 === 3 ? undefined : answers[polls % 4];
      polls++;
      await (answer === undefined ? route.continue() : answer(route));
    });
    await shop.beginChallenge(demo);
    for (let seconds = 0; polls < 12; seconds += 3) {
      expect(await visitor.page.evaluate('ended')).toBeNull();
      await shop.passUntil('calls === 0', 3_000);
      await visitor.page.clock.runFor(3_000);
      expect(seconds).toBeLessThan(120);
    }
    await shop.challenge().getByRole('button', { name: 'Approve' }).click();
    expect(await shop.end()).toMatchObject({ done: { status: 'Y' } });
  });

  it.each(['before', 'after'])('ends where the emulator is gone %s the buyer approves', async (when) => {
    const gone = await createTestSandbox();
    await visitor.page.evaluate(
      `import('${gone.url}/sdk/v1/sdk.mjs').then(({ default: factory }) => { window.payments = factory('pk_test_demo'); })`,
    );
    await shop.beginChallenge(Demo.ofFixture(gone, 'ws_demo'));
    await gone.stop();
    const approve = shop.challenge().getByRole('button', { name: 'Approve' });
    if (when === 'after') await approve.click({ noWaitAfter: true });
    expect(await shop.end()).toMatchObject({ code: 'network' });
    await expectNoDialog();
  });

  describe('while a call is without an answer', () => {
    const leave = {
      'the button': () => shop.dialog().getByRole('button', { name: 'Close' }).click(),
      Escape: () => shop.dialog().getByRole('button', { name: 'Close' }).press('Escape'),
      'cancel()': () => visitor.page.evaluate('payments.threeDS().cancel()'),
      'reset()': () => visitor.page.evaluate('payments.threeDS().reset()'),
    };

    it.each(Object.entries(leave))('is left at once with %s', async (_name, act) => {
      const { count } = await hang(finish);
      await shop.beginChallenge(demo);
      await visitor.page.clock.runFor(3_000);
      await expect.poll(count).toBe(1);
      await act();
      expect(await shop.endAtOnce()).toMatchObject({ code: 'three_ds_cancelled', isOurs: true });
      expect(await visitor.page.locator('[data-payments-sdk="dialog"]').count()).toBe(0);
    });

    it.each(['initialize', 'authenticate'])('is cancelled at once during %s', async (name) => {
      await hang(`**/three-ds/${name}`);
      await shop.begin(demo, issuers.challenge);
      await shop.asks(`/three-ds/${name}`);
      await visitor.page.evaluate('payments.threeDS().cancel()');
      expect(await shop.endAtOnce()).toMatchObject({ code: 'three_ds_cancelled' });
      expect(await shop.status()).toBe('failure');
    });
  });
});
