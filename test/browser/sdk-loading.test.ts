import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { projectFolder } from '../support/build.ts';
import { cards } from '../support/demo.ts';
import { readBlocks } from '../support/docs.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { describeInBrowser } from './stage.ts';

const browser = await openBrowser();

describeInBrowser(browser, "the shop's own module that loads the SDK from a configured address", (stage) => {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-sdk-loading-'));
  const blocks = readBlocks(join(projectFolder, 'docs/browser-sdk.md'));
  let bundle: string;
  let site: Receiver;

  beforeAll(async () => {
    const name = 'payments-sdk.ts';
    writeFileSync(join(folder, name), blocks.find(({ mark }) => mark?.do === 'file' && mark.name === name)!.text);
    writeFileSync(
      join(folder, 'shop.ts'),
      "import { loadPayments } from './payments-sdk.ts';\nObject.assign(globalThis, { loadPayments });\n",
    );
    // Nothing is installed in the folder: what the module imported from the emulator's package would not be found.
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'shop.ts')],
      bundle: true,
      format: 'iife',
      write: false,
    });
    bundle = outputFiles[0]!.text;
    site = await startReceiver(({ path }) => {
      if (path === '/shop.js') return { headers: { 'content-type': 'text/javascript' }, body: bundle };
      const head = '<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">';
      return { headers: { 'content-type': 'text/html' }, body: `${head}<main></main><script src="/shop.js"></script>` };
    });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await site?.close();
  });

  /** What a call of the module comes to in the page. */
  const load = <T>(script: string, global: string, then: string): Promise<T> =>
    stage.visitor.page.evaluate<T>(
      `loadPayments(${JSON.stringify({ script, global, publishableKey: 'pk_test_demo' })})${then}`,
    );
  const failure = '.then(() => null, ({ code, message }) => ({ code, message }))';

  it('has nothing of the emulator in its bundle', () => {
    expect(bundle).toContain('loadPayments');
    expect(bundle).not.toMatch(/payments-emulator|sdk\/v1|127\.0\.0\.1|PaymentsSDK/);
  });

  it('gives an instance that needs no apiBase, and loads the script once', async () => {
    const { page } = stage.visitor;
    await page.goto(`http://localhost:${site.port}`);
    const script = `${stage.sandbox.url}/sdk/v1/sdk.js`;
    const card = { number: cards.visaDebit, exp_month: '12', exp_year: '2034' };
    const token = await load<object>(script, 'PaymentsSDK', `.then((sdk) => sdk.createToken(${JSON.stringify(card)}))`);
    expect(token).toMatchObject({ token: expect.stringMatching(/^ptok_/), card: { last4: '5556' } });
    await load(script, 'PaymentsSDK', failure);
    expect(await page.locator(`script[src="${script}"]`).count()).toBe(1);
  });

  it('says what is wrong with the settings, and tries again afterwards', async () => {
    const { page, faults } = stage.visitor;
    await page.goto(`http://localhost:${site.port}`);
    const script = `${stage.sandbox.url}/sdk/v1/sdk.js`;
    const missing = `${stage.sandbox.url}/sdk/v2/sdk.js`;
    expect(await load(missing, 'PaymentsSDK', failure)).toEqual({
      code: 'network',
      message: `The payments SDK cannot be loaded from ${missing}.`,
    });
    expect(await load(script, 'Payments', failure)).toEqual({
      code: 'not_configured',
      message: `${script} declares no Payments.`,
    });
    expect(await load(script, 'PaymentsSDK', failure)).toBeNull();
    (faults as string[]).splice(0, faults.length, ...faults.filter((fault) => !fault.includes('status of 404')));
  });
});
