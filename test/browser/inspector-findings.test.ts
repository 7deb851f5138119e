import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { describeInBrowser } from './stage.ts';

const rows = (page: Page) => page.locator('.grid-space [role=row]');
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const evidence = (page: Page) => details(page).locator('section').filter({ hasText: 'What shows it' });
const titled = (page: Page, name: string | RegExp) => details(page).getByRole('heading', { name, level: 2 }).waitFor();
const tab = (page: Page) => page.locator('nav [data-view=findings]');

describeInBrowser(await openBrowser(), 'the findings in the inspector', (stage) => {
  let demo: Demo;
  let receiver: Receiver;
  beforeEach(async () => {
    demo = await Demo.create(stage.sandbox);
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  async function open(view: string): Promise<Page> {
    const { page } = stage.visitor;
    await page.goto(`${stage.sandbox.url}/inspector#/${view}?workspace=${demo.workspace}`);
    await page.getByText('● connected').waitFor();
    return page;
  }

  /** A receiver that redirects, and a payment that it is told of. */
  async function redirected(): Promise<void> {
    receiver.answer({ status: 302, headers: { location: '/hooks/' } });
    await demo.control('post', '/webhook-endpoints', { url: receiver.url });
    await demo.settled({ custmer: 1 });
    await receiver.received(1);
    await stage.sandbox.sandbox.webhooks.allEnded(demo.workspace, 10_000);
  }

  it('are judged by rules that are loaded when somebody looks at them for the first time', async () => {
    const { page } = stage.visitor;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const isLoaded = () => loaded.some((path) => /^\/_assets\/judge-\w+\.js$/.test(path));
    await demo.charged({ custmer: 1 });
    await open('timeline');
    await rows(page).filter({ hasText: 'POST /charges' }).waitFor();
    expect([isLoaded(), loaded.includes('/_emulator/record')]).toEqual([false, false]);
    await tab(page).click();
    await rows(page).filter({ hasText: 'request/unknown-fields' }).waitFor();
    expect(isLoaded()).toBe(true);
  });

  it('lead to the request, the event, the delivery and the object that show them, and back', async () => {
    await redirected();
    const page = await open('findings');
    const row = rows(page).filter({ hasText: 'webhook/redirects' });
    await row.dblclick();
    await page.waitForURL('**#/finding/webhook**in=findings**');
    await titled(page, 'webhook/redirects');
    const leads = async (link: RegExp, address: string, title: string | RegExp): Promise<void> => {
      await evidence(page).getByRole('button', { name: link }).first().click();
      await page.waitForURL(address);
      await titled(page, title);
      await page.goBack();
      await titled(page, 'webhook/redirects');
    };
    await leads(/^del_/, '**#/delivery/del_**', /^payment\.\w+ evt_/);
    await leads(/^evt_/, '**#/event/evt_**', /^payment\.\w+ evt_/);
    await leads(/^txn_/, '**#/object/txn_**', /^transaction txn_/);
    await page.reload();
    await titled(page, 'webhook/redirects');
    await page.goBack();
    await rows(page).filter({ hasText: 'request/unknown-fields' }).dblclick();
    await titled(page, 'request/unknown-fields');
    await evidence(page).getByRole('button', { name: /^req_/ }).first().click();
    await page.waitForURL('**#/request/req_**');
    await page.goBack();
    await titled(page, 'request/unknown-fields');
    await evidence(page).getByRole('button', { name: /^txn_/ }).first().click();
    await page.waitForURL('**#/object/txn_**');
    await titled(page, /^transaction txn_/);
  });

  it('can be read by everybody, on every screen', async () => {
    await demo.charged({ custmer: 1 });
    await redirected();
    const page = await open('findings');
    await rows(page).filter({ hasText: 'webhook/redirects' }).click();
    await evidence(page).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await screenshot(page, 'inspector-findings-light', false);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityFaults(page, 'colors')).toEqual([]);
    await screenshot(page, 'inspector-findings-dark', false);
    await rows(page).filter({ hasText: 'request/unknown-fields' }).click();
    await evidence(page).getByText('asked').waitFor();
    await screenshot(page, 'inspector-findings-request', false);
    await page.setViewportSize(phone);
    await screenshot(page, 'inspector-findings-390', false);
    await rows(page).filter({ hasText: 'webhook/redirects' }).dblclick();
    await evidence(page).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await screenshot(page, 'inspector-finding-390', false);
  });
});
