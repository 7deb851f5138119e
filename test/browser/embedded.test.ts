import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults, desktop, openBrowser, phone, screenshot } from '../support/browser.ts';
import { addSession, changeSettings, charges, declinedCard, goodCard } from './shop.ts';
import { describeInBrowser } from './stage.ts';

const found = await openBrowser();

interface Heard {
  type: string;
  [field: string]: unknown;
}

/** The requests to a path that have no answer yet. */
function pendingRequests(page: Page, path: string): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => request.url().endsWith(path) && pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

describeInBrowser(found, 'the embedded checkout', (stage) => {
  let shop: { origin: string; server: Server };

  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => {
    shop.server.close();
  });

  const embedded = (fields = {}) =>
    addSession(stage.sandbox, { ui_mode: 'embedded', success_url: undefined, ...fields });
  const addressOf = (secret: string) =>
    `${shop.origin}/?${new URLSearchParams({ frame: `${stage.sandbox.url}/embed/${secret}` })}`;
  const heard = (page: Page) => page.evaluate<Heard[]>('window.heard');
  const frameOf = (page: Page): Frame => page.frames().find((frame) => frame.url().includes('/embed/'))!;

  async function payIn(frame: Frame, card: string) {
    if (!(await frame.locator('[data-card]').first().isVisible())) await frame.getByText('Test numbers').click();
    await frame.locator(`[data-card="${card}"]`).click();
    await frame.locator('#pay').click();
  }

  it('is paid in a page of another origin, which hears that it is ready, declined, complete, and how high', async () => {
    const { page, faults } = await stage.visit({ viewport: phone });
    const session = await embedded();
    await page.goto(addressOf(session.client_secret));
    await expect.poll(async () => (await heard(page)).map(({ type }) => type)).toContain('ready');
    const frame = frameOf(page);
    await payIn(frame, declinedCard);
    await expect.poll(() => heard(page)).toContainEqual(expect.objectContaining({ type: 'error', code: 'declined' }));
    await screenshot(page, 'embedded');
    await payIn(frame, goodCard);
    await frame.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    const [charge] = await charges(stage.sandbox);
    const complete = (await heard(page)).find(({ type }) => type === 'complete');
    expect(complete).toMatchObject({ source: 'payments-sdk', transactionId: charge!.id, orderLabel: '#2' });
    expect(complete!.confirmationToken).toBeTypeOf('string');
    expect((await heard(page)).filter(({ type }) => type === 'resize').length).toBeGreaterThan(0);
    expect(JSON.stringify(await heard(page))).not.toContain(goodCard);
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'embedded-complete');
    expect(faults).toEqual([]);
  });

  it('says that it is complete after a reload, where the answer to its payment did not come', async () => {
    const { page } = await stage.visit();
    const session = await embedded();
    await page.goto(addressOf(session.client_secret));
    await expect.poll(async () => (await heard(page)).map(({ type }) => type)).toContain('ready');
    const before = (await charges(stage.sandbox)).length;
    page.on('dialog', (dialog) => void dialog.accept());
    let isCut = true;
    await page.route('**/pay', (route) => (isCut ? void route.fetch() : route.continue()));
    await payIn(frameOf(page), goodCard);
    await expect.poll(async () => (await charges(stage.sandbox)).length).toBe(before + 1);
    isCut = false;
    await page.reload();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    const [charge] = await charges(stage.sandbox);
    const told = (await heard(page)).filter(({ type }) => type === 'complete' || type === 'error');
    expect(told).toMatchObject([{ type: 'complete', transactionId: charge!.id }]);
  });

  it('takes no money of a buyer who is led to the bank, waits a minute there and refuses', async () => {
    const { page, context } = await stage.visit();
    await page.goto(addressOf((await embedded()).client_secret));
    const frame = frameOf(page);
    await frame.getByText('Test numbers').click();
    await frame.locator('[data-routing]').first().click();
    await frame.getByLabel('Email').fill('refuser@example.com');
    await frame.getByLabel('I authorize').check();
    await frame.locator('#pay').click();
    await frame.getByRole('heading', { name: 'One more step: authorize the debit' }).waitFor();
    const opened = context.waitForEvent('page');
    await frame.getByRole('link', { name: 'Authorize the debit with your bank' }).click();
    const bank = await opened;
    await bank.getByRole('heading', { name: 'Authorize this debit?' }).waitFor();
    await stage.sandbox.control.post('/clock', { advance: '1m' });
    // The confirmation asks anew, and knows of no thanks.
    await frame.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await frame.getByRole('heading', { name: 'One more step: authorize the debit' }).waitFor();
    await bank.getByRole('button', { name: 'Refuse' }).click();
    await bank.getByRole('heading', { name: 'You refused the debit' }).waitFor();
    expect((await charges(stage.sandbox)).find(({ email }) => email === 'refuser@example.com')).toMatchObject({
      status: 'failed',
    });
    await frame.getByRole('heading', { name: 'You refused the debit' }).waitFor();
  });

  it('leads to its session in the inspector', async () => {
    const { page } = await stage.visit();
    const session = await embedded();
    await page.goto(addressOf(session.client_secret));
    const opened = page.context().waitForEvent('page');
    await frameOf(page).getByRole('link', { name: 'Inspector' }).click();
    await (await opened).getByRole('heading', { name: session.id }).waitFor();
  });

  it('shows the challenge of the bank within its frame, to a page that its session names', async () => {
    const { page, faults } = await stage.visit();
    await changeSettings(stage.sandbox, { three_ds_enabled: true });
    const session = await embedded({ allowed_parent_origins: [shop.origin] });
    await page.goto(addressOf(session.client_secret));
    await expect.poll(async () => (await heard(page)).map(({ type }) => type)).toContain('ready');
    const frame = frameOf(page);
    await payIn(frame, '4000000000003220');
    const issuer = frame.frameLocator('.challenge-frame');
    await issuer.getByRole('heading', { name: 'Is this you?' }).waitFor();
    const { y, height } = (await frame.locator('dialog').boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(desktop.height);
    await screenshot(page, 'embedded-challenge', false);
    await frame.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
    const cancelled = { type: 'error', code: 'three_ds_cancelled' };
    await expect.poll(() => heard(page)).toContainEqual(expect.objectContaining(cancelled));
    await frame.locator('#pay').click();
    await issuer.getByRole('button', { name: 'Approve' }).click();
    await frame.getByRole('heading', { name: 'Thank you for your payment' }).waitFor();
    expect((await heard(page)).map(({ type }) => type)).toContain('complete');
    expect((await charges(stage.sandbox))[0]).toMatchObject({ status: 'pending_settlement', three_ds_status: 'Y' });
    await changeSettings(stage.sandbox, { three_ds_enabled: false });
    expect(faults).toEqual([]);
  });

  it.each([
    ['waits longer than it may', 'three_ds_timeout'],
    ['cannot be asked about because the connection is lost', 'network'],
  ])('tells the page around it in the words of the SDK that a challenge %s', async (what, code) => {
    const { page, context } = await stage.browser.visit();
    await page.clock.install();
    await changeSettings(stage.sandbox, { three_ds_enabled: true });
    const before = (await charges(stage.sandbox)).length;
    await page.goto(addressOf((await embedded()).client_secret));
    await expect.poll(async () => (await heard(page)).map(({ type }) => type)).toContain('ready');
    const frame = frameOf(page);
    const polls = pendingRequests(page, '/api/vault/3ds/finish');
    if (code === 'network') await page.route('**/api/vault/3ds/finish', (route) => route.abort());
    await payIn(frame, '4000000000003220');
    // Calls before the challenge have a time-out of their own, which must not be reached by moving the page's clock.
    await frame.locator('.challenge-frame').waitFor();
    const told = async () => (await heard(page)).filter(({ type }) => type === 'error');
    // 80 polls, one every three seconds: the clock of the page alone goes on.
    for (let turn = 0; turn < 400 && (await told()).length === 0; turn++) {
      await page.clock.runFor(3_000);
      await expect.poll(() => polls.size, { interval: 5 }).toBe(0);
    }
    expect(await told()).toMatchObject([{ code }]);
    expect([what, await frame.locator('dialog').count()]).toEqual([what, 0]);
    expect(await charges(stage.sandbox)).toHaveLength(before);
    await changeSettings(stage.sandbox, { three_ds_enabled: false });
    await context.close();
  });

  it('takes a look from the page around it, and nothing that would load or break out', async () => {
    const { page, faults } = await stage.visit();
    await page.goto(addressOf((await embedded()).client_secret));
    await expect.poll(async () => (await heard(page)).map(({ type }) => type)).toContain('ready');
    const variables = { colorPrimary: '#0a7d5a', borderRadius: '2px', colorText: 'red;background:url(//evil.example)' };
    await page.evaluate(
      `document.querySelector('iframe').contentWindow.postMessage(
        { source: 'payments-sdk', type: 'appearance', appearance: { variables: ${JSON.stringify(variables)} } },
        ${JSON.stringify(stage.sandbox.url)})`,
    );
    const frame = frameOf(page);
    const colorOf = (property: string) =>
      frame.evaluate<string>(`getComputedStyle(document.querySelector('#pay')).${property}`);
    await expect.poll(() => colorOf('backgroundColor')).toBe('rgb(10, 125, 90)');
    expect(await colorOf('borderRadius')).toBe('2px');
    expect(await frame.evaluate<string>("document.documentElement.style.getPropertyValue('--ink')")).toBe('');
    expect(faults).toEqual([]);
  });

  it('is light where nobody asks for dark colors, and dark where the page around it does', async () => {
    const { page, faults } = await stage.visit({ colorScheme: 'dark' });
    await page.goto(addressOf((await embedded()).client_secret));
    await expect.poll(async () => (await heard(page)).map(({ type }) => type)).toContain('ready');
    const frame = frameOf(page);
    const ink = () => frame.evaluate<string>('getComputedStyle(document.body).color');
    expect(await ink()).toBe('rgb(20, 23, 31)');
    await page.evaluate(
      `document.querySelector('iframe').contentWindow.postMessage(
        { source: 'payments-sdk', type: 'appearance', appearance: { theme: 'dark' } }, ${JSON.stringify(stage.sandbox.url)})`,
    );
    await expect.poll(ink).toBe('rgb(236, 238, 243)');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('takes rules and fonts from the page around it, where they load nothing', async () => {
    const { page, faults } = await stage.visit();
    await page.goto(addressOf((await embedded()).client_secret));
    await expect.poll(async () => (await heard(page)).map(({ type }) => type)).toContain('ready');
    const look = (appearance: object) =>
      page.evaluate(
        `document.querySelector('iframe').contentWindow.postMessage(
          { source: 'payments-sdk', type: 'appearance', appearance: ${JSON.stringify(appearance)} },
          ${JSON.stringify(stage.sandbox.url)})`,
      );
    await look({
      rules: {
        '.Input': { backgroundColor: 'rgb(1, 2, 3)', backgroundImage: 'url(//evil.example)', position: 'fixed' },
        '.Label': { textTransform: 'uppercase' },
        '.Button': { letterSpacing: '3px', background: 'url(https://evil.example/x)' },
        'body *': { color: 'rgb(9, 9, 9)' },
      },
      fonts: [
        { family: 'Far', src: 'https://evil.example/far.woff2' },
        { family: 'Near', src: 'data:font/woff2;base64,d09GMgABAAAAAA==' },
      ],
    });
    const frame = frameOf(page);
    const styleOf = (selector: string, property: string) =>
      frame.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);
    await expect.poll(() => styleOf('#email', 'backgroundColor')).toBe('rgb(1, 2, 3)');
    expect(await styleOf('#email', 'position')).toBe('static');
    expect(await styleOf('#email', 'backgroundImage')).toBe('none');
    expect(await styleOf('label[for="email"]', 'textTransform')).toBe('uppercase');
    expect(await styleOf('#pay', 'letterSpacing')).toBe('3px');
    expect(await styleOf('#pay', 'color')).not.toBe('rgb(9, 9, 9)');
    await look({ rules: { '.Label': { textTransform: 'lowercase' } } });
    await expect.poll(() => styleOf('label[for="email"]', 'textTransform')).toBe('lowercase');
    expect(await styleOf('#email', 'backgroundColor')).not.toBe('rgb(1, 2, 3)');
    expect(faults.filter((fault) => !fault.includes('OTS parsing error'))).toEqual([]);
  });

  it('is shown to the origins of its session alone', async () => {
    const { page } = await stage.visit();
    const session = await embedded({ allowed_parent_origins: ['https://shop.example'] });
    const blocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(addressOf(session.client_secret));
    await blocked;
    expect(await heard(page)).toEqual([]);
  });
});

/** A page of another origin: a frame, and what it says. */
async function startShop(): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const frame = new URL(request.url ?? '/', 'http://shop').searchParams.get('frame') ?? '';
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">
<style>body { margin: 16px; font-family: sans-serif } iframe { width: 100%; border: 0 }</style></head>
<body><main><h1>Shop</h1><iframe title="Checkout"></iframe></main><script>
window.heard = [];
const frame = document.querySelector('iframe');
addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  heard.push(data);
  if (data.type === 'resize') frame.style.height = data.height + 'px';
});
frame.src = ${JSON.stringify(frame)};
</script></body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
