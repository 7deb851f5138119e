import { beforeEach, describe, expect, it } from 'vitest';
import type { Tier } from '../../src/core/kernel/declare/slice.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await createTestSandbox({ rateLimit: true });
  return () => sandbox.stop();
});

/** An answer's status and rate headers, as one line. */
const told = ({ status, headers }: { status: number; headers: Headers }) =>
  `${status} ${['limit', 'remaining', 'tier'].map((name) => headers.get(`x-ratelimit-${name}`)).join(' ')}`;

/** Sends a write that is refused with 400, which counts as any other. */
const spend = async (path: string, times: number, key = 'sk_test_demo') => {
  let last = '';
  for (let count = 0; count < times; count++) last = told(await sandbox.as(key).post(path, {}));
  return last;
};

const setTier = (tier: Tier | null) =>
  sandbox.control.patch('/workspaces/ws_demo', { settings: { rate_limit_tier: tier } });

describe('the limit of an operation', () => {
  it.each([
    ['/charges', 100],
    ['/payouts', 30],
    ['/tokens', 60],
    ['/customers', 300],
  ])('of POST %s is %i a minute; the next is 429', async (path, limit) => {
    expect(await spend(path, 1)).toBe(`400 ${limit} ${limit - 1} new`);
    expect(await spend(path, limit - 1)).toBe(`400 ${limit} 0 new`);
    const refused = await sandbox.api.post(path, {});
    expect(told(refused)).toBe(`429 ${limit} 0 new`);
    expect(refused.body).toMatchObject({
      type: 'rate_limit_error',
      error: expect.stringMatching(/the call was not processed/),
    });
    expect(refused.headers.get('retry-after')).toBe('60');
  });

  it('is counted by operation and by key', async () => {
    await spend('/payouts', 30);
    expect(await spend('/payouts', 1)).toBe('429 30 0 new');
    expect(await spend('/tokens', 1)).toBe('400 60 59 new');
    expect(await spend('/customers', 1)).toBe('400 300 299 new');
    expect(await spend('/payouts', 1, 'sk_test_demo_scoped')).toBe('400 30 29 new');
    expect(await spend('/payouts', 1, 'sk_live_demo')).toBe('400 30 29 new');
    expect(await spend('/tokens', 1, 'pk_test_demo')).toBe('400 60 59 new');
  });

  it('is one of 300 for all writes that have none of their own', async () => {
    await spend('/customers', 2);
    const answer = await sandbox.api.post('/transactions/txn_none/void');
    expect(told(answer)).toBe('404 300 297 new');
    expect(told(await sandbox.api.delete('/customers/cus_none/payment-methods/pm_none'))).toBe('404 300 296 new');
  });

  it('is not touched by what is refused before it, and counts what is refused after it', async () => {
    expect(await spend('/customers', 1, 'pk_test_demo')).toBe('403 300 300 new');
    expect(await spend('/customers', 1, 'nobody')).toBe('401 300 300 new');
    await sandbox.api.post('/payouts', '{');
    await sandbox.api.post('/payouts', 'x'.repeat(1_100_000));
    expect(told(await sandbox.api.post('/payouts', 'x', { 'content-type': 'text/plain' }))).toBe('415 30 27 new');
  });

  it('processes nothing that it refuses', async () => {
    const make = () => sandbox.api.post('/customers', { email: 'same@example.com', metadata: { at: 'first' } });
    await spend('/customers', 299);
    expect((await make()).status).toBe(201);
    expect((await make()).status).toBe(429);
    const refused = await sandbox.api.post('/customers', { email: 'other@example.com' });
    expect(refused.status).toBe(429);
    const list = await sandbox.api.get<{ data: { email: string }[] }>('/customers');
    expect(list.body.data.map(({ email }) => email)).toEqual(['same@example.com']);
  });
});

describe('the window', () => {
  it('is a minute of the emulated clock, which Retry-After tells the rest of', async () => {
    await sandbox.control.post('/clock', { set: '2026-03-01T10:00:44.600Z' });
    await spend('/payouts', 30);
    const refused = await sandbox.api.post('/payouts', {});
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '16']);
    await sandbox.control.post('/clock', { advance: '15s' });
    const late = await sandbox.api.post('/payouts', {});
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1']);
    await sandbox.control.post('/clock', { set: '2026-03-01T10:01:00.000Z' });
    expect(await spend('/payouts', 1)).toBe('400 30 29 new');
  });

  it('is fixed: a new one begins full, however late the last was used', async () => {
    await sandbox.control.post('/clock', { set: '2026-03-01T10:00:59.999Z' });
    await spend('/payouts', 31);
    await sandbox.control.post('/clock', { set: '2026-03-01T10:01:00.000Z' });
    expect(await spend('/payouts', 30)).toBe('400 30 0 new');
  });
});

describe('a read', () => {
  it('is never limited and reports the general bucket', async () => {
    await spend('/payouts', 5);
    await spend('/customers', 300);
    for (let count = 0; count < 310; count++) await sandbox.api.get('/balance');
    expect(told(await sandbox.api.get('/balance'))).toBe('200 300 0 new');
    expect(told(await sandbox.api.get('/payouts'))).toBe('200 300 0 new');
    expect(told(await sandbox.as('pk_test_demo').get('/balance'))).toBe('200 300 300 new');
  });
});

describe('a tier', () => {
  it.each([
    ['new', 1],
    ['established', 3],
    ['scaled', 8],
    ['high_volume', 20],
  ] as const)('%s multiplies the base by %i', async (tier, factor) => {
    await setTier(tier);
    expect(await spend('/payouts', 1)).toBe(`400 ${30 * factor} ${30 * factor - 1} ${tier}`);
    expect(await spend('/charges', 1)).toBe(`400 ${100 * factor} ${100 * factor - 1} ${tier}`);
    expect(told(await sandbox.api.get('/balance'))).toBe(`200 ${300 * factor} ${300 * factor} ${tier}`);
    expect(await spend('/payouts', 30 * factor)).toBe(`429 ${30 * factor} 0 ${tier}`);
  });

  it('acts at once, also within a window', async () => {
    await spend('/payouts', 31);
    await setTier('established');
    expect(await spend('/payouts', 1)).toBe('400 90 59 established');
    await setTier(null);
    expect(await spend('/payouts', 1)).toBe('429 30 0 new');
  });

  it("is the workspace's own", async () => {
    await setTier('scaled');
    expect(told(await sandbox.as('sk_test_demo_a').get('/transactions'))).toBe('200 300 300 new');
  });
});

describe('the headers', () => {
  it('are on every response of the merchant API', async () => {
    await setTier('established');
    const json = { 'content-type': 'application/json' };
    const key = { authorization: 'Bearer sk_test_demo' };
    const cases: [number, string, string, Record<string, string>, string?][] = [
      [200, 'GET', '/balance', key],
      [400, 'GET', '/customers?limit=0', key],
      [401, 'GET', '/balance', {}],
      [401, 'POST', '/charges', { authorization: 'Bearer nobody', ...json }, '{}'],
      [403, 'POST', '/charges', { authorization: 'Bearer pk_test_demo', ...json }, '{}'],
      [404, 'GET', '/transactions/none', key],
      [404, 'GET', '/nothing', key],
      [404, 'GET', '/nothing', {}],
      [405, 'PUT', '/charges', key],
      [400, 'POST', '/charges', { ...key, ...json }, '{'],
      [413, 'POST', '/charges', { ...key, ...json }, 'x'.repeat(1_100_000)],
      [415, 'POST', '/charges', { ...key, 'content-type': 'text/plain' }, '{}'],
      [400, 'GET', '/customers/%zz', key],
      [400, 'POST', '/oauth/token', json, '{}'],
    ];
    for (const [status, method, path, headers, body] of cases) {
      const answer = await fetch(`${sandbox.url}/api/v1${path}`, { method, headers, body });
      await answer.text();
      expect([path, told(answer)]).toEqual([
        path,
        expect.stringMatching(new RegExp(`^${status} [1-9]\\d* \\d+ (new|established)$`)),
      ]);
      expect(answer.headers.get('request-id')).toMatch(/^req_[0-9A-Za-z]{20}$/);
    }
    // Whoever shows a key is told of its own bucket, also where nothing answers.
    expect(told(await sandbox.api.get('/nothing'))).toBe('404 900 900 established');
  });

  it('are on no response of the control API or the documents', async () => {
    for (const path of [
      '/_emulator/status',
      '/_emulator/nothing',
      '/openapi.json',
      '/openapi-client.json',
      '/docs',
      '/nothing',
    ]) {
      const answer = await fetch(sandbox.url + path);
      await answer.text();
      expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
      expect(answer.headers.get('request-id')).toMatch(/^req_/);
    }
  });

  it('stay where --no-rate-limit turns refusal off', async () => {
    const open = await createTestSandbox({ rateLimit: false });
    try {
      const lines = [];
      for (let count = 0; count < 35; count++) lines.push(told(await open.api.post('/payouts', {})));
      expect(lines[0]).toBe('400 30 29 new');
      expect(lines.slice(29)).toEqual(Array(6).fill('400 30 0 new'));
    } finally {
      await open.stop();
    }
  });
});
