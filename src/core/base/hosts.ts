import { BlockList, isIP } from 'node:net';

/*
 * Tells which hosts are this machine, and to which hosts the emulator must never send a request. A host can be written
 * in several forms; each function names the forms that it accepts, and answers false for every other form.
 */

/** IPv6 forms that embed an IPv4 address, in addition to `::ffff:a.b.c.d`, which BlockList recognizes itself. */
const embeddings = ['64:ff9b::', '64:ff9b:1::', '::'];

type Subnet = readonly [net: string, prefix: number];

/**
 * Returns a function that checks whether an IP address is in one of several ranges. The list of ranges is built at
 * the first check, because commands never need it.
 */
function rangeCheck(subnets: readonly Subnet[], embeds = true): (address: string) => boolean {
  let list: BlockList | undefined;
  return (address) => {
    const family = isIP(address);
    if (family === 0) return false;
    list ??= listOf(subnets, embeds);
    return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

function listOf(subnets: readonly Subnet[], embeds: boolean): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) {
    const isIpv6 = isIP(net) === 6;
    list.addSubnet(net, prefix, isIpv6 ? 'ipv6' : 'ipv4');
    if (isIpv6 || !embeds) continue;
    for (const embedding of embeddings) list.addSubnet(`${embedding}${net}`, 96 + prefix, 'ipv6');
    const [a, b, c, d] = net.split('.').map(Number) as [number, number, number, number];
    const sixToFour = `2002:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}::`;
    list.addSubnet(sixToFour, 16 + prefix, 'ipv6');
  }
  return list;
}

const isLoopbackV6 = rangeCheck(
  [
    ['127.0.0.0', 8],
    ['::1', 128],
  ],
  false,
);
/** Checks ordinary IPv4 addresses without the list of ranges, which would delay startup by 3 ms. */
const isLoopback = (address: string): boolean =>
  isIP(address) === 4 ? address.startsWith('127.') : isLoopbackV6(address);

/** Link-local addresses, addresses where clouds serve credentials, and addresses that belong to no host. */
const forbiddenSubnets: readonly Subnet[] = [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['0.0.0.0', 8],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
];
const isForbidden = rangeCheck(forbiddenSubnets);

/**
 * Ranges that are not public, including the IPv6 documentation addresses and the IPv6 addresses that embed an IPv4
 * address.
 */
const isClosed = rangeCheck([
  ...forbiddenSubnets,
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
]);
const isGlobalUnicast = rangeCheck([['2000::', 3]]);

/**
 * Removes the brackets that a URL puts around an IPv6 address, because sockets accept the address without brackets.
 */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*:.*)\]$/, '$1');
const withoutZone = (address: string): string => address.replace(/%.*$/, '');

/**
 * Whether an IP address that a name resolved to is loopback: `127.0.0.0/8` or `::1`, including `::ffff:127.0.0.1` and
 * addresses with a zone.
 */
export const isLoopbackAddress = (address: string): boolean => isLoopback(withoutZone(address));

/** Whether an IP address, also as an IPv6 address that embeds it, is one of several addresses. */
export function isAmong(address: string, addresses: readonly string[]): boolean {
  const subnets = addresses.map(withoutZone).map((each): Subnet => [each, isIP(each) === 6 ? 128 : 32]);
  return rangeCheck(subnets)(withoutZone(address));
}

/**
 * Whether RFC 6761 reserves a name for loopback: `localhost` and all names below it, with or without a trailing dot.
 */
export const isLocalName = (name: string): boolean => /^(?:[\w-]+\.)*localhost\.?$/i.test(name);

/**
 * Whether the `hostname` of a URL is loopback. The URL parser has already converted every form of an IPv4 address
 * (`127.1`, `0x7f.0.0.1`, `2130706433`) to four decimal numbers, and put brackets around IPv6 addresses.
 */
export const isLoopbackHost = (hostname: string): boolean =>
  isLoopbackAddress(withoutBrackets(hostname)) || isLocalName(hostname);

/**
 * Whether a `Host` header or the `host` of an origin, with or without a port, is loopback. Headers are not
 * normalized: browsers send four decimal numbers, so an address in another form is rejected.
 */
export function isLoopbackAuthority(authority: string): boolean {
  const [, host] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i.exec(authority) ?? [];
  return host !== undefined && isLoopbackHost(host);
}

/**
 * Whether the emulator may listen on a host. Names below `localhost` are rejected, because the operating system
 * resolves them and does not always follow RFC 6761.
 */
export const isLoopbackListener = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || isLoopbackAddress(withoutBrackets(host));

/**
 * Whether the emulator must never send a request to the `hostname` of a URL or to a resolved address. `::1` is in the
 * range of `::a.b.c.d` (embedded IPv4 addresses), but it is loopback.
 */
export function isForbiddenTarget(host: string): boolean {
  const address = withoutZone(withoutBrackets(host));
  return !isLoopbackAddress(address) && isForbidden(address);
}

/**
 * Whether the `hostname` of a URL can be a host on the internet: not a private or reserved address, and not a local
 * name.
 */
export function isPublicHost(hostname: string): boolean {
  const address = withoutBrackets(hostname);
  const family = isIP(address);
  if (family !== 0) return !isClosed(address) && (family === 4 || isGlobalUnicast(address));
  const name = hostname.replace(/\.$/, '').toLowerCase();
  return name.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/.test(name);
}

const policyHosts = ['localhost', '*.localhost', '127.0.0.1'];

/**
 * The origins of pages on this machine, in the syntax of a content security policy, which supports neither IPv6
 * addresses nor address ranges.
 */
export const loopbackSources: readonly string[] = ['http', 'https'].flatMap((scheme) =>
  policyHosts.map((host) => `${scheme}://${host}:*`),
);

/** Whether `loopbackSources` allows the `hostname` of a URL. */
export const isLoopbackSource = (hostname: string): boolean => /^(.+\.)?localhost$|^127\.0\.0\.1$/.test(hostname);

/** Returns the address where this machine reaches a listener, such as `http://127.0.0.1:4747`. */
export const originAt = (scheme: 'http' | 'https', host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${name}:${port}`;
};
