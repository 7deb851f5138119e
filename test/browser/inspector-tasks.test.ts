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
    await page.getByText('● live').waitFor();
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
      await person.clickButton(/^webhooks 500/);
      await details(page).getByText('KeyError: plan').first().waitFor();
      receiver.answer({ status: 200 });
      await person.clickButton('send again');
      await receiver.received(2);
    });
    expect(receiver.requests[1]!.body).toBe(receiver.requests[0]!.body);
  });

  it('bring this payout back with R03', async () => {
    await control('/triggers/payout.paid', { amount: 1500, set: { rail: 'ach' } });
    await control('/triggers/payment.completed', {});
    await inFew(async (person, page) => {
      await person.clickRow('trigger payout.paid');
      await person.clickButton('return');
      await page.getByRole('dialog').getByLabel('code').waitFor();
      await person.type('R03');
      await person.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    const returned = (await demo.events()).find(({ type }) => type === 'payout.returned');
    expect(returned?.data).toMatchObject({ amount: 1500, return_code: 'R03' });
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
      await expect.poll(copied).toContain("curl -X POST 'http://");
      expect(await copied()).toContain('/charges');
      expect(await copied()).toContain('1234');
    });
  });

  it("what happened to this customer's money this month", async () => {
    const ada = await demo.saveCustomer();
    const ben = await demo.saveCustomer({ email: 'ben@example.com', first_name: 'Ben' });
    const paid = async (customer: { id: string }, amount: number) => {
      const { id } = await demo.saveCard(customer);
      return demo.settled({ customer_id: customer.id, payment_method_id: id, amount });
    };
    await paid(ada, 1100);
    await demo.advance('40d');
    const { id } = await paid(ada, 4200);
    await paid(ben, 3300);
    await demo.made(`/transactions/${id}/refund`, { amount: 1200 }, 200);
    await inFew(async (person, page) => {
      await person.clickView('customers');
      await person.clickRow('ada@example.com');
      const payments = details(page)
        .locator('section')
        .filter({ hasText: /^Payments/ })
        .locator('tr');
      await details(page)
        .getByRole('heading', { name: `customer ${ada.id}` })
        .waitFor();
      expect(await payments.count()).toBe(2);
      expect(await payments.first().innerText()).toMatch(/^09:00:00.+\$42\.00.+partially_refunded.+\$12\.00 back/s);
      expect(await payments.last().innerText()).toMatch(/^01 Mar 09:00.+\$11\.00.+settled/s);
    });
  });

  it('make the next charge decline', async () => {
    await inFew(async (person, page) => {
      await person.press('Control+k');
      await person.type('rule decline');
      await option(page).filter({ hasText: 'rule: decline' }).waitFor();
      await person.press('Enter');
      await page.getByRole('dialog', { name: 'rule: decline' }).waitFor();
      await person.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    const { status, body } = await demo.charge({ payment_token: await demo.tokenize() });
    expect([status, body.type]).toEqual([402, 'card_error']);
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

  it('which test of the run failed first', async () => {
    for (const [text, failed] of [
      ['pays by card', false],
      ['refunds once', true],
      ['sends an invoice', false],
      ['refunds twice', true],
    ] as const) {
      await control('/markers', { text, failed });
      await demo.charge({ payment_token: 'tok_unknown' });
    }
    await inFew(async (person, page) => {
      await person.press('/');
      await person.type('type:mark !');
      await expect.poll(() => rows(page).count()).toBe(2);
      expect(await rows(page).first().innerText()).toContain('failed: refunds once');
    });
  });

  it('what changed in this object by this event', async () => {
    await control('/triggers/payout.returned', { code: 'R01' });
    await control('/triggers/payment.completed', {});
    await inFew(async (person, page) => {
      await person.clickRow('payout.returned');
      await details(page)
        .getByRole('heading', { name: /^payout.returned/ })
        .waitFor();
      const changes = details(page).locator('.changes tr');
      await changes.filter({ hasText: 'status' }).waitFor();
      expect(await changes.filter({ hasText: 'status' }).innerText()).toMatch(/paid\s+returned/);
      expect(await changes.filter({ hasText: 'return_code' }).innerText()).toContain('R01');
    });
  });

  it('add an endpoint and see its first delivery', async () => {
    await inFew(async (person, page) => {
      await person.press('Control+k');
      await person.type(receiver.url);
      await option(page)
        .filter({ hasText: `add ${receiver.url}` })
        .waitFor();
      await person.press('Enter');
      await page.getByRole('dialog', { name: 'Add a webhook endpoint' }).waitFor();
      await person.press('Enter');
      await page.getByText('its secret').waitFor();
      await demo.charged();
      await demo.settle();
      await details(page).getByText(`Sent to ${receiver.url}`).waitFor();
      await details(page).getByText('attempt 1').waitFor();
    });
  });
});
