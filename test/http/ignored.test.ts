import { beforeAll, describe, expect, it } from 'vitest';
import { rawRequest, sendRaw } from '../support/raw-http.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

const json = { Authorization: 'Bearer sk_test_demo', 'Content-Type': 'application/json' };
const send = (line: string, body: unknown = '', headers: Record<string, string> = {}, on = sandbox) =>
  sendRaw(on.url, rawRequest(`${line} HTTP/1.1`, { ...json, ...headers }, body === '' ? '' : JSON.stringify(body)));
const ignored = async (...call: Parameters<typeof send>) => (await send(...call)).headers['x-emulator-ignored'];
const product = { name: 'Mug', price: 900 };

describe('X-Emulator-Ignored', () => {
  it('is not there where everything was read', async () => {
    expect(await ignored('POST /api/v1/products', product, { 'Idempotency-Key': 'x' })).toBeUndefined();
    expect(await ignored('GET /api/v1/products?limit=1')).toBeUndefined();
    expect(await ignored('GET /_emulator/workspaces')).toBeUndefined();
  });

  it('names the fields of the query and of the body that nothing read', async () => {
    const body = { ...product, colour: 'red', recurring: { interval: 'month', every: 2 } };
    expect(await ignored('POST /api/v1/products?expand=all', body)).toBe('expand, colour, recurring.every');
    const variants = [
      { name: 'Red', price: 900 },
      { name: 'Blue', price: 900, colour: 'blue' },
    ];
    expect(await ignored('POST /api/v1/products', { ...product, variants })).toBe('variants.1.colour');
    expect(await ignored('GET /api/v1/products?limits=1')).toBe('limits');
    expect(await ignored('GET /api/checkout/address-suggest?q=x&query=x')).toBe('query');
  });

  it('does so on a refusal too: what is missing may be there under another name', async () => {
    const answer = await send('POST /api/v1/products', { name: 'Mug', prise: 900 });
    expect([answer.status, answer.json?.param, answer.headers['x-emulator-ignored']]).toEqual([400, 'price', 'prise']);
  });

  it.each(['X-Idempotency-Key', 'Idempotency_Key', 'IdempotencyKey', 'x-idempotent-key', 'X-Service_SDK'])(
    'names a header that looks like one of the API: %s',
    async (name) => {
      expect(await ignored('POST /api/v1/products', product, { [name]: 'a-value' })).toBe(name);
      const { json } = await send('GET /_emulator/requests?limit=1');
      expect(json?.data).toMatchObject([{ unknown_fields: [name] }]);
    },
  );

  it('names the placeholders of addresses that nothing replaces, and they stay as they were sent', async () => {
    const session = {
      amount: 4200,
      success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}&order=%7BORDER_ID%7D',
      cancel_url: 'https://shop.example/cart',
    };
    const answer = await send('POST /api/v1/checkout-sessions', { ...session, colour: 'red' });
    const names = ['colour', 'success_url.{CHECKOUT_SESSION_ID}', 'success_url.{ORDER_ID}'];
    expect([answer.status, answer.headers['x-emulator-ignored']]).toEqual([201, names.join(', ')]);
    expect(answer.json?.data).toMatchObject({ success_url: session.success_url });
    const { json } = await send('GET /_emulator/requests?limit=1');
    expect(json?.data).toMatchObject([{ unknown_fields: names }]);
    for (const success_url of [
      'https://shop.example/{order}',
      'https://shop.example/?q={}',
      'https://shop.example/A_B',
    ])
      expect(await ignored('POST /api/v1/checkout-sessions', { ...session, success_url })).toBeUndefined();
  });

  it('a strict emulator refuses a placeholder, and says what to put there', async () => {
    const strict = await createTestSandbox({ strict: true });
    try {
      const session = { amount: 4200, success_url: 'https://shop.example/', cancel_url: 'https://shop.example/{ID}' };
      const answer = await send('POST /api/v1/checkout-sessions', session, {}, strict);
      expect([answer.status, answer.json]).toEqual([
        400,
        {
          error:
            'cancel_url contains {ID}, which the service does not replace. Use your own id instead, such as the order id.',
          type: 'invalid_request_error',
          code: 'parameter_unknown',
          param: 'cancel_url',
        },
      ]);
      expect(answer.headers['x-emulator-refused']).toBe('cancel_url.{ID}');
    } finally {
      await strict.stop();
    }
  });

  it('never holds a value, nor a sign that a header may not hold', async () => {
    const names = { 'a\r\nX-Injected: 1': 'secret', 'ключ, "x"': 'secret', sk_live_abcdefgh: 'secret', '\ud800': 1 };
    const { headers } = await send('POST /api/v1/products', { ...product, ...names, 4929123456789015: 'secret' });
    expect(headers['x-injected']).toBeUndefined();
    expect(headers['x-emulator-ignored']).toMatch(/^[\w.[\]*?, -]+$/);
    expect(headers['x-emulator-ignored']).not.toMatch(/secret|abcdef|4929/);
  });

  it('is bounded', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${'x'.repeat(90)}${at}`, 1]));
    const named = await ignored('POST /api/v1/products', { ...product, ...many });
    expect(named).toMatch(/, \.\.\.$/);
    expect(named!.length).toBeLessThanOrEqual(1_005);
  });

  it('may be read by a page of another origin', async () => {
    const { headers } = await send('GET /api/v1/tokenization-key?what=1', '', { Origin: 'https://shop.example' });
    expect(headers['x-emulator-ignored']).toBe('what');
    expect(headers['access-control-expose-headers']).toMatch(/\bX-Emulator-Ignored\b/);
  });

  it('are what a strict emulator refuses, also where a field is missing because another is misspelled', async () => {
    const strict = await createTestSandbox({ strict: true });
    try {
      const answer = await send('POST /api/v1/charges', { customer_id: 'cus_none', amuont: 100 }, {}, strict);
      expect(answer.json).toMatchObject({ code: 'parameter_unknown', param: 'amuont' });
      expect(answer.headers['x-emulator-refused']).toBe('amuont');
    } finally {
      await strict.stop();
    }
  });

  it('names all where --strict names the first in its refusal', async () => {
    const strict = await createTestSandbox({ strict: true });
    try {
      const answer = await send('POST /api/v1/products', { ...product, a: 1, b: 2 }, {}, strict);
      expect(answer.json).toMatchObject({ code: 'parameter_unknown', param: 'a' });
      const { 'x-emulator-refused': refused, 'x-emulator-ignored': unread } = answer.headers;
      expect([refused, unread]).toEqual(['a, b', undefined]);
      expect(await ignored('POST /api/v1/products', product, { IdempotencyKey: 'x' }, strict)).toBe('IdempotencyKey');
    } finally {
      await strict.stop();
    }
  });
});
