import { expect, it } from 'vitest';
import { manualIndex } from '../../src/sandbox/http/docs/manual.ts';
import { accessibilityFaults, openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { describeInBrowser } from './stage.ts';

/** By how many pixels a message is higher than the frame that shows it. */
const overhangOfFrame = `(() => {
  const frame = document.querySelector('iframe');
  return Math.max(0, frame.contentDocument.documentElement.scrollHeight - frame.clientHeight);
})()`;

/** What a page consists of: its elements with their classes, but for the languages of its examples. */
const kindsIn = (html: string): Set<string> =>
  new Set(
    [...html.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => {
      const [, name = ''] = /^<([\w-]+)/.exec(tag)!;
      return [
        name,
        /class="([^"]*)"/.exec(tag)?.[1]?.replace(/(hljs|language)\S*/g, ''),
        /role="([^"]*)"/.exec(tag)?.[1],
      ].join();
    }),
  );

/** Opens what is folded, and leaves of what has the same contents a first one. */
const unfold = `{
  const seen = new Set();
  for (const each of document.querySelectorAll('details')) {
    const kinds = [...each.querySelectorAll('*')].map(({ localName, classList }) => [localName, ...classList].filter((name) => !/^(hljs|language)/.test(name)).join('.'));
    if (kinds.some((kind) => !seen.has(kind))) each.open = true;
    else each.remove();
    for (const kind of kinds) seen.add(kind);
  }
}`;

describeInBrowser(await openBrowser(), 'the documents', (stage) => {
  /** Pages of the manual that have together all that the manual consists of, beginning with the one that has most. */
  async function pagesOfEachKind(): Promise<string[]> {
    const manual = manualIndex().map(({ name }) => `/docs/manual/${name}`);
    expect(manual.length).toBeGreaterThan(20);
    const pages = await Promise.all(
      manual.map(async (path) => ({ path, kinds: kindsIn(await (await fetch(stage.sandbox.url + path)).text()) })),
    );
    const known = new Set<string>();
    return pages
      .sort((one, other) => other.kinds.size - one.kinds.size)
      .filter(({ kinds }) => {
        const isNew = [...kinds].some((kind) => !known.has(kind));
        for (const kind of kinds) known.add(kind);
        return isNew;
      })
      .map(({ path }) => path);
  }

  async function canBeReadByEverybody(path: string): Promise<void> {
    const { page } = stage.visitor;
    await page.goto(`${stage.sandbox.url}${path}`);
    await page.evaluate(unfold);
    expect([path, await accessibilityFaults(page, 'all but colors')]).toEqual([path, []]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([path, colorScheme, await accessibilityFaults(page, 'colors')]).toEqual([path, colorScheme, []]);
    }
  }

  it.each(['/docs', '/docs/api', '/docs/search?q=refund', '/mail'])(
    'can be read by everybody, in both schemes of colors: %s',
    canBeReadByEverybody,
  );

  it('can be read by everybody, each kind of page of the manual', async () => {
    for (const path of await pagesOfEachKind()) await canBeReadByEverybody(path);
  });

  it('fit on every screen', async () => {
    const { page } = stage.visitor;
    await stage.sandbox.control.post('/triggers/invoice.send', {});
    for (const path of ['/docs', '/docs/api', '/docs/search?q=refund', '/docs/manual/webhooks', '/mail']) {
      await page.goto(`${stage.sandbox.url}${path}`);
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        expect([path, width, await sidewaysScroll(page)]).toEqual([path, width, 0]);
        await screenshot(page, `${path.slice(1).replace(/\W/g, '-')}-${width}`, false);
      }
    }
  });

  it('say on a phone what a call is for below its address', async () => {
    const { page } = stage.visitor;
    await page.goto(`${stage.sandbox.url}/docs/api`);
    const call = page.locator('details[id="account.update"] summary');
    for (const [width, isBelow] of [
      [1280, false],
      [390, true],
      [320, true],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      const [path, about] = await Promise.all(['code', '.docs-about'].map((part) => call.locator(part).boundingBox()));
      expect([width, about!.y >= path!.y + path!.height]).toEqual([width, isBelow]);
    }
  });

  it('have on a phone the code and the form of a call above its fields, whose names break between words', async () => {
    const { page } = stage.visitor;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${stage.sandbox.url}/docs/api#charges.create`);
    const call = page.locator('details[id="charges.create"]');
    const [copy, fields] = await Promise.all(
      [call.getByRole('button', { name: 'Copy' }), call.locator('table')].map((each) => each.first().boundingBox()),
    );
    expect(copy!.y).toBeLessThan(fields!.y);
    const long = call.locator('code', { hasText: /^gateway_b_payment_method_id$/ }).first();
    expect(await long.innerHTML()).toBe('gateway_<wbr>b_<wbr>payment_<wbr>method_<wbr>id');
  });

  it('name the opened operation in the address, with its answer and its form beside its fields', async () => {
    const { page } = stage.visitor;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${stage.sandbox.url}/docs/api`);
    const call = page.locator('details[id="charges.create"]');
    await call.locator('summary').click();
    await expect.poll(() => page.url()).toMatch(/#charges\.create$/);
    await call.locator('table', { hasText: 'field of the answer' }).getByText('total_refunded').waitFor();
    const [fields, form] = await Promise.all(
      [call.locator('table').first(), call.locator('.try')].map((each) => each.boundingBox()),
    );
    expect(form!.x).toBeGreaterThanOrEqual(fields!.x + fields!.width);
    await page.getByRole('link', { name: 'Inspector' }).click();
    await page.waitForURL(/\/inspector/);
  });

  it('copy on a touch screen without a button over the code', async () => {
    const { page } = await stage.visit({ viewport: phone, hasTouch: true, isMobile: true });
    await page.goto(`${stage.sandbox.url}/docs`);
    const frame = page.locator('.code:visible').first();
    const [button, code] = await Promise.all(
      [frame.locator('.copy'), frame.locator('pre')].map((each) => each.boundingBox()),
    );
    expect(button!.y + button!.height).toBeLessThanOrEqual(code!.y);
  });

  it('copy and color every example', async () => {
    const { page, context } = stage.visitor;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const path of ['/docs', '/docs/manual/webhooks', '/docs/api']) {
      await page.goto(`${stage.sandbox.url}${path}`);
      const examples = page.locator('pre');
      await page.locator('.hljs-string').first().waitFor({ state: 'attached' });
      expect(await page.locator('.code > pre + .copy').count()).toBe(await examples.count());
      const frame = page.locator('.code:visible').first();
      if (!(await frame.isVisible())) continue;
      await frame.hover();
      await frame.getByRole('button', { name: 'Copy' }).click();
      await frame.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toBe(((await frame.locator('pre').textContent()) ?? '').trimEnd());
    }
  });

  it('show one language at a time, the same everywhere once it is chosen', async () => {
    const { page } = stage.visitor;
    await page.goto(`${stage.sandbox.url}/docs`);
    const tabs = page.getByRole('tab', { name: 'Python' });
    await tabs.first().click();
    for (const tab of await tabs.all()) expect(await tab.getAttribute('aria-selected')).toBe('true');
    expect(await page.getByText('urlopen(request)').first().isVisible()).toBe(true);
    expect(await page.getByText('curl -s').first().isVisible()).toBe(false);
    await page.keyboard.press('ArrowRight');
    expect(await page.getByText('curl_exec').first().isVisible()).toBe(true);
    await stage.sandbox.control.post('/triggers/invoice.send', {});
    await page.goto(`${stage.sandbox.url}/mail`);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.goto(`${stage.sandbox.url}/docs/manual/webhooks`);
    expect(await page.getByRole('heading', { name: 'PHP' }).isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Ruby' }).isVisible()).toBe(false);
    // A link into a part that is not shown shows it.
    await page.goto(`${stage.sandbox.url}/docs/manual/webhooks#ruby`);
    await page.reload();
    await page.getByRole('heading', { name: 'Ruby' }).waitFor();
    await page.goto(`${stage.sandbox.url}/docs/api#charges.create`);
    await page.locator('details[id="charges.create"] pre:visible').first().waitFor();
  });

  it('are searched from every page, by keyboard alone', async () => {
    const { page } = stage.visitor;
    await page.goto(`${stage.sandbox.url}/docs/manual/clock`);
    await page.keyboard.press('/');
    await page.keyboard.type('transactions refund');
    await page.locator('#found a').first().waitFor();
    await page.getByRole('link', { name: /^POST \/transactions\/\{id\}\/refund/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'docs-found', false);
    await page.keyboard.press('Escape');
    expect(await page.locator('#found').isVisible()).toBe(false);
    await page.keyboard.type(' ');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const path = await page.evaluate<string>('document.activeElement.getAttribute("href")');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${stage.sandbox.url}${path}`);
    await page.getByRole('searchbox').fill('wordthatisnowhere');
    await page.getByText('Nothing has').waitFor();
  });

  it('say the same without a script', async () => {
    const visitor = await stage.visit({ javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(`${stage.sandbox.url}/docs`);
    for (const sign of ['curl -s', 'await fetch', 'urlopen(request)', 'Net::HTTP'])
      expect(await page.getByText(sign).first().isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('refund');
    await page.keyboard.press('Enter');
    await page.locator('.docs-results a').first().waitFor();
    await page.goto(`${stage.sandbox.url}/mail`);
    expect(await page.locator('pre').first().isVisible()).toBe(true);
  });

  it('show a message as high as it is, and its other forms by one press', async () => {
    const { page } = stage.visitor;
    const { api, control, url } = stage.sandbox;
    const note = Array.from({ length: 60 }, (_, at) => `Line ${at} of a long note.`)
      .join('\n')
      .slice(0, 500);
    await control.post('/triggers/payout_link.create', {});
    const link = { type: 'directed', amount: 100, recipient_email: 'long@example.com', note };
    expect(await api.post('/payout-links', link)).toMatchObject({ status: 201 });
    await control.post('/clock', { advance: '1s' });
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${url}/mail`);
      await page.frameLocator('iframe').getByText('has sent you').first().waitFor();
      await expect.poll(() => page.evaluate(overhangOfFrame)).toBe(0);
    }
    // The window becomes wider, and the message less high.
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => page.evaluate(overhangOfFrame)).toBe(0);
    await page.getByRole('tab', { name: 'Text' }).click();
    expect(await page.locator('pre:visible').textContent()).toContain('Line 3 of a long note.');
    await page.getByRole('tab', { name: 'Headers' }).click();
    await page.getByRole('cell', { name: 'MIME-Version' }).waitFor();
    expect(await page.locator('iframe').isVisible()).toBe(false);
  });

  it('begin on a phone with the list of what has come', async () => {
    const { page } = stage.visitor;
    await stage.sandbox.control.post('/triggers/payout_link.create', {});
    await page.setViewportSize(phone);
    await page.goto(`${stage.sandbox.url}/mail`);
    const list = await page.getByRole('navigation', { name: 'Captured mail' }).boundingBox();
    const text = await page.getByRole('main').boundingBox();
    expect(list!.y + list!.height).toBeLessThanOrEqual(text!.y);
    // Much mail does not push the message out of sight.
    expect(list!.height).toBeLessThanOrEqual(phone.height * 0.4 + 1);
  });

  it('show new mail by itself, also where there was none', async () => {
    const demo = await Demo.create(stage.sandbox);
    const { page } = stage.visitor;
    await page.goto(`${stage.sandbox.url}/mail?workspace=${demo.workspace}`);
    await page.getByRole('heading', { name: 'No mail yet' }).waitFor();
    await demo.trigger('invoice.send');
    await page.getByRole('heading', { name: 'Invoice INV-0001 from Demo Shop' }).waitFor();
    const list = page.getByRole('navigation', { name: 'Captured mail' });
    expect(await list.getByRole('link').count()).toBe(1);
    await demo.trigger('payout_link.create');
    await list.getByRole('link', { name: /has sent you/ }).waitFor();
    await page.getByRole('status').filter({ hasText: 'New mail: Demo Shop has sent you' }).waitFor();
    // What is being read stays.
    await page.getByRole('heading', { name: 'Invoice INV-0001 from Demo Shop' }).waitFor();
    expect(await list.locator('[aria-current]').textContent()).toContain('Invoice INV-0001');
    expect(await list.locator('.is-new').textContent()).toContain('has sent you');
    await list.getByRole('link', { name: /has sent you/ }).click();
    await page.getByRole('heading', { name: /has sent you/ }).waitFor();
    await demo.control('post', '/reset', {});
    await demo.trigger('invoice.send');
    await expect.poll(() => list.getByRole('link').count()).toBe(1);
    await list.getByRole('link', { name: 'Invoice INV-0001 from Demo Shop' }).waitFor();
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
    for (const size of [phone, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size);
      const [first, second] = await page.evaluate<[number, number][]>(`[...document.querySelectorAll('.docs-list a')]
        .map((entry) => [entry.querySelector('time').getBoundingClientRect().right, entry.getBoundingClientRect().right])`);
      for (const [time, entry] of [first!, second!]) expect(time).toBeLessThanOrEqual(entry);
      expect(await sidewaysScroll(page)).toBe(0);
      await screenshot(page, `mail-list-${size.width}`);
    }
  });
});
