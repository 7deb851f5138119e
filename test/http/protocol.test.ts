import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { Gate } from '../../src/sandbox/http/gate.ts';
import { familiarTargets } from '../../src/sandbox/http/openapi/familiar-routes.ts';
import { Server } from '../../src/sandbox/http/server.ts';
import { rawRequest, sendRaw } from '../support/raw-http.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

const key = { Authorization: 'Bearer sk_test_demo' };
const json = { ...key, 'Content-Type': 'application/json' };
const raw = (...parts: Parameters<typeof rawRequest>) => sendRaw(sandbox.url, rawRequest(...parts));

describe('a request that is not plain HTTP', () => {
  it.each([
    ['a second Host', rawRequest('GET /api/v1/balance HTTP/1.1', { ...key, Host: ['localhost', 'evil.example'] })],
    ['the same Host twice', rawRequest('GET /api/v1/balance HTTP/1.1', { ...key, Host: ['localhost', 'localhost'] })],
    ['a second host in other letters', rawRequest('GET /_emulator/status HTTP/1.1', { hOST: 'evil.example' })],
    ['an absolute address', rawRequest('GET http://localhost/api/v1/balance HTTP/1.1', key)],
    ["somebody else's absolute address", rawRequest('GET http://evil.example/_emulator/keys HTTP/1.1', {})],
    [
      'an absolute address of the control API',
      rawRequest('POST http://localhost/_emulator/reset HTTP/1.1', json, '{}'),
    ],
    ['a version of its own', rawRequest('GET /api/v1/balance HTTP/9.9', key)],
    ['a method of its own', rawRequest('STEAL /api/v1/balance HTTP/1.1', key)],
    ['a space in the path', rawRequest('GET /api/v1/ balance HTTP/1.1', key)],
    ['no request at all', 'hello\r\n\r\n'],
    ['a TLS greeting', Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x03])],
    ['a header without a name', rawRequest('GET /api/v1/balance HTTP/1.1', { ...key, '': 'x' })],
    ['a header with a line break inside', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n'],
    ['two lengths', rawRequest('POST /api/v1/customers HTTP/1.1', { ...json, 'Content-Length': ['2', '3'] }, '')],
    [
      'a length that is not a number',
      rawRequest('POST /api/v1/customers HTTP/1.1', { ...json, 'Content-Length': 'x' }),
    ],
    [
      'a length and chunks',
      rawRequest('POST /api/v1/customers HTTP/1.1', { ...json, 'Transfer-Encoding': 'chunked' }, '0\r\n\r\n'),
    ],
    [
      'a chunk that is none',
      rawRequest('POST /api/v1/customers HTTP/1.1', { ...json, 'Transfer-Encoding': 'chunked' })
        .toString()
        .concat('zz\r\n'),
    ],
  ])('is refused with 400 in the shape of errors: %s', async (_what, bytes) => {
    const answer = await sendRaw(sandbox.url, bytes);
    expect([answer.status, answer.json?.type]).toEqual([400, 'invalid_request_error']);
    expect(answer.json?.error).toEqual(expect.any(String));
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['request-id']).toMatch(/^req_[0-9A-Za-z]{20}$/);
  });

  it('may not have headers of any size: 431', async () => {
    for (const headers of [
      { ...key, 'X-Long': 'x'.repeat(40_000) },
      Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`X-Many-${at}`, 'x'.repeat(10)])),
    ]) {
      const answer = await raw('GET /api/v1/balance HTTP/1.1', headers);
      expect([answer.status, answer.json?.type]).toEqual([431, 'invalid_request_error']);
      expect(answer.headers['request-id']).toMatch(/^req_/);
    }
  });

  it('without a Host is refused: 400, and 403 where the version has none', async () => {
    for (const [line, status, code] of [
      ['GET /api/v1/balance HTTP/1.1', 400, undefined],
      ['OPTIONS /api/v1/balance HTTP/1.1', 400, undefined],
      ['GET /api/v1/balance HTTP/1.0', 403, 'host_not_allowed'],
    ]) {
      const answer = await sendRaw(
        sandbox.url,
        `${line}\r\nConnection: close\r\n${'Authorization: Bearer sk_test_demo'}\r\n\r\n`,
      );
      expect([answer.status, answer.json?.code]).toEqual([status, code]);
      expect(answer.json?.error).toEqual(expect.any(String));
    }
  });

  it.each(['x', '', '200-ok', '100-continue, x'])('may not expect %j: 417', async (Expect) => {
    for (const path of ['/api/v1/customers', '/_emulator/settle', '/api/checkout/none/pay']) {
      const answer = await raw(`POST ${path} HTTP/1.1`, { ...json, Expect }, '{}');
      expect([answer.status, answer.json?.type]).toEqual([417, 'invalid_request_error']);
      expect(answer.headers['request-id']).toMatch(/^req_/);
    }
  });

  it.each([
    ['/_emulator/settle', { Host: 'evil.example' }, 403],
    ['/_emulator/settle', { Origin: 'https://evil.example' }, 403],
    ['/api/v1/customers', { Authorization: 'Bearer none' }, 401],
  ])('is asked for no body when it is refused: %s', async (path, headers, status) => {
    const { port, hostname } = new URL(sandbox.url);
    const sent = request({
      port,
      hostname,
      path,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': 2, ...headers, Expect: '100-continue' },
    });
    let mayGoOn = false;
    sent.once('continue', () => {
      mayGoOn = true;
    });
    sent.flushHeaders();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    sent.destroy();
    expect([answer.statusCode, mayGoOn]).toEqual([status, false]);
  });

  it('may expect to be let go on, and HTTP/1.0 anything at all', async () => {
    const expected = await raw('POST /_emulator/settle HTTP/1.1', { ...json, Expect: '100-Continue' }, '{}');
    expect([expected.status, expected.mayGoOn]).toEqual([200, true]);
    expect((await raw('GET /api/v1/balance HTTP/1.0', { ...key, Expect: 'x' })).status).toBe(200);
  });

  it.each(['/api/v1/tokens', '/api/checkout/none/pay', '/_emulator/keys', '/docs', '/nowhere'])(
    'is guarded where it asks for options, like every other: %s',
    async (path) => {
      const foreign = await raw(`OPTIONS ${path} HTTP/1.1`, { Host: 'evil.example' });
      expect([foreign.status, foreign.json?.code]).toEqual([403, 'host_not_allowed']);
      const absolute = await raw(`OPTIONS http://localhost${path} HTTP/1.1`, {});
      expect([absolute.status, absolute.json?.type]).toEqual([400, 'invalid_request_error']);
    },
  );

  it('needs no Host where it asks for the options of the whole server', async () => {
    for (const Host of ['localhost', 'evil.example']) {
      const answer = await raw('OPTIONS * HTTP/1.1', { Host });
      expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, HEAD, POST, PATCH, DELETE, OPTIONS']);
    }
    const bare = await sendRaw(sandbox.url, 'OPTIONS * HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(bare.status).toBe(204);
    expect((await raw('GET * HTTP/1.1', {})).status).toBe(400);
  });

  it('may be one of HTTP/1.0', async () => {
    expect((await raw('GET /api/v1/balance HTTP/1.0', key)).status).toBe(200);
  });

  it.each(['/api/v1/customers/%zz', '/api/v1/customers/100%', '/api/v1/%c0%af', '/_emulator/events/%', '/%ff'])(
    'has no bad percent-encoding: %s is 400 or 404',
    async (path) => {
      const answer = await raw(`GET ${path} HTTP/1.1`, key);
      expect([400, 404]).toContain(answer.status);
      expect(answer.json).toMatchObject({ error: expect.any(String), type: expect.any(String) });
      expect(answer.headers['request-id']).toMatch(/^req_/);
      if (path.startsWith('/api/v1/')) expect(answer.headers['x-ratelimit-limit']).toBe('300');
    },
  );

  it.each([
    '\u0000',
    '\u000b',
    '..',
    '%2e%2e%2f_emulator%2fkeys',
    '%00',
    '%0d%0aX-Injected:%201',
    "'; drop table",
    '{{7*7}}',
    '😀',
  ])('finds nothing under the id %j', async (id) => {
    const path = `/api/v1/transactions/${id.startsWith('%') ? id : encodeURIComponent(id)}`;
    const answer = await raw(`GET ${path} HTTP/1.1`, key);
    expect([400, 404]).toContain(answer.status);
    expect(answer.json?.type).toMatch(/not_found_error|invalid_request_error/);
    expect(answer.headers['x-injected']).toBeUndefined();
  });

  it('finds nothing under an id of any length', async () => {
    for (const length of [499, 501, 8_000]) {
      expect((await raw(`GET /api/v1/transactions/${'x'.repeat(length)} HTTP/1.1`, key)).status).toBe(404);
    }
  });

  it('leaves the emulator as it was', async () => {
    expect((await sandbox.api.get('/customers')).body).toEqual({ data: [], has_more: false });
    expect((await sandbox.control.get('/health')).body).toEqual({ status: 'ok' });
  });
});

describe('a slow request', () => {
  /** Another server of the same sandbox, without routes. */
  const another = () => {
    const { sandbox: parts } = sandbox;
    const further = { gate: new Gate(), secure: null, allowedHosts: new Set<string>(), warn: () => {} };
    return new Server({ ...parts, ...further }).app;
  };

  it('must have its headers there within 10 s, all of it within 30 s', () => {
    const { server } = another();
    expect(server.headersTimeout).toBe(10_000);
    expect(server.requestTimeout).toBe(30_000);
    // Node looks for late ones so often, in milliseconds; its default would let them live half a minute longer.
    expect(Reflect.get(server, 'connectionsCheckingInterval')).toBeLessThanOrEqual(1_000);
  });

  it('loses its connection soon after the 408, also where the caller does not close it', async () => {
    const app = another();
    app.server.headersTimeout = 100;
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const ended = Array.from({ length: 5 }, async () => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.write('POST /api/v1/customers HTTP/1.1\r\nHost: localhost\r\nContent-Le');
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
      return socket.resume();
    });
    const sockets = await Promise.all(ended);
    const open = promisify(app.server.getConnections.bind(app.server));
    expect(await open()).toBe(5);
    await expect.poll(open).toBe(0);
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  it('does not keep others waiting', async () => {
    const { hostname, port } = new URL(sandbox.url);
    const slow = Array.from({ length: 50 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write('POST /api/v1/customers HTTP/1.1\r\nHost: localhost\r\nContent-Le');
      return socket;
    });
    expect((await sandbox.api.get('/balance')).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  it('does not keep the emulator from stopping', async () => {
    const other = await createTestSandbox();
    const { hostname, port } = new URL(other.url);
    const sockets = [
      '',
      'GET /api/v1/bal',
      'POST /api/v1/customers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{',
    ].map((begun) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(begun);
      return socket;
    });
    await other.api.get('/balance');
    // A connection that were waited for would last as long as this test may.
    await other.stop();
    for (const socket of sockets) socket.destroy();
  });
});

describe('a request that was begun before a stop', () => {
  it('is answered as ever', async () => {
    const other = await createTestSandbox();
    const { hostname, port } = new URL(other.url);
    const request = rawRequest('GET /api/v1/balance HTTP/1.1', key);
    const socket = connect(Number(port), hostname);
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk;
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write(request.subarray(0, 20));
    await other.api.get('/balance');
    const stopped = other.stop();
    const isClosing = () =>
      other.api.get('/balance').then(
        () => false,
        () => true,
      );
    await expect.poll(isClosing, { interval: 5 }).toBe(true);
    socket.write(request.subarray(20));
    await closed;
    await stopped;
    expect(got).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('requests on one connection', () => {
  it('are answered in their order, one refused among them', async () => {
    const bytes = Buffer.concat([
      Buffer.from('GET /api/v1/balance HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_test_demo\r\n\r\n'),
      Buffer.from(
        'POST /api/v1/customers HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer nobody\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"email":"a@b.test"}',
      ),
      rawRequest('GET /api/v1/nothing HTTP/1.1', key),
    ]);
    const text = (await answersTo(bytes)).toString();
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual(['200', '401', '404']);
  });

  it('are answered with the bytes that each length says, in whatever script', async () => {
    const names = { first_name: 'Zoë', last_name: '山田' };
    const { body } = await sandbox.api.post<{ data: { id: string } }>('/customers', { email: 'zoe@b.test', ...names });
    const kept = (method: string, path: string) =>
      `${method} /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_test_demo\r\n\r\n`;
    const path = `/customers/${body.data.id}`;
    const bytes = await answersTo(
      Buffer.concat([
        Buffer.from(kept('GET', path) + kept('HEAD', path) + kept('GET', path) + kept('GET', '/balance')),
        rawRequest(`GET /api/v1${path} HTTP/1.1`, key),
      ]),
    );
    const bodies: unknown[] = [];
    let rest = bytes;
    for (const hasBody of [true, false, true, true, true]) {
      const end = rest.indexOf('\r\n\r\n') + 4;
      const length = hasBody ? Number(/content-length: (\d+)/i.exec(rest.toString('utf8', 0, end))?.[1]) : 0;
      if (hasBody) bodies.push(JSON.parse(rest.toString('utf8', end, end + length)));
      rest = rest.subarray(end + length);
    }
    expect(rest).toHaveLength(0);
    const customer = expect.objectContaining({ data: expect.objectContaining(names) });
    expect(bodies).toEqual([customer, customer, { data: expect.anything() }, customer]);
  });
});

/** Everything that is answered to bytes that are sent at once, until the other side closes. */
function answersTo(bytes: Buffer): Promise<Buffer> {
  const { hostname, port } = new URL(sandbox.url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

it.each(['/docs', '/docs/api', '/docs/manual', '/mail', '/openapi.json'])(
  'a document is found with a slash behind its address too: %s/',
  async (path) => {
    const answer = await fetch(`${sandbox.url}${path}/`, { redirect: 'manual' });
    expect({ status: answer.status, to: answer.headers.get('location') }).toEqual({ status: 302, to: path });
  },
);

describe('a path that nobody answers', () => {
  it.each([
    ['/payouts', '/api/v1/payouts'],
    ['/v1/payouts', '/api/v1/payouts'],
    ['/V1/Payouts', '/api/v1/payouts'],
    ['/api/v2/payouts', '/api/v1/payouts'],
    ['/api/transactions/txn_1', '/api/v1/transactions/txn_1'],
    ['/api/v1/chargess', '/api/v1/charges'],
    ['/api/v1/transactions/txn_1/refunds', '/api/v1/transactions/txn_1/refund'],
    ['/_emulator/clok', '/_emulator/clock'],
    ['/clock', '/_emulator/clock'],
    ['/api/v1/balance/', '/api/v1/balance'],
    ['/api/v1//payouts', '/api/v1/payouts'],
    ['//payouts/', '/api/v1/payouts'],
    ['/api/v1//chargess', '/api/v1/charges'],
    ['/openapi.jsn', '/openapi.json'],
    ['/docs//api', '/docs/api'],
    ['/docs/manuel', '/docs/manual'],
  ])('%s is answered with the one that was meant: %s', async (path, meant) => {
    const answer = await fetch(sandbox.url + path, { headers: key });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toHaveProperty('error', `There is no route at ${path}. Did you mean ${meant}?`);
  });

  it.each([
    ['GET', '/charges', 'GET /api/v1/transactions'],
    ['GET', '/api/v1/charges', 'GET /api/v1/transactions'],
    ['GET', '/v1/charges/ch_1', 'GET /api/v1/transactions/ch_1'],
    ['POST', '/v1/payment_intents', 'POST /api/v1/charges'],
    ['GET', '/v2/payments/pay_1', 'GET /api/v1/transactions/pay_1'],
    ['POST', '/v1/refunds', 'POST /api/v1/transactions/{id}/refund'],
    ['POST', '/api/v1/Charges/txn_1/refunds', 'POST /api/v1/transactions/txn_1/refund'],
    ['POST', '/v1/checkout/sessions', 'POST /api/v1/checkout-sessions'],
    ['GET', '/api/v1/payment_methods', 'GET /api/v1/customers/{id}/payment-methods'],
    ['GET', '/v1/events', 'GET /_emulator/events'],
  ])('that another payment API has leads to the route here: %s %s', async (method, path, meant) => {
    const answer = await fetch(sandbox.url + path, { method, headers: key });
    expect([404, 405]).toContain(answer.status);
    const { error } = (await answer.json()) as { error: string };
    expect(error).toContain(` Did you mean ${meant}?`);
  });

  it.each([...new Set(familiarTargets)])('is answered by no guess: %s is a route', async (route) => {
    const [method, path = ''] = route.split(' ');
    const answer = await fetch(sandbox.url + path.replace('{id}', 'x_1'), { method, headers: key });
    const { error = '' } = (await answer.json()) as { error?: string };
    expect(error).not.toMatch(/There is no route|does not take/);
  });

  it.each(['/api/v1/weather/tomorrow', '/xyz/charges', '/api', '/api/v1/'])(
    'that is like no other is answered with where it is told what there is: %s',
    async (path) => {
      const answer = await fetch(sandbox.url + path, { headers: key });
      expect(await answer.json()).toHaveProperty(
        'error',
        `There is no route at ${path}. The docs at /docs list the routes.`,
      );
    },
  );
});
