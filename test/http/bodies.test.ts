import { beforeAll, describe, expect, it } from 'vitest';
import { Buyer } from '../support/buyer.ts';
import { call } from '../support/call.ts';
import { session } from '../support/checkout.ts';
import { merchantOperations } from '../support/declared.ts';
import { Demo } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

interface Sent {
  status: number;
  headers: Headers;
  body: { error: string; type: string; code?: string; param?: string };
}

/** Sends a body as it is, to the merchant API or, with a path that begins so, to the control API. */
async function send(
  body: string | Buffer,
  options: { path?: string; type?: string | null; method?: string } = {},
): Promise<Sent> {
  const { path = '/customers', type = 'application/json', method = 'POST' } = options;
  const url = path.startsWith('/_emulator') ? `${sandbox.url}${path}` : `${sandbox.url}/api/v1${path}`;
  const answer = await fetch(url, {
    method,
    headers: { authorization: 'Bearer sk_test_demo', ...(type === null ? {} : { 'content-type': type }) },
    body: new Uint8Array(Buffer.from(body)),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Sent['body'] };
}

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
/** A customer whose metadata make the whole body so deep. */
const deep = (depth: number) => `{"email":"deep@example.com","metadata":{"a":${nested(depth - 2, '[', ']')}}}`;

const refusedJson: [string, string | Buffer][] = [
  ['text that is not valid JSON', 'email=x'],
  ['JSON that ends too early', '{"email":"a@example.com"'],
  ['JSON with something behind it', '{"email":"a@example.com"} x'],
  ['two objects', '{"email":"a@example.com"}{}'],
  ['a comment', '{"email":"a@example.com"/**/}'],
  ['a comma too much', '{"email":"a@example.com",}'],
  ['NaN', '{"email":"a@example.com","metadata":{"a":NaN}}'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0x65, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ['UTF-16', Buffer.from('{"email":"a@example.com"}', 'utf16le')],
  ['an overlong UTF-8 sequence', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['a surrogate half in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['__proto__', '{"email":"a@example.com","__proto__":{"x":1}}'],
  ['__proto__ written with an escape', '{"email":"a@example.com","\\u005f_proto__":{"x":1}}'],
  ['__proto__ in metadata', '{"email":"a@example.com","metadata":{"__proto__":1}}'],
  ['__proto__ in a list', '{"email":"a@example.com","metadata":{"a":[[{"__proto__":null}]]}}'],
  ['constructor', '{"email":"a@example.com","constructor":{"prototype":{"x":1}}}'],
  ['constructor in metadata', '{"email":"a@example.com","metadata":{"constructor":"x"}}'],
  ['an integer above 2^53 - 1', '{"email":"a@example.com","metadata":{"n":9007199254740993}}'],
  ['2^53', '{"email":"a@example.com","metadata":{"n":9007199254740992}}'],
  ['an integer below -2^53 + 1', '{"email":"a@example.com","metadata":{"n":-9007199254740993}}'],
  ['a long integer', `{"email":"a@example.com","metadata":{"n":${'9'.repeat(400)}}}`],
  ['1e400', '{"email":"a@example.com","metadata":{"n":1e400}}'],
  ['-1e400 in an unknown field', '{"email":"a@example.com","what":[-1e400]}'],
  ['an unsafe integer alone', '9007199254740993'],
  ['nesting of 33', deep(33)],
  ['nesting of a million', nested(500_000, '[', ']')],
  ['nesting that is never closed', '['.repeat(900_000)],
];

describe('a body that cannot be read', () => {
  it.each(refusedJson)('is refused with 400 invalid_json: %s', async (_what, body) => {
    const answer = await send(body);
    expect(answer.body).toMatchObject({
      type: 'invalid_request_error',
      code: 'invalid_json',
      error: expect.any(String),
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('300');
  });

  it.each(refusedJson)('is refused by the control API too: %s', async (_what, body) => {
    const answer = await send(body, { path: '/_emulator/rules' });
    expect(answer.body).toMatchObject({ type: 'invalid_request_error', code: 'invalid_json' });
    expect(answer.status).toBe(400);
  });

  const writing = merchantOperations.filter(({ body, access }) => body !== undefined && access !== 'app');

  it.each(writing.map(({ method, path }) => `${method} ${path}`))('is refused by %s', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const to = { path: path.replaceAll(/\{\w+\}/g, 'none'), method };
    expect([(await send('{"a":', to)).status, (await send(deep(33), to)).status]).toEqual([400, 400]);
  });

  it('is refused by the client API', async () => {
    const buyer = new Buyer(Demo.ofFixture(sandbox, 'ws_demo'));
    const { slug } = await session(Demo.ofFixture(sandbox, 'ws_demo'));
    for (const path of [`/vault/${buyer.vaultId}/post`, `/api/checkout/${slug}/pay`]) {
      const sent = refusedJson.filter(([, body]) => typeof body === 'string');
      for (const [what, body] of sent) expect([what, (await buyer.post(path, body)).status]).toEqual([what, 400]);
    }
  });

  it('does not repeat what it held', async () => {
    const { body } = await send('{"number": 4929123456789015 4929123456789015}');
    expect(body.error).not.toMatch(/4929|9015/);
  });

  it.each([['[]'], ['[{"email":"a@example.com"}]'], ['"text"'], ['7'], ['true'], ['null']])(
    'is refused where it is not an object: %s',
    async (body) => {
      const answer = await send(body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ type: 'invalid_request_error', code: 'parameter_invalid', param: 'body' });
    },
  );

  it.each([
    ['no body', ''],
    ['an empty object', '{}'],
  ])('misses what is required: %s', async (_what, body) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'parameter_missing', param: 'email' });
  });
});

describe('a body at the limits', () => {
  it.each([
    ['2^53 - 1', '{"email":"n@example.com","metadata":{"n":9007199254740991}}', 9007199254740991],
    ['a fraction', '{"email":"n@example.com","metadata":{"n":0.1}}', 0.1],
    ['a small exponent', '{"email":"n@example.com","metadata":{"n":1e-400}}', 0],
    ['minus zero', '{"email":"n@example.com","metadata":{"n":-1e3}}', -1000],
  ])('keeps the number as it is: %s', async (_what, body, expected) => {
    const answer = await send(body);
    expect(answer.status).toBe(201);
    expect((answer.body as unknown as { data: { metadata: { n: number } } }).data.metadata.n).toBe(expected);
  });

  it('may be nested 32 deep', async () => {
    // Deep enough that only the check of metadata refuses it.
    const answer = await send(deep(32));
    expect(answer.body).toMatchObject({ code: 'parameter_invalid', param: 'metadata.a' });
  });

  it('may begin with a byte order mark and hold any text', async () => {
    const text = 'Ünï \u{1F600} \u2028 </script> \u001b[31m';
    const answer = await send(`\ufeff${JSON.stringify({ email: 'text@example.com', first_name: text })}`);
    expect(answer.status).toBe(201);
    expect((answer.body as unknown as { data: { first_name: string } }).data.first_name).toBe(text);
  });

  it('may be 1 MiB, and not one byte more', async () => {
    const frame = JSON.stringify({ email: 'big@example.com', unknown: '' });
    const body = (length: number) => frame.replace('""', `"${'x'.repeat(length - frame.length)}"`);
    expect((await send(body(1_048_576))).status).toBe(201);
    const answer = await send(body(1_048_577));
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ type: 'invalid_request_error', code: 'body_too_large' });
    expect(answer.headers.get('x-ratelimit-limit')).toBe('300');
    expect((await send(body(1_048_577), { path: '/_emulator/rules' })).status).toBe(413);
  });

  it('may come in pieces, up to the same size', async () => {
    const pieces = async (count: number) => {
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from('{"email":"pieces@example.com","unknown":"'));
          for (let at = 0; at < count; at++) controller.enqueue(Buffer.alloc(65_536, 'x'));
          controller.enqueue(Buffer.from('"}'));
          controller.close();
        },
      });
      return fetch(`${sandbox.url}/api/v1/customers`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_demo', 'content-type': 'application/json' },
        body: stream,
        duplex: 'half',
      } as RequestInit);
    };
    expect((await pieces(3)).status).toBe(201);
    const large = await pieces(20).catch(() => null);
    // The server may answer before all of it is sent, and close.
    if (large !== null) expect(large.status).toBe(413);
    expect((await sandbox.api.get('/balance')).status).toBe(200);
  });
});

describe('a body of another type', () => {
  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonx'],
    ['application/problem+json'],
    ['nonsense'],
    [null],
  ])('is refused with 415: %s', async (type) => {
    for (const path of ['/customers', '/_emulator/rules']) {
      const answer = await send('{"email":"a@example.com"}', { type, path });
      expect(answer.status).toBe(415);
      expect(answer.body).toMatchObject({ type: 'invalid_request_error', code: 'unsupported_media_type' });
    }
  });

  it.each([['application/x-www-form-urlencoded'], ['text/plain'], ['application/json']])(
    'is not a body where nothing of it was sent, as by `curl -d ""`: %s',
    async (type) => {
      const voided = await send('', { type, path: '/transactions/txn_none/void' });
      expect([voided.status, voided.body?.code]).toEqual([404, 'resource_missing']);
      const created = await send('', { type, path: '/customers' });
      expect([created.status, created.body?.code]).toEqual([400, 'parameter_missing']);
    },
  );

  it('is not what is wrong with a request to a path or by a method that nobody answers', async () => {
    expect((await send('x', { type: 'text/plain', path: '/nothing' })).status).toBe(404);
    expect((await send('x', { type: 'text/plain', path: '/charges', method: 'PUT' })).status).toBe(405);
  });

  it.each([['application/json; charset=utf-8'], ['Application/JSON'], ['application/json;charset=UTF-8']])(
    'is taken where it is JSON after all: %s',
    async (type) => {
      expect((await send('{"email":"json@example.com"}', { type })).status).toBe(201);
    },
  );
});

describe('a path that nobody answers', () => {
  it.each(['/nothing', '/customers/x/y', '/customers/', '//customers', '/Customers', '', '/transactions/x/unvoid'])(
    'is 404 not_found_error: %s',
    async (path) => {
      const { status, body, headers } = await sandbox.api.get(path);
      expect(status).toBe(404);
      expect(body).toMatchObject({ type: 'not_found_error', code: 'resource_missing' });
      expect(headers.get('x-ratelimit-tier')).toBe('new');
    },
  );

  it.each(['/api', '/api/v2/customers', '/nowhere', '/_emulator', '/_emulator/nothing', '/favicon.png'])(
    'is 404 outside the API too: %s',
    async (path) => {
      const answer = await fetch(sandbox.url + path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ type: 'not_found_error' });
      expect(answer.headers.get('request-id')).toMatch(/^req_/);
    },
  );

  it('is 404 for an id that names nothing, quoting it', async () => {
    const { status, body } = await sandbox.api.get('/transactions/txn_nothing');
    expect(status).toBe(404);
    expect(body).toMatchObject({ type: 'not_found_error', code: 'resource_missing' });
    expect(body.error).toMatch(/txn_nothing/);
  });
});

describe('a body that is written in another way', () => {
  const post = (path: string, headers: Record<string, string>, body = '{}') =>
    call(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_demo', ...headers },
      body,
    });
  const json = 'application/json';
  const form = 'application/x-www-form-urlencoded';

  it.each([
    ['compressed', '/api/v1/customers', { 'content-type': json, 'content-encoding': 'gzip' }],
    ['compressed twice', '/api/v1/customers', { 'content-type': json, 'content-encoding': 'identity, br' }],
    ['in Latin 1', '/api/v1/customers', { 'content-type': `${json}; charset=iso-8859-1` }],
    ['in UTF-16', '/api/v1/customers', { 'content-type': `${json};x=1; Charset="utf-16"` }],
    ['a compressed form', '/api/v1/oauth/token', { 'content-type': form, 'content-encoding': 'deflate' }],
    ['sent to the control API', '/_emulator/settle', { 'content-type': json, 'content-encoding': 'gzip' }],
    ['sent to the client API', '/vault/vlt_demo_sandbox/post', { 'content-type': json, 'content-encoding': 'gzip' }],
    ['sent to a page', '/acs/return', { 'content-type': `${form}; charset=latin1` }],
  ])('is refused with 415: %s', async (_what, path, headers) => {
    const { status, text } = await post(path, headers);
    expect(status).toBe(415);
    expect(text).toMatch(/"Send the body (uncompressed|in UTF-8)/);
  });

  it.each<Record<string, string>>([
    { 'content-type': `${json}; charset=UTF-8` },
    { 'content-type': `${json};charset="utf-8"` },
    { 'content-type': json, 'content-encoding': 'Identity' },
  ])('is taken where that says nothing new: %j', async (headers) => {
    expect((await post('/_emulator/settle', headers)).status).toBe(200);
  });
});

describe('a wrong method', () => {
  it.each([
    ['PUT', '/customers', /GET.*POST/],
    ['DELETE', '/charges', /POST/],
    ['POST', '/balance', /GET/],
    ['PATCH', '/transactions/txn_1', /GET/],
    ['GET', '/transactions/txn_1/void', /POST/],
    ['GET', '/oauth/token', /POST/],
    ['OPTIONS', '/charges', /POST/],
  ])('is 405 that names the right ones: %s %s', async (method, path, allowed) => {
    const answer = await fetch(`${sandbox.url}/api/v1${path}`, {
      method,
      headers: { authorization: 'Bearer sk_test_demo' },
    });
    const body = (await answer.json()) as Sent['body'];
    expect(answer.status).toBe(405);
    expect(body).toMatchObject({ type: 'invalid_request_error', code: 'method_not_allowed' });
    expect(body.error).toMatch(allowed);
    expect(answer.headers.get('allow')).toMatch(allowed);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('300');
  });

  it('is 405 at the control API', async () => {
    const { status, body } = await sandbox.control.delete('/status');
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    expect(body.error).toMatch(/does not accept DELETE\. Use GET/);
  });
});
