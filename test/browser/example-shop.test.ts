import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults, openBrowser, screenshot, type TestBrowser, type Visitor } from '../support/browser.ts';
import { projectFolder } from '../support/build.ts';
import { cards } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { dropNetworkErrors, fillBuyer, fillCard, goodCard, watchAttempts } from './shop.ts';

const found = await openBrowser();

describe.skipIf(found === null)('the example shop', () => {
  const browser = found as TestBrowser;
  let sandbox: TestSandbox;
  let shop: ChildProcess;
  let address: string;
  let visitor: Visitor;

  beforeAll(async () => {
    sandbox = await createTestSandbox();
    shop = spawn(process.execPath, [join(projectFolder, 'examples/shop/server.js')], {
      env: { PATH: process.env.PATH, EMULATOR_URL: sandbox.url, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(shop.stdout!, 'data')) as [Buffer];
    address = /http:\S+/.exec(line.toString())![0];
    const endpoint = { url: `${address}/hook`, secret: 'whsec_demo_a' };
    expect((await sandbox.control.post('/webhook-endpoints?workspace=ws_demo_a', endpoint)).status).toBe(201);
  });
  afterAll(async () => {
    shop?.kill();
    await sandbox?.stop();
    await browser.close();
  });
  beforeEach(async ({ task }) => {
    visitor = await browser.borrow();
    await visitor.page.goto(address);
    return async () => {
      const faults = [...visitor.faults];
      await browser.giveBack(visitor, task.result?.state === 'fail');
      expect(faults).toEqual([]);
    };
  });

  const choose = (way: string) => visitor.page.getByRole('button', { name: way, exact: true }).click();
  const message = () => visitor.page.locator('#message');
  const field = (title: string) => visitor.page.frameLocator(`iframe[title="Secure ${title} field"]`).locator('input');
  const charges = async () =>
    (
      await sandbox.as('sk_test_demo_a').get<{
        data: { id: string; status: string; reference_id: string | null; three_ds_status: string | null }[];
      }>('/transactions?limit=100')
    ).body.data;

  async function fillFields(number: string): Promise<void> {
    await choose('Card');
    await field('card number').fill(number);
    await field('expiry').fill('12 / 34');
    await field('security code').fill('123');
  }

  async function payByCard(number: string, isSecured = false): Promise<void> {
    const { page } = visitor;
    await fillFields(number);
    if (isSecured) await page.getByLabel('Authenticate').check();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
  }

  /** The shop believes its webhook alone. */
  async function isPaid(): Promise<void> {
    const [newest] = await charges();
    await message().getByText(`Paid: ${newest!.id}`).waitFor();
  }

  it('takes a card, and believes the signed webhook', async () => {
    await payByCard(cards.visaCredit);
    await message().getByText('Paid: ').waitFor();
    await isPaid();
    await screenshot(visitor.page, 'example-shop-card');
    expect((await accessibilityFaults(visitor.page)).filter((fault) => !fault.startsWith('page-has'))).toEqual([]);
  });

  it('says that a card was declined', async () => {
    await payByCard(cards.declined);
    await message().getByText('Not paid: ').waitFor();
  });

  it('asks the bank where 3-D Secure is ticked', async () => {
    await payByCard('4000000000003220', true);
    const bank = visitor.page.frameLocator('iframe[title="Confirm with your bank"]');
    await bank.getByRole('button', { name: 'Approve' }).click();
    await message().getByText('Paid: ').waitFor();
    expect((await charges())[0]).toMatchObject({ three_ds_status: 'Y' });
  });

  describe('takes the money of an order once', () => {
    let before: readonly string[];
    beforeEach(async () => {
      before = (await charges()).map(({ id }) => id);
    });
    const payments = async () => (await charges()).filter(({ id }) => !before.includes(id));
    const pressPay = () => visitor.page.getByRole('button', { name: 'Pay', exact: true }).click();
    const inject = (kind: string, fields: object) =>
      sandbox.control.post('/faults?workspace=ws_demo_a', { kind, on: 'charges.create', times: 1, ...fields });

    async function isPaidOnce(): Promise<void> {
      await message().getByText('Paid: ').waitFor();
      const paid = await payments();
      expect(paid).toHaveLength(1);
      expect(await message().textContent()).toBe(`Paid: ${paid[0]!.id}`);
    }

    it('when Pay is clicked twice, and Enter ignores that the button is busy', async () => {
      const { page } = visitor;
      const sent = watchAttempts(page);
      await fillFields(cards.visaCredit);
      await page.getByRole('button', { name: 'Pay', exact: true }).dblclick();
      await page.locator('#card-form').evaluate('document.forms[0].requestSubmit()');
      await isPaidOnce();
      expect(sent).toHaveLength(1);
      expect(await page.locator('#pay').isDisabled()).toBe(true);
    });

    it('when two pages of the same order pay at once', async () => {
      const { page } = visitor;
      await page.locator('#price').getByText('$').waitFor();
      const order = await page.evaluate<string>("sessionStorage.getItem('order')");
      const tokens = await page.evaluate<string[]>(
        `Promise.all([1, 2].map(() => PaymentsSDK('pk_test_demo_a').createToken({ number: '${cards.visaCredit}', exp_month: '12', exp_year: '2034', cvv: '123' }))).then((made) => made.map(({ token }) => token))`,
      );
      const answers = await Promise.all(
        tokens.map(async (token) => {
          const body = JSON.stringify({ order, token, email: 'ada@example.com' });
          return (await fetch(`${address}/pay`, { method: 'POST', body })).json();
        }),
      );
      const paid = await payments();
      expect(paid).toHaveLength(1);
      expect(answers).toEqual([{ id: paid[0]!.id }, { id: paid[0]!.id }]);
    });

    it.each([
      ['the answer of the service is lost', 'answer_lost', {}],
      ['the outcome is unknown', 'unavailable', { resolve: 'approved', after: '1s' }],
    ])('when %s, and the buyer pays again', async (_, kind, fields) => {
      expect((await inject(kind, fields)).status).toBe(201);
      await payByCard(cards.visaCredit);
      await message().getByText('No answer yet').waitFor();
      await sandbox.control.post('/clock?workspace=ws_demo_a', { advance: '1s' });
      await pressPay();
      await isPaidOnce();
    });

    it.each([
      ['presses again', false],
      ['loads the page again', true],
    ])('when the answer of the shop is lost, and the buyer %s', async (_, reloads) => {
      const { page } = visitor;
      await page.route(
        '**/pay',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await payByCard(cards.visaCredit);
      await message().getByText('No answer came').waitFor();
      if (reloads) await page.reload();
      else await pressPay();
      await isPaidOnce();
      dropNetworkErrors(visitor);
    });

    it('after a decline, by another card', async () => {
      await payByCard(cards.declined);
      await message().getByText('Not paid: ').waitFor();
      await field('card number').fill(cards.visaCredit);
      await pressPay();
      await message().getByText('Paid: ', { exact: false }).waitFor();
      await isPaid();
      const references = (await payments()).map(({ status, reference_id }) => [status, reference_id]);
      expect(references.map(([status]) => status)).toEqual(['pending_settlement', 'failed']);
      expect(new Set(references.map(([, reference]) => reference)).size).toBe(2);
    });
  });

  it('takes the embedded checkout', async () => {
    const { page } = visitor;
    await choose('Checkout');
    const frame = page.frameLocator('iframe[title="Checkout"]');
    await fillBuyer(frame);
    await fillCard(frame, goodCard);
    await screenshot(page, 'example-shop-checkout');
    await frame.locator('#pay').click();
    await message().getByText('Paid: ').waitFor();
    await isPaid();
  });

  it('takes a wallet', async () => {
    const { page } = visitor;
    await choose('Wallet');
    await page.getByRole('button', { name: 'Pay with Wallet B' }).click();
    await page.frameLocator('iframe[title="Wallet B (sandbox)"]').getByRole('button', { name: 'Pay' }).click();
    await message().getByText('Paid: ').waitFor();
    await isPaid();
  });

  it('refuses a webhook that is not signed', async () => {
    const body = JSON.stringify({ type: 'payment.completed', data: { transaction_id: 'txn_forged' } });
    const forged = await fetch(`${address}/hook`, {
      method: 'POST',
      body,
      headers: { 'service-signature': 't=1,v1=00' },
    });
    expect(forged.status).toBe(401);
    expect(await (await fetch(`${address}/paid`)).json()).not.toContain('txn_forged');
  });

  it('gives no secret to the browser', async () => {
    for (const path of ['/', '/shop.js', '/shop.css', '/config']) {
      expect(await (await fetch(address + path)).text()).not.toMatch(/sk_test|whsec/);
    }
    const server = readFileSync(join(projectFolder, 'examples/shop/server.js'), 'utf8');
    expect(server.match(/from '(?!node:)/g)).toBeNull();
  });

  it('has a server that is read in two minutes', () => {
    const server = readFileSync(join(projectFolder, 'examples/shop/server.js'), 'utf8');
    expect(server.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  });
});
