import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, screenshot } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { type Answering, type ReceiverAnswer, startReceiver } from '../support/receiver.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { describeInBrowser } from './stage.ts';

const rows = (page: Page) => page.locator('.grid-space [role=row]');
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const evidence = (page: Page) => details(page).locator('section').filter({ hasText: 'What shows it' });

describeInBrowser(await openBrowser(), 'the findings in a record', (stage) => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'emulator-findings-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The address of the run record. @param how what the application answers to webhooks */
  async function recorded(
    act: (demo: Demo) => Promise<unknown>,
    how: Answering | ReceiverAnswer = {},
  ): Promise<string> {
    const receiver = await startReceiver(how);
    const run = await createTestSandbox({ forwardTo: receiver.url, recordsAll: true });
    await act(Demo.ofFixture(run, 'ws_demo'));
    await run.sandbox.webhooks.allEnded('ws_demo', 10_000);
    const headers = { 'content-type': 'application/json' };
    const page = await fetch(`${run.url}/_emulator/record`, { method: 'POST', headers, body: '{}' });
    const file = join(folder, 'run.html');
    writeFileSync(file, await page.text());
    await run.stop();
    await receiver.close();
    return pathToFileURL(file).href;
  }

  it('are what a record opens on in which nothing failed', async () => {
    const { page } = stage.visitor;
    await page.goto(await recorded((demo) => demo.settled({ custmer: 1 })));
    await page.waitForURL('**#/findings**');
    await rows(page).filter({ hasText: 'request/unknown-fields' }).dblclick();
    await page.waitForURL('**#/finding/request**');
    await evidence(page).getByRole('button', { name: /^req_/ }).click();
    await page.waitForURL('**#/request/req_**');
    await details(page).getByText('"custmer"').first().waitFor();
    await page.goBack();
    await evidence(page).getByRole('button', { name: /^txn_/ }).first().click();
    await page.waitForURL('**#/object/txn_**');
    await details(page)
      .getByRole('heading', { name: /^transaction txn_/, level: 2 })
      .waitFor();
  });

  it('are counted beside a run that opens on its failure', async () => {
    const { page } = stage.visitor;
    await page.goto(
      await recorded(
        async (demo) => {
          await demo.settled({ custmer: 1 });
          await demo.api.get('/transactions/txn_none');
        },
        { status: 302 },
      ),
    );
    await details(page).getByRole('heading', { level: 2 }).waitFor();
    expect(page.url()).not.toContain('#/findings');
    const tab = page.locator('nav [data-view=findings]');
    await tab.locator('.badge').waitFor();
    await tab.click();
    await rows(page).filter({ hasText: 'webhook/redirects' }).click();
    await evidence(page).getByRole('button', { name: /^del_/ }).first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'record-findings', false);
    await evidence(page).getByRole('button', { name: /^del_/ }).first().click();
    await page.waitForURL('**#/delivery/del_**');
    await details(page).getByText('302').first().waitFor();
  });
});
