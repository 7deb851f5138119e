import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CaptureRefused, merged, readCapture } from '../../src/emulator/fidelity/capture/read-capture.ts';
import { isHidden, readHidden, writeHidden } from '../../src/payments/secrets/hidden-form.ts';
import { freshFile } from './capturing.ts';

const base = 'https://sandbox.example.com/api/v1';

function fileWith(text: string): string {
  const file = freshFile();
  writeFileSync(file, text);
  return file;
}

const harOf = (entries: unknown[], version: unknown = '1.2') => JSON.stringify({ log: { version, entries } });
const read = (...entries: unknown[]) => readCapture(fileWith(harOf(entries)));

/** An entry with no more than a call needs. */
const entry = (request: object, response: object | null = { status: 200 }, further: object = {}) => ({
  startedDateTime: '2026-03-01T10:00:00.000Z',
  request: { method: 'GET', url: `${base}/balance`, ...request },
  response,
  ...further,
});

describe('a capture', () => {
  it('is read as calls, with lower-case headers, parsed bodies and paths from /api on', async () => {
    const file = fileWith(
      harOf([
        entry(
          {
            method: 'POST',
            url: 'https://gateway.example.com/payments/api/v1/charges?expand=a&expand=b',
            headers: [
              { name: 'Authorization', value: 'Bearer hidden.sk_test.2b1c' },
              { name: 'X-Many', value: 'a' },
              { name: 'x-many', value: 'b' },
            ],
            postData: { mimeType: 'application/json', text: '{"amount":100}' },
          },
          {
            status: 201,
            headers: [{ name: 'Request-Id', value: 'req_1' }],
            content: { text: '{"data":{"id":"txn_1"}}' },
          },
        ),
      ]),
    );
    const { calls, left } = await readCapture(file);
    expect(left).toEqual([]);
    expect(calls).toMatchObject([
      {
        entry: 1,
        capture: file,
        kind: 'call',
        startedAt: Date.UTC(2026, 2, 1, 10),
        method: 'POST',
        path: '/api/v1/charges',
        headers: { authorization: 'Bearer hidden.sk_test.2b1c', 'x-many': 'a, b' },
        body: { amount: 100 },
        status: 201,
        answerHeaders: { 'request-id': 'req_1' },
        answer: { data: { id: 'txn_1' } },
      },
    ]);
    expect(calls[0]!.query.getAll('expand')).toEqual(['a', 'b']);
    expect(calls[0]!.url.host).toBe('gateway.example.com');
  });

  it('is in the order in which it started, alone and beside others, whatever the service’s clock says', async () => {
    const at = (ms: number) => ({ startedDateTime: new Date(Date.UTC(2026, 2, 1, 10) + ms).toISOString() });
    const dated = (second: number) => ({
      status: 200,
      headers: [{ name: 'Date', value: new Date(Date.UTC(2026, 5, 1, 9, 0, second)).toUTCString() }],
    });
    const delivery = (ms: number) => entry({ method: 'POST' }, { status: 200 }, { ...at(ms), _delivery: true });
    const call = (ms: number, second: number) => entry({}, dated(second), at(ms));
    const one = await read(call(0, 0), delivery(60), call(50, 0), call(100, 0), delivery(110), call(200, 0));
    const numbers = one.calls.map((each) => each.entry);
    expect(numbers).toEqual([1, 3, 2, 4, 5, 6]);
    const two = await read(call(0, 30), delivery(10));
    expect(merged([two, one]).map((each) => each.entry)).toEqual([...numbers, 1, 2]);
  });

  it('may come from a browser, Playwright, mitmproxy or Charles', async () => {
    const { calls } = await read(
      // A browser writes what it knows besides, and leaves empty what it does not know.
      {
        ...entry({ headersSize: -1, cookies: [], postData: null, httpVersion: 'http/2.0' }),
        _initiator: { type: 'script', stack: { callFrames: [], parent: { parent: { parent: {} } } } },
        pageref: 'page_1',
        response: { status: 200, headers: null, content: { size: 2, mimeType: 'application/json', text: '{}' } },
      },
      // Playwright and Charles write a form as parameters.
      entry({ method: 'POST', postData: { mimeType: 'x', params: [{ name: 'a', value: '1' }, { name: 'b' }] } }),
      // mitmproxy writes Base64, and instants to the microsecond.
      {
        ...entry(
          {},
          { status: 200, content: { encoding: 'base64', text: Buffer.from('{"a":"ä"}').toString('base64') } },
        ),
        startedDateTime: '2026-03-01T11:00:00.123456+01:00',
      },
    );
    expect(calls).toMatchObject([{ answer: {} }, { body: 'a=1&b=' }, { answer: { a: 'ä' } }]);
    expect(calls[2]!.startedAt).toBe(Date.UTC(2026, 2, 1, 10, 0, 0, 123));
    expect((await readCapture(fileWith(`\ufeff${harOf([entry({})])}`))).calls).toHaveLength(1);
  });

  it('has an unknown outcome where there was no answer', async () => {
    const { calls } = await read(
      entry({}, { status: 0 }),
      entry({}, null),
      entry({}, { status: 200 }, { _outcome: 'unknown' }),
    );
    expect(calls.map(({ status }) => status)).toEqual([undefined, undefined, undefined]);
  });

  it('tells signed events to the application from calls', async () => {
    const event = { id: 'evt_1', type: 'payment.completed', created: 1_767_225_600, data: { id: 'txn_1' } };
    const signed = { headers: [{ name: 'Service-Signature', value: 't=1,v1=hidden.signature' }] };
    const hook = { method: 'POST', url: 'http://localhost:3000/hook', postData: { text: JSON.stringify(event) } };
    const { calls, left } = await read(entry({ ...hook, ...signed }), entry(hook));
    expect(calls).toMatchObject([{ entry: 1, kind: 'delivery', path: '/hook', body: event }]);
    expect(left).toEqual([{ entry: 2, why: 'Its path is not in the API: it must begin with /api.' }]);
  });

  it('leaves what is not a call, and says why', async () => {
    const { calls, left } = await read(
      entry({ url: 'https://shop.example.com/cart' }),
      entry({ url: 'data:text/plain,a' }),
      entry({ url: 'not an address' }),
      entry({ method: 'OPTIONS' }),
      { request: { method: 'GET' } },
      'nothing',
      { ...entry({}), startedDateTime: 'soon' },
    );
    expect(calls).toEqual([]);
    expect(left.map(({ entry: number, why }) => `${number}: ${why}`)).toEqual([
      '1: Its path is not in the API: it must begin with /api.',
      '2: It is not a call over HTTP: its scheme is data:',
      '3: Its address is not a valid URL.',
      '4: It is a preflight request from a browser.',
      '5: request.url is required.',
      '6: The value must be an object, not "nothing".',
      '7: It has no start time.',
    ]);
  });

  it("has the service's time where that is not the machine's", async () => {
    const at = (date: string) => ({ status: 200, headers: [{ name: 'Date', value: date }] });
    const { calls } = await read(
      entry({}, at('Sun, 01 Mar 2026 10:00:02 GMT')),
      entry({}, at('Wed, 01 Apr 2026 10:00:00 GMT')),
      entry({}, { status: 0 }),
    );
    const april = Date.UTC(2026, 3, 1, 10);
    expect(calls.map(({ startedAt }) => startedAt)).toEqual([Date.UTC(2026, 2, 1, 10), april, april]);
  });

  it.each([
    [
      'a file that ends in the middle',
      harOf([entry({})]).slice(0, -30),
      /ends unexpectedly in line 1: it was not written completely\.$/,
    ],
    ['other text', '<html>', /is not a HAR file: line 1 is not valid JSON\.$/],
    ['other JSON', '{"a":1}', /is not a HAR file: log is required\.$/],
    ['another version', harOf([], '1.1'), /has HAR version "1\.1", but a capture must have version 1\.2\.$/],
    ['deep nesting', `{"log":${'['.repeat(200_000)}`, /nested more than 1000 levels deep\.$/],
  ])('is not %s', async (_, text, message) => {
    const refused = readCapture(fileWith(text));
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(CaptureRefused);
  });

  it('is a file', async () => {
    await expect(readCapture('/dev/zero')).rejects.toThrow('The capture /dev/zero is not a regular file.');
    await expect(readCapture('/no/such.har')).rejects.toBeInstanceOf(CaptureRefused);
  });
});

describe('a hidden value', () => {
  it.each([
    ['hidden.pan.4242', { kind: 'pan', last4: '4242', number: 1 }],
    ['hidden.cvc', { kind: 'cvc', last4: null, number: 1 }],
    ['hidden.cvc..12', { kind: 'cvc', last4: null, number: 12 }],
    ['hidden.sk_test.a-_9.3', { kind: 'sk_test', last4: 'a-_9', number: 3 }],
  ])('%s says what is left of the secret', (text, value) => {
    expect(readHidden(text)).toEqual(value);
    expect(writeHidden(value)).toBe(text);
  });

  it.each([4242, null, 'hidden', 'hidden.', 'hidden.PAN.4242', 'a hidden.pan.4242', 'hidden.pan.42421', ''])(
    'is not %j',
    (value) => {
      expect(isHidden(value)).toBe(false);
    },
  );
});
