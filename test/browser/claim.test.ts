import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PayoutLink } from '../../src/payments/resources/payout-link/model.ts';
import { openBrowser, phone, screenshot } from '../support/browser.ts';
import { cards, Demo, routing } from '../support/demo.ts';
import { expectClean, expectCleanIn, expectCleanInEveryLook, looks, Stage, visitPage } from '../support/pages.ts';

const browser = await openBrowser();
const stage = new Stage(browser);

async function send(fields: Record<string, unknown> = {}, of = stage.demo): Promise<PayoutLink> {
  const body = {
    amount: 1500,
    recipient_email: 'rita@example.com',
    recipient_name: 'Rita',
    note: 'Your prize',
    ...fields,
  };
  return (await of.made<{ data: PayoutLink }>('/payout-links', body)).data;
}
const read = async ({ id }: PayoutLink) => (await stage.demo.read<{ data: PayoutLink }>(`/payout-links/${id}`)).data;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const claimButton = (page: Page) => page.getByRole('button', { name: 'Claim $15.00' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

async function fillCard(page: Page, number: string = cards.visaDebit): Promise<void> {
  await field(page, 'Card number').fill(number);
  await field(page, 'Expiry').fill('12 / 30');
  await field(page, 'Security code').fill('123');
  await field(page, 'Billing postal code').fill('22202');
}
async function fillPerson(page: Page): Promise<void> {
  await field(page, 'First name').fill('Rita');
  await field(page, 'Last name').fill('Recipient');
}

describe.skipIf(browser === null)('the claim page', () => {
  it('shows what was sent by whom, and sends it to a debit card, on every screen', async () => {
    const link = await send();
    const visitor = await visitPage(browser, link.url);
    const { page } = visitor;
    expect(await page.title()).toBe('Claim $15.00 from Demo Shop');
    for (const text of ['Rita, Demo Shop has sent you', 'Your prize', 'Claim it by March 31, 2026']) {
      await page.getByText(text).waitFor();
    }
    expect(await page.getByLabel('Email').inputValue()).toBe('rita@example.com');
    // Its fields stand in frames as those of the checkout do, with the labels within.
    const loose = await page.evaluate<string[]>(
      `[...document.querySelectorAll('form .field:not(fieldset)')].filter((each) => each.closest('.joined') === null).map(({ textContent }) => textContent)`,
    );
    expect(loose).toEqual([]);
    await expectCleanInEveryLook(visitor, 'claim');
    await fillCard(page);
    await fillPerson(page);
    await claimButton(page).click();
    await heading(page, 'Your money is on its way').waitFor();
    for (const text of ['$15.00', 'Visa ending in 5556']) await page.getByText(text, { exact: true }).waitFor();
    await expectCleanInEveryLook(visitor, 'claim-done');
    const claimed = await read(link);
    expect(claimed.status).toBe('claimed');
    await page.getByText(claimed.payout_id!).waitFor();
    const payout = await stage.demo.payoutOf(claimed.payout_id!);
    expect(payout).toMatchObject({ amount: 1500, rail: 'card', card_last_four: '5556' });
    expect(await page.content()).not.toContain(cards.visaDebit);
  });

  it('follows the payout, and says what can be done where it did not arrive', async () => {
    const other = await Demo.create(stage.sandbox);
    await other.configure({ settlement: { mode: 'manual' } });
    for (const [move, title, next] of [
      ['payout.failed', 'Your money did not arrive', 'Ask Demo Shop for a new link'],
      ['payout.paid', 'Your money was sent', 'your bank accepted it'],
    ] as const) {
      const link = await send({}, other);
      const visitor = await visitPage(browser, link.url);
      const { page } = visitor;
      await fillCard(page);
      await fillPerson(page);
      await claimButton(page).click();
      await heading(page, 'Your money is on its way').waitFor();
      const id = new URL(page.url()).searchParams.get('id')!;
      if (move === 'payout.paid') await other.trigger('payout.updated', { id });
      await other.trigger(move, { id });
      await heading(page, title).waitFor();
      await page.getByText(next).waitFor();
      expect(await page.getByText('Reason', { exact: true }).count()).toBe(move === 'payout.failed' ? 1 : 0);
      await expectCleanIn(visitor, `claim-${move.split('.')[1]}`, looks.slice(0, 2));
      await page.reload();
      await heading(page, title).waitFor();
      const left = move === 'payout.paid' ? 'The money was sent to the destination' : 'This money did not arrive';
      expect(await (await fetch(link.url)).text()).toContain(left);
      // Who has the link alone sees neither the card nor the payout.
      const others = await fetch(`${link.url}/payout?id=po_1`);
      expect([others.status, (await others.text()).includes('5556')]).toEqual([404, false]);
    }
  });

  it('sends it to a bank account', async () => {
    const link = await send();
    const visitor = await visitPage(browser, link.url, { viewport: phone });
    const { page } = visitor;
    await page.getByRole('radio', { name: 'Bank account' }).check();
    await field(page, 'Routing number').fill('021000022');
    await field(page, 'Account number').fill('000123456789');
    await fillPerson(page);
    await claimButton(page).click();
    await page.getByText('Check the routing number.').waitFor();
    await screenshot(page, 'claim-bank-typo');
    await expectClean(visitor);
    await field(page, 'Routing number').fill(routing.unknown);
    await claimButton(page).click();
    await page.getByRole('alert').filter({ hasText: 'No bank has this routing number.' }).waitFor();
    await field(page, 'Routing number').fill(routing.instant);
    await claimButton(page).click();
    await heading(page, 'Your money is on its way').waitFor();
    await page.getByText('Bank account ending in 6789').waitFor();
    expect(visitor.faults).toEqual([]);
    const { payout_id } = await read(link);
    expect(await stage.demo.payoutOf(payout_id!)).toMatchObject({ amount: 1500, rail: 'ach' });
  });

  it('says beside each field what is missing, and goes to the first', async () => {
    const visitor = await visitPage(
      browser,
      (await send({ recipient_name: null, recipient_email: 'new@example.com' })).url,
      { viewport: phone },
    );
    const { page } = visitor;
    await claimButton(page).click();
    await page.getByText('Enter the card number.').waitFor();
    for (const text of ['Enter the expiry date.', 'Enter the security code.', 'Enter the first name.']) {
      await page.getByText(text).waitFor();
    }
    await field(page, 'Card number').and(page.locator(':focus')).waitFor();
    await screenshot(page, 'claim-missing');
    await expectClean(visitor);
  });

  it('refuses a credit card, and takes another card then', async () => {
    const link = await send();
    const visitor = await visitPage(browser, link.url);
    const { page } = visitor;
    await fillCard(page, cards.visaCredit);
    await fillPerson(page);
    await claimButton(page).click();
    await page.getByText('This card cannot receive payouts, because it is a credit card.').first().waitFor();
    await screenshot(page, 'claim-refused');
    await expectClean(visitor);
    expect((await read(link)).status).toBe('pending');
    await fillCard(page);
    await claimButton(page).click();
    await heading(page, 'Your money is on its way').waitFor();
    expect(visitor.faults).toEqual([]);
  });

  it('says so while the network does not answer, and claims once it does', async () => {
    const other = await Demo.create(stage.sandbox);
    await other.addRule({ operation: 'payout_links.claim', nth: 1 }, { kind: 'unavailable' });
    const { page, faults } = await visitPage(browser, (await send({}, other)).url);
    await fillCard(page);
    await fillPerson(page);
    await claimButton(page).click();
    await page.getByText('The payout network is not responding.').waitFor();
    await claimButton(page).click();
    await heading(page, 'Your money is on its way').waitFor();
    expect(faults).toEqual([]);
  });

  it('can be sent again where the connection was lost, whether it had arrived or not', async () => {
    for (const arrives of [false, true]) {
      const link = await send();
      const { page } = await visitPage(browser, link.url);
      await page.route('**/api/claims/*', async (route) => {
        if (arrives) await route.fetch();
        await route.abort();
      });
      await fillCard(page);
      await fillPerson(page);
      await claimButton(page).click();
      await page.getByText('The connection was lost').waitFor();
      expect((await read(link)).status).toBe(arrives ? 'claimed' : 'pending');
      await page.unroute('**/api/claims/*');
      await claimButton(page).click();
      await heading(page, arrives ? 'This money has been claimed' : 'Your money is on its way').waitFor();
    }
  });

  it('shows why nothing can be claimed where that came about meanwhile', async () => {
    const link = await send();
    const { page, faults } = await visitPage(browser, link.url);
    await fillCard(page);
    await fillPerson(page);
    await stage.demo.api.post(`/payout-links/${link.id}/cancel`);
    await claimButton(page).click();
    await heading(page, 'This payout was cancelled').waitFor();
    expect(await page.locator('form').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('is filled in by a press on a test number, and by keyboard alone', async () => {
    const { page, faults } = await visitPage(browser, (await send()).url);
    await page.getByText('Test numbers').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await screenshot(page, 'claim-hints');
    await page.keyboard.press('Enter');
    expect(await field(page, 'Card number').inputValue()).toBe('4000 0566 5566 5556');
    expect(await field(page, 'Expiry').inputValue()).toBe('12 / 29');
    // The name that the sender gave stays.
    expect(await field(page, 'First name').inputValue()).toBe('Rita');
    expect(await field(page, 'Last name').inputValue()).toBe('Lovelace');
    await field(page, 'First name').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Margarita');
    await page.keyboard.press('Enter');
    await heading(page, 'Your money is on its way').waitFor();
    await heading(page, 'Your money is on its way').and(page.locator(':focus')).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows what was stored as text', async () => {
    const evil = '<img src=x onerror="document.title=1"></script><script>document.title=2</script>';
    const other = await Demo.create(stage.sandbox);
    await other.api.patch('/account', { name: evil });
    const visitor = await visitPage(browser, (await send({ recipient_name: evil, note: evil }, other)).url, {
      viewport: phone,
    });
    await visitor.page.getByText(evil).first().waitFor();
    await screenshot(visitor.page, 'claim-evil');
    expect(await visitor.page.title()).toBe(`Claim $15.00 from ${evil}`);
    await expectClean(visitor);
  });
});

describe.skipIf(browser === null)('the page of a payout link that cannot be claimed', () => {
  it('can be read by everybody, whoever sent the link', async () => {
    const link = await send();
    await stage.demo.api.post(`/payout-links/${link.id}/cancel`);
    const visitor = await visitPage(browser, link.url, { viewport: phone });
    await heading(visitor.page, 'This payout was cancelled').waitFor();
    await screenshot(visitor.page, 'claim-cancelled');
    await expectClean(visitor);
  });

  it('can be read by everybody where nobody sent it', async () => {
    const visitor = await visitPage(browser, `${stage.sandbox.url}/claim/none`);
    await heading(visitor.page, 'This page does not exist').waitFor();
    await screenshot(visitor.page, 'claim-unknown');
    await expectClean(visitor);
  });
});
