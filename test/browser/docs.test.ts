import { expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { describeInBrowser } from './stage.ts';

describeInBrowser(await openBrowser(), 'the documents', (stage) => {
  it('can be read by everybody, on a small screen too', async () => {
    const { page } = stage.visitor;
    for (const [name, path] of [
      ['docs', '/docs'],
      ['docs-api', '/docs/api'],
      ['docs-manual', '/docs/manual/outcomes'],
      ['mail-none', '/mail'],
    ] as const) {
      await page.goto(`${stage.sandbox.url}${path}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await screenshot(page, name);
    }
    await page.setViewportSize(phone);
    expect(await sidewaysScroll(page)).toBe(0);
  });

  it('show captured mail, whose links open beside it', async () => {
    const { page } = stage.visitor;
    await stage.sandbox.control.post('/triggers/payout_link.create', {});
    // The checker runs in every frame, and nothing runs in the one that shows the message.
    await page.goto(`${stage.sandbox.url}/mail`);
    await screenshot(page, 'mail');
    const opened = page.waitForEvent('popup');
    await page
      .frameLocator('iframe')
      .getByRole('link', { name: /^Claim/ })
      .click();
    await expect.poll(async () => (await opened).url()).toContain('/claim/');
    await (await opened).close();
    await page.setViewportSize(phone);
    expect(await sidewaysScroll(page)).toBe(0);
  });
});
