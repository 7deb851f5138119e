import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { openBrowser } from '../support/browser.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

const browser = await openBrowser();
const started: TestSandbox[] = [];

async function start(options: Parameters<typeof createTestSandbox>[0] = {}): Promise<TestSandbox> {
  const sandbox = await createTestSandbox(options);
  started.push(sandbox);
  return sandbox;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((sandbox) => sandbox.stop()));
  await browser?.close();
});

describe.skipIf(browser === null)('the inspector', () => {
  it('says that it is not live while the emulator is gone, and goes on by itself', async () => {
    const sandbox = await start();
    await sandbox.control.post('/triggers/payment.completed', {});
    const { page } = await browser!.visit();
    await page.goto(`${sandbox.url}/inspector#/payments`);
    await page.getByText('● connected').waitFor();
    await page.locator('.grid-space [role=row]').first().waitFor();
    started.length = 0;
    await sandbox.stop();
    await page.getByText('○ disconnected').waitFor();
    // What was known stays to be read.
    expect(await page.locator('.grid-space [role=row]').count()).toBe(1);
    await start({ port: Number(new URL(sandbox.url).port) });
    await page.getByText('● connected').waitFor();
    await page.getByText('None yet').or(page.getByText('No payments')).first().waitFor();
  });

  it('asks for the token once, keeps it for the tab, and never shows it in an address', async () => {
    const sandbox = await start({ allowRemote: true, token: 'secret-token-of-a-test' });
    const { page, context } = await browser!.visit();
    await page.goto(`${sandbox.url}/inspector`);
    await page.getByRole('heading', { name: 'This emulator requires a token' }).waitFor();
    await page.getByLabel('Token').fill('another-token');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'That token is not valid' }).waitFor();
    await page.getByLabel('Token').fill('secret-token-of-a-test');
    await page.keyboard.press('Enter');
    await page.getByText('● connected').waitFor();
    expect(page.url()).not.toContain('secret');
    await page.reload();
    await page.getByText('● connected').waitFor();
    // The worker that audits has the token too.
    await page.locator('nav [data-view=findings]').click();
    await page.getByText('The log has no entries yet that the audit can check').waitFor();
    const other = await context.newPage();
    await other.goto(`${sandbox.url}/inspector`);
    await other.getByLabel('Token').waitFor();
  });

  it('shows one workspace alone to whoever enters its token', async () => {
    const sandbox = await start({ allowRemote: true, token: 'secret-token-of-a-test' });
    const whole = createClient({ url: sandbox.url, token: 'secret-token-of-a-test' });
    const { token } = await createClient({
      url: sandbox.url,
      token: 'secret-token-of-a-test',
      workspace: 'ws_demo_a',
    }).call('control_tokens.create');
    const { page } = await browser!.visit();
    await page.goto(`${sandbox.url}/inspector`);
    await page.getByLabel('Token').fill(token);
    await page.keyboard.press('Enter');
    await page.getByText('● connected').waitFor();
    await whole.call('markers.add', { text: 'of another' });
    await createClient({ url: sandbox.url, token }).call('markers.add', { text: 'of its own' });
    await page.getByText('of its own').first().waitFor();
    expect(await page.locator('body').innerText()).toContain('ws_demo_a');
    expect(await page.locator('body').innerText()).not.toMatch(/of another|ws_demo(?!_a)/);
  });
});
