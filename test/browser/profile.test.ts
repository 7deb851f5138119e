import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { cards } from '../support/demo.ts';
import { type MerchantSite, startMerchantSite } from '../support/merchant-page.ts';
import { visitInTest } from '../support/pages.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { addSession, charges, fillBuyer, fillCard, goodCard, payButton, thanksPage } from './shop.ts';

const browser = await openBrowser();

/** What the pages and the SDK call, under other names. */
const adopted = [
  { change: 'rename', of: 'checkout.load', field: 'amount', to: 'total' },
  { change: 'rename', of: 'checkout.load', field: 'vaultConfig', to: 'vault' },
  { change: 'rename', of: 'checkout.pay', field: 'successUrl', to: 'next' },
  { change: 'rename', of: 'vault.post', field: 'card_number', to: 'pan' },
  { change: 'rename', of: 'tokens.create', field: 'token', to: 'id' },
  { change: 'status', operation: 'checkout.pay', from: 200, to: 202 },
];

describe.skipIf(browser === null)('with a profile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  let sandbox: TestSandbox;
  let site: MerchantSite;
  beforeAll(async () => {
    const profile = join(folder, 'service.profile.json');
    writeFileSync(profile, JSON.stringify({ version: 1, name: 'sandbox.example.com', adopted }));
    sandbox = await createTestSandbox({ profile, overSpecification: true });
    site = await startMerchantSite({ emulator: sandbox.url });
  });
  afterAll(async () => {
    await site?.close();
    await sandbox?.stop();
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it('the hosted page takes a card as without one', async () => {
    const { page } = await visitInTest(browser, { patient: true });
    const session = await addSession(sandbox);
    await page.goto(session.url);
    await fillBuyer(page);
    await fillCard(page, goodCard);
    await payButton(page).click();
    await page.waitForURL(thanksPage);
    expect((await charges(sandbox))[0]).toMatchObject({ amount: 4200, status: 'pending_settlement' });
  });

  it('the SDK makes a token as without one, and an application gets it in the service’s names', async () => {
    const { page } = await visitInTest(browser);
    await site.open(page);
    const card = { number: cards.visaDebit, exp_month: '12', exp_year: '2030' };
    const made = await page.evaluate(`PaymentsSDK('pk_test_demo').createToken(${JSON.stringify(card)})`);
    expect(made).toMatchObject({ token: expect.stringMatching(/^ptok_/), card: { last4: '5556' } });
    const { body } = await sandbox.as('pk_test_demo').post<{ data: object }>('/tokens', card);
    expect(body.data).toHaveProperty('id', expect.stringMatching(/^ptok_/));
  });

  it('the inspector names it', async () => {
    const { page } = await visitInTest(browser);
    await page.goto(`${sandbox.url}/inspector`);
    await page.getByText('as sandbox.example.com').waitFor();
  });
});
