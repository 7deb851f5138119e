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
    ] as const) {
      await page.goto(`${stage.sandbox.url}${path}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await screenshot(page, name);
    }
    await page.setViewportSize(phone);
    expect(await sidewaysScroll(page)).toBe(0);
  });
});
