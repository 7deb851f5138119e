import { beforeAll, describe, expect, it } from 'vitest';
import { rawRequest, sendRaw } from '../support/raw-http.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

const key = { Authorization: 'Bearer sk_test_demo' };
const ask = (method: string, path: string, headers: Record<string, string> = key) =>
  sendRaw(sandbox.url, rawRequest(`${method} ${path} HTTP/1.1`, headers));
/** What two answers may differ in. */
const lasting = ({ 'request-id': _id, date: _date, ...headers }: Record<string, string>) => headers;

describe('HEAD', () => {
  it.each([
    ['the merchant API', '/api/v1/balance', 200],
    ['a list of it', '/api/v1/products?limit=1', 200],
    ['an object that is not there', '/api/v1/products/prod_none', 404],
    ['a query that is wrong', '/api/v1/products?limit=0', 400],
    ['the client API', '/api/checkout/address-suggest?query=x&workspaceId=ws_demo', null],
    ['the control API', '/_emulator/health', 200],
    ['a list of the control API', '/_emulator/workspaces', 200],
    ['a page of nothing', '/pay/none', 404],
    ['the documentation', '/docs', 200],
    ['the interface description', '/openapi.json', 200],
    ['the way to the documentation', '/', 302],
    ['the browser SDK', '/sdk/v1/sdk.js', 200],
    ['a path that nothing answers at', '/nowhere', 404],
  ])('is answered as GET is, without the body: %s', async (_what, path, status) => {
    const got = await ask('GET', path);
    const headed = await ask('HEAD', path);
    if (status !== null) expect(headed.status).toBe(status);
    expect([headed.status, headed.body]).toEqual([got.status, '']);
    expect(lasting(headed.headers)).toEqual(lasting(got.headers));
    expect(Number(headed.headers['content-length'])).toBe(Buffer.byteLength(got.body));
  });

  it('opens no stream', async () => {
    const { status, headers, body } = await ask('HEAD', '/_emulator/stream', {});
    expect([status, headers['content-type'], body]).toEqual([200, 'text/event-stream; charset=utf-8', '']);
  });

  it('needs a key where GET does, and is counted as the read that it is', async () => {
    expect((await ask('HEAD', '/api/v1/balance', {})).status).toBe(401);
    const before = (await ask('GET', '/api/v1/balance')).headers['x-ratelimit-remaining'];
    for (let at = 0; at < 3; at++) await ask('HEAD', '/api/v1/balance');
    expect((await ask('GET', '/api/v1/balance')).headers['x-ratelimit-remaining']).toBe(before);
  });

  it('is in the request log as what it is', async () => {
    await ask('HEAD', '/api/v1/balance?currency=usd');
    type Logged = { id: string; method: string; path: string; operation: string; response?: string | null };
    const { body } = await sandbox.control.get<{ data: Logged[] }>('/requests?limit=1&method=HEAD');
    const [logged] = body.data;
    expect(logged).toMatchObject({ path: '/api/v1/balance?currency=usd', operation: 'balance.get', status: 200 });
    const { body: details } = await sandbox.control.get<{ data: Logged }>(`/requests/${logged!.id}`);
    expect(details.data.response).toBeNull();
  });

  it('is among the methods that a path takes, where GET is', async () => {
    const read = await ask('PUT', '/api/v1/products');
    expect([read.status, read.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    const write = await ask('HEAD', '/api/v1/charges');
    expect([write.status, write.headers.allow, write.body]).toEqual([405, 'POST', '']);
    const preflight = await ask('OPTIONS', '/api/v1/tokenization-key', { Origin: 'https://shop.example' });
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD');
  });
});
