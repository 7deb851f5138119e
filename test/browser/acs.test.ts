import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ThreeDsResult } from '../../src/resources/three-ds/model.ts';
import { accessibilityFaults, openBrowser, phone, screenshot, type Visitor } from '../support/browser.ts';
import { Buyer } from '../support/buyer.ts';
import { session } from '../support/checkout.ts';
import { Demo } from '../support/demo.ts';
import { expectClean, expectCleanInEveryLook, type Look, Stage, visitPage } from '../support/pages.ts';

const browser = await openBrowser();
const stage = new Stage(browser);

const smallFrame: Look[] = [{ name: 'small-frame', viewport: { width: 400, height: 420 }, colorScheme: 'light' }];

/** A challenge that waits for the cardholder. */
async function challenge(fields: Record<string, unknown> = {}, of = stage.demo) {
  const token = await of.tokenize('4000000000003220');
  const body = { token, amount: 4200, currency: 'USD', redirect_url: `${stage.sandbox.url}/acs/return`, ...fields };
  const { data } = await of.made<{ data: ThreeDsResult }>('/three-ds/authenticate', body, 200);
  expect(data.challenge_required).toBe(true);
  return { id: data.authentication_id, ...data.challenge! };
}

const result = async (id: string, of = stage.demo) =>
  (await of.made<{ data: ThreeDsResult }>('/three-ds/finish', { authentication_id: id }, 200)).data;

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

async function post(url: string, fields: Record<string, string>) {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, text: await answer.text(), policy: answer.headers.get('content-security-policy')! };
}

describe.skipIf(browser === null)('the challenge page in a browser', () => {
  it('shows who wants how much of which card, on every screen', async () => {
    const visitor = await sent(await challenge());
    const { page } = visitor;
    await heading(page, 'Is this you?').waitFor();
    for (const text of ['Demo Shop', '$42.00', 'Visa ending in 3220']) await page.getByText(text).first().waitFor();
    await expectCleanInEveryLook(visitor, 'acs', smallFrame);
    await button(page, 'Approve').click();
    await heading(page, 'Your answer has reached the shop').waitFor();
    await expectCleanInEveryLook(visitor, 'acs-returned', smallFrame);
  });

  it.each([
    ['Approve', { status: 'Y', eci: '05', reason: null }],
    ['Refuse', { status: 'N', cavv: null, reason: null }],
    ['Cancel', { status: 'N', cavv: null, reason: 'challenge_cancelled' }],
  ])('takes the decision %s, and goes on to where the challenge returns to', async (name, expected) => {
    const made = await challenge();
    const { page, faults } = await sent(made);
    await button(page, name).waitFor();
    expect((await result(made.id)).status).toBe('C');
    await button(page, name).click();
    await page.waitForURL(`${stage.sandbox.url}/acs/return`);
    expect(await result(made.id)).toMatchObject({ challenge_required: false, ...expected });
    expect(faults).toEqual([]);
  });

  it.each([
    ['Approve', 'You approved the payment'],
    ['Refuse', 'The payment was refused'],
    ['Cancel', 'You cancelled'],
  ])('shows what became of it where the challenge returns nowhere (%s)', async (name, title) => {
    const visitor = await sent(await challenge({ redirect_url: undefined }), { viewport: phone });
    await button(visitor.page, name).click();
    await heading(visitor.page, title).waitFor();
    await screenshot(visitor.page, `acs-after-${name}`);
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
    await bank.getByRole('heading', { name: 'Your answer has reached the shop' }).waitFor();
    expect((await result(made.id)).status).toBe('Y');
    expect(faults).toEqual([]);
  });

  it('says that it was decided before, and still leads on', async () => {
    const made = await challenge();
    const { page, faults } = await sent(made, { javaScriptEnabled: false });
    await button(page, 'Approve').waitFor();
    await stage.demo.trigger('three_ds.refuse', { id: made.id });
    await button(page, 'Approve').click();
    await page.getByText('This was decided before.').waitFor();
    await heading(page, 'The payment was refused').waitFor();
    await screenshot(page, 'acs-decided');
    await button(page, 'Back to the shop').click();
    await page.waitForURL(`${stage.sandbox.url}/acs/return`);
    expect((await result(made.id)).status).toBe('N');
    expect(faults).toEqual([]);
  });

  it('shows what was stored as text', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const other = await Demo.create(stage.sandbox);
    await other.api.patch('/account', { name: evil });
    const visitor = await sent(await challenge({}, other), { viewport: phone });
    await visitor.page.getByText(evil).first().waitFor();
    await screenshot(visitor.page, 'acs-evil');
    expect(await visitor.page.title()).toBe(`Approve the payment to ${evil}`);
    await expectClean(visitor);
  });
});

describe('the challenge page', () => {
  it('has no button to leave where the dialog around it has one, in the colors of the page below', async () => {
    const { url, creq } = await challenge();
    const { text } = await post(url, { creq, dialog: 'yes', theme: 'dark' });
    expect(text).not.toContain('value="cancel"');
    expect(text).toContain('<html lang="en" data-theme="dark">');
    // A decision that is none shows the form again, as it was.
    const again = await post(url, { creq, dialog: 'yes', theme: 'dark', decision: 'maybe' });
    expect(again.text).toContain('name="theme" value="dark"');
    expect(again.text).not.toContain('value="cancel"');
  });

  it.each(['approve', 'refuse', 'cancel'])('is decided by the trigger three_ds.%s as well', async (verb) => {
    const made = await challenge();
    await stage.demo.trigger(`three_ds.${verb}`, { id: made.id });
    expect((await result(made.id)).status).toBe(verb === 'approve' ? 'Y' : 'N');
    const { status, text } = await post(made.url, { creq: made.creq, decision: 'approve' });
    expect(status).toBe(409);
    expect(text).toContain('This was decided before.');
    expect(text).not.toContain('name="decision"');
    expect((await result(made.id)).status).toBe(verb === 'approve' ? 'Y' : 'N');
  });

  it('posts the bank’s response, with what the shop gave along, to the address of the shop', async () => {
    const made = await challenge({ redirect_url: 'https://shop.example/3ds?order=1&x="2"' });
    const request = { creq: made.creq, threeDSSessionData: 'cart <7>' };
    const shown = await post(made.url, request);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('name="threeDSSessionData" value="cart &lt;7&gt;"');
    const { status, text, policy } = await post(made.url, { ...request, decision: 'approve' });
    expect(status).toBe(200);
    expect(text).toContain('<form method="post" action="https://shop.example/3ds?order=1&amp;x=%222%22"');
    expect(text).toContain('name="threeDSSessionData" value="cart &lt;7&gt;"');
    const cres = /name="cres" value="([\w-]+)"/.exec(text)![1]!;
    const { threeDSServerTransID } = await result(made.id);
    const response = JSON.parse(Buffer.from(cres, 'base64url').toString());
    expect(response).toMatchObject({ messageType: 'CRes', threeDSServerTransID, transStatus: 'Y' });
    expect(policy).toMatch(/form-action 'self' https: http:;/);
  });

  it('answers an unknown address with 404, and a visit without a request, or with another’s, with 400', async () => {
    const made = await challenge();
    const other = await challenge();
    const nowhere = await post(`${stage.sandbox.url}/acs/auth_none`, { creq: made.creq });
    expect([nowhere.status, nowhere.text]).toEqual([404, expect.stringContaining('This challenge is unknown')]);
    const opened = await fetch(made.url);
    expect([opened.status, await opened.text()]).toEqual([400, expect.stringContaining('request is missing')]);
    const encoded = (text: string) => Buffer.from(text).toString('base64url');
    for (const creq of [
      other.creq,
      encoded('{"messageType":"CReq"}'),
      encoded('null'),
      encoded('[]'),
      '',
      'null',
      '%',
    ]) {
      for (const decision of ['approve', '']) {
        const { status, text } = await post(made.url, { creq, decision });
        expect([status, text]).toEqual([400, expect.stringContaining('request is not valid')]);
        expect(text).not.toContain('<form');
      }
    }
    expect((await result(made.id)).status).toBe('C');
  });

  it('shows the form again for a decision that is none', async () => {
    const made = await challenge();
    const { status, text } = await post(made.url, { creq: made.creq, decision: 'maybe' });
    expect([status, text]).toEqual([200, expect.stringContaining('value="approve"')]);
  });

  it('belongs to the mode that it was begun in', async () => {
    const made = await challenge({}, stage.demo.live);
    const { text } = await post(made.url, { creq: made.creq, decision: 'approve' });
    expect(text).toContain('Live data, no real money moves');
    expect((await result(made.id, stage.demo.live)).status).toBe('Y');
  });

  it('may be framed by the emulator’s own pages and those of this machine alone', async () => {
    const { url, creq } = await challenge();
    const { policy } = await post(url, { creq });
    expect(policy).toContain("default-src 'none'");
    const hosts = ['localhost', '*.localhost', '127.0.0.1'];
    const loopback = ['http', 'https'].flatMap((scheme) => hosts.map((host) => `${scheme}://${host}:*`));
    expect(/frame-ancestors ([^;]*)/.exec(policy)![1]).toBe(["'self'", ...loopback].join(' '));
  });

  it('of a client may also be framed by the pages that an embedded session may be shown in', async () => {
    await stage.demo.configure({ three_ds_enabled: true });
    const origin = 'https://shop.example';
    const { slug } = await session(stage.demo, {
      ui_mode: 'embedded',
      success_url: undefined,
      allowed_parent_origins: [origin],
    });
    const buyer = new Buyer(stage.demo);
    const who = { workspaceId: stage.demo.workspace, sandbox: true };
    const {
      vaultPanAlias: panAlias,
      vaultExpMonth: expMonth,
      vaultExpYear: expYear,
    } = await buyer.aliases('4000000000003220');
    const { cardRef } = (await buyer.post('/api/vault/3ds/create-card', { ...who, panAlias, expMonth, expYear })).body;
    const { transactionInfo } = (await buyer.post('/api/vault/3ds/init', { ...who, cardRef })).body;
    const { body } = await buyer.post<{ challenge: { url: string; creq: string } }>('/api/vault/3ds/authenticate', {
      ...who,
      cardRef,
      transactionInfo,
      amount: 42,
      currency: 'USD',
      slug,
    });
    const { status, policy } = await post(body.challenge.url, { creq: body.challenge.creq });
    expect(status).toBe(200);
    expect(/frame-ancestors ([^;]*)/.exec(policy)![1]!.split(' ')).toContain(origin);
  });
});
