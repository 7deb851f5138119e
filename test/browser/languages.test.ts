import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Language, languages } from '../../src/mail/languages.ts';
import type { PayoutLink } from '../../src/resources/payout-link/model.ts';
import type { ThreeDsResult } from '../../src/resources/three-ds/model.ts';
import { openBrowser, phone, screenshot, sidewaysScroll } from '../support/browser.ts';
import { Buyer } from '../support/buyer.ts';
import { byBank, byCard, pay, paymentLink, sentInvoice, session } from '../support/checkout.ts';
import { cards } from '../support/demo.ts';
import { expectClean, expectCleanIn, looks, Stage, visitPage } from '../support/pages.ts';
import { subscribed } from '../support/subscriptions.ts';

const browser = await openBrowser();
const stage = new Stage(browser);
const onPhones = looks.filter(({ viewport }) => viewport === phone);

/** What is looked at: its name, and how a visitor gets there. */
type Place = readonly [name: string, open: (page: Page) => Promise<unknown>];

let places: readonly Place[] = [];

async function makePlaces(): Promise<Place[]> {
  const { demo, sandbox } = stage;
  const buyer = new Buyer(demo);
  const at = (name: string, path: string): Place => [
    name,
    (page) => page.goto(new URL(path, sandbox.url).href, { waitUntil: 'load' }),
  ];
  const made = async <T>(path: string, body: object) => (await demo.made<{ data: T }>(path, body)).data;
  const plan = await made<{ id: string }>('/products', {
    name: 'KAFFA',
    price: 1800,
    recurring: { interval: 'month' },
  });
  const cup = await made<{ id: string }>('/products', {
    name: 'TASSE',
    price: 900,
    track_inventory: true,
    stock_quantity: 3,
  });
  const link = await paymentLink(demo, {
    name: 'ESPRESSO',
    products: [plan, cup].map(({ id }) => ({ product_id: id, quantity: 1 })),
    collect_shipping_address: true,
    custom_fields: [
      { id: 'a', label: 'GRAVUR', type: 'text' },
      { id: 'b', label: 'FARBE', type: 'select', options: ['A', 'B'] },
    ],
  });
  const { slug, client_secret } = await session(demo, { ui_mode: 'embedded' });
  const byCardSession = await session(demo);
  const paid = (await pay(buyer, byCardSession.slug, await byCard(buyer))).body;
  const byBankSession = await session(demo);
  const debit = (await pay(buyer, byBankSession.slug, await byBank(buyer, { email: 'bob@example.com' }))).body;
  const payout = { amount: 1500, recipient_email: 'rita@example.com' };
  const claim = await made<PayoutLink>('/payout-links', payout);
  const cancelled = await made<PayoutLink>('/payout-links', payout);
  await demo.api.post(`/payout-links/${cancelled.id}/cancel`);
  const request = await made<PayoutLink>('/payout-links', { type: 'request', currency: 'USD' });
  const invoice = await sentInvoice(demo);
  const subscription = await subscribed(demo);
  const { data: portal } = await demo.control<{ data: { url: string } }>(
    'post',
    `/customers/${subscription.customer_id}/portal`,
  );
  const receipt = /\/portal\/[\w-]+\/receipts\/\w+/.exec(await (await fetch(portal.url)).text())?.[0] ?? '';
  const token = await demo.tokenize('4000000000003220');
  const asked = { token, amount: 4200, currency: 'USD', redirect_url: `${sandbox.url}/acs/return` };
  const { challenge } = (await demo.made<{ data: ThreeDsResult }>('/three-ds/authenticate', asked, 200)).data;
  const postChallenge = (page: Page) =>
    Promise.all([
      page.waitForURL(/\/acs\//),
      page.evaluate(`{
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: ${JSON.stringify(challenge!.url)} });
        form.innerHTML = '<input name="creq" value="${challenge!.creq}">';
        document.body.append(form);
        form.submit();
      }`),
    ]);
  const frame = `origin=${encodeURIComponent(sandbox.url)}`;
  return [
    at('checkout', `/pay/${link.slug}`),
    at('embedded', `/embed/${client_secret}`),
    at('confirmation', `/pay/${byCardSession.slug}/confirmation?token=${paid.confirmationToken}`),
    at('confirmation-debit', `/pay/${byBankSession.slug}/confirmation?token=${debit.confirmationToken}`),
    at('bank', debit.bankAuthUrl ?? ''),
    ['challenge', postChallenge],
    at('claim', claim.url),
    at('claim-cancelled', cancelled.url),
    at('request', request.url),
    at('invoice', `/invoice/${invoice.slug}`),
    at('portal', portal.url),
    at('receipt', receipt),
    at('paid', `/pay/${byCardSession.slug}`),
    at('unknown', '/pay/nothing'),
    at('wallet', `/sdk/v1/wallet?wallet=wallet_a&checkout=${slug}&${frame}`),
  ];
}

/** All that a page says, seen or not, but what it says in English on purpose, names of countries and states, and commands. */
const saidBy = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const isOurs = (element) => element.closest('[lang="en"]:not(html), select, script, style, code') === null;
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) { if (isOurs(node.parentElement)) found.push(node.data.trim()); }
      else if (isOurs(node)) for (const name of ['aria-label', 'placeholder', 'title']) found.push(node.getAttribute(name) ?? '');
    }
    return [...new Set(found)];
  })()`);

/**
 * What the accessibility checker judges a page by, but for its words: the elements with their roles, states and references,
 * which of them can be seen, have a text or a name, have the same name, and which controls are too small to be hit.
 */
const structureOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const kept = /^(aria-.*|role|type|for|id|tabindex|autocomplete|hidden|disabled)$/;
    const named = ['aria-label', 'alt', 'title', 'placeholder'];
    const names = [''];
    const numberOf = (name) => names.includes(name) ? names.indexOf(name) : names.push(name) - 1;
    return [...document.querySelectorAll(':not(option)')].map((element) => {
      const attributes = [...element.attributes].flatMap(({ name, value }) => {
        if (named.includes(name)) return [name + ' ' + numberOf(value.trim())];
        return kept.test(name) ? [name + '=' + value] : [];
      });
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      const isSeen = element.checkVisibility({ visibilityProperty: true });
      const { width, height } = element.getBoundingClientRect();
      const isSmall = isSeen && element.matches('button, input, select, a') && (width < 24 || height < 24);
      return [element.localName, ...attributes.sort(), hasText && 'text', isSeen && 'seen', isSmall && 'small'].filter(Boolean);
    }).join('\\n');
  })()`);

/** Words in a row, not in capitals: what the test has named stands in capitals, but for one product. */
const isSentence = (text: string): boolean => !text.includes('Coffee club') && /[a-z]{2,}[,.:]? [a-z]{2,}/.test(text);

describe.skipIf(browser === null)('the pages of buyers', { timeout: 180_000 }, () => {
  const english = new Map<string, readonly string[]>();
  /** Structures of pages with which the accessibility checker finds no fault. */
  const clean = new Set<string>();

  beforeAll(async () => {
    places = await makePlaces();
  }, 60_000);

  async function lookAround(language: Language): Promise<void> {
    const visitor = await visitPage(browser, `${stage.sandbox.url}/pay/nothing`, { locale: language, viewport: phone });
    const { page } = visitor;
    for (const [name, open] of places) {
      await open(page);
      expect([name, await page.evaluate('document.documentElement.lang')]).toEqual([name, language]);
      const said = await saidBy(page);
      if (language === 'en') english.set(name, said);
      const left = said.filter((text) => language !== 'en' && isSentence(text) && english.get(name)?.includes(text));
      expect([language, name, left]).toEqual([language, name, []]);
      const shot = `language-${language}-${name}`;
      // A page that differs in its words alone from a clean one is clean; `EVERY_LOOK=1` looks at all of them all the same.
      const structure = await structureOf(page);
      if (language === 'en' || process.env.EVERY_LOOK !== undefined) await expectCleanIn(visitor, shot, onPhones);
      else {
        await screenshot(page, shot);
        if (page.frames().length > 1 || !clean.has(structure)) await expectClean(visitor, shot, 'all but colors');
        expect(await sidewaysScroll(page), shot).toBe(0);
        expect(visitor.faults, shot).toEqual([]);
      }
      clean.add(structure);
    }
  }

  it('say all they say in each language, and fit a phone', async () => {
    await lookAround('en');
    const others = languages.filter((language) => language !== 'en');
    const inTurn = async (some: readonly Language[]) => {
      for (const language of some) await lookAround(language);
    };
    // Two at a time: one works while the other one waits.
    await Promise.all([inTurn(others.slice(0, 2)), inTurn(others.slice(2))]);
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
    expect(await page.locator('#hints [lang="en"]').count()).toBe(0);
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
