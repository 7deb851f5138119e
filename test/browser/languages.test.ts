import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PayoutLink } from '../../src/payments/resources/payout-link/model.ts';
import { openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { buyerPlaces, type Place } from '../support/buyer-places.ts';
import { session } from '../support/checkout.ts';
import { cards } from '../support/demo.ts';
import { expectClean, Stage, visitPage } from '../support/pages.ts';

const browser = await openBrowser();
const stage = new Stage(browser);

async function open(page: Page, { url, posted }: Place): Promise<void> {
  if (posted === undefined) {
    await page.goto(url);
    return;
  }
  const fields = Object.entries(posted).map(([name, value]) => `<input name="${name}" value="${value}">`);
  await Promise.all([
    page.waitForURL(url),
    page.evaluate(`{
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: ${JSON.stringify(url)}, innerHTML: ${JSON.stringify(fields.join(''))} });
      document.body.append(form);
      form.submit();
    }`),
  ]);
}

describe.skipIf(browser === null)('the pages of buyers', () => {
  it('fit phones in German, whose words are the longest', async () => {
    const places = await buyerPlaces(stage.demo);
    const visitor = await visitPage(browser, `${stage.sandbox.url}/pay/nothing`, { locale: 'de', viewport: phone });
    const { page } = visitor;
    for (const place of places) {
      await open(page, place);
      expect([place.name, await page.evaluate('document.documentElement.lang')]).toEqual([place.name, 'de']);
      expect(await page.getByText('Inspector', { exact: true }).count(), place.name).toBe(0);
      if ((await page.locator('#billingCountry:visible').count()) > 0) {
        await page.setViewportSize(phone);
        await page.locator('#billingCountry').selectOption('US');
        const parts = ['#billingCity', '#billingState'].map((id) => page.locator(id).boundingBox());
        const [city, state] = await Promise.all(parts);
        expect(city!.y + city!.height, place.name).toBeCloseTo(state!.y + state!.height, 0);
      }
      for (const width of [phone.width, 320]) {
        await page.setViewportSize({ ...phone, width });
        expect([place.name, width, await sidewaysScroll(page)]).toEqual([place.name, width, 0]);
      }
      await screenshot(page, `language-de-${place.name.replaceAll(' ', '-')}`);
      // The other pages are judged where they are tested.
      if (place.name === 'paid') await expectClean(visitor, place.name);
      expect(visitor.faults, place.name).toEqual([]);
    }
  });

  it('say in it what the scripts say: of the form, of the bank, and of the order', async () => {
    const { data: cup } = await stage.demo.made<{ data: { id: string } }>('/products', {
      name: 'TASSE',
      price: 4200,
      track_inventory: true,
      stock_quantity: 1,
    });
    const line_items = [{ product_id: cup.id, quantity: 1 }];
    const { slug } = await session(stage.demo, { line_items, locale: 'de' });
    // The confirmation gives way to the shop's page: hurried, it may be gone before it was seen.
    const asBuyers = { locale: 'ja', viewport: phone, patient: true };
    const { page } = await visitPage(browser, `${stage.sandbox.url}/pay/${slug}`, asBuyers);
    const see = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: '42,00\u00a0$ bezahlen' }).click();
    for (const text of ['Bitte geben Sie die Kartennummer ein.', 'Bitte füllen Sie „Vorname“ aus.']) await see(text);
    await page.getByLabel('Land').selectOption('GB');
    await page.getByLabel('Postleitzahl').fill('1');
    await page.getByLabel('Vorname').focus();
    await see('Bitte prüfen Sie „Postleitzahl“. Beispiel: SW1A 1AA');
    await page.getByText('Bestelldetails').click();
    await page.getByText('Rabattcode hinzufügen').click();
    await page.getByLabel('Rabattcode', { exact: true }).fill('NOPE');
    await page.getByRole('button', { name: 'Einlösen' }).click();
    await see('Den Rabattcode NOPE gibt es nicht.');
    await page.getByLabel('Rabattcode', { exact: true }).fill('');
    await page.getByLabel('Postleitzahl').fill('');
    await page.getByLabel('Land').selectOption('US');
    await page.getByText('Testnummern').click();
    for (const text of ['Visa Debit', 'Visa Kredit: abgelehnt, hier gelten nur Debitkarten', 'Von der Bank abgelehnt'])
      await see(text);
    expect(await page.locator('#hints [data-card] [lang="en"]').count()).toBe(0);
    await page.locator(`[data-card="${cards.declined}"]`).click();
    await page.locator('#pay').click();
    await see('Die Zahlung wurde abgelehnt');
    await screenshot(page, 'language-de-declined');
    await page.locator(`[data-card="${cards.visaDebit}"]`).click();
    await stage.demo.api.post('/inventory/adjust', { product_id: cup.id, quantity: 0 });
    await page.locator('#pay').click();
    await see('Der Vorrat reicht nicht aus');
    await see(
      'Es ist weniger verfügbar, als Sie bestellt haben. Laden Sie die Seite neu, um zu sehen, was noch da ist. Es wurde nichts abgebucht.',
    );
    await stage.demo.api.post('/inventory/adjust', { product_id: cup.id, quantity: 1 });
    await page.locator(`[data-card="${cards.visaDebit}"]`).click();
    await page.locator('#pay').click();
    await page.getByRole('heading', { name: 'Vielen Dank für Ihre Zahlung' }).waitFor();
  });

  it('read an amount as the language writes it', async () => {
    const { data } = await stage.demo.made<{ data: PayoutLink }>('/payout-links', { type: 'request', amount: 123450 });
    const { page } = await visitPage(browser, data.url, { locale: 'de', viewport: phone });
    expect(await page.getByLabel('Betrag').inputValue()).toBe('1234,50');
    await page.getByLabel('Betrag').fill('1.025,5');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('E-Mail-Adresse').fill('ada@example.com');
    await page.getByLabel('Kartennummer').fill(cards.visaDebit);
    await page.getByLabel('Gültig bis').fill('12 / 30');
    await page.getByLabel('Prüfziffer').fill('123');
    await page.getByRole('button', { name: 'Anfrage senden' }).click();
    await page.getByText('1.025,50\u00a0$').waitFor();
    await page.getByText('Visa mit Endziffern 5556').waitFor();
  });
});
