import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openWalletSession, prepareWallet } from '../../src/payments/resources/wallet/operations.ts';
import { badBodies, type Shape } from '../support/bad-values.ts';
import { type Demo, eachTest, type Refusal } from '../support/demo.ts';

interface Prepared {
  object: string;
  prepared: string;
  three_ds_required: boolean;
  three_ds_reason: string | null;
  card_id: string | null;
  card: { brand: string | null; last4: string | null; exp_month: number; exp_year: number; token_type: string };
}
interface Domains {
  object: string;
  livemode: boolean;
  domains: { domain: string; status: string; managed: boolean }[];
}
type Answered<D> = Refusal & { data: D };

let demo: Demo;
eachTest(async (fresh) => {
  demo = await fresh.on('gateway_a');
});

const prepare = (wallet_b_token: unknown = 'walletb_pan_visa', of = demo) =>
  of.api.post<Omit<Refusal, 'data'> & { data: Prepared }>('/wallets/prepare', {
    service_wallet: { type: 'wallet_b', wallet_b_token },
  });

describe('POST /wallets/prepare', () => {
  it('answers the sealed credential and what is known of the card', async () => {
    await demo.configure({ three_ds_enabled: true });
    const { status, body } = await prepare();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          object: 'wallet_prepare',
          prepared: expect.stringMatching(/^wprep_/),
          three_ds_required: true,
          three_ds_reason: null,
          card_id: expect.stringMatching(/^card_[0-9A-Za-z]{20}$/),
          card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099, token_type: 'pan' },
        },
      },
    });
  });

  it.each([
    ['walletb_pan_visa', {}, 'three_ds_disabled'],
    ['walletb_pan_visa', { three_ds_enabled: true, vault_enabled: false }, 'vault_disabled'],
    ['walletb_pan_unavailable', { three_ds_enabled: true }, 'card_unavailable'],
    ['walletb_dpan_visa', { three_ds_enabled: true }, 'already_authenticated'],
    ['any-other-token', {}, 'already_authenticated'],
  ])('asks for no step-up of %s where the settings are %o: %s', async (token, settings, three_ds_reason) => {
    await demo.configure(settings);
    expect((await prepare(token)).body.data).toMatchObject({ three_ds_required: false, three_ds_reason });
  });

  it('hides the card that is unavailable, and names no card to authenticate', async () => {
    const { data } = (await prepare('walletb_pan_unavailable')).body;
    expect(data).toMatchObject({ card_id: null, card: { brand: null, last4: null, exp_month: 12, token_type: 'pan' } });
  });

  it('gives card_id for the direct flow unless the vault is off', async () => {
    expect((await prepare()).body.data.card_id).toEqual(expect.any(String));
    expect((await prepare('walletb_dpan_visa')).body.data.card_id).toBeNull();
    await demo.configure({ vault_enabled: false });
    expect((await prepare()).body.data.card_id).toBeNull();
  });

  it.each([['a text'], ['{"signature":"…"}'], [{ protocolVersion: 'ECv2', signedMessage: '…' }], ['walleta_pan_visa']])(
    'takes %o for a device token of a Visa card ending 4242',
    async (token) => {
      const { body } = await prepare(token);
      expect(body.data.card).toEqual({
        brand: 'visa',
        last4: '4242',
        exp_month: 12,
        exp_year: 2099,
        token_type: 'dpan',
      });
    },
  );

  it('lets its card be authenticated for 20 minutes', async () => {
    const { card_id } = (await prepare('walletb_pan_challenge')).body.data;
    const { status, body } = await demo.api.post<{ data: { status: string } }>('/three-ds/authenticate', { card_id });
    expect([status, body.data.status]).toEqual([200, 'C']);
    await demo.advance('20m');
    const late = await demo.api.post('/three-ds/authenticate', { card_id });
    expect(late).toMatchObject({ status: 400, body: { code: 'token_expired', param: 'card_id' } });
  });

  it('refuses wallet_a, and a wallet_b without its token', async () => {
    const path = '/wallets/prepare';
    for (const [service_wallet, param] of [
      [{ type: 'wallet_a', wallet_b_token: 'walletb_pan_visa' }, 'service_wallet.type'],
      [{ type: 'wallet_b' }, 'service_wallet.wallet_b_token'],
      [{ type: 'wallet_b', wallet_b_token: '' }, 'service_wallet.wallet_b_token'],
      [{ type: 'wallet_b', wallet_b_token: null }, 'service_wallet.wallet_b_token'],
      [{ type: 'wallet_b', wallet_b_token: 5 }, 'service_wallet.wallet_b_token'],
      [{ type: 'wallet_c', wallet_b_token: 'x' }, 'service_wallet.type'],
      [{ wallet_b_token: 'x' }, 'service_wallet.type'],
      [undefined, 'service_wallet'],
    ] as const) {
      const answer = await demo.api.post<Refusal>(path, { service_wallet });
      expect(answer, JSON.stringify(service_wallet)).toMatchObject({ status: 400, body: { param } });
    }
  });

  it('leaves nothing of the credential behind, nor of what it was sealed into', async () => {
    const secret = 'wallet-b-secret-signature';
    const { prepared } = (await prepare({ signature: secret })).body.data;
    expect(await demo.exported()).not.toMatch(new RegExp(`${secret}|${prepared}`));
    const { data } = await demo.control<{ data: { id: string }[] }>('get', '/requests?limit=5');
    const log = await Promise.all(data.map(({ id }) => demo.control('get', `/requests/${id}`)));
    expect(log.length).toBeGreaterThan(0);
    expect(JSON.stringify(log)).toContain('wallet_prepare');
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${secret}|${prepared}`));
  });
});

describe('where wallets are not available', () => {
  const calls = (of: Demo) => [
    prepare('walletb_pan_visa', of),
    of.api.post('/wallets/wallet-a-session', { domain: 'shop.example' }),
    of.api.get('/wallets/wallet-a/domains'),
    of.api.post('/wallets/wallet-a/domains', { domain: 'shop.example' }),
    of.api.delete('/wallets/wallet-a/domains/shop.example'),
    of.api.post('/charges', { amount: 100, service_wallet: { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa' } }),
  ];

  it('every call is 400: on a debit_payouts workspace', async () => {
    for (const call of calls(await demo.on('debit_payouts'))) {
      expect(await call).toMatchObject({ status: 400, body: { code: 'capability_required' } });
    }
  });

  it('every call is 400: where they are switched off', async () => {
    await demo.configure({ wallets_enabled: false });
    for (const call of calls(demo)) {
      expect(await call).toMatchObject({ status: 400, body: { code: 'capability_required' } });
    }
  });
});

describe('a wallet_a session', () => {
  const open = (body: object, of = demo) =>
    of.api.post<Refusal & { session: Record<string, unknown> }>('/wallets/wallet-a-session', body);

  it('is opened for any domain in test mode, and lives 5 minutes', async () => {
    const { status, body } = await open({ domain: 'Shop.Example', validation_url: 'https://wallet.example/start' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['session']);
    expect(body.session).toMatchObject({ domainName: 'shop.example' });
    const { epochTimestamp, expiresAt } = body.session as Record<string, number>;
    expect(expiresAt! - epochTimestamp!).toBe(300);
    const again = await open({ domain: 'localhost' });
    expect(again.body.session.merchantSessionIdentifier).not.toBe(body.session.merchantSessionIdentifier);
  });

  it('needs a registered domain in live mode', async () => {
    const { live } = demo;
    expect(await open({ domain: 'shop.example' }, live)).toMatchObject({
      status: 400,
      body: { type: 'invalid_request_error', code: 'domain_not_registered', param: 'domain' },
    });
    await demo.configure({ custom_domain: 'Pay.Shop.Example' });
    expect(await open({ domain: 'pay.shop.example' }, live)).toMatchObject({ status: 200 });
    await demo.made('/wallets/wallet-a/domains', { domain: 'shop.example' });
    expect(await open({ domain: 'shop.example' }, live)).toMatchObject({ status: 400 });
  });

  it.each([
    ['domain', undefined],
    ['domain', ''],
    ['domain', 'https://shop.example'],
    ['domain', 'shop.example:443'],
    ['domain', 'shop.example/cart'],
    ['domain', 'shop..example'],
    ['domain', '-shop.example'],
    ['validation_url', 'nowhere'],
    ['validation_url', 'file:///etc/passwd'],
  ])('is refused for %s %o', async (param, value) => {
    const answer = await open({ domain: 'shop.example', [param]: value });
    expect(answer).toMatchObject({ status: 400, body: { param } });
  });

  it('can be opened with a publishable key', async () => {
    const answer = await demo.publishable.post('/wallets/wallet-a-session', { domain: 'shop.example' });
    expect(answer.status).toBe(200);
  });
});

describe('domains of wallet_a', () => {
  const path = '/wallets/wallet-a/domains';
  const state = async (of = demo) => (await of.read<{ data: Domains }>(path)).data;
  const own = async (of = demo) => (await state(of)).domains.filter(({ managed }) => !managed);
  let file: Server | undefined;
  afterEach(() => {
    file?.close();
    file?.closeAllConnections();
    file = undefined;
  });

  /** A page server of the merchant's on loopback; what it was asked for. */
  async function serve(status: number, headers: Record<string, string> = {}): Promise<{ at: string; asked: string[] }> {
    const asked: string[] = [];
    file = createServer((request, response) => {
      asked.push(`${request.headers.host}${request.url}`);
      response.writeHead(status, headers).end('association');
    });
    await new Promise<void>((resolve) => file!.listen(0, '127.0.0.1', resolve));
    return { at: `127.0.0.1:${(file.address() as AddressInfo).port}`, asked };
  }

  it('are registered at once in test mode, and removed', async () => {
    expect(await own()).toEqual([]);
    const made = await demo.made<{ data: Domains }>(path, { domain: 'Shop.Example' });
    expect(made.data).toMatchObject({ object: 'wallet_domains', livemode: false });
    expect(made.data.domains).toContainEqual({ domain: 'shop.example', status: 'registered', managed: false });
    await demo.made(path, { domain: 'shop.example' });
    expect(await own()).toHaveLength(1);
    expect(await state()).toEqual(made.data);
    expect(await demo.api.delete(`${path}/shop.example`)).toMatchObject({
      status: 200,
      body: { data: { livemode: false } },
    });
    expect(await own()).toEqual([]);
  });

  it('are those of one mode', async () => {
    await demo.made(path, { domain: 'shop.example' });
    expect(await own(demo.live)).toEqual([]);
    expect(await state(demo.live)).toMatchObject({ livemode: true });
  });

  it('that are managed are listed, and cannot be removed', async () => {
    await demo.configure({ custom_domain: 'pay.shop.example' });
    const { domains } = await state();
    expect(domains).toHaveLength(2);
    for (const { domain, status, managed } of domains) {
      expect([status, managed]).toEqual(['registered', true]);
      const answer = await demo.api.delete<Refusal>(`${path}/${domain}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
      expect(await demo.made(path, { domain })).toMatchObject({ data: { domains } });
    }
    expect((await state()).domains).toEqual(domains);
  });

  it('in live mode need their association file, served by the address that the workspace maps them to', async () => {
    const { at, asked } = await serve(200);
    await demo.configure({
      wallet_a_domains: { 'shop.example': at, 'other.example': `http://localhost:${at.split(':')[1]}` },
    });
    const { live } = demo;
    for (const domain of ['shop.example', 'OTHER.example']) {
      const { data } = await live.made<{ data: Domains }>(path, { domain });
      expect(data.domains).toContainEqual({ domain: domain.toLowerCase(), status: 'registered', managed: false });
    }
    const association = '/.well-known/wallet-a-domain-association';
    expect(asked).toEqual([`shop.example${association}`, `other.example${association}`]);
    const session = await live.api.post('/wallets/wallet-a-session', { domain: 'shop.example' });
    expect(session.status).toBe(200);
    await live.api.delete(`${path}/shop.example`);
    expect(await live.api.post('/wallets/wallet-a-session', { domain: 'shop.example' })).toMatchObject({
      body: { code: 'domain_not_registered' },
    });
  });

  it.each([404, 302, 500])('in live mode are refused where the file is answered %i', async (status) => {
    const { at, asked } = await serve(status, { location: 'http://127.0.0.1:1/' });
    await demo.configure({ wallet_a_domains: { 'shop.example': at } });
    const answer = await demo.live.api.post<Refusal>(path, { domain: 'shop.example' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'domain_not_registered', param: 'domain' } });
    expect(answer.body.error).toContain(`answered ${status}`);
    expect(asked).toHaveLength(1);
    expect(await own(demo.live)).toEqual([]);
  });

  it('in live mode are refused where nothing listens, where nothing is mapped, or another machine is', async () => {
    const { at } = await serve(200);
    file?.close();
    await demo.configure({
      wallet_a_domains: { 'closed.example': at, 'remote.example': '192.0.2.1:80', 'no.example': 'not an address' },
    });
    for (const domain of [
      'closed.example',
      'remote.example',
      'no.example',
      'unmapped.example',
      'constructor.example',
    ]) {
      const answer = await demo.live.api.post<Refusal>(path, { domain });
      expect(answer, domain).toMatchObject({ status: 400, body: { code: 'domain_not_registered' } });
    }
  });

  it('must be fully qualified, known to be removed, and are 99 at most', async () => {
    for (const domain of ['localhost', 'shop example', 'http://shop.example', '']) {
      expect(await demo.api.post(path, { domain }), domain).toMatchObject({ status: 400, body: { param: 'domain' } });
    }
    expect(await demo.api.delete(`${path}/none.example`)).toMatchObject({
      status: 400,
      body: { code: 'domain_not_registered' },
    });
    for (let at = 0; at < 99; at++) await demo.made(path, { domain: `shop-${at}.example` });
    expect(await demo.api.post(path, { domain: 'one-more.example' })).toMatchObject({ status: 400 });
    expect(await own()).toHaveLength(99);
  });

  it('are written with a secret key, and read with any', async () => {
    expect(await demo.publishable.get(path)).toMatchObject({ status: 200 });
    for (const answer of [
      await demo.publishable.post(path, { domain: 'shop.example' }),
      await demo.publishable.delete(`${path}/shop.example`),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'secret_key_required' } });
    }
  });
});

describe('bad input', () => {
  it('is refused field by field, and changes nothing', async () => {
    const before = await demo.exported();
    for (const [operation, good] of [
      [prepareWallet, { service_wallet: { type: 'wallet_b', wallet_b_token: 'walletb_pan_visa', info: {} } }],
      [openWalletSession, { domain: 'shop.example', validation_url: 'https://wallet.example/' }],
    ] as const) {
      const bad = badBodies(operation.body as unknown as Shape, good).filter(({ what }) => {
        // These values have the right type, and any text or object is a token.
        return !/^(domain: "(5|x)"|service_wallet\.(wallet_b_token|info): null)/.test(what);
      });
      expect(bad.length).toBeGreaterThan(5);
      for (const { what, field, text } of bad) {
        const answer = await demo.api.post<Answered<never>>(operation.path, text);
        expect(answer.status, `${operation.id} ${what}`).toBe(400);
        expect(answer.body.param?.split('.')[0], what).toBe(field.split('.')[0]);
      }
    }
    expect(await demo.exported()).toBe(before);
  });
});
