import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeRecord } from '../../src/record/write/write.ts';
import { openBrowser } from '../support/browser.ts';
import { projectFolder } from '../support/build.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { describeInBrowser } from './stage.ts';

/** What no text of a run may become. */
const hostile = `</script><img src=x onerror="document.title='ran'">`;

describeInBrowser(await openBrowser(), 'the page of a record', (stage) => {
  let folder: string;
  let receiver: Receiver;
  let url: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'emulator-record-'));
    receiver = await startReceiver({ status: 500, body: `KeyError: 'plan' ${hostile}` });
    const run = await createTestSandbox({ forwardTo: receiver.url, recordsAll: true });
    const mark = (text: string, failed?: boolean) => run.control.post('/markers', { text, failed });
    await mark(`charges a card ${hostile}`);
    await run.control.post('/triggers/payment.completed', {});
    await mark('asks for what is not there');
    await run.api.get('/transactions/txn_none');
    await mark('asks for what is not there', true);
    await receiver.received(1);
    await run.sandbox.webhooks.allEnded('ws_demo', 10_000);
    const file = join(folder, 'run of a test.html');
    const headers = { 'content-type': 'application/json' };
    const page = await fetch(`${run.url}/_emulator/record`, { method: 'POST', headers, body: '{}' });
    writeFileSync(file, await page.text());
    await run.stop();
    url = pathToFileURL(file).href;
  });
  afterAll(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens from a file on what failed, without an emulator, and runs no text of the run', async () => {
    const { page } = stage.visitor;
    await page.goto(url);
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByText("No such transaction: 'txn_none'.", { exact: true }).waitFor();
    const rows = page.locator('.grid-space [role=row]');
    expect((await rows.allTextContents()).map((text) => text.replace(/^[\d:]+/, '').trim())).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`charges a card ${hostile}`),
        'failed: asks for what is not there',
      ]),
    );
    expect(await page.title()).not.toBe('ran');
  });

  it('opens on what the command printed last where it failed on its own, and offers what cannot be copied', async () => {
    const run = await createTestSandbox({ recordsAll: true });
    await run.control.post('/markers', { text: 'sends a mail' });
    await run.control.post('/triggers/payment.completed', {});
    const told = { command: ['shop'], status: 1, output: 'one order\nTypeError: plan is not known\n' };
    const { page: text } = await writeRecord(run.sandbox, run.recorder, { limit: 25_000_000, run: told });
    await run.stop();
    const file = join(folder, 'alone.html');
    writeFileSync(file, text);
    const { page } = stage.visitor;
    await page.goto(pathToFileURL(file).href);
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByText('TypeError: plan is not known').waitFor();
    await details.getByRole('heading', { name: 'sends a mail' }).waitFor();
    await page.reload();
    await details.getByText('TypeError: plan is not known').waitFor();

    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await details.getByRole('button', { name: 'start from here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy the text from here' });
    expect(await dialog.getByLabel('text').inputValue()).toBe(
      "npx payments-emulator start --ephemeral --from alone.html --at 'sends a mail'",
    );
    await page.locator('.notice.tone-bad', { hasText: 'could not be copied' }).waitFor();
  });

  it('of the manual shows that a webhook was answered 500, and refunded again', async () => {
    const { page } = stage.visitor;
    await page.goto(pathToFileURL(join(projectFolder, 'docs/record-of-refunds.html')).href);
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByText("Cannot read properties of null (reading 'toLowerCase')").first().waitFor();
    const rows = page.locator('.grid-space [role=row]');
    await rows.filter({ hasText: 'failed: refunds an article that is sold out' }).click();
    await details.getByText('not ok 2 - refunds an article that is sold out').waitFor();
    await details.getByRole('button', { name: 'start from here' }).waitFor();
    await rows.filter({ hasText: 'POST /tokens' }).first().click();
    await details.getByText('not ok 2').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^record: / }).click();
    await details.getByText('not ok 2 - refunds an article that is sold out').waitFor();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('/refund');
    await rows.filter({ hasText: 'refund' }).nth(2).waitFor();
  });
});
