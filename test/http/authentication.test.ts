import { beforeAll, describe, expect, it } from 'vitest';
import { shorten } from '../../src/core/kernel/credentials.ts';
import type { AnyOperation } from '../../src/core/kernel/declare/operation.ts';
import { refusalFor } from '../../src/sandbox/http/surfaces/authenticate.ts';
import { merchantOperations } from '../support/declared.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  return () => sandbox.stop();
});

const operations = merchantOperations.filter(({ access }) => access !== 'public');
const pathOf = (operation: AnyOperation) => operation.path.replace(/\{\w+\}/g, 'none_1');

/** Calls an operation with a whole Authorization header, or none. */
async function call(operation: { method: string; path: string }, authorization: string | null, body?: string) {
  const answer = await fetch(`${sandbox.url}/api/v1${operation.path}`, {
    method: operation.method,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body,
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

describe('a request without a valid key', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'is refused by %s with 401',
    async (_id, operation) => {
      const answer = await call({ method: operation.method, path: pathOf(operation) }, null);
      expect(answer.status).toBe(401);
      expect(answer.body.type).toBe('authentication_error');
      expect(answer.body.error).toMatch(/Authorization: Bearer/);
      expect(Object.keys(answer.body).sort()).toEqual(['error', 'type']);
    },
  );

  it.each([
    ['an unknown key', 'Bearer sk_test_nobody'],
    ['the empty key', 'Bearer '],
    ['no scheme', 'sk_test_demo'],
    ['another scheme', 'Basic c2tfdGVzdF9kZW1vOg=='],
    ['two keys', 'Bearer sk_test_demo sk_test_demo'],
    ['a key of another case', 'Bearer SK_TEST_DEMO'],
    ['a part of a key', 'Bearer sk_test_dem'],
    ['an unknown app token', 'Bearer pat_unknown'],
    ['a property of every object', 'Bearer constructor'],
  ])('is refused with 401: %s', async (_what, authorization) => {
    const answer = await call({ method: 'GET', path: '/transactions' }, authorization);
    expect(answer.status).toBe(401);
    expect(answer.body.type).toBe('authentication_error');
  });

  it('takes the scheme in any case, as HTTP has it', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      expect((await call({ method: 'GET', path: '/transactions' }, `${scheme} sk_test_demo`)).status).toBe(200);
    }
  });

  it('names an unknown key by its prefix and its last two characters alone', async () => {
    const told = async (key: string) => (await call({ method: 'GET', path: '/balance' }, `Bearer ${key}`)).body.error;
    expect(await told('sk_live_abcdefghij')).toMatch(/'sk_live_…ij'/);
    expect(await told('sk_live_very_secret_x')).toMatch(/'sk_live_…_x'/);
    expect(await told('my_own_secret_word')).not.toMatch(/my|own|secret/);
    expect(await told('4242424242424242')).not.toMatch(/42/);
  });
});

describe('a shortened key', () => {
  it.each([
    ['sk_test_demo', 'sk_test_…mo'],
    ['sk_test_demo_a', 'sk_test_…_a'],
    ['sk_test_demo_scoped', 'sk_test_…ed'],
    ['pk_live_demo_b', 'pk_live_…_b'],
    ['pat_0123456789', 'pat_…89'],
    ['whsec_demo', 'whsec_…mo'],
    ['sk_test_ab', 'sk_test_…'],
    ['password_1234', '…'],
  ])('of %s is %s', (key, short) => {
    expect(shorten(key)).toBe(short);
  });
});

describe('a publishable key', () => {
  it.each(
    operations.filter(({ access }) => access === 'secret').map((operation) => [operation.id, operation] as const),
  )('may not call %s: 403', async (_id, operation) => {
    const answer = await call({ method: operation.method, path: pathOf(operation) }, 'Bearer pk_test_demo');
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ type: 'permission_error', code: 'secret_key_required' });
  });

  it.each(operations.filter(({ access }) => access === 'read').map((operation) => [operation.id, operation] as const))(
    'may call %s',
    async (_id, operation) => {
      const answer = await call({ method: operation.method, path: pathOf(operation) }, 'Bearer pk_test_demo');
      expect([200, 400, 404]).toContain(answer.status);
    },
  );

  it('may tokenize a card', async () => {
    const card = JSON.stringify({ number: '4000056655665556', exp_month: '12', exp_year: '2030' });
    expect((await call({ method: 'POST', path: '/tokens' }, 'Bearer pk_test_demo', card)).status).toBe(200);
  });
});

describe('a scoped key', () => {
  const scoped = { id: 'sk_test_x', mode: 'test', kind: 'secret', scopes: ['inventory:write'] } as const;
  const asks = (scope: string) => ({ ...operations[0]!, access: 'read', scope }) as AnyOperation;
  const refusal = (operation: AnyOperation) => refusalFor(scoped, operation);

  it('opens a route that names no scope', async () => {
    const answer = await call({ method: 'GET', path: '/transactions' }, 'Bearer sk_test_demo_scoped');
    expect(answer.status).toBe(200);
  });

  it('needs the scope that a route names', () => {
    expect(refusal(asks('inventory:write'))).toBeNull();
    expect(refusal(asks('pixels:read'))).toMatchObject({
      status: 403,
      type: 'permission_error',
      code: 'insufficient_scope',
    });
  });
});

describe('test and live', () => {
  it('are two data sets, which the prefix of the key picks', async () => {
    const made = await sandbox.api.post<{ data: { id: string; livemode: boolean } }>('/customers', {
      email: 'apart@example.com',
    });
    expect(made.body.data.livemode).toBe(false);
    const { id } = made.body.data;
    const live = sandbox.as('sk_live_demo');
    expect((await live.get(`/customers/${id}`)).status).toBe(404);
    const other = await live.post<{ data: { id: string; livemode: boolean }; existing: boolean }>('/customers', {
      email: 'apart@example.com',
    });
    expect(other.body).toMatchObject({ existing: false, data: { livemode: true } });
    const ids = async (key: string) =>
      (await sandbox.as(key).get<{ data: { id: string }[] }>('/customers')).body.data.map((each) => each.id);
    expect(await ids('pk_live_demo')).toEqual([other.body.data.id]);
    expect(await ids('sk_test_demo')).toContain(id);
    expect(await ids('sk_test_demo')).not.toContain(other.body.data.id);
  });

  it('keeps workspaces apart', async () => {
    const { body } = await sandbox.as('sk_test_demo_a').post<{ data: { id: string } }>('/customers', {
      email: 'a@example.com',
    });
    expect((await sandbox.as('sk_test_demo_b').get(`/customers/${body.data.id}`)).status).toBe(404);
    expect((await sandbox.as('sk_test_demo_a').get(`/customers/${body.data.id}`)).status).toBe(200);
  });

  it('has the debit-and-payouts capability in test mode alone', async () => {
    expect((await sandbox.as('sk_test_demo').get('/balance')).status).toBe(200);
    for (const key of ['sk_live_demo', 'sk_test_demo_a', 'sk_live_demo_b']) {
      const { status, body } = await sandbox.as(key).get('/balance');
      expect([status, body.code]).toEqual([400, 'capability_required']);
    }
  });
});

describe('the order of refusals', () => {
  it('is 401, then 403, then 429, then 400', async () => {
    const limited = await createTestSandbox({ rateLimit: true });
    try {
      const send = async (key: string, body: string) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        return (await fetch(`${limited.url}/api/v1/payouts`, { method: 'POST', headers, body })).status;
      };
      for (let count = 0; count < 30; count++) expect(await send('sk_test_demo', '{')).toBe(400);
      expect(await send('sk_test_unknown', '{')).toBe(401);
      expect(await send('pk_test_demo', '{')).toBe(403);
      expect(await send('sk_test_demo', '{')).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});

describe('an app access token', () => {
  const grant = (body: string, type = 'application/json', headers = {}) =>
    fetch(`${sandbox.url}/api/v1/oauth/token`, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
  const credentials = { grant_type: 'client_credentials', client_id: 'app_demo', client_secret: 'app_secret_demo' };

  it('is given for the credentials of an app, as JSON or as a form', async () => {
    for (const answer of [
      await grant(JSON.stringify(credentials)),
      await grant(new URLSearchParams(credentials).toString(), 'application/x-www-form-urlencoded'),
    ]) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({
        access_token: expect.stringMatching(/^pat_/),
        token_type: 'bearer',
        expires_in: 3600,
      });
    }
  });

  it.each([
    [401, 'invalid_client', { ...credentials, client_secret: 'wrong' }],
    [401, 'invalid_client', { ...credentials, client_id: 'nobody' }],
    [400, 'unsupported_grant_type', { ...credentials, grant_type: 'password' }],
    [400, 'invalid_request', {}],
    [400, 'invalid_request', { ...credentials, mode: 'both' }],
    [400, 'invalid_request', { ...credentials, client_id: ['app_demo', 'app_demo'] }],
  ])('is refused as RFC 6749 says: %i %s', async (status, error, body) => {
    const answer = await grant(JSON.stringify(body));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error });
  });

  it('is given for credentials in a Basic header, which a refusal asks for', async () => {
    const form = 'application/x-www-form-urlencoded';
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    const good = basic('app_demo:app%5Fsecret%5Fdemo');
    const given = await grant('grant_type=client_credentials', form, good);
    expect([given.status, given.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const wrong = await grant('grant_type=client_credentials', form, basic('app_demo:x'));
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="apps"']);
    const both = await grant(new URLSearchParams(credentials).toString(), form, good);
    expect([both.status, await both.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
  });

  it('opens no merchant route: 403', async () => {
    const { access_token } = (await (await grant(JSON.stringify(credentials))).json()) as { access_token: string };
    const answer = await call({ method: 'GET', path: '/transactions' }, `Bearer ${access_token}`);
    expect([answer.status, answer.body.code]).toEqual([403, 'merchant_key_required']);
  });

  it('ends after an hour of the emulated clock', async () => {
    const { access_token } = (await (await grant(JSON.stringify(credentials))).json()) as { access_token: string };
    await sandbox.control.post('/clock', { advance: '59m59s' });
    const ask = () => call({ method: 'GET', path: '/transactions' }, `Bearer ${access_token}`);
    expect((await ask()).status).toBe(403);
    await sandbox.control.post('/clock', { advance: '1s' });
    const late = await ask();
    expect(late.status).toBe(401);
    expect(late.body.error).toMatch(/expired/);
  });
});
