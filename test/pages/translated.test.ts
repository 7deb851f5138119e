import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Language, languages } from '../../src/payments/mail/languages.ts';
import { buyerPlaces, type Place } from '../support/buyer-places.ts';
import { Demo } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
let places: readonly Place[];
beforeAll(async () => {
  sandbox = await createTestSandbox();
  places = await buyerPlaces(await Demo.create(sandbox));
});
afterAll(() => sandbox.stop());

async function htmlOf({ url, posted }: Place, language: Language): Promise<string> {
  const body = posted === undefined ? {} : { method: 'POST', body: new URLSearchParams(posted) };
  const headers = { accept: 'text/html', 'accept-language': language };
  return (await fetch(url, { ...body, headers })).text();
}

/** All that a page says, but what it says in English on purpose, names of countries and states, and commands. */
function saidIn(html: string): Set<string> {
  const ours = html
    .replace(/<(script|style|code|select)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(?!html)(\w+)[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, '');
  const texts = [...ours.matchAll(/>([^<]+)/g), ...ours.matchAll(/ (?:aria-label|placeholder|title)="([^"]*)"/g)];
  return new Set(texts.map(([, text]) => text!.trim()));
}

/** Words in a row, not in capitals: what merchants name stands in capitals, but for one product. */
const isSentence = (text: string): boolean => !text.includes('Coffee club') && /[a-z]{2,}[,.:]? [a-z]{2,}/.test(text);

it.each(languages.filter((language) => language !== 'en'))(
  'every page of buyers says all it says in %s',
  async (language) => {
    for (const place of places) {
      const [english, other] = await Promise.all([htmlOf(place, 'en'), htmlOf(place, language)]);
      expect([place.name, /<html lang="([^"]*)"/.exec(other)?.[1]]).toEqual([place.name, language]);
      const said = saidIn(other);
      const left = [...saidIn(english)].filter((text) => isSentence(text) && said.has(text));
      expect([place.name, left]).toEqual([place.name, []]);
      expect([place.name, [...saidIn(english)].some(isSentence)]).toEqual([place.name, true]);
    }
  },
);
