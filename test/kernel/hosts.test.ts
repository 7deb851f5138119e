import { describe, expect, it } from 'vitest';
import {
  isForbiddenTarget,
  isLoopbackAddress,
  isLoopbackAuthority,
  isLoopbackHost,
  isLoopbackListener,
  isLoopbackSource,
  isPublicHost,
} from '../../src/core/base/hosts.ts';
import { isLoopbackHost as isLoopbackInBrowser } from '../../src/pages/browser/lib/loopback.ts';

const hostnameOf = (host: string): string => new URL(`http://${host}/`).hostname;

/**
 * Each form of a host, and who takes it for this machine: a URL that names it, a `Host` header that holds it as it is,
 * a resolver that answers with it, `--host`, and a content security policy.
 */
const forms: readonly (readonly [host: string, takenBy: string])[] = [
  ['127.0.0.1', 'url header address listener policy'],
  ['127.0.0.2', 'url header address listener'],
  ['127.255.255.254', 'url header address listener'],
  ['[::1]', 'url header listener'],
  ['[0:0:0:0:0:0:0:1]', 'url header listener'],
  ['[::ffff:127.0.0.1]', 'url header listener'],
  ['[::FFFF:7F00:1]', 'url header listener'],
  ['localhost', 'url header listener policy'],
  ['LOCALHOST', 'url header listener policy'],
  ['localhost.', 'url header'],
  ['shop.localhost', 'url header policy'],
  ['a.b-c.LocalHost', 'url header policy'],
  ['shop.localhost.', 'url header'],
  // Forms that a URL normalises, and nobody else does.
  ['127.1', 'url policy'],
  ['127.0.1', 'url policy'],
  ['0177.0.0.1', 'url policy'],
  ['0x7f.0.0.1', 'url policy'],
  ['0x7f000001', 'url policy'],
  ['2130706433', 'url policy'],
  ['127.0.0.1.', 'url policy'],
  ['①②⑦.0.0.1', 'url policy'],
  ['%31%32%37.0.0.1', 'url policy'],
  // None of these is this machine, or surely so.
  ['.localhost', ''],
  ['a..localhost', ''],
  ['localhost..', ''],
  ['notlocalhost', ''],
  ['evil-localhost', ''],
  ['localhost.evil.example', ''],
  ['127.0.0.1.evil.example', ''],
  ['127-0-0-1.example', ''],
  ['0.0.0.0', ''],
  ['0', ''],
  ['[::]', ''],
  ['[::2]', ''],
  ['[::127.0.0.1]', ''],
  ['[64:ff9b::127.0.0.1]', ''],
  ['[::ffff:10.0.0.1]', ''],
  ['[fe80::1]', ''],
  ['10.0.0.1', ''],
  ['128.0.0.1', ''],
  ['169.254.169.254', ''],
  ['192.168.1.1', ''],
];

describe.each(forms)('%s', (host, takenBy) => {
  const takes = (who: string) => takenBy.split(' ').includes(who);

  it('in a URL', () => {
    // What a policy lets through is a host as a URL has it, too.
    expect(isLoopbackHost(hostnameOf(host))).toBe(takes('url'));
    expect(isLoopbackInBrowser(hostnameOf(host))).toBe(takes('url'));
    expect(isLoopbackSource(hostnameOf(host)) && isLoopbackHost(hostnameOf(host))).toBe(takes('policy'));
  });

  it('in a Host header, with a port or without', () => {
    for (const port of ['', ':', ':80', ':4747']) expect(isLoopbackAuthority(`${host}${port}`)).toBe(takes('header'));
  });

  it('as an address that a name resolved to', () => {
    expect(isLoopbackAddress(host)).toBe(takes('address'));
  });

  it('as what to listen on', () => {
    expect(isLoopbackListener(host)).toBe(takes('listener'));
  });
});

describe('a Host header', () => {
  it.each([
    '',
    ':4747',
    '::1',
    '::ffff:127.0.0.1',
    'localhost:80:80',
    'localhost:x',
    'localhost/x',
    'localhost@evil.example',
    'evil.example@localhost',
    'evil.example#.localhost',
    'evil.example\\.localhost',
    'local host',
    'localhost\n',
    '[::1',
    '[::1]x',
    '[::1%25lo]',
    '[localhost]',
    '[127.0.0.1]',
    '127.0.0.256',
    '127.0.0.01',
    'l\u00f6calhost',
  ])('%j is not of this machine', (header) => {
    expect(isLoopbackAuthority(header)).toBe(false);
  });

  it('is read in no time, however long it is', () => {
    expect(isLoopbackAuthority(`${'a.'.repeat(50_000)}localhos`)).toBe(false);
    expect(isLoopbackAuthority('a'.repeat(100_000))).toBe(false);
  });
});

describe('an address that a name resolved to', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.9.9.9', '::1%lo', '0:0:0:0:0:0:0:1'])(
    '%s is loopback',
    (ip) => {
      expect([isLoopbackAddress(ip), isForbiddenTarget(ip)]).toEqual([true, false]);
    },
  );

  it.each([
    '169.254.169.254',
    '169.254.1.1',
    '::ffff:169.254.1.1',
    '::169.254.169.254',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    '255.255.255.255',
    'ff02::1',
  ])('%s is never sent anything, nor is it public', (ip) => {
    expect([isLoopbackAddress(ip), isForbiddenTarget(ip)]).toEqual([false, true]);
    expect(isPublicHost(ip.includes(':') ? `[${ip}]` : ip)).toBe(false);
  });

  it.each(['10.0.0.1', '192.168.1.1', '203.0.113.9', 'fd12::1', '2606:4700::1111'])('%s is neither', (ip) => {
    expect([isLoopbackAddress(ip), isForbiddenTarget(ip)]).toEqual([false, false]);
  });
});

describe('a host that an issuer may reach', () => {
  it.each(['shop.example', 'shop.example.', '8.8.8.8', '203.0.113.9', '[2606:4700::1111]', '172.15.0.1', '172.32.0.1'])(
    'is %s',
    (host) => {
      expect(isPublicHost(host)).toBe(true);
    },
  );

  it.each([
    'localhost',
    'shop',
    'shop.localhost',
    'shop.local',
    'shop.internal.',
    'router.home.arpa',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '240.0.0.1',
    '[::1]',
    '[::ffff:8.8.8.8]',
    '[fd12::1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[2002:808:808::1]',
    '[64:ff9b::808:808]',
    '[4000::1]',
  ])('is not %s', (host) => {
    expect(isPublicHost(host)).toBe(false);
  });
});
