import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { Demo } from '../support/demo.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { describeInBrowser } from './stage.ts';

/** What a task may take. */
const mostActions = 4;

/** A person at the page, who counts: a click, a key, and a text that is typed into what has the keyboard. */
class Person {
  readonly page: Page;
  actions = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async clickRow(text: string): Promise<void> {
    await this.#act(() => rows(this.page).filter({ hasText: text }).last().click());
  }

  async clickButton(name: string | RegExp): Promise<void> {
    await this.#act(() => this.page.getByRole('button', { name }).click());
  }

  async clickView(name: string): Promise<void> {
    await this.#act(() => this.page.locator(`nav [data-view=${name}]`).click());
  }

  async press(key: string): Promise<void> {
    await this.#act(() => this.page.keyboard.press(key));
  }

  async type(text: string): Promise<void> {
    await this.#act(() => this.page.keyboard.type(text));
  }

  /** Types into a field, and goes on to the next one. */
  async choose(text: string): Promise<void> {
    await this.#act(async () => {
      await this.page.keyboard.type(text);
      await this.page.keyboard.press('Tab');
    });
  }

  async #act(act: () => Promise<void>): Promise<void> {
    this.actions++;
    await act();
  }
}

const rows = (page: Page) => page.locator('.grid-space [role=row]');
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const option = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true });

describeInBrowser(await openBrowser(), 'at most four clicks or keys from the opened inspector', (stage) => {
  let demo: Demo;
  let receiver: Receiver;
  beforeEach(async () => {
    demo = await Demo.create(stage.sandbox);
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const control = (path: string, body: object) => demo.control<{ data: never }>('post', path, body);
  const addReceiver = () => control('/webhook-endpoints', { url: receiver.url });

  /** Opens the inspector, and does a task in it. */
  async function inFew(task: (person: Person, page: Page) => Promise<void>): Promise<void> {
    const { page } = stage.visitor;
    await page.goto(`${stage.sandbox.url}/inspector#/timeline?workspace=${demo.workspace}`);
    await page.getByText('● connected').waitFor();
    const person = new Person(page);
    await task(person, page);
    expect(person.actions).toBeGreaterThan(0);
    expect(person.actions).toBeLessThanOrEqual(mostActions);
  }

  it('why did the last webhook fail, and send it again', async () => {
    await addReceiver();
    receiver.answer({ status: 500, body: 'KeyError: plan' });
    await control('/triggers/payout.created', {});
    await receiver.received(1);
    await inFew(async (person, page) => {
      await person.clickButton(/to retry; last answer 500/);
      await details(page).getByText('KeyError: plan').first().waitFor();
      // What was sent stands before what came back.
      expect(await details(page).innerText()).toMatch(/Service-Signature: [\s\S]*answered 500[\s\S]*KeyError/);
      receiver.answer({ status: 200 });
      await person.clickButton(/^Resend w/);
      await receiver.received(2);
    });
    expect(receiver.requests[1]!.body).toBe(receiver.requests[0]!.body);
  });

  it('which request caused this event, as curl', async () => {
    const { context } = stage.visitor;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const customer = await demo.saveCustomer();
    const { id } = await demo.saveCard(customer);
    await demo.settled({ customer_id: customer.id, payment_method_id: id, amount: 1234 });
    await inFew(async (person, page) => {
      await person.clickRow('payment.completed');
      await details(page).getByText('POST /api/v1/charges').waitFor();
      await person.clickButton('copy as …');
      await option(page).waitFor();
      await person.type('curl');
      await person.press('Enter');
      const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
      await expect.poll(copied).toContain('curl -X POST --url http://');
      expect(await copied()).toContain('/charges');
      expect(await copied()).toContain('1234');
    });
  });

  it('what comes next on the clock, and go there', async () => {
    const { id } = await demo.charged();
    await inFew(async (person, page) => {
      await page.getByRole('banner').getByText('next: settle').waitFor();
      await person.clickButton(/^2026-/);
      await option(page).filter({ hasText: 'to the next job' }).waitFor();
      await person.press('Enter');
      await rows(page).filter({ hasText: 'payment.completed' }).last().waitFor();
    });
    expect((await demo.transaction(id)).status).toBe('settled');
  });

  it('what did this buyer get by mail', async () => {
    await control('/triggers/invoice.send', {});
    const { data } = await demo.control<{ data: { to: string }[] }>('get', '/mail');
    await inFew(async (person, page) => {
      await person.clickView('mail');
      await person.press('/');
      await person.type(`customer:${data[0]!.to}`);
      await page.frameLocator('iframe.mail-frame').getByText('Invoice').first().waitFor();
    });
  });

  it("what happened to this customer's money this month", async () => {
    const customer = await demo.saveCustomer({ email: 'zoe@example.com', first_name: 'Zoe', last_name: 'Byron' });
    const { id } = await demo.saveCard(customer);
    const paid = { customer_id: customer.id, payment_method_id: id, amount: 1234 };
    const { id: payment } = await demo.settled(paid);
    await demo.control('post', '/triggers/transaction.refund', { id: payment, amount: 300 });
    // Their dates are words then, which could be broken.
    await demo.advance('40d');
    await inFew(async (person, page) => {
      await person.press('Control+k');
      await person.type('byron');
      await option(page).filter({ hasText: customer.id }).waitFor();
      await person.press('Enter');
      await details(page).getByText('Money by month').waitFor();
      expect(await details(page).innerText()).toMatch(/2026-\d\d\s+\$12\.34\s+\$3\.00/);
      const time = details(page).locator('.is-time').filter({ hasText: ' ' });
      // One line: no break between the month and the year.
      expect((await time.first().boundingBox())!.height).toBeLessThan(35);
    });
  });

  it('make the next charge decline for want of funds', async () => {
    await inFew(async (person, page) => {
      await person.press('Control+k');
      await person.type('next insuf');
      await option(page).filter({ hasText: 'Next charge: decline with insufficient funds' }).waitFor();
      await person.press('Enter');
      await page.getByText('Next charge: decline with insufficient funds.').waitFor();
    });
    const { id: customer_id } = await demo.saveCustomer();
    const { id: payment_method_id } = await demo.saveCard({ id: customer_id });
    const charge = () => demo.charge({ customer_id, payment_method_id, amount: 4200 });
    expect((await charge()).body).toMatchObject({ category: 'insufficient_funds' });
    expect((await charge()).status).toBe(201);
  });

  it('edit a field, and see the webhook that reports it', async () => {
    await addReceiver();
    const made = await demo.trigger('payout.created', { set: { descriptor: 'ORDER 8' } });
    const { id } = made.objects.find(({ object }) => object === 'payout')!;
    await inFew(async (person, page) => {
      await rows(page).filter({ hasText: 'payout.created' }).last().waitFor();
      await person.press('u');
      const dialog = page.getByRole('dialog', { name: /^edit payout/ });
      await dialog.waitFor();
      // The only field that starts so is taken, and its value is shown.
      await person.choose('descr');
      await dialog.getByPlaceholder('ORDER 8').waitFor();
      await person.type('ORDER 9');
      await person.press('Enter');
      await page.getByText(/descriptor was edited · payout\.updated evt_.* answered 200/).waitFor();
    });
    expect((await demo.payoutOf(id)).descriptor).toBe('ORDER 9');
    expect(JSON.parse(receiver.requests.at(-1)!.body)).toMatchObject({ type: 'payout.updated' });
  });

  it('which tests ran, and which of them failed', async () => {
    await demo.control('post', '/markers', { text: 'pays by card' });
    await demo.control('post', '/markers', { text: 'pays by card', failed: true });
    await inFew(async (person, page) => {
      await person.press('/');
      await person.type('type:mark');
      const texts = () => rows(page).allInnerTexts();
      await expect
        .poll(texts)
        .toEqual([expect.stringMatching(/pays by card/), expect.stringMatching(/failed: pays by card/)]);
    });
  });
});
