import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ThreeDsResult } from '../../src/payments/resources/three-ds/model.ts';
import { accessibilityFaults, openBrowser, phone, screenshot, type Visitor } from '../support/browser.ts';
import { expectClean, expectCleanInEveryLook, type Look, Stage, visitPage } from '../support/pages.ts';

const browser = await openBrowser();
const stage = new Stage(browser);

const smallFrame: Look[] = [{ name: 'small-frame', viewport: { width: 400, height: 420 }, colorScheme: 'light' }];

/** A challenge that waits for the cardholder. */
async function challenge(fields: Record<string, unknown> = {}) {
  const token = await stage.demo.tokenize('4000000000003220');
  const body = { token, amount: 4200, currency: 'USD', redirect_url: `${stage.sandbox.url}/acs/return`, ...fields };
  const { data } = await stage.demo.made<{ data: ThreeDsResult }>('/three-ds/authenticate', body, 200);
  expect(data.challenge_required).toBe(true);
  return { id: data.authentication_id, ...data.challenge! };
}

const result = async (id: string) =>
  (await stage.demo.made<{ data: ThreeDsResult }>('/three-ds/finish', { authentication_id: id }, 200)).data;

/** A shop of another origin, whose page posts the challenge request: in the window, or into a frame. */
async function shop({ url, creq }: { url: string; creq: string }, frame: boolean): Promise<string> {
  const bank = frame ? '<iframe name="bank" title="Your bank" width="420" height="560"></iframe>' : '';
  const page = `<!doctype html><html lang="en"><title>A shop</title><main><h1>A shop</h1>${bank}
<form method="post" action="${url}"${frame ? ' target="bank"' : ''}><input type="hidden" name="creq" value="${creq}"><button>Pay</button></form></main></html>`;
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 204, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

/** A cardholder whom a shop has sent to the challenge. */
async function sent(
  made: { url: string; creq: string },
  options: BrowserContextOptions = {},
  frame = false,
): Promise<Visitor> {
  const visitor = await visitPage(browser, await shop(made, frame), options);
  await visitor.page.getByRole('button', { name: 'Pay' }).click();
  return visitor;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

describe.skipIf(browser === null)('the challenge page in a browser', () => {
  it('shows who wants how much of which card, on every screen', async () => {
    const visitor = await sent(await challenge());
    const { page } = visitor;
    await heading(page, 'Is this you?').waitFor();
    for (const text of ['Demo Shop', '$42.00', 'Visa ending in 3220']) await page.getByText(text).first().waitFor();
    await expectCleanInEveryLook(visitor, 'acs', smallFrame);
    await button(page, 'Approve').click();
    await heading(page, 'The shop received your answer').waitFor();
    await expectCleanInEveryLook(visitor, 'acs-returned', smallFrame);
  });

  it('shows what became of it where the challenge returns nowhere', async () => {
    const made = await challenge({ redirect_url: undefined });
    const visitor = await sent(made, { viewport: phone });
    expect((await result(made.id)).status).toBe('C');
    await button(visitor.page, 'Refuse').click();
    await heading(visitor.page, 'The payment was refused').waitFor();
    expect((await result(made.id)).status).toBe('N');
    await screenshot(visitor.page, 'acs-after');
    await expectClean(visitor);
  });

  it('works without script, by keyboard alone', async () => {
    const made = await challenge();
    const { page, faults } = await sent(made, { javaScriptEnabled: false });
    await button(page, 'Approve').waitFor();
    await page.keyboard.press('Tab');
    await screenshot(page, 'acs-focus');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, 'You cancelled').waitFor();
    await screenshot(page, 'acs-no-script');
    await button(page, 'Back to the shop').click();
    await page.waitForURL(`${stage.sandbox.url}/acs/return`);
    expect(await result(made.id)).toMatchObject({ status: 'N', reason: 'challenge_cancelled' });
    expect(faults).toEqual([]);
  });

  it('works in a frame of a page of another origin', async () => {
    const made = await challenge();
    const { page, faults } = await sent(made, {}, true);
    const bank = page.frameLocator('iframe');
    await bank.getByText('$42.00').waitFor();
    await screenshot(page, 'acs-framed');
    expect(await accessibilityFaults(page)).toEqual([]);
    await bank.getByRole('button', { name: 'Approve' }).click();
    await bank.getByRole('heading', { name: 'The shop received your answer' }).waitFor();
    expect((await result(made.id)).status).toBe('Y');
    expect(faults).toEqual([]);
  });
});
