import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/emulator/sandbox.ts';
import { checkTarget, guardedLookup } from '../../src/payments/webhooks/receiver-address.ts';

const local = [
  'http://127.0.0.1:3000/hook?a=1',
  'https://127.255.255.254/',
  'http://localhost:3000',
  'http://LOCALHOST',
  'http://localhost./',
  'http://shop.localhost:8080/x',
  'http://[::1]:3000/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://①②⑦.0.0.1/',
];

const remote = [
  'http://example.com/',
  'https://10.0.0.5/',
  'http://192.168.1.1/',
  'http://[2001:db8::1]/',
  'http://localhost.example.com/',
  'http://notlocalhost/',
  'http://127.0.0.1.example.com/',
  'http://[::ffff:10.0.0.1]/',
];

const never = [
  'http://169.254.169.254/latest/meta-data',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::169.254.169.254]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[fe80::1]/',
  'http://[febf::1]/',
  'http://[fd00:ec2::254]/',
  'http://0.0.0.0:3000/',
  'http://0/',
  'http://[::]/',
  'http://[::ffff:0.0.0.0]/',
  'http://100.100.100.200/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[ff02::1]/',
];

describe('the address of a receiver', () => {
  it.each(local)('%s is this machine', (url) => {
    expect(checkTarget(url, false).refusal).toBeNull();
  });

  it.each(remote)('%s needs --allow-remote-webhooks', (url) => {
    expect(checkTarget(url, false).refusal).toContain('--allow-remote-webhooks');
    expect(checkTarget(url, true).refusal).toBeNull();
  });

  it.each(never)('%s is refused even with --allow-remote-webhooks', (url) => {
    expect(checkTarget(url, true).refusal).toContain('The emulator does not send requests to');
    expect(checkTarget(url, false).target).toBeNull();
  });

  it.each([
    ['', 'is not a valid URL'],
    ['localhost:3000', 'http'],
    ['//localhost', 'is not a valid URL'],
    ['ftp://localhost/', 'http'],
    ['file:///etc/passwd', 'http'],
    ['javascript:alert(1)', 'http'],
    ['http://user:pw@localhost/', 'user name'],
    ['http://user@localhost/', 'user name'],
    [`http://localhost/${'x'.repeat(2048)}`, 'must have at most 2048 characters'],
  ])('%s is refused', (url, why) => {
    const { target, refusal } = checkTarget(url, true);
    expect(target).toBeNull();
    expect(refusal).toContain(why);
  });

  it('is taken apart into origin and path, without the fragment', () => {
    expect(checkTarget('http://LOCALHOST:80/a b?q=1#frag', false).target).toMatchObject({
      origin: 'http://localhost',
      path: '/a%20b?q=1',
    });
  });
});

describe('addresses that names resolve to', () => {
  const lookUp = (name: string, allowRemote: boolean) =>
    new Promise((resolve) => {
      guardedLookup(allowRemote)(name, { all: true }, (error, addresses) => resolve(error ?? addresses));
    });

  it('are loopback for localhost and the names below it, without asking anybody', async () => {
    const both = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    expect(await lookUp('localhost', false)).toEqual(both);
    expect(await lookUp('shop.localhost', false)).toEqual(both);
  });

  it('are looked at when the connection is made: a name that leads to a forbidden address fails', async () => {
    // getaddrinfo takes literal addresses as they are, so these stand for names that a DNS server answers with them.
    expect(String(await lookUp('169.254.169.254', true))).toContain('the host resolves to 169.254.169.254');
    expect(String(await lookUp('0xa9fea9fe', true))).toMatch(/the host resolves to 169\.254\.169\.254|ENOTFOUND/);
    expect(String(await lookUp('10.0.0.1', false))).toContain('the host resolves to 10.0.0.1');
    expect(await lookUp('10.0.0.1', true)).toEqual([{ address: '10.0.0.1', family: 4 }]);
  });
});

describe('an emulator for others', () => {
  const policy = { loopback: false, hosts: ['shop.test', '*.example.com'], origins: ['http://localhost:3000'] };
  const isAllowed = (url: string) => checkTarget(url, policy).refusal === null;

  it('calls the hosts of its list, and its own machine only at the address that its operator named', () => {
    expect(['http://shop.test/hook', 'https://a.b.example.com', 'http://localhost:3000/hook'].map(isAllowed)).toEqual([
      true,
      true,
      true,
    ]);
    const refused = ['http://other.test', 'http://example.com', 'http://localhost:6379', 'http://127.0.0.1:3000/'];
    expect(refused.map(isAllowed)).toEqual(refused.map(() => false));
    expect(checkTarget('http://127.0.0.1', policy).refusal).toMatch(/own machine.*--webhook-host 127\.0\.0\.1/);
    expect(checkTarget('http://other.test', policy).refusal).toMatch(/--webhook-host other\.test/);
  });

  it('refuses a listed name that resolves to its own machine', async () => {
    const named = { ...policy, hosts: ['*.localhost', 'localhost.localdomain'], origins: [] };
    const error = await new Promise((resolve) => guardedLookup(named)('shop.localhost', {}, resolve));
    expect(String(error)).toMatch(/not allowed|ENOTFOUND|EAI_AGAIN/);
  });

  it('refuses an endpoint on its own machine, unless a start option allows it', async () => {
    const options = {
      allowRemote: true,
      token: 'emu_for_this_test_only',
      port: 0,
      dataDir: null,
      version: '0.0.0-test',
    };
    for (const [webhookHosts, status] of [
      [[], 400],
      [['127.0.0.1'], 201],
    ] as const) {
      const running = await startSandbox({ ...options, webhookHosts });
      const answer = await fetch(`${running.url}/_emulator/webhook-endpoints`, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'http://127.0.0.1:9/hook' }),
      });
      expect(answer.status).toBe(status);
      await running.stop();
    }
  });

  /** An address of an interface of this machine that is not loopback. */
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

  it.runIf(own !== undefined)('does not call its own machine at the address of an interface, either', async () => {
    let calls = 0;
    const receiver = createServer((_, response) => response.end(String(++calls))).listen(0, '0.0.0.0');
    onTestFinished(() => void receiver.close());
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const every = { ...policy, hosts: 'all' as const };
    expect(checkTarget(`http://${own}:${port}`, every).refusal).toMatch(/own machine/);
    expect(checkTarget(`http://[::ffff:${own}]:${port}`, every).refusal).toMatch(/own machine/);
    // getaddrinfo takes the literal address as it is, so it stands for a name that a DNS server answers with it.
    const refused = await new Promise((resolve) => guardedLookup(every)(own!, { all: true }, resolve));
    expect(String(refused)).toMatch(/own machine/);

    for (const [webhookHosts, expected] of [
      [[], 400],
      [[own!], 201],
      [['localhost'], 201],
    ] as const) {
      const options = { allowRemote: true, allowRemoteWebhooks: true, webhookHosts, token: 'emu_for_this_test_only' };
      const running = await startSandbox({ ...options, port: 0, dataDir: null, version: '0.0.0-test' });
      const post = (path: string, body: object) =>
        fetch(`${running.url}/_emulator${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const before = calls;
      const { status } = await post('/webhook-endpoints', { url: `http://${own}:${port}/hook` });
      expect(status).toBe(expected);
      await post('/triggers/payment.completed', {});
      await post('/settle', {});
      if (expected === 201) await expect.poll(() => calls).toBeGreaterThan(before);
      else expect(calls).toBe(before);
      await running.stop();
    }
  });
});
