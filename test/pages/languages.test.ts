import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserFolder } from '../../src/pages/assets.ts';
import * as dePages from '../../src/pages/texts/de.ts';
import * as enPages from '../../src/pages/texts/en.ts';
import * as esPages from '../../src/pages/texts/es.ts';
import * as frPages from '../../src/pages/texts/fr.ts';
import * as jaPages from '../../src/pages/texts/ja.ts';
import { wordsOf } from '../../src/payments/mail/words.ts';
import { Printing } from '../../src/payments/resources/common/printing.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

/** What pages say, what documents and e-mails do, and what the mail room adds to those. */
function allWords(pages: Pick<typeof enPages, 'scriptTexts' | 'sdkTexts' | 'pageTexts'>, language: string) {
  const { printed, mailed } = new Printing(language);
  return { ...pages, printed, mailed, mailRoom: wordsOf(language) };
}

const en = allWords(enPages, 'en');
const de = allWords(dePages, 'de');
const fr = allWords(frPages, 'fr');
const es = allWords(esPages, 'es');
const ja = allWords(jaPages, 'ja');
const translations = { de, fr, es, ja };

/** What a text is called with: in the place of numbers too, so that what it names can be found in it. */
const given = ['month', '2', '3'];

/** Texts that are chosen by a word: one that there is. */
const chosenBy: Readonly<Record<string, readonly string[]>> = {
  '.pageTexts.hints.card': ['Visa', 'prepaid'],
  '.pageTexts.hints.effect': ['charged back after a while', 'chargeback'],
};

function textOf(make: (...values: readonly unknown[]) => unknown, place: string): unknown {
  const values = chosenBy[place] ?? given.slice(0, make.length);
  try {
    return make(...values);
  } catch {
    // It counts up a list.
    return make(...values.map((value) => [value]));
  }
}

/** All texts of a language by their places: `scriptTexts.email.missing`. */
function* textsIn(value: unknown, place: string): Generator<readonly [place: string, text: string]> {
  if (typeof value === 'string') yield [place, value];
  else if (typeof value === 'function')
    yield* textsIn(textOf(value as (...values: readonly unknown[]) => unknown, place), `${place}()`);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) yield* textsIn(each, `${place}.${name}`);
  }
}

const allOf = ({ scriptTexts, sdkTexts, pageTexts, printed, mailed, mailRoom }: typeof en) =>
  new Map(textsIn({ scriptTexts, sdkTexts, pageTexts, printed, mailed, mailRoom }, ''));

/** Words that are the same in other languages, and texts of names and signs alone. */
const sameWords =
  /^(CVC|Total|Date|Eircode|PIN-Code|ZIP-Code|Routing Number|3-D Secure|Name|optional|\(optional\)|Province|Subtotal|Description|Status:|Portal|Total|Invoice|Sandbox|Inspector)$/;
const placesAlike = /(\.gap|\.plain\(\)|\.each\(\)|\.renews\(\)|\.renewalOf\(\)|(before|after)(\(\))?)$/;

describe('the texts of the pages', () => {
  it.each(Object.entries(translations))('leave nothing in English in %s', (_, texts) => {
    const english = allOf(en);
    const other = allOf(texts);
    expect([...other.keys()]).toEqual([...english.keys()]);
    const left = [...other].filter(
      ([place, text]) => text === english.get(place) && !sameWords.test(text) && !placesAlike.test(place),
    );
    expect(left).toEqual([]);
  });

  it.each(Object.entries(translations))('name what the English ones name in %s', (_, texts) => {
    const other = allOf(texts);
    const namedIn = (text: string) => [...text.matchAll(/\{\w+\}|(?<!\d)[23](?!\d| digits)/g)].map(([name]) => name);
    const lost = [...allOf(en)].filter(([place, text]) =>
      namedIn(text).some((name) => !other.get(place)!.includes(name)),
    );
    expect(lost).toEqual([]);
  });

  it('count as the language does', () => {
    expect(de.scriptTexts.wait.text(1)).toContain('1 Sekunde ');
    expect(de.scriptTexts.wait.text(2)).toContain('2 Sekunden ');
    expect(fr.scriptTexts.stock.left(1)).toBe('Plus que 1 disponible');
    expect(es.scriptTexts.stock.left(2)).toBe('Solo quedan 2');
    expect(de.printed.every('week', 1)).toBe('jede Woche');
    expect(fr.printed.every('year', 3)).toBe('tous les 3 ans');
    expect(ja.printed.every('month', 3)).toBe('3か月ごと');
  });
});

describe('the language of a page', () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await createTestSandbox();
    return () => sandbox.stop();
  });

  interface Session {
    readonly url: string;
    readonly slug: string;
    readonly client_secret: string;
    readonly locale: string | null;
  }

  async function addSession(fields: Record<string, unknown> = {}) {
    const body = { amount: 123450, success_url: 'https://shop.example/thanks', ...fields };
    return sandbox.api.post<{ data: Session; error: string; param: string }>('/checkout-sessions', body);
  }

  async function pageAt(url: string, acceptLanguage = '*', init: RequestInit = {}): Promise<string> {
    const headers = { accept: 'text/html', 'accept-language': acceptLanguage };
    return (await fetch(new URL(url, sandbox.url), { ...init, headers })).text();
  }

  const langOf = (page: string) => /<html lang="([^"]*)"/.exec(page)![1];

  it("is the browser's, by its order, and English where it knows none of them", async () => {
    const { url } = (await addSession()).body.data;
    for (const [accepted, lang] of [
      ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
      ['nl,fr;q=0.5,de;q=0.7', 'de'],
      ['nl-NL, pt;q=0.5', 'en'],
      ['en;q=0, ja', 'ja'],
      ['ES-mx', 'es-MX'],
      ['de-"<script>', 'de'],
      ['', 'en'],
    ] as const) {
      expect([accepted, langOf(await pageAt(url, accepted))]).toEqual([accepted, lang]);
    }
  });

  it("is the session's before that of the frame and that of the browser, on every page of it", async () => {
    const { data } = (await addSession({ locale: 'fr-CA' })).body;
    expect(data.locale).toBe('fr-CA');
    const loaded = await fetch(`${sandbox.url}/api/checkout/${data.slug}`);
    expect(await loaded.json()).toMatchObject({ locale: 'fr-CA' });
    for (const address of [data.url, `${data.url}?locale=de`, `${data.url}/3ds`]) {
      expect([address, langOf(await pageAt(address, 'ja'))]).toEqual([address, 'fr-CA']);
    }
    const embedded = (await addSession({ ui_mode: 'embedded', success_url: undefined, locale: 'es' })).body.data;
    expect(langOf(await pageAt(`/embed/${embedded.client_secret}?locale=de`, 'ja'))).toBe('es');
  });

  it("is the frame's before the browser's, also of one that knows no language of ours", async () => {
    const { client_secret, locale } = (await addSession({ ui_mode: 'embedded', success_url: undefined })).body.data;
    expect(locale).toBeNull();
    for (const [path, asked, lang] of [
      [`/embed/${client_secret}`, 'de', 'de'],
      [`/embed/${client_secret}`, 'nl', 'en'],
      ['/embed/unknown', 'es', 'es'],
      ['/sdk/v1/field?field=cardNumber&group=0123456789abcdef&origin=http://localhost', 'fr', 'fr'],
      ['/sdk/v1/wallet?wallet=wallet_a&origin=http://localhost', 'ja', 'ja'],
    ] as const) {
      const address = `${path}${path.includes('?') ? '&' : '?'}locale=${asked}`;
      expect([address, langOf(await pageAt(address, 'de-DE'))]).toEqual([address, lang]);
    }
  });

  it('is English in a session of an unknown language, and a locale that is none is refused', async () => {
    const { status, body } = await addSession({ locale: 'tlh' });
    expect([status, body.data.locale]).toEqual([201, 'tlh']);
    expect(langOf(await pageAt(body.data.url, 'de'))).toBe('en');
    for (const locale of ['german!', 'auto', 'de_DE', '']) {
      const refused = await addSession({ locale });
      expect([locale, refused.status, refused.body.param]).toEqual([locale, 400, 'locale']);
    }
  });

  it('writes amounts, days and countries as it does, before any script has run', async () => {
    const { id: product_id } = (
      await sandbox.api.post<{ data: { id: string } }>('/products', {
        name: 'Kaffee-Abo',
        price: 180000,
        recurring: { interval: 'month' },
      })
    ).body.data;
    const { url } = (
      await addSession({ amount: undefined, line_items: [{ product_id, quantity: 1 }], locale: 'de-DE' })
    ).body.data;
    const page = await pageAt(url);
    expect(page.replaceAll('\u00a0', ' ')).toContain(
      'Danach <strong>1.800,00 $</strong> jeden Monat, das nächste Mal am 1. April 2026, bis zur Kündigung.',
    );
    for (const text of ['Kostenpflichtig abonnieren', '>Vereinigte Staaten<', 'ZIP-Code', 'Testumgebung']) {
      expect(page).toContain(text);
    }
    expect(page).toContain('Mit der Zahlung ermächtige ich {merchant}');
  });

  it('says in it what was not found', async () => {
    expect(await pageAt('/pay/nothing', 'es')).toContain('No hay nada en esta dirección');
    expect(await pageAt('/nothing', 'ja')).toContain('このアドレスには何もありません');
  });

  it('has what a checkout says of itself, and where the merchant says what holds', async () => {
    const brand = { name: 'Shop', logo_url: null, color: '#4f46e5', support_email: 'help@shop.example' };
    const links = { terms_url: 'https://shop.example/terms', privacy_url: 'https://shop.example/privacy' };
    await sandbox.control.patch('/workspaces/ws_demo', { settings: { brand: { ...brand, ...links } } });
    const page = await pageAt((await addSession()).body.data.url, 'de');
    for (const text of [
      'Sichere Zahlung</strong> Shop erfährt nur die letzten vier Ziffern Ihrer Karte',
      'Fragen zu Ihrer Bestellung? <a href="mailto:help@shop.example"',
      '>Shop kontaktieren<',
      '>AGB<',
      '>Datenschutz<',
      '>Kontakt<',
    ]) {
      expect(page).toContain(text);
    }
  });

  it('reaches the scripts of a page as texts of one language, and all of them are small', async () => {
    const { url } = (await addSession()).body.data;
    const page = await pageAt(url, 'de');
    const scripts = [...page.matchAll(/<script type="module" src="\/_assets\/([\w-]+)-[0-9a-f]{10}\.js">/g)];
    expect(scripts.map(([, name]) => name)).toEqual(['texts-de', 'checkout']);
    const bytesOf = (name: string) => readFileSync(join(browserFolder(), `${name}.js`));
    const sizes = scripts.map(([, name]) => gzipSync(bytesOf(name!)).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
    for (const [, name] of scripts) expect(bytesOf(name!).includes('Veuillez')).toBe(false);
  });
});
