import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CapturedCall } from '../../src/emulator/fidelity/capture/captured-call.ts';
import { compareCalls } from '../../src/emulator/fidelity/compare/compare.ts';
import { reportOf } from '../../src/emulator/fidelity/compare/report.ts';
import { temporaryFolder } from '../cli/emulator.ts';
import { shopDay } from '../fidelity/shop.ts';
import { accessibilityFaults, desktop, openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { CapturedEmulator } from '../support/captured.ts';
import { visitInTest } from '../support/pages.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

const browser = await openBrowser();
const secret = 'sk_test_51NotToBeShown0000000000';

/** A day of a shop, as a service has it that answers otherwise. */
async function dayOfAnother(): Promise<CapturedCall[]> {
  const emulator = await CapturedEmulator.start({ seed: 77 });
  await shopDay(emulator);
  await emulator.stop();
  const renamed = (value: unknown): unknown =>
    value === undefined
      ? undefined
      : JSON.parse(
          JSON.stringify(value)
            .replaceAll('"settled_at"', '"settledAt"')
            .replaceAll('"processorType"', '"processor_type"')
            .replaceAll('payment.completed', 'payment.succeeded'),
        );
  return emulator.calls.map((call) => {
    const { 'x-ratelimit-tier': _left, ...answerHeaders } = call.answerHeaders;
    if (!call.path.endsWith('/refund')) {
      const body = call.kind === 'call' ? call.body : renamed(call.body);
      return { ...call, answerHeaders, body, answer: renamed(call.answer) };
    }
    const answer = { error: `<b>Too late</b> for ${secret}`, type: 'invalid_request_error', code: 'too_late' };
    return { ...call, answerHeaders, status: 409, answer };
  });
}

describe.skipIf(browser === null)('a comparison with the service in the inspector', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'compare.json');
  let sandbox: TestSandbox;
  beforeAll(async () => {
    const comparison = await compareCalls(await dayOfAnother(), { version: '0' });
    writeFileSync(file, JSON.stringify(reportOf(['service.har'], comparison)));
    sandbox = await createTestSandbox({ comparison: file });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await sandbox?.stop();
    folder.remove();
  });

  const rows = (page: Page) => page.locator('.grid-space [role=row]');
  const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
  const answers = (page: Page) => details(page).getByRole('table');
  const marked = (page: Page) => answers(page).locator('mark').allTextContents();

  async function open(place: RegExp): Promise<Page> {
    const { page, faults } = await visitInTest(browser);
    await page.goto(`${sandbox.url}/inspector#/comparison`);
    await rows(page).filter({ hasText: place }).first().click();
    await answers(page).waitFor();
    expect(faults).toEqual([]);
    return page;
  }

  it('shows both answers of a finding side by side, with what differs marked', async () => {
    const page = await open(/transactions\.refund\s*status/);
    expect(await answers(page).locator('th').allTextContents()).toEqual(['the service', 'the emulator']);
    expect(await marked(page)).toEqual(['409', '200']);
    // Lines far from what differs are folded.
    expect(await answers(page).textContent()).not.toContain('Too late');
    await answers(page)
      .getByRole('button', { name: /^… \d+ more lines$/ })
      .click();
    expect(await answers(page).textContent()).toContain('<b>Too late</b>');
    expect(readFileSync(file, 'utf8')).not.toContain(secret);
    // A person goes on by the keyboard.
    await rows(page)
      .filter({ hasText: /data\.settled_at/ })
      .first()
      .click();
    await page.keyboard.press('Enter');
    await page.waitForURL('**#/difference/*?in=comparison*');
    await expect.poll(() => marked(page)).toEqual(['"settled_at": null', '"settledAt": null']);
    expect(await answers(page).locator('tr.differs + tr.differs').count()).toBe(1);
    // The address shows the same to others.
    await page.reload();
    await expect.poll(() => marked(page)).toEqual(['"settled_at": null', '"settledAt": null']);
  });

  it('shows webhooks and headers', async () => {
    const page = await open(/event payment\.completed\s*events/);
    expect(await marked(page)).toEqual(['"type": "payment.succeeded"', '"type": "payment.completed"']);
    await rows(page)
      .filter({ hasText: /header x-ratelimit-tier/ })
      .click();
    const line = answers(page).locator('tr.differs td');
    await expect.poll(() => line.allTextContents()).toEqual(['', 'x-ratelimit-tier: new']);
  });

  it('leads to the row of the coverage', async () => {
    const page = await open(/transactions\.refund\s*status/);
    const opening = page.context().waitForEvent('page');
    await details(page).getByRole('link', { name: 'Operations: POST /transactions/{id}/refund' }).click();
    const coverage = await opening;
    const row = coverage.locator('tr:target');
    expect(await row.textContent()).toContain('transactions.refund');
    await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(desktop.height);
  });

  it('shows the findings of one kind', async () => {
    const page = await open(/behaviour/);
    await page.keyboard.press('/');
    await page.keyboard.type('state:assumption');
    const kinds = async () =>
      (await rows(page).allTextContents()).map((text) => /^(behaviour|specification|assumption)/.exec(text)?.[0]);
    await expect.poll(async () => [...new Set(await kinds())]).toEqual(['assumption']);
  });

  it('can be read by everybody, on every screen, in both schemes of colors', async () => {
    const page = await open(/data\.settled_at/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**#/difference/*');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await accessibilityFaults(page)]).toEqual([colorScheme, []]);
      for (const [name, size] of Object.entries({ desktop, phone, narrow: { width: 320, height: 800 } })) {
        await page.setViewportSize(size);
        expect([name, await sidewaysScroll(page)]).toEqual([name, 0]);
        await screenshot(page, `comparison-${colorScheme}-${name}`, false);
      }
      await page.setViewportSize(desktop);
    }
  });
});
