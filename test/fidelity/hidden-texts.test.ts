import { expect, it } from 'vitest';
import { type Hidden, HiddenTexts } from '../../src/payments/secrets/hidden-texts.ts';
import { Random } from '../support/random.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
type Place = (texts: HiddenTexts, secret: string) => Hidden;

/** Places that do not tell that a value is a secret. */
const open: Readonly<Record<string, Place>> = {
  note: (texts, secret) => texts.body(JSON.stringify({ data: { note: secret, list: [secret] } }), json),
  text: (texts, secret) => texts.body(`before ${secret} behind`, 'text/plain'),
  address: (texts, secret) => {
    const written = encodeURIComponent(secret);
    return texts.url(`https://sandbox.example.com/api/v1/x/${written}?q=${written}`);
  },
  form: (texts, secret) => texts.body(new URLSearchParams({ q: secret }).toString(), form),
  header: (texts, secret) => texts.header('Referer', `https://shop.example.com/?x=${encodeURIComponent(secret)}`),
  base64: (texts, secret) => texts.body(JSON.stringify({ v: Buffer.from(`user:${secret}`).toString('base64') }), json),
  jsonInJson: (texts, secret) => texts.body(JSON.stringify({ v: JSON.stringify({ v: secret }) }), json),
};

/** Places that tell it. */
const telling: Readonly<Record<string, Place>> = {
  bearer: (texts, secret) => texts.header('Authorization', `Bearer ${secret}`),
  basic: (texts, secret) => texts.header('Authorization', `Basic ${Buffer.from(`${secret}:`).toString('base64')}`),
  cookie: (texts, secret) => texts.header('Cookie', `a=${secret}; b=`),
  apiKey: (texts, secret) => texts.header('X-Api-Key', secret),
  field: (texts, secret) => texts.body(JSON.stringify({ a: [{ client_secret: secret }] }), json),
  jsonInJson: (texts, secret) => texts.body(JSON.stringify({ a: JSON.stringify({ client_secret: secret }) }), json),
  form: (texts, secret) => texts.body(new URLSearchParams({ 'a[password]': secret }).toString(), form),
  address: (texts, secret) => texts.url(`https://sandbox.example.com/?token=${encodeURIComponent(secret)}`),
  stream: (texts, secret) => texts.body(`data: ${JSON.stringify({ token: secret })}\n\n`, 'text/event-stream'),
};

/** How others may find a secret in a text. */
const spellings = (secret: string): string[] => {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inBase64 = Buffer.from(`user:${secret}`).toString('base64').slice(8, -4);
  return [secret, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(secret), encodeURI(secret), inBase64];
};

/** Base64 has a form within it where the secret showed itself there. */
const hasForm = (text: string): boolean =>
  [text, ...(text.match(/[\w+/]{16,}/g) ?? []).map((word) => String(Buffer.from(word, 'base64')))].some((each) =>
    each.includes('hidden.'),
  );

it('hides a secret in every place, whether the place that tells it comes first or last', () => {
  const random = new Random(7);
  const letters = (signs: string, length: number) => Array.from({ length }, () => random.pick([...signs])).join('');
  const secrets = [
    () => letters('abcdefghijklmnopqrstuvwxyz0123456789', 20),
    () => letters('ABCDEFGHabcdefgh0123456789+/', 16),
    () => `sk_test_${letters('abcdef0123456789', 24)}`,
    () => `whsec_${letters('abcdef-_0123456789', 24)}`,
    () => `p@ss w"rd\\${letters('abcdef0123456789', 8)}ü`,
    () => `8${letters('0123456789', 11)}`,
  ];
  const leaks: string[] = [];
  for (const [from, tell] of Object.entries(telling)) {
    for (const [to, show] of Object.entries(open)) {
      for (const [at, make] of secrets.entries()) {
        const secret = make();
        const texts = new HiddenTexts();
        const early = show(texts, secret);
        const told = tell(texts, secret);
        const shown = [texts.news()!(early), told, show(texts, secret)];
        const found = spellings(secret).filter((each) => shown.some((text) => text.includes(each)));
        if (found.length > 0) leaks.push(`secret ${at} of ${from} in ${to}: ${found.join(' ')}`);
        if (!shown.every((text) => hasForm(text))) leaks.push(`secret ${at} of ${from} in ${to}: no form`);
      }
    }
  }
  expect(leaks).toEqual([]);
});

it('takes no scheme of authorization for a secret, wherever it stands alone', () => {
  const texts = new HiddenTexts();
  texts.header('Authorization', 'Bearer ');
  texts.body('{"error":"Send the header Authorization: Bearer sk_test_4f9a8b7c6d5e4f3a."}', json);
  texts.body('{"error":"Send the header Authorization: Bearer <API_KEY>"}', json);
  expect(texts.header('Authorization', 'Bearer sk_test_9f9a8b7c6d5e0b0b')).toBe('Bearer hidden.sk_test.0b0b');
});
