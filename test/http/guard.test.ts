import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest, sendRaw } from '../support/raw-http.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
/** An emulator that also answers to a name, and whose control API requires a token. */
let named: TestSandbox;
let port: string;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  named = await createTestSandbox({ allowedHosts: ['Emulator.Test'] });
  port = new URL(sandbox.url).port;
});
afterAll(async () => {
  await sandbox?.stop();
  await named?.stop();
});

const key = { Authorization: 'Bearer sk_test_demo' };
const get = (path: string, headers: Record<string, string>, of = sandbox) =>
  sendRaw(of.url, rawRequest(`GET ${path} HTTP/1.1`, headers));
const surfaces = [
  '/api/v1/balance',
  '/_emulator/status',
  '/openapi.json',
  '/openapi-client.json',
  '/docs',
  '/nowhere',
  '/api/v1/nowhere',
];

describe('the Host guard', () => {
  it.each(['127.0.0.1', '127.9.8.7', 'localhost', 'LOCALHOST', '[::1]', 'shop.localhost', 'a.b-c.localhost'])(
    'lets %s in, with any port or none',
    async (host) => {
      for (const name of [host, `${host}:${port}`, `${host}:80`]) {
        expect((await get('/api/v1/balance', { ...key, Host: name })).status).toBe(200);
        expect((await get('/_emulator/status', { Host: name })).status).toBe(200);
      }
    },
  );

  it.each(['emulator.test', 'EMULATOR.test'])('lets the further name %s in, and wants a token then', async (host) => {
    for (const name of [host, `${host}:${port}`, `${host}:80`]) {
      expect((await get('/api/v1/balance', { ...key, Host: name }, named)).status).toBe(200);
      expect((await get('/_emulator/status', { Host: name }, named)).status).toBe(401);
      const Authorization = `Bearer ${named.token}`;
      expect((await get('/_emulator/status', { Host: name, Authorization }, named)).status).toBe(200);
    }
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil-localhost',
    'localhost@evil.example',
    'evil.example@localhost',
    'emulator.test.evil.example',
    'xemulator.test',
    '10.0.0.1',
    '0.0.0.0',
    '192.168.1.1',
    '169.254.169.254',
    '[::2]',
    '[::ffff:10.0.0.1]',
    '2130706433',
    '0x7f.1',
    '',
    'localhost:80:80',
    'localhost/x',
    '.localhost',
  ])('refuses %j on every route with 403', async (host) => {
    for (const path of surfaces) {
      for (const of of [sandbox, named]) {
        const answer = await get(path, { ...key, Host: host }, of);
        expect([path, answer.status]).toEqual([path, 403]);
        expect(answer.json).toMatchObject({ type: 'permission_error', code: 'host_not_allowed' });
      }
    }
  });

  it('refuses with the rate headers at the merchant API, and without them elsewhere', async () => {
    const refused = await get('/api/v1/products', { ...key, Host: 'evil.example' });
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '300' });
    expect(refused.headers).toHaveProperty('x-ratelimit-tier');
    const control = await get('/_emulator/status', { Host: 'evil.example' });
    expect(control.headers).not.toHaveProperty('x-ratelimit-limit');
  });

  it('refuses before a body is read, and before the key is looked at', async () => {
    const answer = await sendRaw(
      sandbox.url,
      rawRequest('POST /api/v1/customers HTTP/1.1', { Host: 'evil.example', 'Content-Type': 'application/json' }, '{'),
    );
    expect(answer.status).toBe(403);
  });

  it('knows no further name where none was given', async () => {
    expect((await get('/docs', { Host: 'emulator.test' })).status).toBe(403);
  });
});

describe('the Origin guard of the control API', () => {
  const post = (origin: string, path = '/_emulator/settle', of = sandbox) => {
    const headers: Record<string, string> = { Origin: origin, 'Content-Type': 'application/json' };
    if (of.token !== null) headers.Authorization = `Bearer ${of.token}`;
    return sendRaw(of.url, rawRequest(`POST ${path} HTTP/1.1`, headers, '{}'));
  };

  it.each(['127.0.0.1', 'localhost', '[::1]', 'shop.localhost'])('lets a page of %s at its port in', async (host) => {
    expect((await post(`http://${host}:${port}`)).status).toBe(200);
    expect((await post(`https://${host}:${port}`)).status).toBe(403);
  });

  it('lets a page of a further name at its port in', async () => {
    const at = new URL(named.url).port;
    expect((await post(`http://emulator.test:${at}`, undefined, named)).status).toBe(200);
    expect((await post(`https://emulator.test:${at}`, undefined, named)).status).toBe(403);
  });

  it.each([
    ['null'],
    ['http://evil.example'],
    ['http://evil.example:PORT'],
    ['http://localhost'],
    ['http://localhost:1'],
    ['https://127.0.0.1'],
    ['http://localhost.evil.example:PORT'],
    ['file://'],
    ['nonsense'],
    [''],
    ['http://localhost:PORT.evil.example'],
    ['http://localhost:PORT@evil.example'],
    ['https://127.0.0.1:PORT'],
  ])('refuses %s with 403, reads too', async (origin) => {
    const name = origin.replace('PORT', port);
    for (const answer of [
      await post(name),
      await get('/_emulator/keys', { Origin: name }),
      await get('/_emulator/none', { Origin: name }),
    ]) {
      expect([answer.status, answer.json?.code]).toEqual([403, 'origin_not_allowed']);
      expect(answer.body).not.toMatch(/sk_test_demo/);
    }
  });

  it('lets the pages in that people reach at its public address, behind a proxy', async () => {
    const proxied = await createTestSandbox({ publicUrl: 'https://pay.test', allowedHosts: ['pay.test'] });
    try {
      const ask = (origin: string) =>
        sendRaw(
          proxied.url,
          rawRequest(
            'POST /_emulator/settle HTTP/1.1',
            {
              Host: 'pay.test',
              Origin: origin,
              'Content-Type': 'application/json',
              Authorization: `Bearer ${proxied.token}`,
            },
            '{}',
          ),
        );
      expect((await ask('https://pay.test')).status).toBe(200);
      for (const other of [
        'http://pay.test',
        'https://pay.test:8443',
        'https://x.pay.test',
        'https://pay.test.evil.example',
      ])
        expect([other, (await ask(other)).status]).toEqual([other, 403]);
    } finally {
      await proxied.stop();
    }
  });

  it.each(['cross-site', 'same-site'])(
    'refuses what a picture, a form or a link of a %s page asks for',
    async (site) => {
      const asked = { 'Sec-Fetch-Site': site };
      for (const answer of [
        await get('/_emulator/objects?kind=customer', {
          ...asked,
          'Sec-Fetch-Mode': 'no-cors',
          'Sec-Fetch-Dest': 'image',
        }),
        await get('/_emulator/keys', { ...asked, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }),
        await get('/_emulator/stream', asked),
        await get('/_emulator/none', asked),
        await sendRaw(sandbox.url, rawRequest('POST /_emulator/settle HTTP/1.1', asked)),
      ]) {
        expect([answer.status, answer.json?.code]).toEqual([403, 'origin_not_allowed']);
      }
    },
  );

  it('lets people open every page from anywhere, and the pages of the emulator ask for what they show', async () => {
    const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    for (const path of ['/inspector', '/docs', '/docs/api', '/mail', '/openapi.json'])
      expect([path, (await get(path, { ...link, Accept: 'text/html' })).status]).toEqual([path, 200]);
    for (const site of ['same-origin', 'none'])
      expect((await get('/_emulator/status', { 'Sec-Fetch-Site': site })).status).toBe(200);
    const own = { Origin: `http://localhost:${port}`, 'Sec-Fetch-Site': 'cross-site' };
    expect((await get('/_emulator/status', own)).status).toBe(200);
  });

  it('reads an origin behind three thousand other headers', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => [`A${at.toString(36)}`, '1'] as const);
    const headers = { ...Object.fromEntries(many), Origin: 'https://evil.example' };
    expect((await get('/_emulator/keys', headers)).body).not.toMatch(/sk_test_demo/);
  });

  it('does not keep a page from the merchant API: its key does', async () => {
    expect((await get('/api/v1/balance', { ...key, Origin: 'https://shop.example' })).status).toBe(200);
    expect((await get('/api/v1/balance', { Origin: 'https://shop.example' })).status).toBe(401);
  });

  it('answers no cross-origin question with consent', async () => {
    for (const path of ['/_emulator/keys', '/api/v1/customers']) {
      const answer = await sendRaw(
        sandbox.url,
        rawRequest(`OPTIONS ${path} HTTP/1.1`, {
          Origin: 'https://evil.example',
          'Access-Control-Request-Method': 'POST',
        }),
      );
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('takes JSON alone, which no form of another page can send: 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await sendRaw(
        sandbox.url,
        rawRequest('POST /_emulator/reset HTTP/1.1', { 'Content-Type': type }, '{}'),
      );
      expect([answer.status, answer.json?.code]).toEqual([415, 'unsupported_media_type']);
    }
  });
});

describe('an emulator beyond loopback', () => {
  let remote: TestSandbox;
  beforeAll(async () => {
    // It listens on loopback all the same: what counts here is the token.
    remote = await createTestSandbox({ allowRemote: true });
  });
  afterAll(() => remote.stop());

  it('wants its token at the control API: 401', async () => {
    expect(remote.token).toMatch(/^emu_\w{20,}$/);
    for (const authorization of [
      null,
      'Bearer wrong',
      `Bearer ${remote.token}x`,
      `bearer_${remote.token}`,
      'Bearer sk_test_demo',
      remote.token!,
    ]) {
      for (const path of [
        '/_emulator/status',
        '/_emulator/keys',
        '/_emulator/stream',
        '/_emulator/nothing',
        '/_emulator/nothing/health',
      ]) {
        const answer = await get(path, authorization === null ? {} : { Authorization: authorization }, remote);
        expect([path, answer.status, answer.json?.type]).toEqual([path, 401, 'authentication_error']);
        expect(answer.body).not.toContain(remote.token);
      }
    }
    const answer = await get('/_emulator/status', { Authorization: `Bearer ${remote.token}` }, remote);
    expect(answer.status).toBe(200);
  });

  it('shows no key in its documents and files, which need no token', async () => {
    for (const path of ['/docs', '/docs/api']) {
      expect([path, (await get(path, {}, sandbox)).body.includes('sk_test_demo')]).toEqual([path, true]);
      const { status, body } = await get(path, {}, remote);
      expect([path, status, /sk_(test|live)_\w/.exec(body)]).toEqual([path, 200, null]);
    }
  });

  it('says without it how it is, and nothing more', async () => {
    const answer = await get('/_emulator/health', {}, remote);
    expect([answer.status, answer.json]).toEqual([200, { status: 'ok' }]);
  });

  it('leaves the merchant API to its keys', async () => {
    expect((await get('/api/v1/balance', key, remote)).status).toBe(200);
  });

  it('has no token on loopback', () => {
    expect(sandbox.token).toBeNull();
  });

  it('does not make its token from what a seed makes repeatable', async () => {
    const other = await createTestSandbox({ allowRemote: true });
    await other.stop();
    expect(other.token).not.toBe(remote.token);
  });
});
