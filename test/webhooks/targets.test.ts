import { describe, expect, it } from 'vitest';
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
