import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestDetails } from '../../src/sandbox/control/wire.ts';
import { Buyer, type ClientRefusal } from '../support/buyer.ts';
import { heldCall } from '../support/call.ts';
import { byCard, load, pay, paymentLink, session } from '../support/checkout.ts';
import { cards, Demo } from '../support/demo.ts';
import { type Answer, createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
let demo: Demo;
let buyer: Buyer;
const begin = async (options: Parameters<typeof createTestSandbox>[0] = {}) => {
  sandbox = await createTestSandbox(options);
  demo = Demo.ofFixture(sandbox, 'ws_demo');
  buyer = new Buyer(demo);
};
beforeEach(() => begin());
afterEach(() => sandbox?.stop());

/** The same emulator again, with other options. */
const restart = async (options: Parameters<typeof createTestSandbox>[0]) => {
  await sandbox.stop();
  await begin(options);
};

const foreignOrigin = 'https://shop.example.com';
const call = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
  const answer = await fetch(`${sandbox.url}${path}`, { method, headers, body });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const rateOf = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'tier'].map((name) => headers.get(`x-ratelimit-${name}`)).join(' ');

interface Logged {
  id: string;
  operation: string | null;
  status: number;
  mode: string | null;
  key: string | null;
  unknown_fields: string[];
}
const logged = async (): Promise<Logged[]> =>
  (await demo.control<{ data: Logged[] }>('get', '/requests?limit=100')).data;
const newest = async () => (await logged())[0]!;
const details = async (id: string) => (await demo.control<{ data: RequestDetails }>('get', `/requests/${id}`)).data;

it('names the code and the parameter of a refusal in headers, and in its body the message alone', async () => {
  const { slug } = await session(demo);
  const refusalOf = async (body: object) => {
    const answer = await call(
      'POST',
      `/api/checkout/${slug}/pay`,
      { 'content-type': 'application/json', 'idempotency-key': 'one' },
      JSON.stringify(body),
    );
    expect(Object.keys(JSON.parse(answer.text))).toEqual(['error']);
    return ['x-emulator-code', 'x-emulator-param'].map((name) => answer.headers.get(name));
  };
  expect(await refusalOf({})).toEqual(['parameter_missing', 'email']);
  const paid = await byCard(buyer);
  expect(await refusalOf({ ...paid, vaultExpMonth: '13' })).toEqual(['parameter_invalid', 'vaultExpMonth']);
  expect(await refusalOf({ ...paid, discountCode: 'NONE' })).toEqual(['parameter_invalid', 'discountCode']);
  const { headers } = await call('POST', `/api/checkout/${slug}/pay`, { origin: foreignOrigin });
  expect(headers.get('access-control-expose-headers')).toMatch(/X-Emulator-Code.*X-Emulator-Param/);
});

describe('pages of another origin', () => {
  const open = [
    ['GET', '/api/checkout/api-any'],
    ['POST', '/api/checkout/api-any/pay'],
    ['GET', '/api/checkout/address-suggest'],
    ['GET', '/api/checkout/address-details'],
    ['POST', '/vault/vlt_demo_sandbox/post'],
    ['POST', '/api/vault/3ds/preflight'],
    ['POST', '/api/claims/any'],
    ['POST', '/api/payout-requests/any'],
    ['POST', '/api/v1/tokens'],
    ['POST', '/api/v1/three-ds/initialize'],
    ['POST', '/api/v1/three-ds/authenticate'],
    ['POST', '/api/v1/three-ds/finish'],
    ['POST', '/api/v1/wallets/prepare'],
    ['POST', '/api/v1/wallets/wallet-a-session'],
    ['GET', '/api/v1/tokenization-key'],
    ['GET', '/api/v1/wallets/wallet-a/domains'],
  ] as const;

  it.each(open)('may call %s %s, and read what it answers', async (method, path) => {
    const asked = await call('OPTIONS', path, {
      origin: foreignOrigin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key,x-emulator-outcome,x-service-sdk',
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-methods')).toContain(method);
    const allowed = asked.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'x-emulator-outcome', 'x-service-sdk']) {
      expect(allowed).toContain(name);
    }
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();

    const headers = { origin: foreignOrigin, 'content-type': 'application/json' };
    const answer = await call(method, path, headers, method === 'GET' ? undefined : '{}');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase() ?? '';
    for (const name of ['idempotency-replayed', 'retry-after', 'request-id', 'x-ratelimit-remaining']) {
      expect(exposed).toContain(name);
    }
  });

  it.each([
    ['POST', '/api/v1/charges'],
    ['GET', '/api/v1/customers'],
    ['POST', '/api/v1/payouts'],
    ['GET', '/_emulator/status'],
    ['POST', '/_emulator/reset'],
  ])('may not call %s %s', async (method, path) => {
    const headers = { origin: foreignOrigin, authorization: 'Bearer sk_test_demo' };
    const asked = await call('OPTIONS', path, { ...headers, 'access-control-request-method': method });
    expect(asked.status).toBeGreaterThanOrEqual(400);
    const answer = await call(
      method,
      path,
      { ...headers, 'content-type': 'application/json' },
      method === 'GET' ? undefined : '{}',
    );
    for (const { headers: told } of [asked, answer]) {
      expect([...told.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('may read refusals, and what the body could not be read of', async () => {
    const { slug } = await session(demo);
    for (const body of ['{', '[]', '{}']) {
      const headers = { origin: foreignOrigin, 'content-type': 'application/json' };
      const answer = await call('POST', `/api/checkout/${slug}/pay`, headers, body);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
    }
  });

  it('may not reach it under a name of their own', async () => {
    const answer = await sandbox.sandbox.call({
      method: 'GET',
      path: '/api/checkout/api-any',
      headers: { host: 'evil.example.com', origin: foreignOrigin },
      body: null,
    });
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([403, 'host_not_allowed']);
  });
});

describe('a call without a key', () => {
  it('is refused without a type, and with no code where there is nothing to do about it', async () => {
    const { slug } = await session(demo);
    const path = `/api/checkout/${slug}/pay`;
    const cases: [number, string, Record<string, string>][] = [
      [400, '{', {}],
      [400, '[]', {}],
      [400, '{"email":1}', {}],
      [415, 'email=x', { 'content-type': 'application/x-www-form-urlencoded' }],
      [413, `{"email":"${'x'.repeat(1_100_000)}"}`, {}],
    ];
    for (const [status, body, headers] of cases) {
      const answer = await call('POST', path, { 'content-type': 'application/json', ...headers }, body);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { error: expect.any(String) }]);
    }
    for (const [slug, status] of [
      ['api-nobody', 404],
      ['%zz', 400],
      ['x'.repeat(600), 404],
    ]) {
      const unknown = await call('GET', `/api/checkout/${slug}`);
      expect([unknown.status, JSON.parse(unknown.text)]).toEqual([status, { error: expect.any(String) }]);
    }
    const wrong = await call('PUT', path);
    expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
      405,
      { error: expect.stringMatching(/does not accept PUT\. Use POST/) },
    ]);
    expect(wrong.headers.get('allow')).toBe('POST');
  });

  it('carries a Request-Id, under which the log keeps it with its workspace, mode and operation', async () => {
    const live = await session(demo.live);
    const answer = await call('GET', `/api/checkout/${live.slug}`);
    const id = answer.headers.get('request-id');
    const { data } = await demo.live.control<{ data: Logged[] }>('get', '/requests');
    expect(data.find((request) => request.id === id)).toMatchObject({
      operation: 'checkout.load',
      mode: 'live',
      key: null,
      status: 200,
    });
  });

  it('names fields that nobody knows in the log, and ignores them', async () => {
    const { slug } = await session(demo);
    const { status } = await pay(buyer, slug, await byCard(buyer, cards.visaDebit, { vaultPanAlais: 'x' }));
    expect([status, (await newest()).unknown_fields]).toEqual([200, ['vaultPanAlais']]);
  });

  it('is refused for such a field where the emulator is strict', async () => {
    await restart({ strict: true });
    const { slug } = await session(demo);
    const { status, body } = await pay(buyer, slug, await byCard(buyer, cards.visaDebit, { vaultPanAlais: 'x' }));
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/has no field 'vaultPanAlais'/) }]);
  });

  it('leaves no number in the log, in whatever field it stood', async () => {
    const number = '4929123456789015';
    await buyer.vault({ card_number: cards.visaDebit, card_exp: '12/30', card_cvc: '739' });
    const vaulted = await newest();
    expect(await details(vaulted.id)).toMatchObject({ operation: 'vault.post', redacted: true });
    expect(JSON.stringify(await details(vaulted.id))).not.toMatch(/4000056655665556|739/);
    const { slug } = await session(demo);
    await pay(
      buyer,
      slug,
      await byCard(buyer, cards.visaDebit, { vaultPanAlias: number, lastName: number, note: number }),
    );
    await buyer.get(`/api/checkout/${number}?discountCode=${number}`);
    const whole = JSON.stringify(await Promise.all((await logged()).map(({ id }) => details(id))));
    expect(whole).not.toContain(number);
    expect(await demo.exported()).not.toContain(number);
  });

  it('waits for the latency of a rule', async () => {
    await demo.addRule({ operation: 'checkout.pay' }, { kind: 'latency', ms: 300 });
    const { slug } = await session(demo);
    const body = await byCard(buyer);
    const begun = performance.now();
    expect((await pay(buyer, slug, body)).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(290);
  });

  it('is in flight while a rule holds its answer back, under whatever query string', async () => {
    await demo.addRule({ operation: 'checkout.pay' }, { kind: 'latency', ms: 60_000 });
    const { slug } = await session(demo);
    const body = await byCard(buyer);
    const headers = { 'idempotency-key': 'one-key' };
    const hangUp = heldCall(`${sandbox.url}/api/checkout/${slug}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    await expect.poll(async () => (await demo.api.get<{ data: unknown[] }>('/transactions')).body.data.length).toBe(1);
    for (const query of ['', '?from=app']) {
      expect((await buyer.post(`/api/checkout/${slug}/pay${query}`, body, headers)).status).toBe(409);
    }
    await hangUp();
  });
});

describe('the limit of the pay route', () => {
  beforeEach(() => restart({ rateLimit: true }));

  const spend = async (slug: string, times: number): Promise<Answer<ClientRefusal>> => {
    let last = await pay(buyer, slug, {});
    for (let at = 1; at < times; at++) last = await pay(buyer, slug, {});
    return last as Answer<ClientRefusal>;
  };

  it('is 30 a minute for an address and a slug, whatever was answered', async () => {
    const [one, other] = [await session(demo), await session(demo)];
    const first = await spend(one.slug, 1);
    expect([first.status, rateOf(first)]).toEqual([400, '30 29 new']);
    expect(rateOf(await spend(one.slug, 29))).toBe('30 0 new');
    const refused = await spend(one.slug, 1);
    expect([refused.status, refused.body]).toEqual([
      429,
      { error: expect.stringMatching(/the call was not processed/) },
    ]);
    expect([rateOf(refused), refused.headers.get('retry-after')]).toEqual(['30 0 new', '60']);
    expect(rateOf(await spend(other.slug, 1))).toBe('30 29 new');
    const broken = await buyer.post(`/api/checkout/${other.slug}/pay`, '{');
    expect([broken.status, rateOf(broken)]).toEqual([400, '30 28 new']);
  });

  it('is counted on the emulated clock, and has nothing to do with the workspace’s tier', async () => {
    await demo.configure({ rate_limit_tier: 'high_volume' });
    const { slug } = await session(demo);
    expect(rateOf(await spend(slug, 31))).toBe('30 0 new');
    await demo.advance('59s');
    const refused = await spend(slug, 1);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    await demo.advance('1s');
    expect(rateOf(await spend(slug, 1))).toBe('30 29 new');
  });

  it('holds for slugs that nobody has, too', async () => {
    const unknown = await spend('api-nobody', 1);
    expect([unknown.status, rateOf(unknown)]).toEqual([404, '30 29 new']);
    expect((await spend('api-nobody', 30)).status).toBe(429);
  });

  it('is not a limit of other routes, which tell nothing of limits', async () => {
    const { slug } = await session(demo);
    await spend(slug, 31);
    const answer = await load(buyer, slug);
    expect(answer.status).toBe(200);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });
});

describe('a fault on the pay route', () => {
  const on = 'POST /api/checkout/{slug}/pay';
  const setFault = (fault: object) => demo.control('post', '/faults', { on, times: 1, ...fault });

  it('of kind unavailable leaves an outcome that nobody knows', async () => {
    const { slug } = await session(demo);
    await setFault({ kind: 'unavailable', resolve: 'approved', after: 5_000 });
    const body = await byCard(buyer);
    const first = await pay(buyer, slug, body, 'a-key');
    expect([first.status, first.body.code]).toEqual([503, 'gateway_unavailable']);
    expect((await pay(buyer, slug, body, 'a-key')).status).toBe(409);
    await demo.advance('5s');
    const known = await pay(buyer, slug, body, 'a-key');
    expect([known.status, known.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });

  it('of another kind refuses, cuts the connection or waits', async () => {
    const { slug } = await session(demo);
    const body = await byCard(buyer);
    await setFault({ kind: 'status', status: 502 });
    const failed = await pay(buyer, slug, body);
    expect([failed.status, failed.body]).toEqual([502, { error: expect.stringMatching(/injected fault/) }]);
    await setFault({ kind: 'rate_limit' });
    const limited = await pay(buyer, slug, body);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
    await setFault({ kind: 'drop_connection' });
    await expect(pay(buyer, slug, body)).rejects.toThrow();
    expect(await newest()).toMatchObject({ operation: 'checkout.pay', status: 0 });
    await setFault({ kind: 'latency', ms: 300 });
    const begun = performance.now();
    expect((await pay(buyer, slug, body)).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(290);
  });

  it('can be set on any route that takes no key, and on none that is not there', async () => {
    await demo.control('post', '/faults', { on: 'POST /vault/{vaultId}/post', kind: 'status', status: 503 });
    expect((await buyer.vault({ bank_account_number: '12345678' })).status).toBe(503);
    const { status } = await sandbox.control.post('/faults', { on: 'POST /api/checkout/{slug}/buy', kind: 'status' });
    expect(status).toBe(400);
  });
});

describe('replaying a request from the log', () => {
  const replay = async (id: string) =>
    (await demo.control<{ data: { status: number; body: unknown } }>('post', `/requests/${id}/replay`)).data;

  it('gives the stored answer of a payment again, and pays nothing twice', async () => {
    const { slug } = await paymentLink(demo);
    const { body } = await pay(new Buyer(demo, { sdk: 'ios/1.4.0' }), slug, await byCard(buyer));
    const again = await replay((await newest()).id);
    expect([again.status, again.body]).toEqual([200, body]);
    expect((await demo.read<{ data: unknown[] }>('/transactions')).data).toHaveLength(1);
  });

  it('is refused where the log kept less than was sent', async () => {
    await buyer.aliases();
    const { id } = await newest();
    const refused = await sandbox.control.post<{ error: string }>(`/requests/${id}/replay`);
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/cannot be sent again/)]);
  });
});

describe('a data folder that refuses writes', () => {
  it('refuses payments with 500, leaves no claim of them, and goes on showing checkouts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'emulator-client-'));
    try {
      await restart({ dataDir: join(folder, 'data') });
      const { slug } = await session(demo);
      const body = await byCard(buyer);
      appendFileSync(join(folder, 'data/journal.ndjson'), 'x');
      for (const _attempt of [1, 2]) {
        const refused = await pay(buyer, slug, body, 'a-key');
        expect([refused.status, refused.body]).toEqual([
          500,
          { error: expect.stringMatching(/no data was changed/), code: 'storage_unavailable' },
        ]);
      }
      expect((await load(buyer, slug)).body).toMatchObject({ status: 'open' });
      expect((await demo.read<{ data: unknown[] }>('/transactions')).data).toEqual([]);
      await expect(sandbox.stop()).rejects.toThrow('was changed while the emulator ran');
      await begin();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
