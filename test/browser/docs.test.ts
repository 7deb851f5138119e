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

  it('show when each captured mail was sent, whole on every screen', async () => {
    const { page } = stage.visitor;
    const addresses = ['ada@example.com', `${'a.very.long.name'.repeat(3)}@accounts.department.example.com`];
    for (const recipient_email of addresses) {
      const link = { type: 'directed', amount: 1500, recipient_name: 'Ada', recipient_email };
      expect((await stage.sandbox.api.post('/payout-links', link)).status).toBe(201);
      await stage.sandbox.control.post('/clock', { advance: '1m' });
    }
    await page.goto(`${stage.sandbox.url}/mail`);
    const list = page.getByRole('navigation', { name: 'Captured mail' });
    const times = await list.locator('time').allTextContents();
    expect(times.every((time) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$/.test(time))).toBe(true);
    expect(times[0]).not.toBe(times[1]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const size of [
        phone,
        { width: 375, height: 667 },
        { width: 1280, height: 800 },
        { width: 1920, height: 1080 },
      ]) {
        await page.setViewportSize(size);
        const [first, second] = await page.evaluate<[number, number][]>(`[...document.querySelectorAll('.docs-list a')]
          .map((entry) => [entry.querySelector('time').getBoundingClientRect().right, entry.getBoundingClientRect().right])`);
        for (const [time, entry] of [first!, second!]) expect(time).toBeLessThanOrEqual(entry);
        expect(await sidewaysScroll(page)).toBe(0);
        await screenshot(page, `mail-list-${colorScheme}-${size.width}`);
      }
    }
  });
});
