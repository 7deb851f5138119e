import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CapturedCall } from '../../src/emulator/fidelity/capture/captured-call.ts';
import { command, temporaryFolder } from '../cli/emulator.ts';
import { shopDay } from '../fidelity/shop.ts';
import { accessibilityFaults, desktop, openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { ensureBuilt } from '../support/build.ts';
import { CapturedEmulator } from '../support/captured.ts';
import { visitInTest } from '../support/pages.ts';

const browser = await openBrowser();
const secret = 'sk_test_51NotToBeShown0000000000';

/** A capture of calls as a browser writes it. */
const harOf = (calls: readonly CapturedCall[], change: (text: string) => string): string => {
  const pairs = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const textOf = (body: unknown) => (body === undefined ? '' : JSON.stringify(body));
  const entries = calls.map((call) => ({
    startedDateTime: new Date(call.startedAt).toISOString(),
    time: 1,
    request: {
      method: call.method,
      url: call.url.href,
      headers: pairs(call.headers),
      postData: {
        mimeType: 'application/json',
        text: call.kind === 'call' ? textOf(call.body) : change(textOf(call.body)),
      },
    },
    response: {
      status: call.status,
      headers: pairs(call.answerHeaders),
      content: { text: change(textOf(call.answer)) },
    },
    ...(call.kind === 'delivery' ? { _delivery: true } : {}),
  }));
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'a browser', version: '1' }, entries } });
};

describe.skipIf(browser === null)('the page of a comparison', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'compare.html');
  beforeAll(async () => {
    await ensureBuilt();
    const emulator = await CapturedEmulator.start({ seed: 77 });
    await shopDay(emulator);
    await emulator.stop();
    const calls = emulator.calls.map((call) => {
      const { 'x-ratelimit-tier': _left, ...answerHeaders } = call.answerHeaders;
      if (call.path.endsWith('/refund')) {
        const answer = { error: `<b>Too late</b> for ${secret}`, type: 'invalid_request_error', code: 'too_late' };
        return { ...call, answerHeaders, status: 409, answer };
      }
      return { ...call, answerHeaders };
    });
    const capture = join(folder.path, 'service.har');
    const change = (text: string): string =>
      text
        .replaceAll('"settled_at"', '"settledAt"')
        .replaceAll('"processorType"', '"processor_type"')
        .replaceAll('payment.completed', 'payment.succeeded');
    writeFileSync(capture, harOf(calls, change));
    const { stderr, exitCode } = await command(['compare', capture, '--html', file]);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 1 });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    folder.remove();
  });

  it('shows both answers of each finding side by side, with what differs marked', async () => {
    const { page, faults } = await visitInTest(browser);
    await page.goto(pathToFileURL(file).href);
    const finding = (place: string) =>
      page
        .locator('details')
        .filter({ has: page.locator('summary strong', { hasText: new RegExp(`^${place}$`) }) })
        .first();
    // A person comes to a finding by the keyboard, and opens it.
    const renamed = finding('data.settled_at');
    await renamed.locator('summary').focus();
    await page.keyboard.press('Enter');
    const marked = await renamed.locator('mark').allTextContents();
    // Both names stand in lines beside each other.
    expect(marked).toEqual(['"settled_at": null', '"settledAt": null']);
    expect(await renamed.locator('tr.differs + tr.differs').count()).toBe(1);
    expect(await renamed.textContent()).toContain('Operations: POST /charges');
    const refused = finding('status');
    await refused.locator('summary').click();
    expect(await refused.locator('th').allTextContents()).toEqual(['The service · 409', 'The emulator · 200']);
    expect(await refused.textContent()).toContain('<b>Too late</b>');
    const sent = finding('events');
    expect(await sent.locator('mark').allTextContents()).toEqual([
      '"type": "payment.succeeded"',
      '"type": "payment.completed"',
    ]);
    const header = finding('header x-ratelimit-tier');
    await header.locator('summary').click();
    expect(await header.locator('tbody td').allTextContents()).toEqual(['', 'x-ratelimit-tier: new']);
    expect(readFileSync(file, 'utf8')).not.toContain(secret);
    expect(faults).toEqual([]);
  });

  it('shows the findings of one kind', async () => {
    const { page } = await visitInTest(browser);
    await page.goto(pathToFileURL(file).href);
    await page.getByRole('radio', { name: /^Behaviour/ }).check();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toContain(
      'Behaviour: the same call has another effect',
    );
    expect(await page.locator('section.is-behaviour').isVisible()).toBe(true);
    expect(await page.locator('section.is-assumption').isVisible()).toBe(false);
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('section.is-assumption').isVisible()).toBe(true);
  });

  it('can be read by everybody, on every screen, in both schemes of colors', async () => {
    const { page } = await visitInTest(browser);
    await page.goto(pathToFileURL(file).href);
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    expect(await accessibilityFaults(page, 'all but colors')).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await accessibilityFaults(page, 'colors')]).toEqual([colorScheme, []]);
      for (const [name, size] of Object.entries({ desktop, phone, narrow: { width: 320, height: 800 } })) {
        await page.setViewportSize(size);
        expect([name, await sidewaysScroll(page)]).toEqual([name, 0]);
        await screenshot(page, `comparison-${colorScheme}-${name}`, false);
      }
    }
  });
});
