import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser, screenshot } from '../support/browser.ts';
import { expectClean } from '../support/pages.ts';
import {
  addLink,
  addSession,
  countCharges,
  fillBuyer,
  fillCard,
  goodCard,
  notice,
  payButton,
  thanksPage,
  thanksUrl,
  watchAttempts,
} from './shop.ts';
import { describeInBrowser } from './stage.ts';

const found = await openBrowser();

/** Its outcome is known 30 seconds after, by the clock of the sandbox: it was charged. */
const undecidedCard = '4000000000000341';

describeInBrowser(found, 'a checkout that somebody waits at', (stage) => {
  const sold = () => countCharges(stage.sandbox);

  /** Holds what the page asks for at an address, until it is let go. */
  async function holding(address: string): Promise<() => Promise<void>> {
    const held: Route[] = [];
    let isHeld = true;
    await stage.visitor.page.route(address, (route) => (isHeld ? void held.push(route) : route.continue()));
    return async () => {
      isHeld = false;
      await Promise.all(held.map((route) => route.continue()));
    };
  }

  it('says after a while that the payment goes on and what to do, and asks before it is left', async () => {
    const { page } = stage.visitor;
    const letGo = await holding('**/pay');
    await page.goto((await addLink(stage.sandbox, { amount: 2100 })).url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payButton(page).click();
    const note = notice(page).getByText('Your payment is still in progress');
    await note.waitFor();
    await notice(page).getByText('Keep this page open').waitFor();
    expect(await payButton(page).textContent()).toContain('Paying…');
    await screenshot(page, 'checkout-slow');
    await expectClean(stage.visitor);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await letGo();
    await page.waitForURL(/confirmation/);
  });

  it('says nothing of it where the payment takes no longer than usual', async () => {
    const { page } = stage.visitor;
    await page.goto((await addLink(stage.sandbox, { amount: 2200 })).url);
    await page.evaluate(`new MutationObserver(() => { sessionStorage.said = document.querySelector('#notice').textContent; })
      .observe(document.querySelector('#notice'), { childList: true, subtree: true })`);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.waitForURL(/confirmation/);
    expect(await page.evaluate<string>("sessionStorage.said ?? ''")).toBe('');
  });

  it('goes on by itself after a reload, until it is known what became of the payment', async () => {
    const { page } = stage.visitor;
    const attempts = watchAttempts(page);
    page.on('dialog', (dialog) => void dialog.accept());
    const before = await sold();
    await page.goto((await addSession(stage.sandbox, { success_url: thanksUrl(stage.sandbox) })).url);
    await fillBuyer(page);
    await fillCard(page, undecidedCard);
    await payButton(page).click();
    const unknown = notice(page).getByText('We do not know yet whether your payment succeeded');
    await unknown.waitFor();
    await page.reload();
    await unknown.waitFor();
    const seen = attempts.length;
    await expect.poll(() => attempts.length).toBeGreaterThan(seen);
    await unknown.waitFor();
    await stage.sandbox.control.post('/clock', { advance: '31s' });
    await page.waitForURL(thanksPage);
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
    expect(await sold()).toBe(before + 1);
  });

  it('does not call a payment off whose outcome it may not ask about for a moment', async () => {
    const { page } = stage.visitor;
    await page.goto((await addSession(stage.sandbox)).url);
    await fillBuyer(page);
    await fillCard(page, undecidedCard);
    await payButton(page).click();
    const unknown = notice(page).getByText('We do not know yet whether your payment succeeded');
    await unknown.waitFor();
    const on = 'POST /api/checkout/{slug}/pay';
    await stage.sandbox.control.post('/faults', { on, kind: 'rate_limit', times: 1 });
    const refused = page.waitForResponse((response) => response.status() === 429);
    await page.getByRole('button', { name: 'Check again' }).click();
    await refused;
    await expect.poll(() => payButton(page).isVisible()).toBe(false);
    await unknown.waitFor();
    expect(await page.getByText('Too many attempts').count()).toBe(0);
    await stage.sandbox.control.post('/clock', { advance: '31s' });
    await page.waitForURL(thanksPage);
  });

  it('waits with Pay until its script is there, and loses nothing of what was typed before', async () => {
    const { page } = stage.visitor;
    const letGo = await holding('**/_assets/checkout-*.js');
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.method() === 'POST') posted.push(request.url());
    });
    const attempts = watchAttempts(page);
    await page.goto((await addLink(stage.sandbox, { amount: 2300 })).url, { waitUntil: 'commit' });
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await page.keyboard.press('Enter');
    expect(await payButton(page).isDisabled()).toBe(true);
    await letGo();
    await payButton(page).click();
    await page.waitForURL(/confirmation/);
    expect([attempts.length, posted]).toEqual([1, []]);
  });
});
