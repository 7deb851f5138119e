import { gzipSync } from 'node:zlib';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { accessibilityFaults, openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { describeInBrowser, type Stage } from './stage.ts';

const rows = (page: Page) => page.locator('.grid-space [role=row]');
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });

/** Triggers something. @returns the id of the object that the event is about */
async function trigger({ sandbox }: Stage, name: string): Promise<string> {
  const { body } = await sandbox.control.post<{ data: { objects: { id: string; object: string }[] } }>(
    `/triggers/${name}`,
    {},
  );
  return body.data.objects.find(({ object }) => ['payout', 'transaction'].includes(object))!.id;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function open({ visitor: { page }, sandbox }: Stage, place = ''): Promise<Page> {
  await page.goto(`${sandbox.url}/inspector${place}`);
  await page.getByText('● connected').waitFor();
  return page;
}

describeInBrowser(await openBrowser(), 'the inspector', (stage) => {
  it('is where a browser is led to; programs are led to the documents', async () => {
    const { page } = stage.visitor;
    await page.goto(`${stage.sandbox.url}/`);
    await page.waitForURL('**/inspector#/timeline**');
    await page.getByRole('banner').waitFor();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter' }).waitFor();
    const program = await fetch(`${stage.sandbox.url}/`, { redirect: 'manual' });
    expect(program.headers.get('location')).toBe('/docs');
  });

  it('begins with the first steps: the address, a key, and a call to paste', async () => {
    const demo = await Demo.create(stage.sandbox);
    const { data } = await demo.control<{ data: { keys: { secret: { test: string } } } }>('get', '/keys');
    const page = await open(stage, `#/timeline?workspace=${demo.workspace}`);
    await page.getByText('The log is empty').waitFor();
    const command = await page.locator('.instead pre').innerText();
    expect(command).toContain(data.keys.secret.test);
    await page.locator('.instead').getByRole('link', { name: 'Docs' }).waitFor();
    await execa('sh', ['-c', command]);
    await rows(page).filter({ hasText: 'POST /customers' }).waitFor();
  });

  it('shows what happens as it happens, below its cause', async () => {
    const page = await open(stage);
    await stage.sandbox.control.post('/triggers/payout.returned', {});
    const row = rows(page).filter({ hasText: 'trigger payout.returned' }).last();
    await row.waitFor();
    await expect.poll(() => rows(page).last().innerText()).toContain('payout.returned');
    const inward = async (text: string): Promise<number> =>
      (await rows(page).filter({ hasText: text }).last().locator('[data-column=what] > *').boundingBox())!.x;
    expect(await inward('payout.paid')).toBeGreaterThan(await inward('trigger payout.returned'));
  });

  it('shows the selected row of a log when its filter goes, and balances only without a filter', async () => {
    const demo = await Demo.create(stage.sandbox);
    for (let count = 0; count < 60; count++) {
      await demo.charge({ amount: -1 });
      await demo.balance();
    }
    await demo.charged();
    const page = await open(stage, `#/timeline?workspace=${demo.workspace}`);
    const isShown = () =>
      page.evaluate<boolean>(`(() => {
        const row = document.querySelector('.grid-row.is-selected')?.getBoundingClientRect();
        const grid = document.querySelector('.grid').getBoundingClientRect();
        return row !== undefined && row.top >= grid.top && row.bottom <= grid.bottom + 1;
      })()`);
    const count = async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
    await expect.poll(isShown).toBe(true);
    const all = await count();
    await page.keyboard.press('!');
    await expect.poll(count).toBeLessThan(all);
    await expect.poll(isShown).toBe(true);
    await page.keyboard.press('!');
    await expect.poll(count).toBe(all);
    await expect.poll(isShown).toBe(true);
    await page.goto(`${stage.sandbox.url}/inspector#/ledger?workspace=${demo.workspace}`);
    await page.getByRole('img', { name: /^available/ }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('charge');
    await page.getByText('Balances over time are shown without a filter.').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByRole('img', { name: /^available/ }).waitFor();
  });

  it('is scrolled to the first row of a long run, and what is read stays in its place while earlier rows come', async () => {
    const demo = await Demo.create(stage.sandbox);
    const client = createClient({ url: stage.sandbox.url, workspace: demo.workspace });
    await client.call('markers.add', { text: 'the very beginning' });
    for (let count = 0; count < 120; count++) await demo.charged();
    for (let count = 0; count < 400; count++) await demo.balance();
    const page = await open(stage, `#/timeline?workspace=${demo.workspace}`);
    const grid = page.getByRole('grid');
    const count = async () => Number(await grid.getAttribute('aria-rowcount'));
    await expect.poll(count).toBeGreaterThan(100);
    const before = await count();
    // The first rows that are loaded come into sight; that loads those before them.
    const scrolledTo = () => page.evaluate<number>("document.querySelector('.grid').scrollTop");
    await page.evaluate("document.querySelector('.grid').scrollTop = 300");
    await expect.poll(count).toBeGreaterThan(before);
    expect(await scrolledTo()).toBeGreaterThan(300);
    await grid.focus();
    await page.keyboard.press('g');
    await rows(page).filter({ hasText: 'the very beginning' }).waitFor();
    expect(await page.getByText(/^1 of \d+$/).count()).toBe(1);
    expect(stage.visitor.faults).toEqual([]);
  });

  it('has an address for everything that is looked at: a reload and the way back show the same', async () => {
    const id = await trigger(stage, 'payout.returned');
    const page = await open(stage, '#/payouts');
    const row = page.locator(`[role=row][data-id=${id}]`);
    await row.waitFor();
    await row.dblclick();
    await page.waitForURL(`**#/object/${id}?in=payouts**`);
    await details(page)
      .getByRole('heading', { name: `payout ${id}` })
      .waitFor();
    await page.reload();
    await details(page)
      .getByRole('heading', { name: `payout ${id}` })
      .waitFor();
    expect(await page.locator('nav [aria-current=page]').innerText()).toContain('Payouts');
    await page.goBack();
    await page.waitForURL('**#/payouts**');
    await page.getByRole('searchbox').fill('amount:>50000');
    await page.waitForURL('**q=amount**');
    await page.getByText("Nothing fits 'amount:>50000'.").waitFor();
    await page.reload();
    await page.getByText("Nothing fits 'amount:>50000'.").waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('amount:>50000');
  });

  it('leaves the dialog and the message of a page behind with the page', async () => {
    const id = await trigger(stage, 'payout.returned');
    const page = await open(stage, '#/payouts');
    await page.locator('nav [data-view=payments]').click();
    await page.waitForURL('**#/payments**');
    await button(page, 'Workspaces …').click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.waitForURL('**#/payouts**');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator(`[role=row][data-id=${id}]`).dblclick();
    await details(page)
      .getByRole('heading', { name: `payout ${id}` })
      .waitFor();
    await page.keyboard.press('d');
    const message = page.locator('.notice');
    await message.waitFor();
    await page.locator('nav [data-view=payments]').click();
    await page.locator('nav [data-view=payments][aria-current=page]').waitFor();
    expect(await message.isHidden()).toBe(true);
  });

  it('leads on from every id, to all that is more, and to what is added', async () => {
    const demo = await Demo.create(stage.sandbox);
    const customer = await demo.saveCustomer();
    const { id: card } = await demo.saveCard(customer);
    const paid = { customer_id: customer.id, payment_method_id: card };
    const { id } = await demo.settled(paid);
    for (let count = 0; count < 5; count++) await demo.charged(paid);
    await demo.trigger('transaction.refund', { id, amount: 100 });
    const { data } = await demo.control<{ data: { id: string }[] }>('get', '/events?type=payment.refunded');
    const refunded = data[0]!.id;
    const page = await open(stage, `#/ledger?workspace=${demo.workspace}`);
    const heading = (name: string) => details(page).getByRole('heading', { name }).waitFor();
    await page.getByRole('searchbox').fill(id);
    await rows(page).filter({ hasText: 'settlement' }).first().locator('[data-column=for] button').click();
    await heading(`transaction ${id}`);
    await details(page).getByRole('button', { name: customer.id, exact: true }).first().click();
    await heading(`customer ${customer.id}`);
    await details(page).getByRole('link', { name: 'and 1 more' }).click();
    await page.waitForURL('**#/payments?**q=customer**');
    await expect.poll(() => rows(page).count()).toBe(6);
    await page.goto(`${stage.sandbox.url}/inspector#/event/${refunded}?in=webhooks&workspace=${demo.workspace}`);
    await page.reload();
    await heading(`payment.refunded ${refunded}`);
    const { x, width } = (await details(page).boundingBox())!;
    const after = (await details(page).locator('.changes').boundingBox())!;
    expect(after.x + after.width).toBeLessThanOrEqual(x + width);
    await page.locator('nav [data-view=clock]').click();
    await rows(page).first().waitFor();
    expect(await page.getByRole('grid').innerText()).not.toMatch(/[┬├└●]/);
    await page.locator('nav [data-view=faults]').click();
    await button(page, 'Add …').click();
    await page.getByRole('dialog', { name: 'Inject a fault, or add a rule' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation').getByRole('button', { name: 'Snapshots' }).click();
    await page.getByRole('dialog', { name: 'Snapshots' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('nav [data-view=endpoints]').click();
    await page.getByText('No webhook endpoint').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('draws the way of an object through its states', async () => {
    const id = await trigger(stage, 'payout.returned');
    const page = await open(stage, `#/object/${id}`);
    const life = page.locator('.life');
    await life.waitFor();
    expect(await life.getAttribute('aria-label')).toBe(
      'Current state: returned. History: made, pending, in transit, paid, returned.',
    );
    expect(await life.locator('.is-now').getAttribute('data-state')).toBe('returned');
    const past = await Promise.all(
      (await life.locator('.state.is-past').all()).map((state) => state.getAttribute('data-state')),
    );
    expect(past.sort()).toEqual(['in_transit', 'paid', 'pending']);
  });

  it('draws each move once, where no state covers it', async () => {
    const payment = await trigger(stage, 'payment.disputed');
    const { body } = await stage.sandbox.control.post<{ data: { objects: { id: string; object: string }[] } }>(
      '/triggers/dispute.won',
      {},
    );
    const { id: dispute } = body.data.objects.find(({ object }) => object === 'dispute')!;
    const page = await open(stage);
    for (const id of [payment, dispute]) {
      await page.goto(`${stage.sandbox.url}/inspector#/object/${id}`);
      await details(page)
        .getByRole('heading', { name: new RegExp(id) })
        .waitFor();
      await page.locator('.life .move.is-way').first().waitFor();
      const moves = await page.evaluate<{ down: number; states: number }[]>(`(() => {
        const boxes = [...document.querySelectorAll('.life .state rect')].map((rect) => rect.getBBox());
        return [...document.querySelectorAll('.life .move.is-way')].map((path) => {
          const length = path.getTotalLength();
          const points = Array.from({ length: 50 }, (_, at) => path.getPointAtLength((length * (at + 0.5)) / 50));
          const covers = ({ x, y, width, height }) => points.some((point) =>
            point.x > x + 1 && point.x < x + width - 1 && point.y > y + 1 && point.y < y + height - 1);
          return { down: Math.sign(points.at(-1).y - points[0].y), states: boxes.filter(covers).length };
        });
      })()`);
      expect(moves.length).toBeGreaterThan(2);
      expect(moves).toEqual(moves.map(() => ({ down: 1, states: 0 })));
    }
  });

  it('finds everything by Ctrl-K, and does it by keyboard alone', async () => {
    const page = await open(stage);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('customers');
    await page.keyboard.press('Enter');
    await page.waitForURL('**#/customers**');
    await page.keyboard.press(':');
    await page.keyboard.type('payment.failed');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'trigger payment.failed' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(
        async () =>
          (await stage.sandbox.control.get<{ data: unknown[] }>('/events?type=payment.failed')).body.data.length,
      )
      .toBeGreaterThan(0);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('nobody');
    expect(await page.getByRole('searchbox').inputValue()).toBe('nobody');
  });

  it('says under its field what a form has wrong', async () => {
    const id = await trigger(stage, 'payment.completed');
    const page = await open(stage, '#/payments');
    await page.locator(`[role=row][data-id=${id}]`).click();
    await button(page, 'Refund part').click();
    await page.getByRole('dialog').getByLabel('amount').fill('1,50');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: "'1,50' is not a valid amount" }).waitFor();
    expect(await page.getByRole('dialog').getByLabel('amount').getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('edits a field of an object, and its history says so', async () => {
    const demo = await Demo.create(stage.sandbox);
    const { id } = await demo.saveCustomer({ email: 'edited@example.com' });
    const page = await open(stage, `#/object/${id}?workspace=${demo.workspace}`);
    await button(page, 'Edit … u').click();
    const dialog = page.getByRole('dialog', { name: /^edit customer/ });
    await dialog.getByLabel('field').fill('phone');
    await dialog.getByText('Now null.').waitFor();
    await dialog.getByLabel('value').fill('5550100');
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await details(page).getByText('null → 5550100').waitFor();
    expect(await details(page).innerText()).toMatch(/edited phone\s+null → 5550100\s+inspector/);
  });

  it('draws what differs from a snapshot, and leads from a record to it', async () => {
    const demo = await Demo.create(stage.sandbox);
    const { id } = await demo.charged();
    await demo.control('post', '/snapshots', { name: 'before' });
    await demo.settle();
    const page = await open(stage, `#/timeline?workspace=${demo.workspace}`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('snapshots: save, compare');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Snapshots' }).getByTitle('what differs', { exact: true }).click();
    const changed = details(page).locator('.tree li').filter({ hasText: id });
    await changed.locator('tr').filter({ hasText: 'pending_settlement' }).waitFor();
    await screenshot(page, 'inspector-snapshot', false);
    await changed.getByRole('button', { name: id }).click();
    await details(page)
      .getByRole('heading', { name: `transaction ${id}` })
      .waitFor();
  });

  it('takes no text of an application for markup, however long it is and whatever script it is in', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const names = [hostile, 'شركة الاختبار', '👩‍👩‍👧‍👦 Familie', 'x'.repeat(10_000)];
    for (const [at, name] of names.entries()) {
      const email = `reader${at}@example.com`;
      const { status } = await stage.sandbox.api.post('/customers', {
        email,
        first_name: name.slice(0, 100),
        metadata: { note: name.slice(0, 400) },
      });
      expect(status).toBe(201);
    }
    const page = await open(stage, '#/customers');
    await rows(page).filter({ hasText: '<img src=x' }).first().dblclick();
    await details(page).getByText('onerror').first().waitFor();
    expect(await page.title()).toBe('Inspector · payments-emulator');
    expect(await page.locator('#inspector img, #inspector script').count()).toBe(0);
    expect(await sidewaysScroll(page)).toBe(0);
  });

  it('draws the balances over time, and leads from a step to its entry', async () => {
    await trigger(stage, 'payment.completed');
    const page = await open(stage, '#/ledger');
    const { body } = await stage.sandbox.control.get<{ data: { balances: { available: number }[] } }>('/status');
    const available = (body.data.balances[0]!.available / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    const chart = page.getByRole('region', { name: 'Balances over emulated time' });
    await chart.getByRole('img', { name: `available $${available}` }).waitFor();
    const drawn = (await chart.locator('.u-over').boundingBox())!;
    await page.mouse.move(drawn.x + drawn.width / 2, drawn.y + 10);
    await chart.locator('.u-legend').getByText('$').first().waitFor();
    await page.mouse.click(drawn.x + drawn.width / 2, drawn.y + 10);
    await details(page).getByText('Movement (entries sum to 0)').waitFor();
  });

  it('shows what happened by its order, by real and by emulated time, and narrows the rows to what is dragged over', async () => {
    const demo = await Demo.create(stage.sandbox);
    const page = await open(stage, `#/timeline?workspace=${demo.workspace}`);
    await demo.charged({ amount: 1100 });
    await demo.advance('20d');
    await demo.charged({ amount: 2200 });
    await rows(page).filter({ hasText: '$22.00' }).waitFor();
    await demo.charged({ amount: 3300 });
    await rows(page).filter({ hasText: '$33.00' }).waitFor();
    const all = await rows(page).count();
    const lanes = page.getByRole('region', { name: 'Lanes over time' });
    const { x, y, width, height } = (await lanes.locator('canvas').boundingBox())!;
    const drag = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(x + 74 + (width - 82) * from, y + 5);
      await page.mouse.down();
      await page.mouse.move(x + 74 + (width - 82) * to, y + height - 5, { steps: 4 });
      await page.mouse.up();
    };
    const amounts = async (): Promise<string> =>
      (await rows(page).locator('[data-column=amount]').allInnerTexts()).filter((text) => text !== '').join(' ');
    // The later two charges were made at one emulated instant, and at different real ones.
    await lanes.getByLabel('Scale').selectOption('Emulated time');
    await drag(0.9, 1);
    await expect.poll(amounts).toBe('$22.00 $33.00');
    await page.keyboard.press('Escape');
    await expect.poll(() => rows(page).count()).toBe(all);
    await lanes.getByLabel('Scale').selectOption('Real time');
    await drag(0.97, 1);
    await expect.poll(amounts).toBe('$33.00');
    await screenshot(page, 'inspector-lanes', false);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(phone);
    const canvas = "document.querySelector('.lanes canvas')";
    const stretched = () => page.evaluate<number>(`${canvas}.width - ${canvas}.clientWidth`);
    await expect.poll(stretched).toBe(0);
    await screenshot(page, 'inspector-lanes-390', false);
    await lanes.getByRole('button', { name: 'Show all' }).click();
    await lanes.getByLabel('Scale').selectOption('Evenly spaced');
    await expect.poll(() => rows(page).count()).toBe(all);
  });

  it('shows a mail as it looks, in a frame that runs nothing', async () => {
    await stage.sandbox.control.post('/triggers/invoice.send', {});
    const page = await open(stage, '#/mail');
    await rows(page).first().dblclick();
    const frame = page.locator('iframe.mail-frame');
    await frame.waitFor();
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-scripts');
    await page.frameLocator('iframe.mail-frame').getByText('Invoice').first().waitFor();
  });

  it('can be read by everybody, in both schemes of colors and in forced ones', async () => {
    await trigger(stage, 'payment.completed');
    await trigger(stage, 'payment.completed');
    const page = await open(stage, '#/payments');
    for (const [place, wait] of [
      ['#/timeline', 'main .grid'],
      ['#/payments', 'main .grid'],
      ['#/faults', '.instead'],
    ] as const) {
      await page.goto(`${stage.sandbox.url}/inspector${place}`);
      await page.locator(wait).waitFor();
      await page.emulateMedia({ colorScheme: 'light' });
      expect([place, await accessibilityFaults(page)]).toEqual([place, []]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([place, 'dark', await accessibilityFaults(page, 'colors')]).toEqual([place, 'dark', []]);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${stage.sandbox.url}/inspector#/payments`);
    const background = (at: number) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelectorAll('.grid-space [role=row]')[${at}]).backgroundColor`,
      );
    await rows(page).nth(1).waitFor();
    expect(await background(0)).not.toBe(await background(1));
  });

  it('fits on every screen', async () => {
    const id = await trigger(stage, 'payout.returned');
    await trigger(stage, 'payment.completed');
    const rule = { when: { direction: 'in' }, then: { kind: 'decline', code: 'insufficient_funds' } };
    const { body } = await stage.sandbox.control.post<{ id: string }>('/rules', rule);
    const page = await open(stage, '#/payments');
    await page.locator('.banner .injected').waitFor();
    const tooWide = (selector: string) =>
      page.evaluate<number>(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`,
      );
    for (const width of [2560, 1280, phone.width]) {
      await page.setViewportSize({ width, height: 844 });
      await rows(page).first().waitFor();
      expect([width, await sidewaysScroll(page), await tooWide('.banner')]).toEqual([width, 0, 0]);
      for (const name of ['Trigger', /^Find/]) await page.getByRole('banner').getByRole('button', { name }).waitFor();
      await screenshot(page, `inspector-payments-${width}`, false);
    }
    await rows(page).first().dblclick();
    await details(page).getByRole('heading').first().waitFor();
    expect(await details(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: phone.width });
    await button(page, '✕ Close').click();
    await rows(page).first().waitFor();
    for (const width of [2560, 1280, phone.width]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${stage.sandbox.url}/inspector#/object/${id}`);
      await details(page).getByRole('heading', { name: 'History' }).waitFor();
      expect([width, await tooWide('.details')]).toEqual([width, 0]);
    }
    await stage.sandbox.control.delete(`/rules/${body.id}`);
  });

  it('has texts below the names of their columns, whole where there is room and shorter where there is not', async () => {
    const id = await trigger(stage, 'payout.paid');
    const page = await open(stage, '#/payouts');
    const row = page.locator(`[role=row][data-id=${id}]`);
    await row.waitFor();
    const displaced = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('.grid-head .cell')].flatMap((head) => {
        const { column } = head.dataset;
        const cell = document.querySelector('.grid-space [data-column="' + column + '"]');
        return cell?.getBoundingClientRect().left === head.getBoundingClientRect().left ? [] : [column];
      })`);
    for (const width of [2560, 1280, phone.width]) {
      await page.setViewportSize({ width, height: 844 });
      const text = width === 2560 ? id : `${id.slice(0, 7)}…`;
      await expect.poll(() => row.locator('[data-column=id]').innerText()).toBe(text);
      await expect.poll(displaced).toEqual([]);
    }
  });

  it('is small, loads nothing from elsewhere, and lets nobody frame it', async () => {
    const { url } = stage.sandbox;
    const page = await fetch(`${url}/inspector`);
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    const files = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!);
    const sizes = await Promise.all(
      files.map(async (path) => gzipSync(Buffer.from(await (await fetch(url + path)).arrayBuffer())).length),
    );
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(155_000);
  });
});
