import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keptRun, runsPage } from '../../src/record/write/write-runs.ts';
import { command, temporaryFolder } from '../cli/emulator.ts';
import { cashback } from '../record/cashback.ts';
import { accessibilityFaults, openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { ensureBuilt } from '../support/build.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { describeInBrowser } from './stage.ts';

describeInBrowser(await openBrowser(), 'a run beside its control', (stage) => {
  const folder = temporaryFolder();
  let url: string;
  beforeAll(async () => {
    await ensureBuilt();
    writeFileSync(join(folder.path, 'cashback.mjs'), cashback);
    const only = 'webhook-twice,answer-unknown-charged,request/unknown-fields';
    const words = ['audit', '--quiet', '--record', 'audit.html', '--only', only, '--', 'node', 'cashback.mjs'];
    const ran = await command(words, { cwd: folder.path });
    expect(ran.exitCode, ran.stderr).toBe(5);
    url = pathToFileURL(join(folder.path, 'audit.html')).href;
  }, 180_000);
  afterAll(() => folder.remove());

  const open = async (finding = '') => {
    const { page } = stage.visitor;
    await page.goto(`${url}${finding}`);
    await page.getByRole('table').waitFor();
    return page;
  };

  it('opens on the first difference, behind what the adversity did, and says what differs', async () => {
    const page = await open();
    const focused = page.locator('.is-first');
    expect(await page.locator('.is-first:focus').count()).toBe(1);
    expect(await focused.locator('[data-run=control]').innerText()).toBe('nothing in control');
    const here = await focused.locator('[data-run=webhook-twice]').innerText();
    expect(here).toMatch(/\/refund\n[\s\S]*\$5\.00[\s\S]*First difference\s+This call of \$5\.00 occurs only here/);
    expect(here).toContain('while the copy of payment.completed was being delivered');
    const doing = page.getByRole('row').filter({ hasText: 'webhook-twice: a webhook arrives twice' });
    expect(await doing.innerText()).toContain('copy of payment.completed');
    const rows = await page.getByRole('row').allInnerTexts();
    expect(rows.findIndex((text) => text.includes('First difference'))).toBeGreaterThan(
      rows.findIndex((text) => text.includes('a webhook arrives twice')),
    );
    // What is equal is not marked.
    const equal = page.getByRole('row').filter({ hasText: 'POST /customers' });
    expect(await equal.getAttribute('data-differs')).toBeNull();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'side-by-side', false);
  });

  it('takes the call that the adversity answered for the one of the control, and shows the second as the difference', async () => {
    const page = await open('#/side-by-side/2');
    const answered = page.getByRole('row').filter({ hasText: 'the outcome is unknown' });
    expect(await answered.getByRole('cell').first().innerText()).toMatch(/POST \/charges\n201/);
    expect(await page.locator('.is-first').innerText()).toMatch(
      /nothing in control[\s\S]*POST \/charges\n201[\s\S]*This call of \$42\.00 occurs only here/,
    );
  });

  it('leads into its run, and back', async () => {
    const page = await open();
    await page.locator('.is-first a').click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('heading', { name: /request req_/ }).waitFor();
    expect(page.url()).toMatch(/#\/request\/req_\w+\?.*run=webhook-twice/);
    await details.getByRole('button', { name: 'start from here' }).waitFor();
    await page.reload();
    await details.getByRole('heading', { name: /request req_/ }).waitFor();
    await page.getByRole('link', { name: 'Side by side' }).click();
    await page.getByRole('table', { name: 'control beside webhook-twice' }).waitFor();
    await page.getByRole('columnheader').getByRole('link', { name: 'control' }).click();
    await page.locator('.grid-space [role=row]').filter({ hasText: '/refund' }).waitFor();
    expect(await page.locator('.grid-space [role=row]').filter({ hasText: '/refund' }).count()).toBe(1);
    await page.goBack();
    await page.getByRole('table').waitFor();
  });

  it('goes from difference to difference and from finding to finding by keys', async () => {
    const page = await open();
    const focused = () => page.locator(':focus').innerText();
    await page.keyboard.press('p');
    expect(await focused()).toContain('a webhook arrives twice');
    await page.keyboard.press('n');
    expect(await focused()).toContain('First difference');
    await page.keyboard.press(']');
    await page.getByRole('table', { name: 'control beside answer-unknown-charged' }).waitFor();
    await page.keyboard.press('[');
    await page.getByRole('table', { name: 'control beside webhook-twice' }).waitFor();
    const findings = page.getByRole('navigation', { name: 'Findings' }).getByRole('link');
    expect(await findings.count()).toBe(3);
    expect(await findings.first().getAttribute('aria-current')).toBe('page');
  });

  it('counts each key, however fast the keys follow each other', async () => {
    const page = await open();
    await page.evaluate(`for (const key of [']', ']', '[']) dispatchEvent(new KeyboardEvent('keydown', { key }))`);
    await page.getByRole('table', { name: 'control beside answer-unknown-charged' }).waitFor();
  });

  it('shows a finding of the control itself in that run alone', async () => {
    const page = await open('#/side-by-side/3');
    await page.getByRole('table', { name: 'control', exact: true }).waitFor();
    expect(await page.locator('.is-first').innerText()).toMatch(/POST \/customers[\s\S]*Evidence for the finding/);
  });

  it('goes on after the emulator was killed, and takes no text of a run for markup', async () => {
    const hostile = `</script><img src=x onerror="document.title='ran'">`;
    const made = await Promise.all(
      ['a control', 'before it was killed', hostile].map(async (text) => {
        const run = await createTestSandbox({ recordsAll: true });
        await run.control.post('/markers', { text });
        await run.api.post('/customers', { email: 'ada@example.com' });
        const kept = await keptRun(run.sandbox, run.recorder, { command: ['shop'], status: 0, output: '' }, 1_000_000);
        await run.stop();
        return kept;
      }),
    );
    const told = { number: 1, adversity: null, said: '', goesOn: false };
    const killed = { ...told, name: 'restart', adversity: 'restart' };
    const finding = {
      ...({
        rule: 'webhook/effect-repeated',
        level: 'error',
        message: hostile,
        adversity: 'restart',
        does: hostile,
      } as const),
      ...{ accepted: null, why: hostile, fix: hostile, repeat: hostile, more: '' },
      ...{ run: 'restart', control: 'control', at: null, evidence: [], effects: ['+1'], state: [] },
    };
    const runs = [{ ...told, name: 'control' }, killed, { ...killed, name: 'restart-goes-on', goesOn: true }];
    const file = join(folder.path, 'restart.html');
    writeFileSync(file, await runsPage(made, { about: hostile, runs, findings: [finding] }, hostile));
    const { page } = stage.visitor;
    await page.goto(pathToFileURL(file).href);
    await page.getByRole('table', { name: 'control beside restart' }).waitFor();
    const here = await page.locator('.story [data-run=restart]').allInnerTexts();
    const order = ['before it was killed', 'POST /customers', 'the emulator is killed', hostile, 'POST /customers'];
    const places = order.map((text, at) => here.findIndex((each, place) => place >= at && each.includes(text)));
    expect(places, here.join('\n')).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(await page.locator('.is-first').innerText()).toContain('This call occurs only here');
    expect(await page.title()).not.toBe('ran');
  });

  it('has the runs below each other where there is little room, and what is equal once', async () => {
    const { page, context } = await stage.browser.visit({ viewport: phone });
    await page.goto(url);
    await page.locator('.is-first').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    const equal = page.getByRole('row').filter({ hasText: 'POST /customers' });
    expect(await equal.locator('[data-run=control]').isVisible()).toBe(false);
    expect(await equal.locator('[data-run=webhook-twice]').isVisible()).toBe(true);
    await screenshot(page, 'side-by-side-phone', false);
    await context.close();
  });
});
