import { describe, expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { paymentLink, session } from '../support/checkout.ts';
import { type Demo, eachTest } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

const embedded = (fields: object = {}) => session(demo, { ui_mode: 'embedded', success_url: undefined, ...fields });
const payPage = (slug: string) => call(`${demo.sandbox.url}/pay/${slug}`);
const ancestorsOf = (headers: Headers): string[] | undefined =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ');

describe('the page of a checkout', () => {
  it('carries a policy that lets nothing else run, and lies in no frame', async () => {
    const { headers } = await payPage((await session(demo)).slug);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  it('shows as text what was stored', async () => {
    const name = '<img src=x onerror="document.title=1"></script><script>document.title=2</script>';
    const product = { name, price: 100, description: '\'"><svg onload=alert(1)>' };
    const { data } = await demo.made<{ data: { id: string } }>('/products', product);
    const { slug } = await paymentLink(demo, { name, products: [{ product_id: data.id, quantity: 1 }] });
    const { text } = await payPage(slug);
    expect(text).toContain('&lt;img src=x onerror=');
    expect(text).not.toMatch(/<img src=x|<script>document|<svg onload/);
  });

  it('takes bank accounts for dollars alone', async () => {
    for (const currency of ['EUR', 'JPY', 'KWD']) {
      expect((await payPage((await session(demo, { currency })).slug)).text).not.toContain('Bank account');
    }
    expect((await payPage((await session(demo)).slug)).text).toContain('Bank account');
  });

  it('says of the card alone what the shop sees, where no account is taken', async () => {
    const { slug } = await session(demo);
    expect((await payPage(slug)).text).toContain('sees only the last four digits of your card or account');
    await demo.configure({ ach_enabled: false });
    expect((await payPage(slug)).text).toContain('sees only the last four digits of your card number; the full number');
  });

  it('is a 404 without a form once its session is paid', async () => {
    const { id, slug } = await session(demo);
    await demo.trigger('checkout_session.complete', { id });
    const { status, text } = await payPage(slug);
    expect([status, text]).toEqual([404, expect.stringContaining('data-reason="paid"')]);
    expect(text).not.toContain('<form');
  });
});

describe('the page of an embedded checkout', () => {
  it('lies in pages of this machine where its session names no origin', async () => {
    const { headers } = await call(`${demo.sandbox.url}/embed/${(await embedded()).client_secret}`);
    expect(ancestorsOf(headers)).toContain('http://localhost:*');
    const isLocal = /^https?:\/\/(\*\.)?(localhost|127\.0\.0\.1):\*$/;
    expect(ancestorsOf(headers)?.every((origin) => isLocal.test(origin))).toBe(true);
  });

  it('lies in pages of the origins alone that its session names', async () => {
    const origins = ['http://localhost:3000', 'https://shop.example'];
    const { client_secret } = await embedded({ allowed_parent_origins: origins });
    const { headers } = await call(`${demo.sandbox.url}/embed/${client_secret}`);
    expect(ancestorsOf(headers)).toEqual(origins);
    expect(headers.get('x-frame-options')).toBeNull();
  });

  it('says what is wrong with a secret that is unknown, or of a session that is paid', async () => {
    const { id, client_secret } = await embedded();
    await demo.trigger('checkout_session.complete', { id });
    for (const [secret, reason] of [
      ['cs_nothing', 'session_unknown'],
      [client_secret, 'paid'],
    ]) {
      const { status, text } = await call(`${demo.sandbox.url}/embed/${secret}`);
      expect([status, text]).toEqual([404, expect.stringContaining(`data-reason="${reason}"`)]);
    }
  });
});

it('the sheet of a wallet lies where its checkout may', async () => {
  const { slug } = await embedded({ allowed_parent_origins: ['https://shop.example'] });
  const { url } = demo.sandbox;
  const ancestors = async (query: string) =>
    ancestorsOf((await call(`${url}/sdk/v1/wallet?wallet=wallet_a&origin=${encodeURIComponent(url)}${query}`)).headers);
  expect(await ancestors(`&checkout=${slug}`)).toEqual([url, 'https://shop.example']);
  for (const query of ['', '&checkout=api-nothing']) expect(await ancestors(query)).toEqual([url]);
});

it('the frames of the SDK lie in the page alone that they are made for', async () => {
  const field = `${demo.sandbox.url}/sdk/v1/field?field=cardNumber&group=${'a'.repeat(36)}`;
  const wallet = `${demo.sandbox.url}/sdk/v1/wallet?wallet=wallet_a`;
  for (const frame of [field, wallet]) {
    const { headers } = await call(`${frame}&origin=${encodeURIComponent('http://localhost:3000')}`);
    expect(ancestorsOf(headers)).toEqual(['http://localhost:3000']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await call(frame)).status).toBe(400);
  }
  for (const origin of ['*', "http://a.example; script-src 'unsafe-inline'", 'https://a.example/path', 'null', '']) {
    expect((await call(`${field}&origin=${encodeURIComponent(origin)}`)).status).toBe(400);
  }
  const unknown = wallet.replace('wallet_a', 'wallet_c');
  expect((await call(`${unknown}&origin=${encodeURIComponent('http://localhost:3000')}`)).status).toBe(400);
});

it('the SDK is served to every origin, and asked for again only when it changed', async () => {
  for (const name of ['sdk.js', 'sdk.mjs']) {
    const { status, headers } = await call(`${demo.sandbox.url}/sdk/v1/${name}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const again = { headers: { 'if-none-match': headers.get('etag')! } };
    expect((await call(`${demo.sandbox.url}/sdk/v1/${name}`, again)).status).toBe(304);
  }
});
